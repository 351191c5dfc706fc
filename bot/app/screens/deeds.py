"""Deeds: what the moves of one request did together, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from bot.app.documents.state import Session
from bot.app.screens.blindfold import told_numbers
from bot.i18n import Text
from core.game import Played, Refusal
from core.grid import Cell


class Tally(Struct, frozen=True):
    """What the moves of one request did together."""

    session: Session
    opened: tuple[Cell, ...] = ()
    exploded: tuple[Cell, ...] = ()
    flagged: tuple[Cell, ...] = ()
    unflagged: tuple[Cell, ...] = ()
    refused: tuple[tuple[Cell, Refusal], ...] = ()
    passed: tuple[Cell, ...] = ()
    """Cells of a range or list in which there was nothing to do."""
    warned: Cell | None = None
    """A cell that was not opened, because it is certainly a mine."""

    def add(self, played: Played) -> Tally:
        """Return the tally with what another move did."""
        return replace(
            self,
            session=replace(self.session, game=played.game),
            opened=self.opened + played.opened,
            exploded=self.exploded + played.exploded,
            flagged=self.flagged + played.flagged,
            unflagged=self.unflagged + played.unflagged,
        )

    @property
    def changed(self) -> frozenset[Cell]:
        """The cells that look different now."""
        return frozenset(self.opened + self.exploded + self.flagged + self.unflagged)


def deeds(session: Session, tally: Tally) -> Iterator[Text]:
    """Say what was done."""
    name = session.game.rules.grid.name
    if tally.exploded:
        names = tuple(map(name, tally.exploded))
        yield Text("played.exploded", cells=names, count=len(names))
        if session.game.lives_left > 0:
            yield Text("played.lives", count=session.game.lives_left)
    opened = () if session.game.rules.blindfold else tally.opened
    if session.game.rules.blindfold and tally.opened:
        yield from told_numbers(session.game.board, tally.opened)
    counts = {"opened": opened, "flagged": tally.flagged, "unflagged": tally.unflagged}
    for deed, cells in counts.items():
        if cells:
            yield Text(f"played.{deed}", count=len(cells), cell=name(cells[0]))
    if session.game.rules.drifting and tally.opened and not session.game.outcome:
        yield Text("played.drifted")


def refusals(tally: Tally) -> tuple[Text, ...]:
    """Say why the first move was refused, and how many more were.

    That a cell was open already is said only where nothing else was done: a range names many.
    """
    refused = [r for r in tally.refused if r[1] is not Refusal.ALREADY_OPEN or not tally.changed]
    if not refused:
        return () if tally.changed or not tally.passed else (_nothing_closed(tally),)
    cell, reason = refused[0]
    name = tally.session.game.rules.grid.name(cell)
    first = Text(f"refused.{reason}", cell=name)
    more = len(refused) - 1
    return (first, Text("refused.more", count=more)) if more else (first,)


def _nothing_closed(tally: Tally) -> Text:
    """Say why a range or a list did nothing."""
    flagged = tally.session.game.board.flagged
    is_open = not any(flagged[cell] for cell in tally.passed)
    return Text("refused.all_open" if is_open else "refused.none_closed")
