"""``generate``: layouts as text, solvable without a guess or not."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random, SystemRandom
from time import perf_counter
from typing import Any

from core.board import Board
from core.cli.aside import aside
from core.cli.board import DEFAULT, add_board, first_cell, rules_of
from core.cli.values import number_of_games, seed_of_layouts
from core.generate import Generated, NotGenerated, Proof, Why, no_guess, prove, uniform, warm
from core.grid import Cell, Grid
from core.layers import in_digits, inverse, where
from core.minefield import Minefield
from core.rules import FirstOpen, Rules


def add_generate(commands: Any) -> None:
    """Add the command to argparse's ``commands``."""
    parser = commands.add_parser("generate", help="print layouts, no-guess or not")
    add_board(parser, FirstOpen.OPENING)
    parser.add_argument(
        "--count", type=number_of_games, default=1, help=f"how many layouts, {DEFAULT}"
    )
    parser.add_argument("--seed", type=seed_of_layouts, help="default: different at every run")
    parser.add_argument("--no-guess", action="store_true", help="layouts that logic solves")
    parser.add_argument("--proof", action="store_true", help="print how logic solves each")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object a line")
    form.add_argument("--hex", action="store_true", help="as play --layouts reads them")
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Layout:
    """A generated layout opened at ``first``, and how many ms it took."""

    first: Cell
    generated: Generated
    ms: float


def run(options: argparse.Namespace) -> int:
    """Print the layouts; the exit code is 1 if one could not be found."""
    if options.hex and options.proof:
        raise ValueError("--hex prints what play --layouts reads, which no --proof is part of")
    rules = rules_of(options)
    first = first_cell(options.start, rules)
    aside(warm)  # so that the first layout's time is its own
    # Reproducible layouts are for tests and measurements, where a seed is asked for.
    rng = SystemRandom() if options.seed is None else Random(options.seed)  # noqa: S311 - as said
    if options.hex:
        print(_header(rules, first, options.count))
    for number in range(1, options.count + 1):
        found = aside(_layout, rules, first, rng, guess_free=options.no_guess)
        if isinstance(found, NotGenerated):
            print(_none_found(number, found), file=sys.stderr)
            return 1
        for line in _lines(found, number, options):
            print(line)
    return 0


def _none_found(number: int, found: NotGenerated) -> str:
    likelier = "a larger board" if found.why is Why.TOO_SMALL else "a larger board or fewer mines"
    return (
        f"layout {number}: none that logic solves was found in {found.tries} tries; "
        f"{likelier} would make it likelier"
    )


def _layout(rules: Rules, first: Cell, rng: Random, *, guess_free: bool) -> Layout | NotGenerated:
    started = perf_counter()
    found = (
        no_guess(rules, first, rng)
        if guess_free
        else Generated(uniform(rules, first, rng), adjusted=False, tries=1)
    )
    ms = 1000 * (perf_counter() - started)
    return found if isinstance(found, NotGenerated) else Layout(first, found, ms)


def _header(rules: Rules, first: Cell, count: int) -> str:
    row, col = rules.grid.row_col(first)
    rule = "S" if rules.first_open is FirstOpen.SAFE else "Z"
    return f"{rules.cols} {rules.rows} {rules.mines} {col} {row} {rule} {count}"


def _lines(layout: Layout, number: int, options: argparse.Namespace) -> Iterator[str]:
    minefield = layout.generated.minefield
    proof = aside(prove, minefield, layout.first) if options.proof else None
    if options.hex:
        yield in_digits(minefield.mines, 4)
    elif options.json:
        yield json.dumps(_plain(layout, proof, asked=options.proof))
    else:
        yield _title(layout, number)
        yield str(_shown(minefield))
        if options.proof:
            yield from _told(proof, minefield.grid)


def _title(layout: Layout, number: int) -> str:
    generated = layout.generated
    kind = "adjusted" if generated.adjusted else "uniform"
    first = generated.minefield.grid.name(layout.first)
    return f"layout {number}: first {first}, {kind}, tries {generated.tries}, {layout.ms:.1f} ms"


def _shown(minefield: Minefield) -> Board:
    """Return the board with everything shown."""
    opened = inverse(minefield.mines)
    numbers, count = where(minefield.numbers, opened), minefield.mines.count(1)
    return Board(minefield.grid, count, opened, numbers, shown=minefield.mines)


def _plain(layout: Layout, proof: Proof | None, *, asked: bool) -> dict[str, Any]:
    grid = layout.generated.minefield.grid
    plain: dict[str, Any] = {
        "rows": str(_shown(layout.generated.minefield)).split("\n")[1:],
        "first": list(grid.row_col(layout.first)),
        "adjusted": layout.generated.adjusted,
        "tries": layout.generated.tries,
        "ms": round(layout.ms, 3),
    }
    return plain | {"proof": _steps(proof, grid)} if asked else plain


def _steps(proof: Proof | None, grid: Grid) -> list[dict[str, Any]] | None:
    """Return the steps with cells as [row, column]; None where logic does not solve the layout."""
    if proof is None:
        return None
    return [
        {
            "cells": [list(grid.row_col(cell)) for cell in step.reason.cells],
            "are": step.reason.conclusion.value,
            "kind": step.reason.kind.value,
            "clues": [list(grid.row_col(clue)) for clue in step.reason.clues],
            "counting": step.reason.counting,
            "opened": [list(grid.row_col(cell)) for cell in step.opened],
        }
        for step in proof.steps
    ]


def _told(proof: Proof | None, grid: Grid) -> Iterator[str]:
    if proof is None:
        yield "no proof: logic does not solve this layout"
        return
    whole = "" if proof.steps else ", all that is safe"
    yield f"0. {grid.name(proof.first)} is opened first: opens {len(proof.opened)}{whole}"
    for number, step in enumerate(proof.steps, 1):
        reason = step.reason
        cells, clues = (" ".join(map(grid.name, some)) for some in (reason.cells, reason.clues))
        count = " and the mines left" if reason.counting else ""
        opens = f": opens {len(step.opened)}" if step.opened else ""
        shown = f"{reason.conclusion.value} by {reason.kind.value}"
        yield f"{number}. {cells} {shown} {clues}{count}{opens}"
