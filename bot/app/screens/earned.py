"""What a finished board says of achievements."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.documents.state import Session
from bot.i18n import Text


def earned_texts(session: Session) -> Iterator[Text]:
    """Say who has achieved what."""
    for seat in dict.fromkeys(seat for seat, _ in session.earned):
        what = tuple(Text(f"achievement.{each}") for at, each in session.earned if at == seat)
        yield Text("achievement.earned", name=session.names[seat], what=what)
