"""The board of a command and the first cell of its games, from the command line."""

from __future__ import annotations

import argparse
from typing import Final

from core.cli.values import first_open, whole
from core.grid import Cell
from core.rules import FirstOpen, Rules

LARGE: Final = 16
"""Columns above which (3, 3) is a better start than (2, 2) under the opening rule."""

DEFAULT: Final = "default: %(default)s"
"""Help that argparse completes."""


def add_board(parser: argparse.ArgumentParser, rule: FirstOpen) -> None:
    """Add the options of a board, 30x16/99 under ``rule`` if none is given."""
    parser.add_argument("--rows", type=whole, default=16, help=DEFAULT)
    parser.add_argument("--cols", type=whole, default=30, help=DEFAULT)
    parser.add_argument("--mines", type=whole, default=99, help=DEFAULT)
    add_first(parser, rule, DEFAULT)


def add_first(parser: argparse.ArgumentParser, rule: FirstOpen | None, by_default: str) -> None:
    """Add the options of the first cell, opened under ``rule`` if none is given."""
    kept = f"the first cell is no mine (safe), nor is any beside it (opening); {by_default}"
    parser.add_argument("--first", type=first_open, default=rule, choices=FirstOpen, help=kept)
    start = (
        "first cell, row and column counted from 0; default: the corner for safe, for opening "
        f"2,2, or 3,3 on more than {LARGE} columns"
    )
    parser.add_argument("--start", metavar="R,C", help=start)


def rules_of(options: argparse.Namespace) -> Rules:
    """Return the rules that the options of ``add_board`` say; RulesError if there are none such."""
    return Rules(options.rows, options.cols, options.mines, options.first)


def first_cell(text: str | None, rules: Rules) -> Cell:
    """Return the cell that ``text``, "R,C" counted from 0, names; ValueError if it names none.

    By default the corner, or under the opening rule where an opening is likely to lead far.
    """
    if text is not None:
        return _named(text, rules)
    if rules.first_open is FirstOpen.SAFE:
        return 0
    inward = 3 if rules.cols > LARGE else 2
    return rules.grid.cell(min(inward, rules.rows - 1), min(inward, rules.cols - 1))


def _named(text: str, rules: Rules) -> Cell:
    row, _, col = text.partition(",")
    try:
        return rules.grid.cell(int(row), int(col))
    except (ValueError, IndexError) as error:
        raise ValueError(f"--start {text!r} is no cell of the board") from error
