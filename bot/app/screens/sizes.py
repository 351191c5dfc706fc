"""Sizes: levels, rows, columns and mines, as texts tell them."""

from __future__ import annotations

from bot.i18n import Arg, Text
from core.rules import Level, Rules, level_name


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
