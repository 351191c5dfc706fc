"""``curve``: how often games are won as the number of mines grows, as a table and a picture."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from core.cli.board import DEFAULT, add_first, first_cell
from core.cli.layouts import Series, drawn
from core.cli.picture import Curve, Point, draw
from core.cli.play import GUESSES, play, success
from core.cli.values import number_of_games, opened, seed_of_layouts, threads, whole
from core.rules import FirstOpen, Rules
from core.solver.policy import POLICIES

PUBLISHED: Final = MappingProxyType({(10, 10): (Point(10, 95.0), Point(20, 30.0))})
"""By rows and columns: about how often the solver of the first write-up won (mines, percent)."""


def add_curve(commands: Any) -> None:
    """Add the command to argparse's ``commands``."""
    parser = commands.add_parser("curve", help="success by the number of mines: table, picture")
    parser.add_argument("--rows", type=whole, default=10, help=DEFAULT)
    parser.add_argument("--cols", type=whole, default=10, help=DEFAULT)
    parser.add_argument(
        "--mines",
        type=mine_range,
        default=range(10, 36),
        metavar="FROM-TO",
        help="numbers of mines; default: 10-35",
    )
    add_first(parser, None, "default: both")
    parser.add_argument(
        "--games", type=number_of_games, default=1000, help=f"games for each point, {DEFAULT}"
    )
    parser.add_argument(
        "--seed", type=seed_of_layouts, default=1, help=f"of the layouts, {DEFAULT}"
    )
    parser.add_argument("--policy", choices=sorted(POLICIES), default="default", help=GUESSES)
    parser.add_argument("--workers", type=threads, default=1, help=f"threads, {DEFAULT}")
    parser.add_argument("--picture", type=Path, help="write the picture, SVG, to this file")
    parser.add_argument("--json", action="store_true", help="one JSON object, not a table")
    parser.set_defaults(run=run)


def mine_range(text: str) -> range:
    """Return the numbers of mines that ``text``, "FROM-TO" or one number, stands for."""
    low, dash, high = text.partition("-")
    mines = range(whole(low), whole(high if dash else low) + 1)
    if not mines:
        raise argparse.ArgumentTypeError(f"{text} is empty")
    return mines


def run(options: argparse.Namespace) -> int:
    """Play the games, print the table and write the picture."""
    firsts = [options.first] if options.first else list(FirstOpen)
    # All rules are made, and the file is opened, before a game is played: neither fails later.
    series = {
        first: [_series(options, first, mines) for mines in options.mines] for first in firsts
    }
    published = PUBLISHED.get((options.rows, options.cols), ())
    with opened(options.picture) as write:
        curves = [
            Curve(f"first open: {first}", tuple(_point(options, one) for one in several))
            for first, several in series.items()
        ]
        title = f"Games won on {options.rows}x{options.cols} by the number of mines"
        try:
            print(_json(curves, published) if options.json else _table(curves, published))
        finally:
            write(draw(title, curves, published))
    return 0


def _series(options: argparse.Namespace, first: FirstOpen, mines: int) -> Series:
    rules = Rules(options.rows, options.cols, mines, first)
    return Series(rules, first_cell(options.start, rules), options.games)


def _point(options: argparse.Namespace, series: Series) -> Point:
    policy = POLICIES[options.policy]
    won, _ = play(series, drawn(series, options.seed), policy, options.workers)
    return Point(series.rules.mines, *success(won))


def _json(curves: list[Curve], published: tuple[Point, ...]) -> str:
    plain = {
        curve.name: [[point.mines, point.rate, point.error] for point in curve.points]
        for curve in (*curves, Curve("published", published))
    }
    return json.dumps(plain)


def _table(curves: list[Curve], published: tuple[Point, ...]) -> str:
    known = {point.mines: f"about {point.rate:.0f}" for point in published}
    head = ["mines", *(f"{curve.name}, %" for curve in curves), "published, %"]
    rows = [head, ["---:"] * len(head)]
    for points in zip(*(curve.points for curve in curves), strict=True):
        rates = (f"{point.rate:.2f} ± {point.error:.2f}" for point in points)
        rows.append([str(points[0].mines), *rates, known.get(points[0].mines, "")])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
