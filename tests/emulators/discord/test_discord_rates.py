"""Rate limits and trouble ordered from the Discord emulator, and how the library takes them."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from tests.emulators.discord.calls import Call
from tests.emulators.discord.helpers import found, place
from tests.emulators.discord.limits import INVALID_REQUESTS, INVALID_SECONDS
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import Rig, client, emulated, refused
from tests.emulators.discord.wire import ApiError, Json, server_error


async def raw(rig: Rig, method: str, path: str, **how: object) -> tuple[int, Json, dict[str, str]]:
    """Return status, body and headers of the answer to a hand-made request."""
    headers = {"Authorization": f"Bot {rig.world.token}"}
    url = rig.server.api_url + path
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, headers=headers, **how) as got,  # type: ignore[arg-type]  # Any's
    ):
        told = {name.lower(): value for name, value in got.headers.items()}
        body = await got.json() if got.content_type == "application/json" else {}
        return got.status, body, told


async def test_buckets() -> None:
    """Each answer tells of its bucket; a call too many is refused, in this channel alone."""
    async with emulated() as rig:
        ann, channel = place(rig)
        there, body = f"/channels/{channel.id}/messages", {"content": "x"}
        for left in (4, 3, 2, 1, 0):
            status, _, told = await raw(rig, "POST", there, json=body)
            assert (status, told["x-ratelimit-remaining"]) == (200, str(left))
            assert told["x-ratelimit-limit"] == "5"
        rig.clock.advance(2.0)
        status, answer, told = await raw(rig, "POST", there, json=body)
        assert status == 429
        assert answer["retry_after"] == pytest.approx(3.0)
        assert (told["retry-after"], told["via"], answer["global"]) == ("3", "1.1 google", False)
        other = f"/channels/{rig.world.dm(ann).id}/messages"
        assert (await raw(rig, "POST", other, json=body))[0] == 200
        rig.clock.advance(3.0)
        assert (await raw(rig, "POST", there, json=body))[0] == 200


async def test_the_limit_of_everything() -> None:
    """The 51st call in a second is refused, but for answers to interactions."""
    async with emulated() as rig:
        for _ in range(50):
            rig.world.buckets.charge(call("get_my_user"))
        status, answer, told = await raw(rig, "GET", "/users/@me")
        assert (status, answer["global"], told["x-ratelimit-global"]) == (429, True, "true")
        assert told["x-ratelimit-scope"] == "global"
        rig.world.buckets.charge(call("execute_webhook", webhook_token="x"))  # noqa: S106  a name


def call(name: str, **path: str) -> Call:
    """Return a call as the limits see it."""
    return Call(name, path, {}, {}, {}, 0.0)


async def test_the_ban() -> None:
    """After ten thousand invalid requests in ten minutes every call is refused for a while."""
    async with emulated() as rig:
        for _ in range(INVALID_REQUESTS - 1):
            rig.world.buckets.note(discord_error(403))
        rig.world.buckets.note(discord_error(404))
        assert (await raw(rig, "GET", "/users/@me"))[0] == 200
        rig.world.buckets.note(discord_error(401))
        with refused_before_the_api():
            async with client(rig):
                pass
        rig.clock.advance(INVALID_SECONDS + 1)
        assert rig.world.buckets.invalid == 0
        assert (await raw(rig, "GET", "/users/@me"))[0] == 200


def discord_error(status: int) -> ApiError:
    """Return a refusal."""
    return ApiError(status, 0, "x")


def refused_before_the_api() -> pytest.RaisesExc[discord.HTTPException]:
    """Check that a call is refused by the proxy before the API."""
    return pytest.raises(discord.HTTPException, match="1015")


@pytest.mark.parametrize("everywhere", [False, True])
async def test_the_library_waits_and_tries_again(rig: Rig, *, everywhere: bool) -> None:
    """The library waits out a 429 of the API and tries again; it raises one of a proxy."""
    _, channel = place(rig)
    async with client(rig) as bot:
        there = found(bot, channel)
        rig.world.limit_next("create_message", 0.01, everywhere=everywhere)
        await there.send("x")
        assert [one.text for one in channel.shown] == ["x"]
        rig.world.limit_next("create_message", 0.01, via=False)
        with refused(rig.world, 0, "rate limited"):
            await there.send("y")


async def test_an_error_after_the_deed(rig: Rig) -> None:
    """A 503 can hide that a message was sent; a fault of one channel spares the others."""
    ann, channel = place(rig)
    async with client(rig) as bot:
        there, direct = found(bot, channel), await bot.create_dm(discord.Object(ann.id))
        rig.world.fail_next("create_message", server_error(503), done=True)
        with pytest.raises(discord.DiscordServerError):
            await there.send("x")
        rig.world.fail_next("create_message", server_error(503), rig.world.dm(ann))
        await there.send("y")
        with pytest.raises(discord.DiscordServerError):
            await direct.send("z")
        assert [one.text for one in channel.shown] == ["x", "y"]


async def test_a_5xx_is_tried_again(rig: Rig) -> None:
    """The library tries again after a 502, and the nonce keeps a second message away."""
    _, channel = place(rig)
    async with client(rig) as bot:
        rig.world.fail_next("create_message", server_error(502), done=True)
        await found(bot, channel).send("x", nonce=7)
        assert len(rig.world.calls("create_message")) == 2
        assert [one.text for one in channel.shown] == ["x"]


async def test_trouble_that_no_call_meets() -> None:
    """Trouble that was ordered but met no call fails the test, unless it is taken back."""
    with pytest.raises(AssertionError, match=r"no call met .*create_message"):
        async with emulated() as rig:
            rig.world.lose_answer("create_message")
    async with emulated() as rig:
        rig.world.lose_answer("create_message")
        rig.world.faults.clear()


async def test_a_lost_answer(rig: Rig) -> None:
    """A call can be carried out although the client hears nothing of it."""
    _, channel = place(rig)
    async with client(rig) as bot:
        rig.world.lose_answer("create_message")
        with pytest.raises(aiohttp.ClientError):
            await found(bot, channel).send("x")
        assert channel.last.text == "x"


async def test_calls_can_be_held(rig: Rig) -> None:
    """Held calls wait for the gate while others pass."""
    _, channel = place(rig)
    async with client(rig) as bot, rig.world.faults.holding("create_message") as gate:
        sending = asyncio.create_task(found(bot, channel).send("x"))
        await rig.world.changes.until(lambda: gate.held)
        await bot.fetch_channel(channel.id)
        assert channel.shown == []
        gate.open()
        await sending
        assert (await rig.world.called("create_message"))["content"] == "x"


async def test_wrong_tokens() -> None:
    """A token that is not the bot's is refused, at login and after it was reset."""
    async with emulated() as rig:
        good = rig.world.token
        rig.world.token = "something else"  # noqa: S105  wrong on purpose
        with pytest.raises(discord.LoginFailure):
            await login(rig, good)
        async with client(rig) as bot:
            rig.world.reset_token()
            with refused(rig.world, 0, "401: Unauthorized"):
                await bot.application_info()


async def login(rig: Rig, token: str) -> None:
    """Log in with ``token``."""
    async with discord.Client(intents=discord.Intents.none()) as bot:
        with pointed(rig.server.api_url, rig.server.gateway_url):
            await bot.login(token)


async def test_calls_that_are_not_modelled() -> None:
    """A call the emulator does not know is refused and fails the test."""
    async with emulated() as rig, client(rig) as bot:
        with pytest.raises(discord.NotFound):
            await bot.fetch_user(5)
        assert rig.server.mismatches == ["GET /api/v10/users/5: not modelled"]
        rig.server.mismatches.clear()


async def test_the_emulators_own_faults(rig: Rig) -> None:
    """An exception in the emulator itself, by a call or at the gateway, is a mismatch."""
    _, channel = place(rig)
    reference: Json = {"message_reference": {}}
    there = f"/channels/{channel.id}/messages"
    status, _, _ = await raw(rig, "POST", there, json={"content": "x"} | reference)
    assert status == 500
    async with client(rig) as bot:
        await bot.ws.send_as_json({"op": 8, "d": {"guild_id": "5"}})
        await rig.world.changes.until(lambda: "KeyError: 5" in str(rig.server.mismatches))
    assert "create_message" in rig.server.mismatches[0]
    rig.server.mismatches.clear()


async def test_rubbish() -> None:
    """A body that is no JSON is refused."""
    async with emulated() as rig:
        _, channel = place(rig)
        status, answer, _ = await raw(rig, "POST", f"/channels/{channel.id}/messages", data="{")
        assert (status, answer["code"]) == (400, 50109)


async def test_where_the_gateway_is() -> None:
    """The address of the gateway is told with the shards to use."""
    async with emulated() as rig, client(rig) as bot:
        count, url, limits = await bot.http.get_bot_gateway()
        assert (count, url.startswith(rig.server.gateway_url)) == (1, True)
        assert limits["remaining"] == 999
        assert (await raw(rig, "GET", "/gateway"))[1] == {"url": rig.server.gateway_url}
