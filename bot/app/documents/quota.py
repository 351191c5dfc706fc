"""Quota: how many games a player may start in a short time, in all chats together."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.requests import actions, board_actions
from bot.app.requests.coach_actions import Solve, Solving
from bot.app.requests.wish import is_granted

QUOTA: Final = "quota"
"""The name of the document that counts a player's games."""
BURST: Final = 30
"""Games that may be started at once."""
INTERVAL_MS: Final = 2000
"""The time between games in the long run; even the smallest takes the quickest player longer."""

_ON_QUOTA: Final = (
    actions.Again,
    actions.Learn,
    board_actions.PlayShared,
    board_actions.PlayCode,
    board_actions.Challenge,
    board_actions.JoinDuel,
    board_actions.Rematch,
    board_actions.NewTournament,
    board_actions.NextRound,
)
"""Actions that always start a game; a new game only does if there are rules for what is wished."""


class Quota(Struct, frozen=True, array_like=True):
    """What a player has used up, by the generic cell rate algorithm (ITU-T I.371)."""

    due: int = 0
    """When the next game would be due if there were no bursts, in ms since the epoch."""

    def wait(self, now: int) -> int:
        """Return the ms until another game may be started."""
        return max(self.due - (BURST - 1) * INTERVAL_MS - now, 0)

    def charge(self, now: int) -> Quota:
        """Return what is used up when a game is started at ``now``."""
        return Quota(max(self.due, now) + INTERVAL_MS)


def may_start(action: actions.Action) -> bool:
    """Tell whether ``action`` starts a game, unless it is refused where it is asked for."""
    if isinstance(action, actions.NewGame):
        return is_granted(action.wish)
    if isinstance(action, Solve):
        return action.how is Solving.FRESH
    return isinstance(action, _ON_QUOTA)


def charge(documents: Documents, now: int) -> Decision[int]:
    """Count a game, unless the player has to wait; the reply is for how many ms."""
    quota = read_as(documents, QUOTA, Quota) or Quota()
    if wait := quota.wait(now):
        return Decision(wait)
    after = quota.charge(now)
    # Once the time that is due has passed, the document says no more than if there were none.
    return Decision(0, {QUOTA: Write(after, -(-(after.due - now) // 1000))})
