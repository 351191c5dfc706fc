"""Watching the solver: its steps, their reasons, their price, and how to stop it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.decisions.watch import GROUP_PACE_S, PACE_S
from bot.app.documents.mode import Mode
from bot.app.documents.seats import SOLVER
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session
from bot.app.documents.stats import STATS, Stats
from bot.app.ports import StoreUnavailable
from bot.app.requests.actions import TurnPage
from bot.app.requests.coach_actions import Solve, Solving
from bot.app.requests.menu import Page
from core.game import Outcome
from core.move import Open
from tests.bot.app.conftest import Table, words
from tests.outbox import outbox

WALL = "2x6/2 ###M## ###M##"
EVEN = "2x2/1 #M ##"
CERTAIN = "3x5/2 ##M## ##### ##M##"


async def stats(table: Table, player: str = "test:ann") -> Stats:
    """Return a player's statistics once all is counted."""
    await table.store.settled()
    found = await table.store.view(player_space(player), lambda docs, _: docs.get(STATS))
    return found if isinstance(found, Stats) else Stats()


async def test_the_price_comes_first(table: Table) -> None:
    """The price is told before the solver does anything, and asking costs nothing."""
    await table.deal(WALL)
    before = (await table.session()).game
    reply = await table.ask("/solve")
    assert words(reply)[1].startswith("After that, this game counts as assisted")
    assert reply.screen
    assert reply.screen.page is Page.WATCH
    asked = await table.session()
    assert (asked.hints, asked.game) == (0, before)


async def test_no_price_where_nothing_is_at_stake(table: Table) -> None:
    """In a casual game the solver costs nothing."""
    await table.deal(WALL, undo=True)
    assert len(words(await table.ask("/solve"))) == 1


async def test_one_step(table: Table) -> None:
    """A step opens the cells that one reason proves safe, says it, and makes the game assisted."""
    await table.deal(WALL)
    reply = await table.ask("/solve step")
    assert words(reply)[0].startswith("Opens ")
    assert not reply.unfinished
    assert reply.screen
    assert reply.screen.changed
    assert reply.screen.marked
    after = await table.session()
    assert after.hints == 1
    assert after.players[after.game.history[-1].by] == SOLVER.id
    assert not any(after.game.exploded)


async def test_very_many_cells_at_once(table: Table) -> None:
    """Of many cells that a step opens the first are named, so that the reason has room below.

    The board shows them all.
    """
    await table.deal("2x40/2 " + 2 * f"{'#' * 9}M{'#' * 30} ")
    reply = await table.ask("/solve step")
    said = words(reply)[0]
    assert said.startswith("Opens k1, l1, m1, n1, o1, p1 and 54 more. ")
    assert said.endswith("so 60 cells are safe.")
    assert reply.screen
    assert len(reply.screen.changed) == 60


async def test_a_step_is_in_sight(table: Table) -> None:
    """Where a board is shown in parts, the part is shown in which the solver moves."""
    await table.deal("2x40/2 #M{0} #M{0}".format("#" * 38), first=39)
    screen = await table.shown("/solve step")
    assert screen.focus is not None
    assert screen.board.opened[screen.focus]
    assert screen.focus in screen.changed
    assert (await table.session()).focus == screen.focus


async def test_on_another_board(table: Table) -> None:
    """After the solver plays on a board, typed moves go to that board."""
    for _ in range(2):
        await table.deal(CERTAIN)
    await table.ask("/solve step", game=1)
    screen = await table.shown("/board")
    assert screen.number == 1


async def test_to_the_end(table: Table) -> None:
    """The solver plays on by itself, one reason for each step, and the end is told."""
    await table.deal(CERTAIN)
    replies = await table.follow(table.request("/solve all"))
    assert len(replies) >= 2
    assert all(reply.unfinished and len(reply.texts) == 1 for reply in replies[:-1])
    assert not replies[-1].unfinished
    after = await table.session()
    assert after.game.outcome is Outcome.WON
    assert any(line.startswith("You won in") for line in words(replies[-1]))


@pytest.mark.parametrize(("private", "pace"), [(True, PACE_S), (False, GROUP_PACE_S)])
async def test_while_the_store_is_away(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, private: bool, pace: float
) -> None:
    """The solver waits up to a minute for a store that is away, and then plays on."""
    table.private = private
    await table.deal(CERTAIN)
    asked, commit, left = table.request("/solve all"), table.backend.commit, 45 // pace

    async def away(*letter: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            raise StoreUnavailable("gone")
        return await commit(*letter)

    begun = await table.service.carry_out(asked)
    monkeypatch.setattr(table.backend, "commit", away)
    step = await table.service.more(asked, begun)
    assert step.screen
    assert left < 0
    left = 1000
    with pytest.raises(StoreUnavailable):
        await table.service.more(asked, step)
    assert 1000 - left == 60 // pace + 1


async def test_counts_as_assisted(table: Table) -> None:
    """A game with the solver's help counts as assisted, only for people who opened cells."""
    await table.deal(WALL)
    await table.follow(table.request("/solve all"))
    counted = await stats(table)
    assert counted.tally("custom", Mode.ASSISTED).games == 1
    assert counted.tally("custom", Mode.RANKED).games == 0
    assert (await stats(table, SOLVER.id)).tallies == {}


async def test_fresh_board(table: Table) -> None:
    """On a fresh board the solver begins itself, and the game counts for nobody."""
    reply = await table.ask("/solve new")
    assert words(reply)[0].startswith("A fresh board")
    first = await table.ask("/solve step")
    assert words(first) == ["The first open is always safe."]
    await table.follow(table.request("/solve all"))
    assert (await table.session()).game.outcome
    assert (await stats(table)).tallies == {}
    assert await outbox(table.backend) == []
    again = await table.shown("/solve new")
    assert again.rules == (await table.session()).game.rules


async def test_fresh_board_that_somebody_plays_on(table: Table) -> None:
    """A fresh board counts for whoever plays on it after all, which is said before."""
    said = await table.say("/solve new")
    alone = "it counts for nobody as long as only the solver plays on it. "
    assert said[0].startswith(f"A fresh board for the solver; {alone}")
    await table.ask("c3")
    await table.ask("/giveup")
    assert (await table.say("/stats"))[1].startswith("default: 1 game, 0 wins")


async def test_fresh_board_where_there_are_too_many(table: Table) -> None:
    """If no more games may be begun, that is said."""
    for _ in range(50):
        await table.deal(WALL)
    reply = await table.ask("/solve new")
    assert [text.key for text in reply.texts] == ["newgame.too_many"]
    assert reply.screen is None


async def test_a_guess_says_so(table: Table) -> None:
    """If nothing is certain the solver guesses, and says once how safe that is."""
    await table.deal(EVEN)
    said = words(await table.ask("/solve step"))
    assert re.match(r"Guesses (\w\d)\. .*\b\1 \(67% safe\)", said[0])


async def test_wrong_flags_are_taken_off(table: Table) -> None:
    """A flag on a safe cell does not stop the solver."""
    await table.deal(CERTAIN)
    await table.ask("!c2 !d2")
    assert sum((await table.session()).game.flagged) == 2
    await table.follow(table.request("/solve all"))
    assert (await table.session()).game.outcome is Outcome.WON


@pytest.mark.parametrize(
    "stop", ["/solve stop", "d2", "/giveup", "!f1", "/save later", "/newgame easy", "/learn"]
)
async def test_stopped(table: Table, stop: str) -> None:
    """Stopping it, playing a move, saving the game or starting another stops the solver at once."""
    await table.deal("3x6/4 ###M## ###M## M###M#")
    asked = table.request("/solve all")
    first = await table.service.carry_out(asked)
    assert first.unfinished
    await table.ask(stop)
    before = (await table.session()).game
    after = await table.service.more(asked, first)
    assert not after.unfinished
    assert (await table.session()).game == before


async def test_stopped_and_begun_again(table: Table) -> None:
    """A solver that was stopped does not play beside the one that was begun after it."""
    await table.deal("3x12/8 ###M#####M## ###M#####M## M###M#M###M#")
    asked = table.request("/solve all")
    begun = await table.service.carry_out(asked)
    await table.ask("/solve stop")
    await table.ask("/solve all")
    before = (await table.session()).game
    assert not before.outcome
    await table.service.more(asked, begun)
    assert (await table.session()).game == before


@pytest.mark.parametrize("page", [Page.PLAY, Page.MENU, Page.WATCH])
async def test_nothing_to_stop(table: Table, page: Page) -> None:
    """If the solver is not playing, /solve stop leaves the controls on the board as they are."""
    await table.deal("3x6/4 ###M## ###M## M###M#")
    await table.ask(TurnPage(page))
    reply = await table.ask("/solve stop")
    assert words(reply) == ["The solver has stopped. It is your move."]
    assert (await table.session()).page is page


async def test_stopped_by_who_plays_another_board(table: Table) -> None:
    """In a group /solve stop acts where the solver plays, not on the asker's own board."""
    table.private = False
    await table.ask("/newgame easy", "bob")
    await table.ask("/open a1", "bob")
    await table.deal("3x6/4 ###M## ###M## M###M#")
    asked = table.request("/solve all")
    first = await table.service.carry_out(asked)
    assert first.unfinished
    own, board = await table.session(), (await table.session(2)).game
    await table.ask("/solve stop", "bob")
    await table.service.more(asked, first)
    assert (await table.session(2)).game == board
    assert await table.session() == own


async def test_stopped_in_another_topic(table: Table) -> None:
    """/solve stop acts in the topic where it is written, not in another."""
    table.private, table.thread = False, "7"
    await table.deal("3x6/4 ###M## ###M## M###M#")
    asked = table.request("/solve all")
    asked = replace(asked, chat=replace(asked.chat, thread="7"))
    first = await table.service.carry_out(asked)
    table.thread = "8"
    await table.ask("/newgame easy", "bob")
    await table.ask("/solve stop", "bob")
    assert first.screen
    assert (await table.service.more(asked, first)).texts
    assert len((await table.session()).game.history) > first.screen.revision


async def test_others_play_another_board(table: Table) -> None:
    """While the solver plays on a group's board, typed moves go to a newer board."""
    table.private = False
    await table.deal("3x11/7 ###M###M### ###M###M### M######M##M")
    await table.ask("!d1", "bob")
    asked = table.request("/solve all")
    first = await table.service.carry_out(asked)
    begun = await table.shown("/newgame easy")
    assert (await table.service.more(asked, first)).unfinished
    shown = await table.shown("/board")
    assert shown.number == begun.number


async def test_repeated(table: Table) -> None:
    """A start or step that is delivered twice is played once."""
    await table.deal("3x6/4 ###M## ###M## M###M#")
    asked = table.request("/solve all")
    first = await table.service.carry_out(asked)
    begun = (await table.session()).game
    again = await table.service.carry_out(asked)
    assert not again.unfinished
    assert (await table.session()).game == begun
    await table.service.more(asked, first)
    moves = (await table.session()).game.history
    assert not (await table.service.more(asked, first)).unfinished
    assert (await table.session()).game.history == moves


async def test_over(table: Table) -> None:
    """The solver does not play on in a finished game."""
    await table.deal(EVEN)
    await table.say("b1")
    assert words(await table.ask("/solve"))[0].startswith("This game is over")


async def test_not_on_others_games(table: Table) -> None:
    """A player who may not play on a game cannot let the solver play on it."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    assert (await table.ask("/solve step", "bob")).private
    assert len((await table.session()).game.history) == 1


async def test_drifting(table: Table) -> None:
    """If mines drift a step opens one cell only, for cells safe before may be so no longer.

    It is told then that they may have moved since the reason held.
    """
    for _ in range(6):
        await table.say("/newgame 8 8 8 drifting lives 9")
        before: Session | None = None
        while before is None or before.game.outcome is None:
            reply = await table.ask(Solve(Solving.STEP))
            assert reply.screen
            after = await table.session(reply.screen.number)
            is_told = "Mines may have drifted." in words(reply)
            assert is_told is (after.game.outcome is None)
            if before is not None and before.game.started_at is not None:
                made = [turn.move for turn in after.game.history[len(before.game.history) :]]
                assert sum(isinstance(move, Open) for move in made) == 1
                if words(reply)[0].startswith("Opens"):
                    assert after.game.exploded == before.game.exploded
            before = after


async def test_the_solver_never_opens_a_certain_mine(table: Table) -> None:
    """Steps open only what a player could know, whatever the mines are."""
    await table.deal(WALL)
    for _ in range(3):
        await table.ask(Solve(Solving.STEP))
    opened = [t.move for t in (await table.session()).game.history if isinstance(t.move, Open)]
    assert len(opened) > 1
    assert not {3, 9} & {move.cell for move in opened}
