"""The soaks for a few seconds; the long ones are commands of their own."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.app.documents.codec import DocumentCodec
from bot.app.requests.request import Chat, Player
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from core.board import Board
from core.move import Open
from core.review import Fortune
from core.rules import LEVELS
from core.solver.reason import Conclusion, Reason, ReasonKind
from tests.bot.platforms.dealing import deal
from tests.core.solver import explain_oracle
from tests.core.solver.brute import random_board
from tests.emulators.discord.server import Server
from tests.soak import anything, discord_check, fortune, kills, reasons, together
from tests.soak.discord_people import Person, Sent


def test_kills(tmp_path: Path) -> None:
    """Kill -9 of the bot and its server, in turns, loses and doubles no acknowledged move."""
    outcome = kills.run(tmp_path, kills=6, seed=2)
    assert outcome.good, outcome
    assert outcome.moves > 6 * 3


def test_together(tmp_path: Path) -> None:
    """Moves of two processes on one board are applied once each, in an order that replays."""
    outcome = together.run(tmp_path, moves=100)
    assert outcome.good, outcome
    assert outcome.moves == 200


async def test_a_game_that_was_lost() -> None:
    """A move in a game that is there no more is lost, also if a later game is there."""
    world, backend = Server().world, MemoryBackend()
    ann, store = world.user("Ann"), MailboxStore(backend, DocumentCodec())
    person = Person(world.dm(ann), ann, store, seed=1)
    for _ in range(2):
        chat = Chat(f"discord:{person.channel.id}")
        await deal(store, chat, Player("discord:1", "Ann"), "2x3/1 ##M ###")
    del backend.documents[person.space, "game:1"]
    person.sent, person.games = [Sent(1, Open(3), surely=True)], 2
    outcome = await discord_check.judge([person], store)
    assert (outcome.lost, outcome.moves) == (1, 1)


def test_fortune() -> None:
    """Survived guesses and wins of 400 games are what the chances expect, but for luck."""
    outcome = fortune.run(LEVELS["beginner"].rules(Random(1)), games=400, seed=1)
    assert outcome.good, outcome
    assert outcome.guesses > 20
    assert outcome.noise < 1


def test_fortune_of_games_without_guesses() -> None:
    """Games that are all won without a guess, or all lost, are as expected to no error at all."""
    for won in (True, False):
        outcome = fortune.agreement(3 * [Fortune(0, 0, 0.0, won, float(won))])
        assert outcome.good, outcome
        assert outcome.noise == 0
    lucky = fortune.agreement(
        [Fortune(1, 1, 0.5, won=True, expected_win=0.5 + at) for at in (0, 1)]
    )
    assert lucky.noise == math.inf


@pytest.mark.parametrize("kind", reasons.KINDS)
def test_reasons(kind: str) -> None:
    """All certain cells of 40 small boards have true and minimal reasons, some of which count."""
    outcome = reasons.run(kind, 40, seed=1, rows=(3, 12), mines=(0.05, 0.3), clues=8)
    assert outcome.good, outcome
    assert not outcome.without
    assert not outcome.unanswered
    assert outcome.counting


@pytest.mark.parametrize("counting", [False, True])
def test_what_clues_decide(*, counting: bool) -> None:
    """The search that checks reasons of large boards says what trying everything on small ones."""
    rng, answers = Random(1), Counter[bool]()
    for _ in range(300):
        board = random_board(rng)
        clues = tuple(cell for cell in board.grid.cells() if board.opened[cell])
        for cell in board.closed():
            for is_mine in (False, True):
                told = reasons.decides(board, clues, cell, is_mine=is_mine, counting=counting)
                assert told == explain_oracle.decides(
                    board, clues, cell, is_mine=is_mine, counting=counting
                )
                answers[told] += 1
    assert min(answers.values()) > 100


@pytest.mark.parametrize(
    ("clues", "counting", "wrong"),
    [
        ((0, 1), False, []),
        ((0, 1), True, ["decided without counting"]),
        ((0,), False, ["not decided"]),
        ((0, 1, 4), False, ["decided without 4"]),
    ],
)
def test_wrong_reasons(clues: tuple[int, ...], wrong: list[str], *, counting: bool) -> None:
    """A reason that names a clue too few or too many, or the count in vain, is found out."""
    reason = Reason(ReasonKind.TWO_NUMBERS, Conclusion.SAFE, (7,), clues, (), counting=counting)
    outcome = reasons.Outcome()
    reasons.check(Board.parse("2x5/2\n11111\n#####"), reason, 8, Random(1), outcome)
    assert [told.partition(":")[0] for told in outcome.wrong] == wrong


@pytest.mark.parametrize("platform", anything.PLATFORMS)
def test_anything(platform: str, tmp_path: Path) -> None:
    """People who do anything at all meet no error, and are answered."""
    outcome = anything.run(platform, tmp_path, steps=200, seed=2)
    assert outcome.good, outcome
    assert outcome.done["press"] > 50
