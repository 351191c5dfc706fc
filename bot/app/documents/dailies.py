"""Dailies: what is kept of a player's days: which boards were tried, and the days in a row."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.app.decision import Documents, read_as
from bot.app.documents.stats import Worth
from bot.app.requests.day import OnDay, month_on

DAILIES: Final = "dailies"
"""The name of the document in a player's space."""
_KEPT_RUNS: Final = 10
"""Runs of days that late results may still join."""
_MOST_GROUPS: Final = 40
_MOST_LISTINGS: Final = 200
_KEPT_MONTHS: Final = 3
"""One more than a late result can need."""

T = TypeVar("T")


class Claim(Struct, frozen=True, array_like=True):
    """The last day whose one ranked try at a level was begun, and in which chat.

    After a deletion the chat is None.
    """

    day: int
    chat: str | None


class DayStreak(Struct, frozen=True, array_like=True):
    """Runs of days on which a board was solved, the same in whichever order days are added."""

    runs: tuple[tuple[int, int], ...] = ()
    """The first and the last day of each run."""
    best_before: int = 0
    """The longest of the runs that are not kept any more."""

    def add(self, day: int) -> DayStreak:
        """Return the streak with a day more; one that is there already changes nothing."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted((*self.runs, (day, day))):
            if joined and first <= joined[-1][1] + 1:
                joined[-1] = joined[-1][0], max(joined[-1][1], last)
            else:
                joined.append((first, last))
        dropped = [_length(run) for run in joined[:-_KEPT_RUNS]]
        return DayStreak(tuple(joined[-_KEPT_RUNS:]), max(self.best_before, *dropped, 0))

    def at(self, today: int) -> int:
        """Return the days in a row up to ``today``, which may still be open."""
        running = [run for run in self.runs if run[0] <= today <= run[1] + 1]
        return min(today, running[-1][1]) - running[-1][0] + 1 if running else 0

    @property
    def best(self) -> int:
        """The most days in a row ever."""
        return max(self.best_before, *map(_length, self.runs), 0)


def _length(run: tuple[int, int]) -> int:
    return run[1] - run[0] + 1


class Dailies(Struct, frozen=True, array_like=True):
    """A player's daily boards."""

    claims: dict[str, Claim] = {}
    """The last claim of each level."""
    times: dict[str, tuple[int, int | None]] = {}
    """The day and the time in ms of each level's last ranked try; None where it was not solved."""
    streak: DayStreak = DayStreak()
    unlisted: bool = False
    """Whether the player wants to be in no table."""
    listed_in: tuple[str, ...] = ()
    """The spaces with tables of the month that the player is listed in."""
    groups: tuple[str, ...] = ()
    """The groups where the player has asked for the tables of the day, which so list them."""
    solved: dict[str, int] = {}
    """Boards of the day that were solved, by month, of the last months."""
    rated: dict[str, Worth] = {}
    """What ranked games were worth, by month, of the last months."""
    stopped: dict[str, int] = {}
    """The day of each level's last try that was solved in a time no table lists."""

    def claim(self, on: OnDay, chat: str) -> tuple[Dailies, bool]:
        """Return the dailies with the try claimed for ``chat``, and whether it is ranked there."""
        claimed = self.claims.get(on.level)
        if claimed is None or claimed.day < on.day:
            return replace(self, claims={**self.claims, on.level: Claim(on.day, chat)}), True
        return self, claimed == Claim(on.day, chat)

    def is_listed(self, on: OnDay) -> bool:
        """Tell whether a table may list the time of the ranked try at ``on``, if it was solved."""
        return self.stopped.get(on.level) != on.day

    def ended(self, on: OnDay, time: int | None, *, listed: bool = True) -> Dailies:
        """Return the dailies with the result of a ranked try; an older one's time is not kept."""
        streak, solved = self.streak, self.solved
        if time is not None:
            streak, month = streak.add(on.day), month_on(on.day)
            solved = _latest({**solved, month: solved.get(month, 0) + 1})
        times = self.times
        if on.level not in times or times[on.level][0] <= on.day:
            times = {**times, on.level: (on.day, time)}
        stopped = self.stopped
        if time is not None and not listed:
            stopped = {**stopped, on.level: max(on.day, stopped.get(on.level, on.day))}
        return replace(self, times=times, streak=streak, solved=solved, stopped=stopped)

    def rating(self, month: str, worth: Worth) -> Dailies:
        """Return the dailies with ranked games of a month."""
        total = self.rated.get(month, Worth()) + worth
        return replace(self, rated=_latest({**self.rated, month: total}))

    def joining(self, groups: tuple[str, ...]) -> Dailies:
        """Return the dailies of somebody who is in the tables of ``groups`` as well."""
        joined = _with_newest(self.groups, groups)
        return self if joined == self.groups else replace(self, groups=joined)

    @property
    def groups_to_leave(self) -> tuple[str, ...]:
        """The oldest groups beyond those that may be kept; they are kept until they are left."""
        return self.groups[:-_MOST_GROUPS]

    def without_groups(self, left: tuple[str, ...]) -> Dailies:
        """Return the dailies without the groups that were ``left``, but for those joined since."""
        return replace(self, groups=_without(self.groups, left, self.groups_to_leave))

    def listing(self, spaces: tuple[str, ...]) -> Dailies:
        """Return the dailies of somebody who is to be listed in ``spaces`` as well."""
        listed = _with_newest(self.listed_in, spaces)
        return self if listed == self.listed_in else replace(self, listed_in=listed)

    @property
    def listings_to_leave(self) -> tuple[str, ...]:
        """The oldest listings beyond those that may be kept; as ``groups_to_leave``."""
        return self.listed_in[:-_MOST_LISTINGS]

    def without_listings(self, left: tuple[str, ...]) -> Dailies:
        """Return the dailies without the listings ``left``, but for those that are new again."""
        return replace(self, listed_in=_without(self.listed_in, left, self.listings_to_leave))

    def forgotten(self) -> Dailies:
        """Return what is left after a deletion: that today's boards were tried, not where."""
        claims = {level: Claim(each.day, None) for level, each in self.claims.items()}
        return Dailies(claims)

    def being_forgotten(self) -> Dailies:
        """Return what is left while a deletion goes through the tables, and which these are."""
        return replace(self.forgotten(), listed_in=self.listed_in, groups=self.groups)


def read_dailies(documents: Documents, _now: int = 0) -> Dailies:
    """Return a player's dailies, among their documents."""
    return read_as(documents, DAILIES, Dailies) or Dailies()


def _latest(by_month: dict[str, T]) -> dict[str, T]:
    """Return what is of the last months; they are written YYYY-MM."""
    return dict(sorted(by_month.items())[-_KEPT_MONTHS:])


def _with_newest(known: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*(each for each in known if each not in new), *new)))


def _without(
    known: tuple[str, ...], left: tuple[str, ...], oldest: tuple[str, ...]
) -> tuple[str, ...]:
    gone = {*left} & {*oldest}
    return tuple(each for each in known if each not in gone)
