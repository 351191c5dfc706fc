"""What became of everything under fire: each history replayed, and all that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isclose
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.advisor import SolverPool
from bot.app.decision import Documents
from bot.app.decisions.knowledge import OfMonth
from bot.app.documents.achievements import Achievement, credit
from bot.app.documents.listed import entry_of, is_listed, top_name
from bot.app.documents.mode import counted
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session
from bot.app.documents.stats import STATS, Guesses, Stats, Worth
from bot.app.documents.table import TOP_NAMES, Table
from bot.app.errands.results import result_of
from bot.app.errands.tops import top_space
from bot.app.requests.day import month_of
from bot.store import MailboxStore
from core import codec
from core.game import replay
from core.move import Move, Open
from core.review import Review
from tests.soak.fire_people import Party, Sent

_PATIENCE_S: Final = 30.0


@dataclass
class Verdict:
    """What became of the moves; ``good`` when nothing was lost, doubled or wrong."""

    moves: int = 0
    games: int = 0
    finished: int = 0
    lost: int = 0
    doubled: int = 0
    strange: int = 0
    """Moves in a history that nobody has sent."""
    unlike: int = 0
    """Games whose bytes are not those of the replay of their history."""
    disordered: int = 0
    """Moves that stand before one that was acknowledged before they were sent."""
    hurried: int = 0
    """Players whose statistics lack what a review tells, because it came too late."""
    left: int = 0
    """Effects that nobody has carried out."""
    wrong: list[str] = field(default_factory=list)
    """Statistics, tables and boards that are not what the histories imply."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or wrong."""
        counts = (self.lost, self.doubled, self.strange, self.unlike, self.disordered, self.left)
        return not (any(counts) or self.wrong)

    def __str__(self) -> str:
        """Return the figures in a line."""
        return (
            f"{self.moves:,} acknowledged moves in {self.games:,} games, {self.finished:,} of them "
            f"finished: {self.lost} lost, {self.doubled} doubled, {self.strange} strange, "
            f"{self.disordered} out of order; {self.unlike} games unlike their replay; "
            f"{len(self.wrong)} statistics, tables or boards wrong; {self.hurried} counted without "
            f"their reviews; {self.left} effects left"
        )


def judge_games(parties: list[Party], games: Mapping[str, dict[int, Session]]) -> Verdict:
    """Compare stored ``games``, by space and number, with what was sent and acknowledged."""
    verdict = Verdict()
    for party in parties:
        sent: dict[int, list[Sent]] = {}
        for each in party.sent:
            sent.setdefault(each.game, []).append(each)
        here = games[party.place.space]
        for number, moves in sent.items():
            _judge_game(verdict, moves, here.get(number))
        verdict.games += len(here)
        verdict.finished += sum(each.game.outcome is not None for each in here.values())
    return verdict


def _judge_game(verdict: Verdict, sent: list[Sent], session: Session | None) -> None:
    sure = [each for each in sent if each.done is not None]
    verdict.moves += len(sure)
    if session is None:
        verdict.lost += len(sure)
        return
    game = session.game
    made = [(session.players[timed.by], timed.move) for timed in game.history]
    allowed = Counter[tuple[str, Move]]()
    for each in sent:
        allowed[each.player, each.move] += each.times
    replayed = replay(game.rules, game.minefield, game.history)
    verdict.unlike += codec.encode(replayed) != codec.encode(game)
    verdict.strange += sum(each not in allowed for each in made)
    excess = Counter(made) - allowed
    verdict.doubled += sum(count for each, count in excess.items() if each in allowed)
    for each in sure:
        # An open of a cell that an opening has opened before is rightly refused.
        is_done = isinstance(each.move, Open) and game.opened[each.move.cell]
        if not (is_done or (each.player, each.move) in made):
            verdict.lost += 1
            verdict.wrong.append(f"{each} is not in {made}")
    verdict.disordered += _disordered(made, sent)


def _disordered(made: list[tuple[str, Move]], sent: list[Sent]) -> int:
    """Return how many moves stand before one that was acknowledged before they were sent."""
    known: dict[tuple[str, Move], Sent] = {
        (each.player, each.move): each for each in sent if each.times == 1
    }
    latest, wrong = 0.0, 0
    for each in made:
        one = known.get(each)
        if one is None:
            continue
        wrong += one.done is not None and one.done < latest
        latest = max(latest, one.at)
    return wrong


class Implied:
    """Statistics and tables as the finished games imply them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.hurried = 0
        """Statistics that lack what reviews tell, for which there was no time."""
        self.stats: dict[str, Stats] = {}
        self.tables: dict[str, dict[str, Table]] = {}
        self._won: dict[str, set[str]] = {}

    async def count(self, chat: str, session: Session, advisor: SolverPool) -> None:
        """Count a finished game of ``chat``."""
        at, seats = session.clock.last, counted(session)
        made = await advisor.review(session.game, _PATIENCE_S) if seats else None
        review = made if isinstance(made, Review) else None
        for seat in seats:
            player = session.players[seat]
            result = result_of(session, at, seat, review)
            game = f"{chat}:{session.number}"
            stats = self.stats.get(player, Stats()).add(result)
            self.stats[player] = credit(stats, result, game)
            if result.won:
                self._won.setdefault(player, set()).add(game)
        name = top_name(session)
        if name is None or not seats or not is_listed(session):
            return
        asked = [OfMonth(month_of(at), None)]
        asked += [] if session.private else [OfMonth(month_of(at), chat)]
        for space in map(top_space, asked):
            tables = self.tables.setdefault(space, {})
            tables[name] = tables.get(name, Table()).listing(entry_of(session))

    async def differences(self, players: list[str], store: MailboxStore) -> list[str]:
        """Return which of the stored statistics and tables differ from these."""
        found = []
        for player in players:
            stats = await _read(store, player_space(player), STATS)
            implied = self.stats.get(player)
            if not self._is_won(player, stats):
                found.append(f"achievements of {player}: {stats}")
            if _alike(_written(stats), _written(implied)):
                continue
            if _without_reviews(stats) == _without_reviews(implied):
                self.hurried += 1
            else:
                found.append(f"statistics of {player}: {stats}, not {self.stats.get(player)}")
        for space, tables in self.tables.items():
            stored = {name: await _read(store, space, name) for name in TOP_NAMES}
            found += [
                f"{name} of {space}: {table}, not {tables.get(name)}"
                for name, table in stored.items()
                if table != tables.get(name)
            ]
        return found

    def _is_won(self, player: str, stats: object | None) -> bool:
        """Tell whether all that a player has achieved was achieved in games that were won."""
        found = stats.achievements.values() if isinstance(stats, Stats) else ()
        return self._won.get(player, set()).issuperset(found)


def _written(stats: object | None) -> object:
    """Return statistics as data; in which game something was achieved depends on their order."""
    if isinstance(stats, Stats):
        known = dict.fromkeys(sorted(stats.achievements), "")
        stats = replace(stats, achievements=known, undoable=())
    return msgspec.to_builtins(stats)


def _without_reviews(stats: object | None) -> object | None:
    if not isinstance(stats, Stats):
        return stats
    tallies = {
        level: {mode: replace(each, worth=Worth(), guesses=Guesses()) for mode, each in by.items()}
        for level, by in stats.tallies.items()
    }
    known = sorted(stats.achievements.keys() - {Achievement.ODDS})
    return replace(stats, tallies=tallies, achievements=dict.fromkeys(known, ""), undoable=())


async def _read(store: MailboxStore, space: str, name: str) -> object | None:
    def look(documents: Documents, _now: int) -> object | None:
        return documents.get(name)

    return await store.view(space, look)


def _alike(one: object, other: object) -> bool:
    """Tell whether two documents are the same, but for the order in which floats were added."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, abs_tol=1e-9)
    return one == other
