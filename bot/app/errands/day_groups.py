"""Tables of the day in groups: those of a chat, or of all channels of a server together.

A player's results are in the tables of the groups where they have asked for them. Each result is
entered once, in whichever order players join, boards are solved and effects are repeated.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.dailies import DAILIES, read_dailies
from bot.app.documents.digests import DIGESTS, read_digests
from bot.app.documents.effects import DayOver
from bot.app.documents.spaces import chat_space, player_space
from bot.app.documents.state import read_chat
from bot.app.documents.table import TimeEntry
from bot.app.documents.tokens import tokens
from bot.app.errands.days import (
    RankedTry,
    dailies_now,
    group_space,
    is_kept_out,
    put_result,
    strike_off,
)
from bot.app.errands.whereabouts import follow, staying
from bot.app.ports import Store
from bot.app.requests.day import OnDay, day_of
from bot.app.requests.request import Player


class DayGroups:
    """The tables in the store; all raise StoreUnavailable."""

    def __init__(self, store: Store) -> None:
        """Keep them in ``store``."""
        self._store = store
        self._tokens = tokens()

    async def join(self, player: Player, groups: tuple[str, ...], operation: str) -> None:
        """Have a player in the tables of ``groups`` from now on, with what they have done today.

        Whoever is in too many groups leaves the oldest. These stay noted with the player until that
        is done, so that a deletion finds every group even if a worker stops in between.
        """
        space = player_space(player.id)
        await self._store.update(space, f"joined:{operation}", partial(_join, groups=groups))
        dailies, now = await self._store.view(space, dailies_now)
        today = day_of(now)
        if left := dailies.groups_to_leave:
            for group in left:
                await strike_off(self._store, group, player.id, today, f"left:{operation}")
            await self._store.update(space, f"left:{operation}", partial(_cut, left=left))
        times = {} if dailies.unlisted else dailies.times
        tried = {level: time for level, (day, time) in times.items() if day == today}
        for level, time in tried.items():
            entry = TimeEntry(time or 0, player.id, player.name)
            on, solved = OnDay(today, level), time is not None
            await self._enter(groups, RankedTry(on, entry, now, solved, dailies.is_listed(on)))
        if tried:
            await self._unless_kept_out(player.id, groups, today, now)

    async def ended(self, tried: RankedTry) -> None:
        """Enter a ranked try in the tables of its player's groups."""
        player = tried.entry.player
        dailies = await self._store.view(player_space(player), read_dailies)
        if not dailies.unlisted:
            await self._enter(dailies.groups, tried)
            await self._unless_kept_out(player, dailies.groups, tried.on.day, tried.at)

    async def _unless_kept_out(
        self, player: str, groups: tuple[str, ...], day: int, at: int
    ) -> None:
        """Take a player off the tables of a day again, if by now they are to be in none."""
        if await is_kept_out(self._store, player, at):
            for group in groups:
                strike = f"strike:{next(self._tokens)}"
                await strike_off(self._store, group, player, day, strike)

    async def _enter(self, groups: tuple[str, ...], tried: RankedTry) -> None:
        on = tried.on
        put = partial(put_result, on=on, entry=tried.shown, solved=tried.solved)

        async def wish(chat: str, _number: int) -> None:
            wished = staying(partial(_wish, chat=chat, day=on.day))
            await self._store.update(chat_space(chat), f"wish:{on.day}", wished)

        for group in groups:
            # There is but one ranked try: what enters it a second time changes nothing.
            operation = f"{on.level}:{tried.entry.player}"
            await self._store.update(group_space(on.day, group), operation, put)
            await follow(self._store, group, 0, wish)


def _join(documents: Documents, _now: int, *, groups: tuple[str, ...]) -> Decision[None]:
    before = read_dailies(documents)
    after = before.joining(groups)
    return Decision(None, {} if after is before else {DAILIES: Write(after)})


def _cut(documents: Documents, _now: int, *, left: tuple[str, ...]) -> Decision[None]:
    before = read_dailies(documents)
    after = before.without_groups(left)
    # Of who was deleted meanwhile nothing is left to cut, and what is kept of them expires.
    return Decision(None, {} if after == before else {DAILIES: Write(after)})


def _wish(documents: Documents, _now: int, *, chat: str, day: int) -> Decision[None]:
    """Have the table of ``day`` sent when that is over, where the chat wants it."""
    digests = read_digests(documents)
    if not read_chat(documents).settings.table or digests.wished >= day:
        return Decision(None)
    wished = {DIGESTS: Write(replace(digests, wished=day))}
    return Decision(None, wished, [DayOver(chat, day)])
