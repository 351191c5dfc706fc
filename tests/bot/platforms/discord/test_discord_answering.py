"""Answers to interactions: on which message, for whom, and what happens if Discord refuses them."""

from __future__ import annotations

from functools import partial

import aiohttp
import discord
import pytest

from bot.app.ports import Clock
from bot.platforms.discord import limits
from bot.platforms.discord.answering import Answering, Respond
from bot.platforms.discord.api import Answer
from bot.platforms.discord.components import COMPONENTS_V2
from bot.platforms.discord.events import read_interaction
from bot.platforms.discord.outage import soon_s
from tests.bot.platforms.discord.calling import Calling, said
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.wire import server_error
from tests.emulators.telegram.clock import VirtualClock


def answering(call: Calling, to: Interaction) -> Answering:
    """Return what answers ``to``, the first time by a call."""
    return answering_by(call, to, partial(call.respond, to), call.clock)


def answering_by(call: Calling, to: Interaction, respond: Respond, clock: Clock) -> Answering:
    """Return what answers ``to``, the first time by ``respond``."""
    now = call.world.hub.clock.now
    return Answering(call.api, read_interaction(to.payload()), respond, clock, now)


@pytest.mark.parametrize("late", [False, True])
async def test_press(call: Calling, *, late: bool) -> None:
    """The answer to a press edits its board, at once or after it was deferred."""
    board, press = await call.pressed()
    answer = answering(call, press)
    if late:
        await answer.defer(update=True, ephemeral=False)
    assert await answer.show(said("opened"), update=True) == str(board.id)
    assert call.channel.shown == [board]
    assert board.text == "opened"


@pytest.mark.parametrize("late", [False, True])
async def test_press_for_another_message(call: Calling, *, late: bool) -> None:
    """An answer as a new message leaves the pressed one as it was, deferred or not."""
    board, press = await call.pressed()
    answer = answering(call, press)
    if late:
        await answer.defer(update=True, ephemeral=False)
    made = await answer.show(said("another"), update=False)
    assert [each.text for each in call.channel.shown] == ["board", "another"]
    assert made == str(call.channel.last.id)
    assert board.text == "board"


@pytest.mark.parametrize("late", [False, True])
async def test_amended(call: Calling, *, late: bool) -> None:
    """``amend`` changes the bot's private notice, not the message that was pressed."""
    board, press = await call.pressed()
    answer = answering(call, press)
    if late:
        await answer.defer(update=True, ephemeral=False)
    await answer.notice(said("wait", ephemeral=True))
    await answer.amend(said("the review"))
    assert board.text == "board"
    [_, private] = call.channel.seen_by(call.user)
    assert (private.text, private.viewer) == ("the review", call.user)


async def test_command(call: Calling) -> None:
    """A command's answer takes the place of "thinking", which has settled who sees it."""
    asked = call.asked()
    answer = answering(call, asked)
    await answer.defer(update=False, ephemeral=True)
    assert asked.loading
    shown = await answer.show(said("board", ephemeral=True), update=False)
    assert shown == str(asked.reply.id)
    assert asked.reply.viewer is call.user
    (edit,) = call.world.calls("update_original_webhook_message")
    assert edit.body["flags"] == COMPONENTS_V2
    assert not asked.loading


async def test_answer_that_is_never_made(call: Calling) -> None:
    """If Discord makes no message of an answer, the bot gives up asking for its id."""
    asked = call.asked()

    async def respond(_answer: object) -> None:
        """Give the answer to nobody."""

    answer = answering_by(call, asked, respond, call.clock)
    assert await answer.show(said("board"), update=False) is None
    assert len(call.clock.pauses) == 4


async def test_message_id_is_asked_for_again(call: Calling) -> None:
    """If Discord answers 503, the bot pauses and asks again for the message's id."""
    asked = call.asked()

    async def respond(answer: Answer) -> None:
        """Give the answer, and return no id of its message."""
        await call.respond(asked, answer)

    call.world.fail_next("get_original_webhook_message", server_error(503))
    answer = answering_by(call, asked, respond, call.clock)
    assert await answer.show(said("board"), update=False) == str(asked.reply.id)
    assert len(call.clock.pauses) == 1


class CarriedOutLater:
    """Answers by HTTP: Discord carries the first one out at a later wait of the bot's."""

    def __init__(self, call: Calling, to: Interaction, wait: int = 2) -> None:
        """Answer ``to`` by calls; have it carried out at the bot's ``wait``."""
        self._call, self._to, self._wait = call, to, wait
        self._taken: list[Answer] = []
        self._waited = 0

    async def respond(self, answer: Answer) -> None:
        """Keep the first answer."""
        self._taken.append(answer)

    async def sleep(self, _seconds: float) -> None:
        """Count a wait; at the one that is wanted, carry the first answer out."""
        self._waited += 1
        if self._waited == self._wait:
            await self._call.respond(self._to, self._taken.pop())


@pytest.mark.parametrize("wait", [1, 4])
async def test_message_id_after_a_while(call: Calling, wait: int) -> None:
    """The id of a message that Discord takes seconds to make of an answer by HTTP is still read."""
    asked = call.asked()
    slow = CarriedOutLater(call, asked, wait)
    answer = answering_by(call, asked, slow.respond, slow)
    assert await answer.show(said("board"), update=False) == str(asked.reply.id)


async def test_what_follows_waits_for_the_first_answer(call: Calling) -> None:
    """A notice right after an answer by HTTP arrives, though Discord has yet to carry that out."""
    board, press = await call.pressed()
    slow = CarriedOutLater(call, press)
    answer = answering_by(call, press, slow.respond, slow)
    await answer.show(said("opened"), update=True)
    await answer.follow(said("to you", ephemeral=True))
    assert board.text == "opened"
    assert [each.text for each in call.channel.seen_by(call.user)] == ["opened", "to you"]


async def test_deferred_answer_waits_for_the_deferral(call: Calling) -> None:
    """An answer right after a deferral by HTTP replaces "thinking", which takes Discord a while."""
    asked = call.asked()
    slow = CarriedOutLater(call, asked)
    answer = answering_by(call, asked, slow.respond, slow)
    await answer.defer(update=False)
    assert await answer.show(said("board"), update=False) == str(asked.reply.id)
    assert not asked.loading


async def test_what_is_refused_is_not_tried_again(call: Calling) -> None:
    """Withdrawing an answer that is gone fails with NotFound at once, without a second try."""
    asked = call.asked()
    answer = answering(call, asked)
    await answer.show(said("board"), update=False)
    made = await answer.follow(said("more"))
    assert made == str(call.channel.last.id)
    await answer.withdraw()
    with pytest.raises(discord.NotFound):
        await answer.withdraw()
    assert call.clock.pauses == []


async def test_what_is_too_old_is_not_tried(call: Calling) -> None:
    """A quarter of an hour after an interaction, answers time out without a call to Discord."""
    board, press = await call.pressed()
    answer = answering(call, press)
    await answer.show(said("opened"), update=True)
    before = len(call.world.requests)
    clock = call.world.hub.clock
    assert isinstance(clock, VirtualClock)
    clock.advance(limits.TOKEN_S + 1)
    for late in (answer.follow, answer.amend):
        with pytest.raises(TimeoutError):
            await late(said("more"))
    assert board.text == "opened"
    assert len(call.world.requests) == before


async def test_what_discord_takes_for_too_old_is_tried_once(call: Calling) -> None:
    """If the bot's clock is behind Discord's, one late answer is refused and no more are sent."""
    _, press = await call.pressed()
    clock = call.world.hub.clock
    assert isinstance(clock, VirtualClock)
    read, respond = read_interaction(press.payload()), partial(call.respond, press)
    answer = Answering(call.api, read, respond, call.clock, lambda: clock.now() - 3600)
    await answer.show(said("opened"), update=True)
    clock.advance(limits.TOKEN_S + 1)
    with pytest.raises(discord.HTTPException, match="Invalid Webhook Token"):
        await answer.amend(said("more"))
    before = len(call.world.requests)
    for late in (answer.follow, answer.amend):
        with pytest.raises(TimeoutError):
            await late(said("more"))
    assert len(call.world.requests) == before


async def test_follow_up_in_trouble(call: Calling) -> None:
    """A follow-up is sent again after a 503 or a short 429, but not after a lost answer."""
    answer = answering(call, call.asked())
    await answer.show(said("board"), update=False)
    call.world.fail_next("execute_webhook", server_error(503))
    call.world.limit_next("execute_webhook", 1, via=False)
    await answer.follow(said("more"))
    assert call.clock.pauses == [0.1, 1.0]
    call.world.lose_answer("execute_webhook")
    with pytest.raises(aiohttp.ClientError):
        await answer.follow(said("again"))
    assert [each.text for each in call.channel.shown] == ["board", "more", "again"]


async def test_long_429_is_not_waited_for(call: Calling) -> None:
    """The bot does not wait for a 429 of a minute, and tells its caller."""
    answer = answering(call, call.asked())
    await answer.show(said("board"), update=False)
    for seconds, via in ((60, False), (60, True)):
        call.world.limit_next("update_original_webhook_message", seconds, via=via)
        with pytest.raises((discord.RateLimited, discord.HTTPException)):
            await answer.amend(said("more"))
    assert call.clock.pauses == []


@pytest.mark.parametrize(("status", "after"), [(500, None), (502, None), (503, 0.0), (504, None)])
async def test_not_retried_after_library(call: Calling, status: int, after: float | None) -> None:
    """A 500, 502 or 504, which the library retried long, is not tried again; a 503 is at once."""
    call.world.fail_next("create_interaction_response", server_error(status), times=3)
    with pytest.raises(discord.HTTPException) as refused:
        await answering(call, call.asked()).show(said("board"), update=False)
    assert soon_s(refused.value, repeats=False) == after


@pytest.mark.parametrize(
    ("error", "after"),
    [(aiohttp.ServerDisconnectedError(), 0.0), (aiohttp.ServerTimeoutError(), None)],
)
def test_not_retried_after_a_timeout(error: Exception, after: float | None) -> None:
    """A call whose connection broke is made again at once; one that timed out is not."""
    assert soon_s(error, repeats=False) == after
