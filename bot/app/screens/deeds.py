"""Deeds: what the moves of one request did together, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.documents.state import Session
from bot.app.requests.actions import Press
from bot.app.requests.request import Request
from bot.app.screens.blindfold import told_numbers
from bot.i18n import Text
from core.game import Game, Played
from core.grid import Cell
from core.move import Refusal

_TYPED: Final = frozenset({"finished", "flagged"})
"""Refusals that tell what to type."""
_IDLE: Final = frozenset({Refusal.ALREADY_OPEN, Refusal.ALREADY_FLAGGED, Refusal.NOT_FLAGGED})
"""Refusals of cells at which there was nothing to do."""


class Deeds(Struct, frozen=True):
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

    def add(self, played: Played) -> Deeds:
        """Return the deeds with what another move did."""
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


def deed_texts(deeds: Deeds) -> Iterator[Text]:
    """Say what was done."""
    game = deeds.session.game
    name = game.rules.grid.name
    if deeds.exploded:
        names = tuple(map(name, deeds.exploded))
        yield Text("played.exploded", cells=names, count=len(names))
        if game.lives_left > 0:
            yield Text("played.lives", count=game.lives_left)
    opened = () if game.rules.blindfold else deeds.opened
    if game.rules.blindfold and deeds.opened:
        yield from told_numbers(game.board, deeds.opened)
    counts = {"opened": opened, "flagged": deeds.flagged, "unflagged": deeds.unflagged}
    for deed, cells in counts.items():
        if cells:
            yield Text(f"played.{deed}", count=len(cells), cell=name(cells[0]))
    if deeds.opened or deeds.exploded:
        yield from drift_texts(game)


def drift_texts(game: Game) -> Iterator[Text]:
    """Say that mines may have moved, after cells of ``game`` were opened."""
    if game.rules.drifting and not game.outcome:
        yield Text("played.drifted")


def refusals(deeds: Deeds, request: Request) -> tuple[Text, ...]:
    """Say why the first move was refused, and how many more were; as ``refusal_text``.

    That there was nothing to do at a cell is said only where nothing was done elsewhere: a range
    names many. Who taps a flag is not told what to type: in Discord's groups no cell can be.
    """
    refused = [each for each in deeds.refused if each[1] not in _IDLE or not deeds.changed]
    if not refused:
        return () if deeds.changed or not deeds.passed else (_nothing_closed(deeds),)
    cell, reason = refused[0]
    name = deeds.session.game.rules.grid.name(cell)
    is_pressed = reason is Refusal.FLAGGED and isinstance(request.action, Press)
    tapped = request.chat.passing or is_pressed
    first = refusal_text(deeds.session, reason, name, tapped=tapped)
    more = len(refused) - 1
    return (first, Text("refused.more", count=more)) if more else (first,)


def refusal_text(session: Session, reason: Refusal, cell: str = "", *, tapped: bool) -> Text:
    """Say why something was refused on the game of ``session``; about ``cell`` if it was for one.

    ``tapped``: what to type is not told, because nothing can be typed here.
    """
    is_between = reason is Refusal.FINISHED and session.has_next_round
    key = "finished_round" if is_between else str(reason)
    if reason is Refusal.FLAGS_DIFFER and any(session.game.exploded):
        key = "flags_differ_exploded"  # which count as flags do
    way = "_tapped" if tapped and key in _TYPED else ""
    return Text(f"refused.{key}{way}", cell=cell)


def _nothing_closed(deeds: Deeds) -> Text:
    """Say why a range or a list did nothing."""
    flagged = deeds.session.game.board.flagged
    is_open = not any(flagged[cell] for cell in deeds.passed)
    return Text("refused.all_open" if is_open else "refused.none_closed")
