"""The checker of the soak under fire notices what it is there for."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace as changed

from bot.advisor import SolverPool
from bot.app.decision import Decision, Write
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Finished
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session
from bot.app.documents.stats import STATS
from bot.app.errands.results import Results
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from core.game import Game, Played
from core.history import History, TimedMove
from core.minefield import Minefield
from core.move import Flag, Move, Open, Unflag
from core.rules import Rules
from tests.soak.fire_check import Implied, Verdict, judge_games
from tests.soak.fire_people import Party, Sent
from tests.soak.trend import Trend

_RULES = Rules(4, 4, 3)
_MINES = (3, 7, 15)
_MOVES: tuple[tuple[str, Move], ...] = (
    ("ann", Open(0)),
    ("bob", Flag(3)),
    ("ann", Flag(7)),
    ("bob", Unflag(3)),
)
_SPACE = "chat:den"


def _session(moves: tuple[tuple[str, Move], ...] = _MOVES) -> Session:
    game, players = Game.new(_RULES), ("ann", "bob")
    for player, move in moves:
        minefield = Minefield.of(_RULES.grid, _MINES)
        made = game.play(move, lambda *_, minefield=minefield: minefield, by=players.index(player))
        assert isinstance(made, Played)
        game = made.game
    return Session(1, "ann", game, players, ("Ann", "Bob"))


def _sent() -> list[Sent]:
    """Return the moves as they were sent, each acknowledged before the next."""
    return [
        Sent(1, move, player, 1, number * 10.0, number * 10.0 + 5)
        for number, (player, move) in enumerate(_MOVES)
        if isinstance(move, Open | Flag | Unflag)
    ]


def _judged(session: Session | None, sent: list[Sent]) -> Verdict:
    party = cast("Party", SimpleNamespace(place=SimpleNamespace(space=_SPACE), sent=sent))
    return judge_games([party], {_SPACE: {1: session} if session else {}})


def test_good() -> None:
    """A game with just the moves that were acknowledged is good."""
    verdict = _judged(_session(), _sent())
    assert verdict.good
    assert verdict.moves == len(_MOVES)


@pytest.mark.parametrize("session", [None, _session(_MOVES[:2])])
def test_lost(session: Session | None) -> None:
    """An acknowledged move that is missing, alone or with its game, is lost."""
    assert _judged(session, _sent()).lost == (2 if session else 4)


def test_not_acknowledged() -> None:
    """A move that was not acknowledged may be missing or not."""
    *sure, last = _sent()
    for session in (_session(), _session(_MOVES[:3])):
        assert _judged(session, [*sure, replace(last, done=None)]).good


def test_opened_before() -> None:
    """An open of a cell that an opening had opened is not lost."""
    assert _judged(_session(), [*_sent(), Sent(1, Open(1), "bob", 1, 50, 55)]).good


def test_doubled() -> None:
    """A move that is there more often than it was sent is doubled; one sent twice is not."""
    again = _session((*_MOVES, ("bob", Flag(3))))
    assert _judged(again, _sent()).doubled == 1
    twice = [replace(each, times=2) if each.move == Flag(3) else each for each in _sent()]
    assert _judged(again, twice).doubled == 0


def test_strange() -> None:
    """A move that nobody has sent, or somebody else, is strange."""
    assert _judged(_session((*_MOVES, ("ann", Flag(15)))), _sent()).strange == 1
    assert _judged(_session((*_MOVES[:2], ("bob", Flag(7)))), _sent()).strange == 1


def test_out_of_order() -> None:
    """A move that stands before one acknowledged before it was sent is out of order."""
    first, second, third, fourth = _MOVES
    session = _session((first, third, second, fourth))
    assert _judged(session, _sent()).disordered == 1


def test_unlike_its_history() -> None:
    """A game that is not what its history gives is noticed."""
    session = _session()
    moves = (*session.game.history[:-1], TimedMove(Flag(15), 0, 0))
    history = reduce(History.plus, moves, History())
    forged = changed(session, game=changed(session.game, history=history))
    assert _judged(forged, [*_sent(), Sent(1, Flag(15), "ann", 1, 50, None)]).unlike == 1


async def test_what_games_imply() -> None:
    """Achievements from no won game are noticed, and statistics that differ from the games."""
    store, advisor = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1)
    session = _session((("ann", Open(0)), ("ann", Open(11))))
    implied, none = Implied(), Implied()
    at = session.clock.last
    await Results(store, advisor)("", Finished("den", session, at))
    await implied.count("den", session, advisor)
    assert not await implied.differences(["ann", "bob"], store)
    [unearned, *_] = await none.differences(["ann"], store)
    assert unearned.startswith("achievements of ann")
    missing = changed(implied.stats["ann"], achievements={})
    await store.update(
        player_space("ann"), "x", lambda _, __: Decision(None, {STATS: Write(missing)})
    )
    [found] = await implied.differences(["ann"], store)
    assert found.startswith("statistics of ann")
    advisor.close()


def test_trend() -> None:
    """The slope is that of the line, and the error tells how far the points are from it."""
    exact = Trend.of([(x, 3 * x + 1) for x in range(10)])
    assert exact.slope == pytest.approx(3)
    assert exact.error == pytest.approx(0)
    rough = Trend.of([(x, 3 * x + (-1) ** x) for x in range(10)])
    assert abs(rough.slope - 3) < 2 * rough.error
    assert str(rough).startswith("2.9")
