"""Seats that no person takes, and who has given a game up."""

from __future__ import annotations

from typing import Final

from bot.app.documents.duel import InDuel
from bot.app.documents.state import Session
from bot.app.requests.request import Player
from core.move import GiveUp

SOLVER: Final = Player("solver", "🤖")
"""Who makes the solver's moves; a game counts for those alone who opened cells themselves."""
NOBODY: Final = "deleted"
"""The id of an owner whose data were deleted; ids in seats that were emptied begin with it."""
NAMELESS: Final = "?"
"""What players are called whose data were deleted."""


def emptied(code: str) -> str:
    """Return the id in a seat that was emptied, which ``code`` sets apart from others."""
    return f"{NOBODY}:{code}"


def is_emptied(player: str) -> bool:
    """Tell whether ``player`` is the id in a seat that was emptied."""
    return player.startswith(f"{NOBODY}:")


def is_gone(duel: InDuel) -> bool:
    """Tell whether the data of the other player were deleted: by the name it could be anybody."""
    return duel.rival_at is None or is_emptied(duel.rival_at[0])


def is_person(player: str) -> bool:
    """Tell whether ``player`` is the id of somebody who is known."""
    return player not in {SOLVER.id, NOBODY} and not is_emptied(player)


def others_in(session: Session, player: str) -> set[str]:
    """Return the ids of those beside ``player`` who play on a game and are known."""
    return {each for each in session.players if is_person(each)} - {player}


def is_of_others(session: Session, player: str) -> bool:
    """Tell whether somebody known beside ``player`` plays on a game, or alone has a part in it."""
    is_anothers = not session.is_of(player) and is_person(session.owner)
    return is_anothers or bool(others_in(session, player))


def given_up_by(session: Session) -> set[int]:
    """Return the index of the player who gave the game up, if somebody did."""
    return {timed.by for timed in session.game.history[-1:] if isinstance(timed.move, GiveUp)}
