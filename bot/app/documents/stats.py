"""Statistics of a player: tallies by level and by how the games were played."""

from __future__ import annotations

from operator import add, sub
from typing import Final, Self

from msgspec import Struct, structs
from msgspec.structs import replace

from bot.app.decision import Documents, read_as
from bot.app.documents.interval import possible
from bot.app.documents.mode import RANKED, Mode

STATS: Final = "stats"
"""The name of the document of a player's statistics."""
_NEWEST: Final = 20
"""Games that a late result may be placed among."""
_TREND: Final = 100
"""Games that tell how a player does lately."""
MILLION: Final = 1_000_000


class _Sum(Struct, frozen=True, array_like=True):
    """Numbers that are summed up, each for itself."""

    def __add__(self, other: Self) -> Self:
        """Return both together."""
        return type(self)(*map(add, structs.astuple(self), structs.astuple(other)))

    def __sub__(self, other: Self) -> Self:
        """Return this without ``other``, which was added before."""
        return type(self)(*map(sub, structs.astuple(self), structs.astuple(other)))


class Guesses(_Sum, frozen=True, array_like=True):
    """Opens of cells that were not certain to be safe."""

    made: int = 0
    survived: int = 0
    expected: float = 0.0
    """The sum of the guesses' chances: how many of them would survive with average luck."""


class Worth(_Sum, frozen=True, array_like=True):
    """What games were worth, summed up in millionths: whole numbers, so that order is no matter."""

    games: int = 0
    """How many were looked back on."""
    wins: int = 0
    """How many of these were won."""
    expected: int = 0
    """The wins that are left without the luck of the guesses."""
    choices: int = 0
    """How many of the games had a choice to be accurate at."""
    accuracy: int = 0
    """The sum of their accuracies."""

    @classmethod
    def of(cls, *, won: bool, expected: float, accuracy: float | None) -> Worth:
        """Return what one game was worth."""
        parts = round(expected * MILLION), round((accuracy or 0.0) * MILLION)
        return cls(1, int(won), parts[0], int(accuracy is not None), parts[1])

    @property
    def expected_wins(self) -> float:
        """The expected wins: those of an equally good player with average luck in the long run."""
        return possible(self.expected / MILLION, self.games)

    @property
    def mean_accuracy(self) -> float | None:
        """The mean accuracy of the games, from 0 to 1."""
        return self.accuracy / MILLION / self.choices if self.choices else None


class Result(Struct, frozen=True, array_like=True):
    """A finished game as one player's statistics count it."""

    level: str
    mode: Mode
    won: bool
    ended_at: int
    """On the store's clock, in ms since the epoch."""
    elapsed: int | None
    """Playing time in ms; None where the clock stood in between, so that it says nothing."""
    bbbv: int
    guesses: Guesses
    hints: int = 0
    clicks: int = 0
    worth: Worth | None = None
    """None where the game was not looked back on."""


class Streaks(Struct, frozen=True, array_like=True):
    """Wins in a row, in the order in which the games ended.

    Results may arrive late, when a worker died and another carries its effects out: the newest
    games are kept apart, by time, so that such a result still finds its place.
    """

    before: int = 0
    """The streak that the games before the newest ones left."""
    best_before: int = 0
    newest: tuple[tuple[int, bool], ...] = ()
    """When each of them ended, and whether it was won."""

    def add(self, ended_at: int, *, won: bool) -> Streaks:
        """Return the streaks with another game."""
        newest = tuple(sorted((*self.newest, (ended_at, won))))
        streaks = replace(self, newest=newest)
        return streaks if len(newest) <= _NEWEST else _settle_oldest(streaks)

    @property
    def runs(self) -> list[int]:
        """The streak after each of the newest games, and before them."""
        runs = [self.before]
        for _, won in self.newest:
            runs.append(runs[-1] + 1 if won else 0)
        return runs


def _settle_oldest(streaks: Streaks) -> Streaks:
    """Return ``streaks`` with the oldest of the newest games among those before."""
    before = streaks.runs[1]
    return Streaks(before, max(before, streaks.best_before), streaks.newest[1:])


class Tally(Struct, frozen=True, array_like=True):
    """The results of one level and mode; times in ms, streaks and times of ranked games only."""

    games: int = 0
    wins: int = 0
    streaks: Streaks = Streaks()
    best: int | None = None
    won_time: int = 0
    won_bbbv: int = 0
    guesses: Guesses = Guesses()
    hints: int = 0
    won_clicks: int = 0
    times: dict[int, int] = {}
    """Timed wins, ranked ones whose clock has never stood, by their time in whole seconds."""
    worth: Worth = Worth()
    newest: tuple[tuple[int, bool], ...] = ()
    """The newest ranked games: when each ended, and whether it was won."""

    def add(self, result: Result) -> Tally:
        """Return the tally with ``result`` counted."""
        counted = replace(
            self,
            games=self.games + 1,
            wins=self.wins + result.won,
            guesses=self.guesses + result.guesses,
            hints=self.hints + result.hints,
            worth=self.worth + (result.worth or Worth()),
        )
        return _ranked(counted, result) if result.mode in RANKED else counted

    def take_back(self, result: Result) -> Tally:
        """Return the tally without ``result``, which is not a ranked one."""
        return replace(
            self,
            games=self.games - 1,
            wins=self.wins - result.won,
            guesses=self.guesses - result.guesses,
            hints=self.hints - result.hints,
            worth=self.worth - (result.worth or Worth()),
        )

    @property
    def streak(self) -> int:
        """The ranked wins in a row up to now."""
        return self.streaks.runs[-1]

    @property
    def best_streak(self) -> int:
        """The most ranked wins in a row ever."""
        return max(self.streaks.best_before, *self.streaks.runs)

    @property
    def median_time(self) -> int | None:
        """The median time of timed wins in ms, to the second; of two middle ones the lower."""
        middle = (sum(self.times.values()) + 1) // 2
        for seconds in sorted(self.times):
            middle -= self.times[seconds]
            if middle <= 0:
                return seconds * 1000
        return None

    @property
    def efficiency(self) -> float | None:
        """3BV/clicks over all timed wins."""
        return self.won_bbbv / self.won_clicks if self.won_clicks else None

    @property
    def bbbv_per_second(self) -> float | None:
        """3BV/s over all timed wins."""
        return self.won_bbbv * 1000 / self.won_time if self.won_time else None


def _ranked(tally: Tally, result: Result) -> Tally:
    """Return ``tally`` with the streak and the times that ``result`` makes."""
    newest = sorted((*tally.newest, (result.ended_at, result.won)))[-_TREND:]
    streaks = tally.streaks.add(result.ended_at, won=result.won)
    tally = replace(tally, streaks=streaks, newest=tuple(newest))
    if not result.won or result.elapsed is None:
        return tally
    seconds = result.elapsed // 1000
    return replace(
        tally,
        best=result.elapsed if tally.best is None else min(tally.best, result.elapsed),
        won_time=tally.won_time + result.elapsed,
        won_bbbv=tally.won_bbbv + result.bbbv,
        won_clicks=tally.won_clicks + result.clicks,
        times=tally.times | {seconds: tally.times.get(seconds, 0) + 1},
    )


class Undoable(Struct, frozen=True, array_like=True):
    """What was counted of a game whose end can be undone; a later review of it may tell more."""

    end: str
    """Which game, and which of its ends."""
    guesses: Guesses
    worth: Worth | None


class Stats(Struct, frozen=True, array_like=True):
    """A player's tallies by level name and mode."""

    tallies: dict[str, dict[Mode, Tally]] = {}
    public: bool = False
    """Whether others may see them."""
    achievements: dict[str, str] = {}
    """What was achieved, and the game in which it was."""
    undoable: tuple[Undoable, ...] = ()
    """Of the newest games whose end can be undone."""

    def tally(self, level: str, mode: Mode) -> Tally:
        """Return the tally of a level and mode, an empty one if nothing was played."""
        return self.tallies.get(level, {}).get(mode, Tally())

    def add(self, result: Result) -> Stats:
        """Return the statistics with ``result`` counted."""
        return self._with(result, self.tally(result.level, result.mode).add(result))

    def take_back(self, result: Result) -> Stats:
        """Return the statistics without ``result``, whose end was undone."""
        return self._with(result, self.tally(result.level, result.mode).take_back(result))

    def add_undoable(self, result: Result, end: str) -> Stats:
        """Return the statistics with ``result`` counted, as that of an end that may be undone.

        ``end`` says which game's it is, and which of its ends.
        """
        noted = Undoable(end, result.guesses, result.worth)
        return replace(self.add(result), undoable=(*self.undoable, noted)[-_NEWEST:])

    def knows(self, end: str) -> bool:
        """Tell whether an end that can be undone is among those counted last."""
        return any(each.end == end for each in self.undoable)

    def take_back_undoable(self, result: Result, end: str) -> Stats:
        """Return the statistics without what was counted of ``end``, or ``result`` if unknown."""
        known = next((each for each in self.undoable if each.end == end), None)
        if known is None:
            return self.take_back(result)
        others = tuple(each for each in self.undoable if each is not known)
        as_counted = replace(result, guesses=known.guesses, worth=known.worth)
        return replace(self, undoable=others).take_back(as_counted)

    def _with(self, result: Result, tally: Tally) -> Stats:
        level = {**self.tallies.get(result.level, {}), result.mode: tally}
        return replace(self, tallies={**self.tallies, result.level: level})


def read_stats(documents: Documents, _now: int = 0) -> Stats:
    """Return a player's statistics, among their documents."""
    return read_as(documents, STATS, Stats) or Stats()
