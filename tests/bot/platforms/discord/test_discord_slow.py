"""Slow work: the bot defers its answer before Discord's limit, and answers when it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import pytest

from bot.advisor import SolverPool
from bot.app.counsel import Counsel, Progress
from bot.platforms.discord import limits
from core.board import Board
from core.game import Game
from core.review import Review
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import unknown

T = TypeVar("T")


class Reluctant(SolverPool):
    """A solver that works only when a test lets it."""

    def __init__(self) -> None:
        """Begin as a solver that works at once."""
        super().__init__(0.02, deadline=60, waits_for_kernels=True)
        self.willing = asyncio.Event()
        self.willing.set()
        self.announces = 0
        """How many of the next reviews return only their progress."""

    async def _run(self, work: Callable[[], T]) -> T:
        await self.willing.wait()
        return await super()._run(work)

    async def _run_warm(self, work: Callable[[], T]) -> T:
        await self.willing.wait()
        return await super()._run_warm(work)

    async def advise(self, board: Board) -> Counsel:
        """Return the counsel once willing, even one that was given before."""
        await self.willing.wait()
        return await super().advise(board)

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return the review once willing, or only its progress."""
        await self.willing.wait()
        if self.announces:
            self.announces -= 1
            return Progress(1, 2)
        return await super().review(game, patience)


@pytest.fixture
def solver() -> Reluctant:
    """Return a solver that can be held up."""
    return Reluctant()


@pytest.fixture
async def play(request: pytest.FixtureRequest, solver: Reluctant) -> AsyncIterator[PlayingDiscord]:
    """Return a running bot with that solver, at the gateway or at its HTTP endpoint."""
    async with playing_discord(by_http=request.param == "http", advisor=solver) as play:
        yield play


async def held_up(
    play: PlayingDiscord, solver: Reluctant, act: Callable[[], Interaction], told: Callback
) -> Interaction:
    """Do ``act`` while the solver is held up; check that it is deferred, return it answered."""
    solver.willing.clear()
    asked = act()
    await play.clock.skip("bot", within=1.5)
    await asked.settled()
    assert asked.callback is told
    assert play.clock.now() - asked.at < 2
    solver.willing.set()
    await play.settle(asked)
    assert not asked.loading
    return asked


async def begun(play: PlayingDiscord, **rules: Any) -> tuple[User, Channel, Message]:
    """Return a player, a channel, and a board in it that is begun."""
    ann, channel = play.in_server()
    size = {"rows": 5, "cols": 5, "mines": 12} | rules
    board = await play.begin(channel, ann, **size)
    return ann, channel, board


async def test_pressed_hint(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow hint after a press is a message of its own, for the one who asked."""
    ann, channel, board = await begun(play)
    wanted = label("hint_price")
    asked = await held_up(play, solver, lambda: board.press(ann, wanted), Callback.DEFERRED_UPDATE)
    (hint,) = asked.follow_ups
    assert hint.viewer is ann
    assert "Step 1 of 4" in hint.text
    assert "Step 1 of 4" not in board.text
    assert any(label("hint") in row for row in board.labels)
    assert channel.shown == [board]


async def test_hint_by_command(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow hint by command takes the place of "thinking", for the one who asked."""
    ann, channel, board = await begun(play)
    asked = await held_up(
        play, solver, lambda: channel.slash(ann, "hint"), Callback.DEFERRED_MESSAGE
    )
    assert asked.reply.viewer is ann
    assert "Step 1 of 4" in asked.reply.text
    assert not asked.follow_ups
    assert channel.shown == [board]


async def test_within_a_second(play: PlayingDiscord, solver: Reluctant) -> None:
    """A hint that takes a second is the answer itself: nobody is told that the bot is thinking."""
    ann, channel, board = await begun(play)
    for step, pressed in ((1, True), (2, False)):
        solver.willing.clear()
        asked = board.press(ann, label("hint_price")) if pressed else channel.slash(ann, "hint")
        await play.passing(play.clock.sleep(1, "test"))
        early = asked.callback
        solver.willing.set()
        await play.settle(asked)
        assert (early, asked.callback) == (None, Callback.MESSAGE)
        assert f"Step {step} of 4" in asked.reply.text
        assert not asked.follow_ups


async def test_in_the_archive(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow press in an archived thread sends the board anew, which wakes the thread."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    thread = guild.thread(guild.channel("mines"), "last week")
    old = (await play.slash(thread, ann, "newgame", level="easy", noguess=True)).reply
    thread.archive()
    key = next(opening_keys(old))[0]
    await held_up(play, solver, lambda: old.press(ann, key), Callback.DEFERRED_UPDATE)
    assert not thread.archived
    assert old.deleted
    assert thread.shown == [thread.last]
    assert "Opened" in thread.last.text


async def test_old_where_only_answers_can(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow press on a guest bot's old board sends it anew, and deletes the old one."""
    ann, channel = play.as_guest()
    old = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    play.clock.advance(limits.OLD_S + 1)
    key = next(opening_keys(old))[0]
    await held_up(play, solver, lambda: old.press(ann, key), Callback.DEFERRED_UPDATE)
    assert old.deleted
    assert channel.shown == [channel.last]
    assert "Opened" in channel.last.text
    assert not play.refused()


async def test_slow_boards(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow board takes the place of "thinking" after a command, and of itself after a press."""
    ann, channel = play.in_server()
    first = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    asked = await held_up(
        play, solver, lambda: channel.slash(ann, "open", cell="c3"), Callback.DEFERRED_MESSAGE
    )
    board = asked.reply
    assert first.deleted
    assert channel.shown == [board]
    new = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    key = next(opening_keys(new))[0]
    pressed = await held_up(play, solver, lambda: new.press(ann, key), Callback.DEFERRED_UPDATE)
    assert not pressed.follow_ups
    assert channel.shown == [board, new]
    assert len((await play.session(channel, 2)).game.history) == 1


async def test_typed_into_a_form(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow move from a form changes the board that the form came from."""
    ann, channel = play.in_server()
    size = {"rows": 5, "cols": 5, "mines": 3, "noguess": True}
    board = (await play.slash(channel, ann, "newgame", **size)).reply
    asked = await play.press(board, ann, label("typed"))
    form = asked.modal
    assert form
    before = board.content
    await held_up(play, solver, lambda: form.submit("c3"), Callback.DEFERRED_UPDATE)
    assert channel.shown == [board]
    assert board.content != before


async def test_notice(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow refusal is a message for the player alone, and the deferred answer is not shown."""
    ann, channel = play.in_server()
    dense = {"rows": 5, "cols": 5, "mines": 20, "noguess": True}
    board = (await play.slash(channel, ann, "newgame", **dense)).reply
    asked = await held_up(
        play, solver, lambda: channel.slash(ann, "open", cell="c3"), Callback.DEFERRED_MESSAGE
    )
    (told,) = asked.follow_ups
    assert told.viewer is ann
    assert channel.shown == [board]


async def test_review(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow review is a message below the board, which stays as it is."""
    ann, channel, board = await won(play)
    before = board.content
    wanted = label("review")
    asked = await held_up(play, solver, lambda: board.press(ann, wanted), Callback.DEFERRED_UPDATE)
    (review,) = asked.follow_ups
    assert "Review" in review.text
    assert board.content == before
    assert channel.shown == [board, review]


@pytest.mark.parametrize("how", ["pressed", "command"])
async def test_first_words_become_the_review(
    play: PlayingDiscord, solver: Reluctant, how: str
) -> None:
    """The announcement of a long review becomes the review, on the same message."""
    ann, channel, board = await won(play)
    solver.announces = 1
    if how == "pressed":
        await play.press(board, ann, label("review"))
    else:
        await play.slash(channel, ann, "review")
    became_the_review(channel, board)


@pytest.mark.parametrize("times", [1, 2])
async def test_first_words_after_a_mention(solver: Reluctant, times: int) -> None:
    """The announcement of a review asked for by a mention becomes the review, even if late."""
    async with playing_discord(advisor=solver) as play:
        ann, channel, board = await won(play)
        solver.announces = times
        await play.say(channel, ann, f"{play.world.bot.mention} /review")
        became_the_review(channel, board)


async def test_first_words_that_are_gone(
    solver: Reluctant, caplog: pytest.LogCaptureFixture
) -> None:
    """If the announcement was deleted meanwhile, nothing replaces it, and no warning is logged."""
    async with playing_discord(advisor=solver) as play:
        ann, channel, board = await won(play)
        solver.announces = 1
        play.world.fail_next("update_message", unknown(10008, "Message"))
        await play.say(channel, ann, f"{play.world.bot.mention} /review")
        assert channel.shown == [board, channel.last]
        assert play.world.calls("update_message")[-1].error
        assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


async def test_first_words_before_the_end(solver: Reluctant) -> None:
    """``drain`` returns only once the review has taken the place of its announcement."""
    async with playing_discord(advisor=solver) as play:
        ann, channel, board = await won(play)
        solver.announces = 1
        channel.say(ann, f"{play.world.bot.mention} /review")
        await play.passing(play.world.called("create_message", 1))
        await play.passing(play.bot.drain())
        became_the_review(channel, board)


async def won(play: PlayingDiscord) -> tuple[User, Channel, Message]:
    """Return a player, a channel, and a board in it that is won."""
    ann, channel, board = await begun(play)
    await play.win(board, ann, channel)
    return ann, channel, board


def became_the_review(channel: Channel, board: Message) -> None:
    """Check that the message below the board was an announcement, then became the review."""
    announced, *_, review = (content.words for content in channel.last.versions)
    assert "Reviewing 2 moves" in announced
    assert "Reviewing" not in review
    assert "Review" in review
    assert channel.shown == [board, channel.last]


async def test_shown_to_everyone(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow hint is shown to everyone once the solver has found it again."""
    ann, channel, board = await begun(play)
    hint = (await play.press(board, ann, label("hint_price"))).reply
    solver.willing.clear()
    everyone = label("show_everyone")
    asked = await held_up(play, solver, lambda: hint.press(ann, everyone), Callback.DEFERRED_UPDATE)
    (shown,) = asked.follow_ups
    assert shown.viewer is None
    assert channel.shown == [board, shown]
    assert hint.keys
