"""Games without guessing: made solvable at the first open, and proved so after the end."""

from __future__ import annotations

import asyncio

import pytest

from bot.advisor import SolverPool
from bot.app.documents.mode import Mode, mode_of
from bot.app.requests.actions import ChooseLevel, NewGame
from bot.app.requests.board_actions import PlayShared
from bot.app.screens.controls import controls
from bot.app.service import Service
from bot.i18n import LANGUAGES
from bot.render import status_texts
from core.codec import decode, encode
from core.game import Game, Outcome
from core.generate import Begun, NotGenerated, Why, begin_no_guess, prove_game
from core.grid import Cell
from core.rules import Rules
from core.solver import analyse
from tests.bot.app.conftest import TRANSLATOR, Table, words
from tests.patience import PATIENCE_S
from tests.strategies import seeded

UNIFORM = "Logic alone solves this board; it is drawn fairly among all such boards."
ADJUSTED = "Logic alone solves this board; some mines were moved to make it so."


class Failing(SolverPool):
    """A solver that makes no layouts."""

    def __init__(self, how: Why) -> None:
        """Fail in a given way."""
        super().__init__(0.1)
        self._how = how

    async def no_guess(
        self, rules: Rules, first: Cell, seed: int | None = None
    ) -> Begun | NotGenerated:
        """Return nothing, or take too long."""
        assert first in rules.grid
        assert seed is None
        if self._how is Why.CANCELLED:
            raise TimeoutError
        return NotGenerated(self._how, 1)


async def test_solved_by_logic(table: Table) -> None:
    """The whole game is won by certain cells; the proof says in how many steps."""
    await table.ask("/newgame beginner noguess")
    said = await table.say("e5")
    assert said[-1] == UNIFORM
    while (session := await table.session()).game.outcome is None:
        board = session.game.board
        safe = analyse(board).safe
        assert safe
        await table.ask(" ".join(board.grid.name(cell) for cell in safe))
    assert session.game.outcome is Outcome.WON
    assert mode_of(session) is Mode.NO_GUESS
    proof = await table.say("/proof")
    assert proof[0].startswith("Logic alone solves this board, in ")
    assert "one number (" in proof[1]
    stats = await table.say("/stats")
    assert stats[1].startswith("beginner, no guessing: 1 game, 1 win")
    assert stats[2:4] == ["  streak 1, best 1", "  time: best 0:00, median 0:00"]


@pytest.mark.parametrize("first", ["5 5", "/solve step"])
async def test_adjusted(table: Table, first: str) -> None:
    """If mines had to be moved that is said, stays on the board, and survives sharing."""
    await table.ask("/newgame 16 30 170 noguess")
    assert (await table.say(first))[-1] == ADJUSTED
    board = await table.shown("/board")
    status = [TRANSLATOR.say(text, "en") for text in status_texts(board)]
    assert "no guessing (adjusted)" in status
    shared = await table.settled("/share")
    assert isinstance(shared.link, PlayShared)
    again = await table.shown(f"/play {shared.link.code}", "bob")
    assert again.adjusted


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (Why.TOO_DENSE, "could be made without guessing. Start a larger one, or one with fewer"),
        (Why.TOO_SMALL, "could be made without guessing. Start a larger one: /newgame"),
        (Why.CANCELLED, "takes long just now"),
    ],
)
async def test_no_layout(table: Table, why: Why, sentence: str) -> None:
    """If no layout can be made nothing is opened, a sentence says why, and one can try again."""
    helpful = table.service
    table.service = Service(table.store, Failing(why))
    await table.ask("/newgame easy noguess")
    said = await table.say("d4")
    assert len(said) == 1
    assert sentence in said[0]
    assert (await table.session()).game.started_at is None
    table.service = helpful
    assert (await table.say("d4"))[-1] == UNIFORM


@pytest.mark.parametrize("why", [Why.TOO_DENSE, Why.TOO_SMALL])
@pytest.mark.parametrize("command", ["/newgame", "/tournament 2"])
async def test_another_board_is_asked_for_as_this_one(table: Table, command: str, why: Why) -> None:
    """Where no layout can be made the answer names the command that begins such a game."""
    table.service, table.private = Service(table.store, Failing(why)), False
    await table.ask(f"{command} easy noguess")
    for language in LANGUAGES:
        (said,) = words(await table.ask("/open d4"), language)
        assert said.replace("：", " ").endswith(f" {command.removesuffix(' 2')}")
    (said,) = await table.say("/duel easy noguess")
    assert said.endswith(": /duel")


async def test_proof_of_other_boards(table: Table) -> None:
    """A finished board that needs a guess is said to; for a running one there is no proof yet."""
    await table.deal("2x5/2 #M#M# #####")
    reply = await table.ask("/proof")
    assert words(reply) == ["The proof comes when the game is over. For the next step: /hint"]
    assert reply.private
    assert (await table.session()).hints == 0
    await table.ask("/giveup")
    said = await table.say("/proof")
    assert said == ["Somewhere this board takes a guess: logic alone does not solve it."]


async def test_proof_of_a_first_open_that_wins(table: Table) -> None:
    """Where nothing is left to do after the first open, that is said, and no count of steps."""
    await table.ask("/newgame 2 20 8 noguess")
    await table.ask("1 5")
    assert await table.say("/proof") == ["The first open alone solves this board."]


async def test_proof_that_takes_long(table: Table) -> None:
    """A proof that takes too long is announced in a sentence, and given when asked for again."""
    table.service = Service(table.store, SolverPool(0.1, patience=0.01, waits_for_kernels=True))
    await table.ask("/newgame 30 30 140 noguess")
    await table.ask("o15")
    await table.ask("/giveup")
    said = await table.say("/proof")
    assert said == ["Proving so large a board takes a while. Ask again in a moment: /proof"]
    async with asyncio.timeout(PATIENCE_S):
        while said[0].startswith("Proving"):
            said = await table.say("/proof")
    assert said[0].startswith("Logic alone solves this board, in ")


async def test_proof_without_moves(table: Table) -> None:
    """A game given up before its first open is not said to need a guess."""
    await table.ask("/newgame easy noguess")
    await table.ask("/giveup")
    reply = await table.ask("/proof")
    assert words(reply) == ["Nothing was opened in this game, so there is nothing to show."]
    assert reply.private


async def test_buttons(table: Table) -> None:
    """Levels can be chosen without guessing, and such a game offers its proof at the end."""
    levels = await table.ask(ChooseLevel())
    other = levels.buttons[-1][0]
    assert other.action == ChooseLevel(no_guess=True)
    chosen = await table.ask(other.action)
    assert chosen.buttons[-1][0].action == ChooseLevel()
    first = chosen.buttons[0][0].action
    assert isinstance(first, NewGame)
    assert first.wish.no_guess
    await table.ask(first)
    await table.ask("a1")
    ended = await table.shown("/giveup")
    labels = [TRANSLATOR.say(b.label, "en") for b in controls(ended, private=True)[1]]
    assert labels == ["📈 Review", "📤 Share", "🧠 Proof"]


def test_codec() -> None:
    """The rule survives storing, and a game that was never begun has no proof."""
    rules = Rules(8, 8, 10, no_guess=True)
    made = begin_no_guess(rules, 9, seeded(1))
    assert isinstance(made, Begun)
    assert decode(encode(made.game)) == made.game
    assert prove_game(made.game)
    assert prove_game(Game.new(rules)) is None


async def test_words(table: Table) -> None:
    """A new game without guessing says so."""
    started = words(await table.ask("/newgame easy noguess"))
    assert "No guessing: logic alone solves this board. /proof after the end says how." in started
