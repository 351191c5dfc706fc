"""First answers to interactions: sent again where that helps, and shown once."""

from __future__ import annotations

import weakref

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.platforms.discord import api
from bot.platforms.discord.api import Answer, AnswerType
from bot.platforms.discord.callbacks import Callbacks
from bot.platforms.discord.components import Payload, Upload, gallery, text
from tests.bot.platforms.bot_clock import Hurry
from tests.bot.platforms.discord.calling import Calling, said
from tests.emulators.discord.wire import (
    ApiError,
    page_before,
    server_error,
    too_many_requests,
    unknown,
)
from tests.garbage import uncollected

RESPOND = "create_interaction_response"
PAGE = "<h1>Ошибка</h1>".encode("cp1251")
HELLO = Answer(AnswerType.MESSAGE, said("hello"))


async def test_message_id(call: Calling) -> None:
    """An answer that sends a message returns its id; one that edits a message asks for none."""
    made = await call.respond(call.asked(), HELLO)
    assert made == str(call.channel.last.id)
    _, press = await call.pressed()
    assert await call.respond(press, Answer(AnswerType.UPDATE, said("opened"))) is None
    assert call.clock.pauses == []
    assert [each.asks("with_response") for each in call.world.calls(RESPOND)] == [True, False]


@pytest.mark.parametrize("status", [500, 503])
async def test_case_25_answers(call: Calling, status: int) -> None:
    """Case 25: after a 5xx and a 429 the bot sends an answer again, and one message is shown."""
    call.world.fail_next(RESPOND, server_error(status))
    call.world.limit_next(RESPOND, 0.1)
    assert await call.respond(call.asked(), HELLO) == str(call.channel.last.id)
    assert call.clock.pauses == [0.1, 0.3]
    assert len(call.channel.shown) == 1


async def test_case_25_taken(call: Calling) -> None:
    """Case 25: an answer that Discord takes, but replies 502 or nothing to, is shown once."""
    call.world.fail_next(RESPOND, server_error(502), done=True)
    assert await call.respond(call.asked(), HELLO) is None
    call.world.lose_answer(RESPOND)
    assert await call.respond(call.asked(), HELLO) is None
    assert len(call.channel.shown) == 2


async def test_case_25_taken_at_last(call: Calling) -> None:
    """Case 25: an answer that Discord takes in silence at the second try is shown once."""
    call.world.fail_next(RESPOND, server_error(503))
    call.world.lose_answer(RESPOND)
    assert await call.respond(call.asked(), HELLO) is None
    assert len(call.channel.shown) == 1


async def test_silence(call: Calling) -> None:
    """If Discord does not reply to an answer in its three seconds, the bot sends it again."""
    began = call.time.now()
    async with call.world.faults.holding(RESPOND, most=1) as gate, call.time.passing():
        assert await call.respond(call.asked(), HELLO) == str(call.channel.last.id)
    assert gate.met == 1
    assert call.time.now() - began == pytest.approx(3, abs=0.5)


async def test_html_page_of_a_proxy(call: Calling) -> None:
    """The bot sends an answer again after a proxy's page with 502; one with 429 is a refusal."""
    call.world.fail_next(RESPOND, page_before(502, PAGE))
    assert await call.respond(call.asked(), HELLO) == str(call.channel.last.id)
    call.world.fail_next(RESPOND, page_before(429, PAGE))
    with pytest.raises(discord.HTTPException):
        await call.respond(call.asked(), HELLO)


async def test_case_25_pictures(call: Calling) -> None:
    """Case 25: an answer with a picture that Discord takes with a 502 or silence is shown once."""
    upload = Upload("board.png", b"\x89PNG", "a board")
    shown = Payload((gallery(upload),), upload)
    call.world.fail_next(RESPOND, server_error(502), done=True)
    assert await call.respond(call.asked(), Answer(AnswerType.MESSAGE, shown)) is None
    call.world.lose_answer(RESPOND)
    assert await call.respond(call.asked(), Answer(AnswerType.MESSAGE, shown)) is None
    made = await call.respond(call.asked(), Answer(AnswerType.MESSAGE, shown))
    assert made == str(call.channel.last.id)
    assert len(call.channel.shown) == 3
    assert all(each.content.attachments for each in call.channel.shown)


async def test_given_up(call: Calling) -> None:
    """The bot gives an answer up after three tries and less than a second of pauses."""
    call.world.fail_next(RESPOND, server_error(503), times=5)
    with pytest.raises(discord.HTTPException):
        await call.respond(call.asked(), HELLO)
    assert len(call.world.calls(RESPOND)) == 3
    assert sum(call.clock.pauses) < 1


async def test_case_21_refused(call: Calling) -> None:
    """Cases 18, 21: a late answer, or a second one, is refused, and the bot does not try again."""
    call.world.fail_next(RESPOND, unknown(10062, "interaction"))
    asked = call.asked()
    with pytest.raises(discord.HTTPException) as late:
        await call.respond(asked, HELLO)
    assert late.value.code == 10062
    await call.respond(asked, HELLO)
    with pytest.raises(discord.HTTPException) as second:
        await call.respond(asked, HELLO)
    assert second.value.code == 40060
    assert call.clock.pauses == []


@pytest.mark.parametrize("error", [unknown(10062, "interaction"), server_error(503)])
async def test_nothing_is_left_of_a_refused_answer(call: Calling, error: ApiError) -> None:
    """An answer that Discord refuses does not stay in memory, though nothing collects."""
    call.world.fail_next(RESPOND, error, times=3)
    left = None
    with uncollected():
        try:
            await call.respond(call.asked(), HELLO)
        except discord.HTTPException as refused:
            left = weakref.ref(refused)
        assert left is not None
        assert left() is None


async def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nobody listens, the error is raised after three tries; closing needs no connection."""
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    clock = Hurry()
    sender = Callbacks("test", clock)
    await sender.close()
    with pytest.raises(aiohttp.ClientError):
        await sender.send("1", "token", b"{}", tells=True)
    await sender.close()
    assert len(clock.pauses) == 2


async def test_a_message_times_out(call: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that Discord does not reply to times out, with a picture or without."""
    monkeypatch.setattr(api, "_PATIENCE", aiohttp.ClientTimeout(total=0.1))
    monkeypatch.setattr(api, "_UPLOADING", aiohttp.ClientTimeout(total=0.1))
    channel = str(call.channel.id)
    picture = Payload((text("board"),), upload=Upload("board.png", b"png"))
    async with call.world.faults.holding("create_message") as gate:
        for payload in (said("board"), picture):
            with pytest.raises(TimeoutError):
                await call.api.create(channel, payload, "n")
    assert gate.met == 2


async def test_shut_out(call: Calling) -> None:
    """A bot that Discord's proxy shuts out does not send its answer again."""
    call.world.fail_next(RESPOND, too_many_requests(600, via=False), times=5)
    with pytest.raises(discord.HTTPException):
        await call.respond(call.asked(), HELLO)
    assert len(call.world.calls(RESPOND)) == 1


@pytest.mark.parametrize("via", [False, True])
@pytest.mark.parametrize("seconds", [1.25, 2])
async def test_too_many(call: Calling, seconds: float, *, via: bool) -> None:
    """After a 429 of a second or two the bot sends the answer again when Discord says."""
    call.world.limit_next(RESPOND, seconds, via=via)
    assert await call.respond(call.asked(), HELLO) == str(call.channel.last.id)
    assert call.clock.pauses == [seconds]


async def test_too_many_for_long(call: Calling) -> None:
    """The bot gives an answer up at a 429 of 5 s, and at the third short one in a row."""
    call.world.limit_next(RESPOND, 5)
    with pytest.raises(discord.HTTPException):
        await call.respond(call.asked(), HELLO)
    assert call.clock.pauses == []
    call.world.fail_next(RESPOND, too_many_requests(0.5), times=5)
    with pytest.raises(discord.RateLimited):
        await call.respond(call.asked(), HELLO)
    assert len(call.world.calls(RESPOND)) == 4
