"""Results: what the end of a game means for its players' statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import SystemRandom
from typing import Final

from msgspec import Struct

from bot.app.day_store import Days
from bot.app.effects import Finished, Published, Retracted
from bot.app.ports import Advisor, Decision, Documents, Store, Write
from bot.app.shared import publish
from bot.app.spaces import player_space
from bot.app.state import Session
from bot.app.stats import RANKED, STATS, Guesses, Result, Stats, mode_of, openers
from bot.app.table import TENTH_MS, TimeEntry, is_possible
from bot.app.tops import Tops
from core.board import Board
from core.game import Game, Outcome
from core.grid import Cell
from core.move import Chord, Open
from core.record import Record
from core.rules import level_name
from core.score import score_game

_CERTAIN: Final = 1 - 1e-9
"""From here a chance is certainty, missed by rounding."""


class Results:
    """Carries the effects out: every player's statistics, each effect once."""

    def __init__(self, store: Store, advisor: Advisor) -> None:
        """Count into ``store`` with chances from ``advisor``."""
        self._store = store
        self._advisor = advisor
        self._days = Days(store, advisor, SystemRandom())
        self._tops = Tops(store)

    async def __call__(self, _space: str, effect: object) -> None:
        """Carry out ``effect``; doing it again changes nothing."""
        if isinstance(effect, Published):
            await publish(self._store, effect.code, effect.board)
        elif isinstance(effect, Finished | Retracted):
            await self._count(effect)
        else:
            raise TypeError(f"unknown effect {type(effect).__name__}")

    async def _count(self, effect: Finished | Retracted) -> None:
        session = effect.session
        kind = "finished" if isinstance(effect, Finished) else "retracted"
        operation = f"{effect.chat}:{session.number}:{len(session.game.history)}:{kind}"
        guesses = await self._guesses(session)
        for seat in openers(session):
            result = result_of(session, effect.at, guesses.get(seat, Guesses()))
            count = Stats.add if isinstance(effect, Finished) else Stats.take_back
            decide = partial(_count, count=count, result=result)
            await self._store.update(player_space(session.players[seat]), operation, decide)
        if isinstance(effect, Finished) and session.players:
            await self._list(effect, operation)

    async def _list(self, effect: Finished, operation: str) -> None:
        """Enter a finished game's time in the tables that it belongs in."""
        session, entry = effect.session, entry_of(effect.session)
        listed = is_listed(session, entry)
        if session.daily is not None:
            await self._days.ended(session.daily, operation, entry, solved=listed)
        elif listed:
            await self._tops.enter(session, effect.chat, effect.at, entry)

    async def _guesses(self, session: Session) -> dict[int, Guesses]:
        """Return the guesses of each player, by index."""
        opens = list(_opens(session.game))
        chances = await self._advisor.survival([(o.board, o.cells) for o in opens])
        guesses: dict[int, Guesses] = {}
        for made, chance in zip(opens, chances, strict=True):
            if chance is not None and chance < _CERTAIN:
                one = Guesses(made=1, survived=int(made.survived), expected=chance)
                guesses[made.by] = guesses.get(made.by, Guesses()) + one
        return guesses


def entry_of(session: Session) -> TimeEntry:
    """Return the time of a finished game in tenths, as an entry of the player who opened first."""
    time = session.game.elapsed(0)
    time -= time % TENTH_MS
    seat = openers(session)[0]
    return TimeEntry(time, session.players[seat], session.names[seat])


def is_listed(session: Session, entry: TimeEntry) -> bool:
    """Tell whether a finished game was won in a way and a time that a table can list."""
    score = score_game(session.game)
    is_won = session.game.outcome is Outcome.WON and mode_of(session) in RANKED
    return is_won and score is not None and is_possible(entry.time, score.layout.bbbv)


def result_of(session: Session, ended_at: int, guesses: Guesses) -> Result:
    """Return how ``session`` counts for a player who made ``guesses``."""
    game = session.game
    score = score_game(game)
    return Result(
        level=level_name(game.rules),
        mode=mode_of(session),
        won=game.outcome is Outcome.WON,
        ended_at=ended_at,
        elapsed=score.time if score else 0,
        bbbv=score.layout.bbbv if score else 0,
        guesses=guesses,
        hints=session.hints,
    )


def _count(
    documents: Documents, _now: int, *, count: Callable[[Stats, Result], Stats], result: Result
) -> Decision[None]:
    stats = documents.get(STATS)
    if not isinstance(stats, Stats | None):
        raise TypeError(f"{STATS} is no Stats")
    return Decision(None, {STATS: Write(count(stats or Stats(), result))})


class _Opened(Struct, frozen=True):
    """A move that opened cells: the board before it, the cells it asked for, who, how it went."""

    board: Board
    cells: tuple[Cell, ...]
    by: int
    survived: bool


def _opens(game: Game) -> Iterator[_Opened]:
    """Return the opening moves after the first, whose safety is promised by the rules."""
    for step in Record.of(game).steps():
        move = step.timed.move
        if not isinstance(move, Open | Chord) or step.before.started_at is None:
            continue
        board = step.before.board
        cells = [move.cell] if isinstance(move, Open) else board.closed_around(move.cell)
        asked = tuple(cell for cell in cells if not board.flagged[cell])
        yield _Opened(board, asked, step.timed.by, not step.played.exploded)
