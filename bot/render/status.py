"""Status: what is said in a line above every board."""

from __future__ import annotations

from bot.app.screens.people import first_named
from bot.app.screens.screen import Screen
from bot.app.screens.times import duration
from bot.i18n import Text


def status_texts(screen: Screen) -> list[Text]:
    """Return the parts of the status line: game, mines, time, mode and what else applies."""
    texts = [
        Text("board.game", number=screen.number, level=Text(f"level.{screen.level}")),
        Text("board.mines_left", count=screen.board.mines_left),
        Text("board.time", time=duration(screen.elapsed)),
    ]
    if screen.face.is_end:
        texts.append(Text(f"board.{screen.face}"))
    elif not screen.over:
        texts.append(Text("board.mode_flag" if screen.flagging else "board.mode_open"))
    if screen.rules.no_guess:
        texts.append(Text("board.adjusted" if screen.adjusted else "board.no_guess"))
    modes = [mode for mode in ("drifting", "blindfold") if getattr(screen.rules, mode)]
    texts += [Text(f"board.{mode}") for mode in modes]
    if screen.rules.lives > 1:
        texts.append(Text("board.lives", count=screen.lives))
    if screen.scanned:
        texts.append(Text("board.scanned"))
    texts += filter(None, (screen.rival, screen.round))
    if screen.undone:
        texts.append(Text("board.undone", count=screen.undone))
    if len(screen.players) > 1 and screen.mover is not None:
        texts.append(Text("group.mover", name=screen.mover))
    return texts


def beside_texts(screen: Screen, *, drawn: bool = False) -> list[Text]:
    """Return the sentences that belong to a board: what the lesson asks for, who played.

    Where the board is text, or is ``drawn`` as such, its sign for a good start is explained, unless
    the start is marked: then the texts beside the board are about it.
    """
    start = screen.start if drawn or screen.text_only else None
    texts = []
    if screen.lesson:
        texts.append(screen.lesson)
    elif start is not None and start not in screen.marked:
        named = Text("alt.start", cell=screen.board.grid.name(start))
        texts.append(screen.coordinates.spell(named))
    texts += screen.verdict
    if screen.opened:
        texts.append(Text("group.opened", shares=first_named(screen.opened)))
    elif screen.over and len(screen.players) > 1:
        texts.append(Text("group.players", names=first_named(screen.players)))
    texts += screen.earned  # last: a line for each of a crowd may leave no room for what follows
    return texts
