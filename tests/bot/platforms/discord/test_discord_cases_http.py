"""Trouble at the HTTP endpoint: signatures, answers that come too late, connections that end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession

from bot.config import DiscordHttp
from bot.platforms import PlatformRefused
from bot.platforms.discord.answering import Respond
from bot.platforms.discord.api import Answer, AnswerType
from bot.platforms.discord.components import Payload, Upload
from bot.platforms.discord.endpoint import Endpoint, Handle, _content
from bot.platforms.discord.events import Interaction
from bot.platforms.discord.intake import Intake
from bot.platforms.discord.outage import stay_known
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    key_of,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.wire import ApiError, missing_access
from tests.emulators.telegram.clock import VirtualClock
from tests.patience import PATIENCE_S

PING = {"id": "1", "application_id": "1", "type": 1, "version": 1}
PRESS = PING | {"type": 3, "channel_id": "1", "user": {"id": "1", "username": "ann"}}
UNNAMED = [PRESS | {"id": number} for number in ("x", "", "-1", "1_0", " 1", "1\n", "9" * 21)]
LACKING = [
    {key: PRESS[key] for key in PRESS if key != lost}
    for lost in ("id", "application_id", "channel_id", "user")
]


pytestmark = pytest.mark.http


@pytest.mark.parametrize(
    ("stamp", "signature"),
    [
        (None, "00" * 64),
        ("0", None),
        ("0", ""),
        ("0", "00"),
        ("0", "00" * 64),
        ("0", "zz" * 64),
        ("0", "ff" * 4000),
        ("x", "00" * 64),
        ("9" * 5000, "00" * 64),
    ],
)
async def test_case_24_forged(
    play: PlayingDiscord, stamp: str | None, signature: str | None
) -> None:
    """Case 24: a request with a missing or wrong signature or time is refused with a 401."""
    headers = {"X-Signature-Timestamp": stamp, "X-Signature-Ed25519": signature}
    given = {name: value for name, value in headers.items() if value is not None}
    assert (await play.world.endpoint.send(json.dumps(PING).encode(), given)).status == 401


async def test_all_are_forged(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """If no request is signed by the key in the settings, one warning names that setting."""
    for _ in range(2):
        assert (await play.world.endpoint.post(PING, tampered=True)).status == 401
    assert [each.levelname for each in caplog.records] == ["WARNING"]
    assert "DISCORD_PUBLIC_KEY" in caplog.text


async def test_forged_among_signed(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A badly signed request after a good one is not logged, as Discord sends those to test us."""
    monkeypatch.setattr("bot.listening.STRANGERS_SECONDS", 0.0)
    assert (await play.world.endpoint.post(PING)).status == 200
    assert (await play.world.endpoint.post(PING, tampered=True)).status == 401
    assert not caplog.records


async def test_only_posts(play: PlayingDiscord) -> None:
    """A GET of the endpoint is refused with a 405 that names POST as allowed."""
    url = play.world.endpoint.url
    assert url is not None
    async with ClientSession() as session, session.get(url) as refused:
        assert (refused.status, refused.headers["Allow"]) == (405, "POST")


async def test_too_long(play: PlayingDiscord) -> None:
    """A body longer than any interaction is refused before its signature is looked at."""
    url = play.world.endpoint.url
    assert url is not None
    async with (
        ClientSession() as session,
        session.post(url, data=BytesIO(bytes(2**20 + 1))) as refused,
    ):
        assert refused.status == 413


@pytest.mark.parametrize(("age", "status"), [(0, 200), (290, 200), (310, 401), (-310, 401)])
async def test_case_24_stale(play: PlayingDiscord, age: float, status: int) -> None:
    """Case 24: a PING signed over 5 minutes ago or ahead is refused; a recent one is answered."""
    assert (await play.world.endpoint.post(PING, age=age)).status == status


async def test_a_bare_ping(play: PlayingDiscord) -> None:
    """A PING is answered also if it says nothing but that it is one."""
    assert (await play.world.endpoint.post({"type": 1})).status == 200


@pytest.mark.parametrize("body", [[], "x", 1, None, {"type": 99}, *UNNAMED, *LACKING])
async def test_no_interaction(play: PlayingDiscord, body: Any) -> None:
    """A signed body that is no interaction is refused with a 400, and the bot goes on."""
    assert (await play.world.endpoint.post(body)).status == 400
    assert (await play.world.endpoint.post(PING)).status == 200


async def test_case_31_half(play: PlayingDiscord) -> None:
    """Cases 31, 32: a signed body that is no Unicode, too deep or empty is refused with a 400."""
    for raw in (b'{"type": 1, "x": "\\ud800"}', b"\xff", b"[" * 100_000, b""):
        assert (await signed(play, raw)).status == 400


async def signed(play: PlayingDiscord, raw: bytes) -> Any:
    """Return the bot's reply to a body that Discord has signed."""
    return await play.world.endpoint.send(raw, signature_of(play, raw))


def signature_of(play: PlayingDiscord, raw: bytes) -> dict[str, str]:
    """Return the headers by which Discord signs a body now."""
    stamp = str(int(play.clock.now()))
    signature = play.world.endpoint._key.sign(stamp.encode() + raw).signature.hex()
    return {"X-Signature-Timestamp": stamp, "X-Signature-Ed25519": signature}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("board.png", "image/png"),
        ("replay.gif", "image/gif"),
        ("minesweeper.json", "application/json"),
        ("game.evf", "application/octet-stream"),
    ],
)
def test_files_say_what_they_are(name: str, kind: str) -> None:
    """A file in an HTTP response has its name and content type."""
    body, _ = _content(Answer(AnswerType.MESSAGE, Payload((), Upload(name, b"file"))))
    assert f'filename="{name}"\r\nContent-Type: {kind}\r\n\r\nfile'.encode() in body


async def test_case_21_hung_up(play: PlayingDiscord) -> None:
    """Case 21: if Discord hangs up before the answer, the move stands; the board is edited."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    before, backend = board.content, play.backend
    backend.shut()
    board.press(ann, key_of(board, 12))
    await play.reach(lambda: backend.held)
    await play.world.endpoint.close()
    backend.open()
    await play.check_edited(board, before)


async def test_board_of_unknown_id(play: PlayingDiscord) -> None:
    """A board whose id Discord never tells is sent again; the copy goes at the next press."""
    play.world.fail_next("get_original_webhook_message", ApiError(503, 0, "Away"), times=99)
    ann, channel = play.in_server()
    begun = channel.slash(ann, "newgame", rows=5, cols=5, mines=15)
    await play.settle(begun)
    board = begun.reply
    assert channel.shown == [board, channel.last] != [board, board]
    await play.press(board, ann, key_of(board, 12))
    assert channel.shown == [board]
    assert len((await play.session(channel)).game.history) == 1


class Late:
    """A handler that answers when a test says so, and notes what came of it."""

    def __init__(self) -> None:
        """Begin without leave to answer."""
        self.go = asyncio.Event()
        self.came = asyncio.Event()
        self.error: Exception | None = None

    async def handle(self, _interaction: Interaction, respond: Respond) -> None:
        """Answer the interaction once ``go`` is set."""
        await self.go.wait()
        try:
            await respond(Answer(AnswerType.DEFER_UPDATE))
        except TimeoutError as error:
            self.error = error
        self.came.set()


@asynccontextmanager
async def serving(
    play: PlayingDiscord, handle: Handle, intake: Intake
) -> AsyncIterator[tuple[Endpoint, asyncio.Event]]:
    """Run an endpoint whose interactions ``handle`` answers; stop it by its event or at the end."""
    stopping, ready = asyncio.Event(), asyncio.Event()
    settings = DiscordHttp(play.world.endpoint.verify_key, "127.0.0.1", 0)
    endpoint = Endpoint(settings, intake, handle, BotClock(play.clock), play.clock.now)
    running = asyncio.create_task(endpoint.run(stopping, ready))
    await ready.wait()
    yield endpoint, stopping
    stopping.set()
    await asyncio.wait_for(running, PATIENCE_S)


@asynccontextmanager
async def taken(play: PlayingDiscord, handle: Handle, intake: Intake) -> AsyncIterator[None]:
    """Have an endpoint take a command that ``handle`` answers too late; stop it after the block."""
    ann = play.world.user("Ann")
    press = await play.slash(play.world.dm(ann), ann, "help")
    async with serving(play, handle, intake) as (endpoint, _):
        play.world.endpoint.url = f"http://127.0.0.1:{endpoint.port}/"
        posted = asyncio.create_task(play.world.endpoint.post(press.payload()))
        soon = 0.25  # the watchdog's first seconds, which are the loop's
        assert await play.clock.skip("bot", within=3) == pytest.approx(2.8 - soon)
        assert (await posted).status == 500
        yield


async def test_case_21_too_late(play: PlayingDiscord) -> None:
    """Case 21: instead of a late answer Discord gets a 500, and the handler a TimeoutError."""
    late = Late()
    async with taken(play, late.handle, Intake()):
        late.go.set()
        await late.came.wait()
    assert isinstance(late.error, TimeoutError)


async def test_case_41_waits_for_nobody(play: PlayingDiscord) -> None:
    """Case 41: an endpoint told to stop does not wait for a late handler; ``drain`` does."""
    long, intake = Late(), Intake()
    async with taken(play, long.handle, intake):
        pass
    assert not long.came.is_set()
    long.go.set()
    await intake.drain()
    assert long.came.is_set()


@pytest.mark.parametrize("seconds", [2.6, 3.5])
async def test_case_21_delivered_late(
    monkeypatch: pytest.MonkeyPatch, play: PlayingDiscord, seconds: float
) -> None:
    """Case 21: a press that reaches the bot late counts, and the bot edits the board."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    before = board.content
    with monkeypatch.context() as held_up:
        held_up.setattr(play.world.endpoint, "deliver", lambda _: None)
        press = board.press(ann, key_of(board, 12))
    play.clock.advance(seconds)
    assert (await play.world.endpoint.post(press.payload())).status == 200
    await play.check_edited(board, before)


async def test_case_21_delivered_in_time(
    monkeypatch: pytest.MonkeyPatch, play: PlayingDiscord
) -> None:
    """Case 21: a press that reaches the bot two seconds late is answered in time: no edit."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    with monkeypatch.context() as held_up:
        held_up.setattr(play.world.endpoint, "deliver", lambda _: None)
        press = board.press(ann, key_of(board, 12))
    play.clock.advance(2)
    press.deliver_again()
    await play.settle(press)
    assert "Opened" in board.text
    assert not play.world.calls("update_message")


async def test_case_41_closed_chat(monkeypatch: pytest.MonkeyPatch, play: PlayingDiscord) -> None:
    """Case 41: a worker whose board waits out a long 429 ends within 25 s of being told to."""
    ann = play.world.user("Ann")
    board = (await play.slash(play.world.dm(ann), ann, "newgame", rows=5, cols=5, mines=15)).reply
    key = key_of(board, 12)
    await play.press(board, ann, key)
    with monkeypatch.context() as held_up:
        held_up.setattr(play.world.endpoint, "deliver", lambda _: None)
        press = board.forge(ann, key)
    play.clock.advance(3.5)
    play.world.limit_next("update_message", 137)
    assert (await play.world.endpoint.post(press.payload())).status == 200
    await play.reach(lambda: play.world.calls("update_message"))
    began = play.clock.now()
    play.stopping.set()
    await play.passing(asyncio.shield(play.running))
    assert play.clock.now() < began + 25


async def status_of(play: PlayingDiscord, handle: Handle) -> int | None:
    """Return the status that Discord gets for a command that the bot has ``handle`` answer."""
    assert play.bot.endpoint
    play.bot.endpoint._handle = handle
    ann = play.world.user("Ann")
    press = play.world.dm(ann).slash(ann, "help")
    return (await play.world.endpoint.post(press.payload())).status


async def test_a_fault_of_ours(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """A fault while an interaction is handled is logged and answered with a 500."""

    async def fail(_interaction: Interaction, _respond: Respond) -> None:
        """Fail."""
        raise LookupError("a fault")

    assert await status_of(play, fail) == 500
    assert "a request failed" in caplog.text


async def test_an_answer_that_cannot_be_written(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """If what is to be answered cannot be written, that is logged and answered with a 500."""

    async def handle(_interaction: Interaction, respond: Respond) -> None:
        """Answer with half a character."""
        await respond(Answer(AnswerType.MESSAGE, data={"content": "\ud800"}))

    assert await status_of(play, handle) == 500
    assert "a request failed" in caplog.text


async def test_case_41_never_read(play: PlayingDiscord) -> None:
    """Case 41: an endpoint told to stop cuts off who has not read an answer 12 s later."""
    large = Answer(AnswerType.MESSAGE, Payload((), Upload("board.png", bytes(2**25))))
    answered = asyncio.Event()

    async def handle(_interaction: Interaction, respond: Respond) -> None:
        """Answer at length."""
        await respond(large)
        answered.set()

    ann = play.world.user("Ann")
    raw = json.dumps((await play.slash(play.world.dm(ann), ann, "help")).payload()).encode()
    lines = {**signature_of(play, raw), "Content-Length": str(len(raw))}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    async with serving(play, handle, Intake()) as (endpoint, stopping):
        _, writer = await asyncio.open_connection("127.0.0.1", endpoint.port, limit=1)
        writer.write(f"POST / HTTP/1.1\r\n{head}\r\n".encode() + raw)
        await asyncio.wait_for(answered.wait(), PATIENCE_S)
        stopping.set()
        assert await play.clock.skip("bot", within=13) == pytest.approx(12)
    writer.transport.abort()


async def test_case_41_stop(play: PlayingDiscord) -> None:
    """Case 41: an endpoint told to stop answers the command in work, and accepts nothing more."""
    ann, channel = play.in_server()
    backend = play.backend
    backend.shut()
    began = channel.slash(ann, "newgame", rows=5, cols=5, mines=3)
    await play.reach(lambda: backend.held)
    play.stopping.set()
    backend.open()
    await play.settle(began)
    await play.reach(play.running.done)
    assert list(opening_keys(began.reply))
    async with ClientSession() as session:
        with pytest.raises(ClientError):
            await session.post(play.world.endpoint.url or "")


async def test_a_token_that_is_not_known_to_be_refused() -> None:
    """A worker goes on where Discord is away when it is asked, or a page comes that is no JSON."""
    clock = VirtualClock()
    troubles = [ConnectionError("away"), TimeoutError("slow"), ValueError("no JSON")]
    answers = iter([*troubles, KeyError("the end")])

    async def ask() -> None:
        raise next(answers)

    looking = asyncio.create_task(stay_known(ask, BotClock(clock)))
    for _ in range(4):
        await clock.skip("bot")
    with pytest.raises(KeyError):
        await looking


async def test_another_refusal_than_of_the_token(play: PlayingDiscord) -> None:
    """A worker goes on where Discord refuses to tell of the bot, but knows its token."""
    play.world.fail_next("get_my_user", missing_access())
    await play.passing(BotClock(play.clock).sleep(400))
    assert len(play.world.calls("get_my_user")) == 2  # at the login, and this one
    assert not play.running.done()


async def test_a_token_reset_at_the_endpoint() -> None:
    """A worker whose token was reset ends within minutes, and has answered until then."""
    answered = False
    with pytest.raises(PlatformRefused, match="DISCORD_TOKEN"):  # noqa: PT012  # as it ends
        async with playing_discord(by_http=True) as play:
            ann = play.world.user("Ann")
            play.world.reset_token()
            answered = bool((await play.slash(play.world.dm(ann), ann, "newgame")).reply.content)
            await play.passing(play.running)
    assert answered
