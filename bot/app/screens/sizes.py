"""Sizes: levels, rows, columns and mines, as texts tell them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Arg, Text
from core.rules import FirstOpen, Level, Rules, level_name


def sized(rules: Rules) -> dict[str, Arg]:
    """Return the arguments of a text that tells how large a board of ``rules`` is."""
    return {
        "level": Text(f"level.{level_name(rules)}"),
        "rows": rules.rows,
        "cols": rules.cols,
        "mines": rules.mines,
    }


def level_text(level: Level) -> Text:
    """Return ``level`` with its size, as it stands among those to choose from."""
    mines = f"{level.mines}–{level.most_mines}" if level.most_mines else str(level.mines)
    name = Text(f"level.{level.name}")
    return Text("levels.button", level=name, rows=level.rows, cols=level.cols, mines=mines)


def rules_texts(rules: Rules, *, tapped: bool) -> Iterator[Text]:
    """Say what a new game is, and what is special about it; without commands where it is tapped."""
    how = "_tapped" if tapped else ""
    yield Text("newgame.started", **sized(rules))
    if rules.first_open is FirstOpen.SAFE:
        yield Text("newgame.safe")
    if rules.lives > 1:
        both = f"casual_lives{how}" if rules.undo else "lives"
        yield Text(f"newgame.{both}", count=rules.lives)
    elif rules.undo:
        yield Text(f"newgame.casual{how}")
    if rules.no_guess:
        yield Text(f"newgame.no_guess{how}")
    if rules.drifting:
        yield Text("newgame.drifting")


def begun_texts(rules: Rules) -> Iterator[Text]:
    """Say what is special about a board whose first cell is open, and which is casual anyway."""
    if rules.lives > 1:
        yield Text("newgame.lives_each", count=rules.lives)
    if rules.no_guess:
        yield Text("newgame.no_guess")
