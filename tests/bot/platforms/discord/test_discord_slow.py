"""Work that takes longer than Discord waits: it is told so first, and answered when it is done."""

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
from core.grid import Grid
from core.review import Review
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    keys,
    label,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import unknown
from tests.emulators.telegram.clock import VirtualClock

T = TypeVar("T")


class Reluctant(SolverPool):
    """A solver that begins when it is told to."""

    def __init__(self) -> None:
        """Be willing at first."""
        super().__init__(0.02, deadline=60, waits_for_kernels=True)
        self.willing = asyncio.Event()
        self.willing.set()
        self.announces = 0
        """How many of the next reviews are announced only."""

    async def _run(self, work: Callable[[], T]) -> T:
        await self.willing.wait()
        return await super()._run(work)

    async def _run_warm(self, work: Callable[[], T]) -> T:
        await self.willing.wait()
        return await super()._run_warm(work)

    async def advise(self, board: Board) -> Counsel:
        """Return the counsel, also one that was given before, when willing."""
        await self.willing.wait()
        return await super().advise(board)

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return what is known of it by then."""
        await self.willing.wait()
        if self.announces:
            self.announces -= 1
            return Progress(1, 2)
        return await super().review(game, patience)


@pytest.fixture
def solver() -> Reluctant:
    """Return a solver that can be held up."""
    return Reluctant()


@pytest.fixture(params=[False, True], ids=["gateway", "http"])
async def play(request: pytest.FixtureRequest, solver: Reluctant) -> AsyncIterator[PlayingDiscord]:
    """Return a running bot, at the gateway and at its HTTP endpoint."""
    async with playing_discord(by_http=request.param, advisor=solver) as play:
        yield play


async def slowly(
    play: PlayingDiscord, solver: Reluctant, act: Callable[[], Interaction], told: Callback
) -> Interaction:
    """Return how an interaction went that was told to wait, and answered when work was done."""
    clock = play.world.hub.clock
    assert isinstance(clock, VirtualClock)
    solver.willing.clear()
    asked = act()
    await clock.skip("bot", within=1.5)
    await asked.settled()
    assert asked.callback is told
    assert clock.now() - asked.at < 2
    solver.willing.set()
    await play.settle(asked)
    assert not asked.loading
    return asked


async def begun(play: PlayingDiscord, **rules: Any) -> tuple[User, Channel, Message]:
    """Return a player, a channel, and a board in it that is begun."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    size = {"rows": 5, "cols": 5, "mines": 12} | rules
    board = (await play.slash(channel, ann, "newgame", **size)).reply
    await play.press(board, ann, next(opening_keys(board))[0])
    return ann, channel, board


async def test_pressed_hint(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow hint that was pressed for comes after the board, for the one who asked."""
    ann, channel, board = await begun(play)
    wanted = label("hint_price")
    asked = await slowly(play, solver, lambda: board.press(ann, wanted), Callback.DEFERRED_UPDATE)
    (hint,) = asked.follow_ups
    assert hint.viewer is ann
    assert "Step 1 of 4" in hint.text
    assert "Step 1 of 4" not in board.text
    assert any(label("hint") in row for row in board.labels)
    assert channel.shown == [board]


async def test_hint_by_command(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow hint by command is for the one who asked from the first moment."""
    ann, channel, board = await begun(play)
    asked = await slowly(
        play, solver, lambda: channel.slash(ann, "hint"), Callback.DEFERRED_MESSAGE
    )
    assert asked.reply.viewer is ann
    assert "Step 1 of 4" in asked.reply.text
    assert not asked.follow_ups
    assert channel.shown == [board]


async def test_in_the_archive(play: PlayingDiscord, solver: Reluctant) -> None:
    """A board that takes long in an archived thread is sent anew, which wakes the thread."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    thread = guild.thread(guild.channel("mines"), "last week")
    old = (await play.slash(thread, ann, "newgame", level="easy", noguess=True)).reply
    thread.archive()
    key = next(opening_keys(old))[0]
    await slowly(play, solver, lambda: old.press(ann, key), Callback.DEFERRED_UPDATE)
    assert not thread.archived
    assert old.deleted
    assert thread.shown == [thread.last]
    assert "Opened" in thread.last.text


async def test_old_where_only_answers_can(play: PlayingDiscord, solver: Reluctant) -> None:
    """An old board that takes long where the bot is no member is answered anew, and taken away."""
    ann, bob = play.world.user("Ann", installed=True), play.world.user("Bob")
    channel = play.world.guild("Strangers", bob, ann, installed=False).channel("talk")
    old = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    play.clock.advance(limits.OLD_S + 1)
    key = next(opening_keys(old))[0]
    await slowly(play, solver, lambda: old.press(ann, key), Callback.DEFERRED_UPDATE)
    assert old.deleted
    assert channel.shown == [channel.last]
    assert "Opened" in channel.last.text
    assert not [call.name for call in play.world.requests if call.error]


async def test_slow_boards(play: PlayingDiscord, solver: Reluctant) -> None:
    """A board that takes long to make is shown where it was waited for, and played there."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    first = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    asked = await slowly(
        play, solver, lambda: channel.slash(ann, "open", cell="c3"), Callback.DEFERRED_MESSAGE
    )
    board = asked.reply
    assert first.deleted
    assert channel.shown == [board]
    new = (await play.slash(channel, ann, "newgame", level="easy", noguess=True)).reply
    key = next(opening_keys(new))[0]
    pressed = await slowly(play, solver, lambda: new.press(ann, key), Callback.DEFERRED_UPDATE)
    assert not pressed.follow_ups
    assert channel.shown == [board, new]
    assert len((await play.session(channel, 2)).game.history) == 1


async def test_typed_into_a_form(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow move from a form changes the board that the form came from."""
    ann, channel, board = await begun(play)
    asked = await play.press(board, ann, label("typed"))
    form = asked.modal
    assert form
    closed = next(cell for _, cell in opening_keys(board))
    name = Grid(5, 5).name(closed)
    before = board.content
    await slowly(play, solver, lambda: form.submit(name), Callback.DEFERRED_UPDATE)
    assert channel.shown == [board]
    assert board.content != before


async def test_notice(play: PlayingDiscord, solver: Reluctant) -> None:
    """What turns out to be for one alone is not shown where all were made to wait."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    dense = {"rows": 5, "cols": 5, "mines": 20, "noguess": True}
    board = (await play.slash(channel, ann, "newgame", **dense)).reply
    asked = await slowly(
        play, solver, lambda: channel.slash(ann, "open", cell="c3"), Callback.DEFERRED_MESSAGE
    )
    (told,) = asked.follow_ups
    assert told.viewer is ann
    assert channel.shown == [board]


async def test_review(play: PlayingDiscord, solver: Reluctant) -> None:
    """A slow review comes below the board, and grows there; the board stays as it is."""
    ann, channel, board = await won(play)
    before = board.content
    wanted = label("review")
    asked = await slowly(play, solver, lambda: board.press(ann, wanted), Callback.DEFERRED_UPDATE)
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
async def test_first_words_that_were_written_for(solver: Reluctant, times: int) -> None:
    """So it does where the review was asked for in writing, also if it takes very long."""
    async with playing_discord(advisor=solver) as play:
        ann, channel, board = await won(play)
        solver.announces = times
        await play.say(channel, ann, f"{play.world.bot.mention} /review")
        became_the_review(channel, board)


async def test_first_words_that_are_gone(
    solver: Reluctant, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the announcement was deleted meanwhile nothing takes its place, which is no fault."""
    async with playing_discord(advisor=solver) as play:
        ann, channel, board = await won(play)
        solver.announces = 1
        play.world.fail_next("update_message", unknown(10008, "Message"))
        await play.say(channel, ann, f"{play.world.bot.mention} /review")
        assert channel.shown == [board, channel.last]
        assert play.world.calls("update_message")[-1].error
        assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


async def test_first_words_before_the_end(solver: Reluctant) -> None:
    """What is sent is over only once the review is in the place of its announcement."""
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
    """Check that what is below the board was announced first."""
    announced, *_, review = (content.words for content in channel.last.versions)
    assert "Reviewing 2 moves" in announced
    assert "Reviewing" not in review
    assert "Review" in review
    assert channel.shown == [board, channel.last]


async def test_shown_to_everyone(play: PlayingDiscord, solver: Reluctant) -> None:
    """A hint that takes long to be found again is shown to all in the end."""
    ann, channel, board = await begun(play)
    hint = (await play.press(board, ann, label("hint_price"))).reply
    solver.willing.clear()
    everyone = label("show_everyone")
    asked = await slowly(play, solver, lambda: hint.press(ann, everyone), Callback.DEFERRED_UPDATE)
    (shown,) = asked.follow_ups
    assert shown.viewer is None
    assert channel.shown == [board, shown]
    assert keys(hint)
