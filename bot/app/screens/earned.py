"""What a finished board says of achievements."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.documents.achievements import Achievement
from bot.app.documents.state import Session
from bot.i18n import Text


def earned_texts(session: Session) -> Iterator[Text]:
    """Say who has achieved what."""
    for seat in dict.fromkeys(seat for seat, _ in session.earned):
        known = [each for each in Achievement if (seat, each) in session.earned]
        what = tuple(Text(f"achievement.{each}") for each in known)
        if what:  # else it is known to a newer version alone
            yield Text("achievement.earned", name=session.names[seat], what=what)
