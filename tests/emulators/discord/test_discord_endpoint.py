"""Interactions over HTTP from the Discord emulator: signed, answered at once or later."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from aiohttp import FormData, MultipartWriter, web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from tests.emulators.discord.channel import Channel
from tests.emulators.discord.content import Content
from tests.emulators.discord.helpers import place
from tests.emulators.discord.interactions import Callback
from tests.emulators.discord.limits import ACKNOWLEDGE_SECONDS
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.rig import Rig, client, emulated
from tests.emulators.discord.wire import Json

STALE = 5.0  # seconds


class Bot:
    """An endpoint as Discord asks for it, which gives the answer that the test sets."""

    def __init__(self, rig: Rig) -> None:
        """Check with the key of ``rig``."""
        self._key = VerifyKey(bytes.fromhex(rig.world.endpoint.verify_key))
        self._clock = rig.clock
        self.taken: list[Json] = []
        self.takes_s = 0.0  # seconds of the emulator
        self.answer: web.StreamResponse = web.Response(status=202)

    async def take(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        raw = await request.read()
        stamp = request.headers.get("X-Signature-Timestamp", "0")
        signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", "00" * 64))
        try:
            self._key.verify(stamp.encode() + raw, signature)
        except BadSignatureError:
            return web.Response(status=401)
        if abs(self._clock.now() - int(stamp)) > STALE:
            return web.Response(status=401)
        body = json.loads(raw)
        if body["type"] == 1:
            return web.json_response({"type": 1})
        self.taken.append(body)
        self._clock.advance(self.takes_s)
        return self.answer


@asynccontextmanager
async def listening(rig: Rig) -> AsyncIterator[Bot]:
    """Run an endpoint and let the emulator know it."""
    bot, app = Bot(rig), web.Application()
    app.router.add_post("/interactions", bot.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    rig.world.endpoint.url = f"http://127.0.0.1:{runner.addresses[0][1]}/interactions"
    try:
        yield bot
    finally:
        await runner.cleanup()


def board(rig: Rig) -> tuple[User, Channel, Message]:
    """Return a person, a channel, and a message of the bot with a button."""
    ann, channel = place(rig)
    button = {"type": 2, "style": 1, "label": "go", "custom_id": "GO", "id": 2}
    parts: tuple[Json, ...] = ({"type": 1, "id": 1, "components": [button]},)
    return ann, channel, channel.post(channel.draft(rig.world.bot, Content("x", (), parts)))


async def test_the_endpoint_is_verified(rig: Rig) -> None:
    """The emulator verifies an endpoint by a PING and by requests that it has to refuse."""
    async with listening(rig) as bot:
        endpoint = rig.world.endpoint
        assert await endpoint.verify()
        assert bot.taken == []
        for how in ({"tampered": True}, {"age": STALE + 1}, {"age": -STALE - 2}):
            assert (await endpoint.post({"type": 2}, **how)).status == 401
        assert (await endpoint.post({"type": 2}, signed=False)).status == 401
        assert (await endpoint.post({"type": 2}, age=STALE - 1)).status == 202
        assert [reply.status for reply in endpoint.replies][-1] == 202


async def test_an_answer_at_once(rig: Rig) -> None:
    """The body of the response answers the press."""
    async with listening(rig) as bot:
        ann, _, message = board(rig)
        bot.answer = web.json_response({"type": 7, "data": {"content": "pressed"}})
        known = await message.press(ann, "go").settled()
        assert known.callback is Callback.UPDATE
        assert message.text == "pressed"
        assert bot.taken[0]["data"]["custom_id"] == "GO"
        assert bot.taken[0]["token"] == known.token


async def test_an_answer_later(rig: Rig) -> None:
    """After a 202 the answer can come by a call."""
    async with listening(rig):
        ann, _, message = board(rig)
        known = message.press(ann, "go")
        await rig.world.changes.until(lambda: rig.world.endpoint.replies)
        assert not known.answered
        async with client(rig) as library:
            path = "/interactions/{interaction_id}/{token}/callback"
            route = discord.http.Route("POST", path, interaction_id=known.id, token=known.token)
            await library.http.request(route, json={"type": 6})
        assert known.answered


async def test_an_answer_with_a_picture(rig: Rig) -> None:
    """A multipart response brings the files of the answer."""
    async with listening(rig) as bot:
        ann, channel, message = board(rig)
        form = FormData(quote_fields=False)
        data = {"content": "x", "attachments": [{"id": 0, "filename": "b.png"}]}
        form.add_field("payload_json", json.dumps({"type": 4, "data": data}))
        form.add_field("files[0]", b"picture", filename="b.png")
        parts = form()
        assert isinstance(parts, MultipartWriter)
        bot.answer = web.Response(body=parts)
        known = await message.press(ann, "go").settled()
        assert known.reply is channel.last
        assert channel.last.picture == b"picture"


async def test_answers_that_are_refused() -> None:
    """A wrong or late answer is refused; a 500 and an endpoint out of reach are no answer."""
    async with emulated() as rig, listening(rig) as bot:
        ann, _, message = board(rig)
        endpoint = rig.world.endpoint
        bot.answer = web.json_response({"type": 8, "data": {"choices": []}})
        message.press(ann, "go")
        await rig.world.changes.until(lambda: endpoint.refusals)
        assert endpoint.refusals[0].code == 50035
        bot.answer = web.Response(status=500)
        known = message.press(ann, "go")
        await rig.world.changes.until(lambda: len(endpoint.replies) == 2)
        assert not known.answered
        bot.takes_s = ACKNOWLEDGE_SECONDS + 0.01
        bot.answer = web.json_response({"type": 7, "data": {"content": "pressed"}})
        known = message.press(ann, "go")
        await rig.world.changes.until(lambda: len(endpoint.refusals) == 2)
        assert endpoint.refusals[1].code == 10062
        assert known.failed
        assert message.text == "x"
    async with emulated() as rig:
        rig.world.endpoint.url = "http://127.0.0.1:9/nobody"
        ann, _, message = board(rig)
        message.press(ann, "go")
        await rig.world.changes.until(lambda: rig.world.endpoint.replies)
        assert rig.world.endpoint.replies[0].status is None
