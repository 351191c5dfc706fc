"""``analyse``: positions as JSON lines in, probabilities, best move and reasons as JSON lines out.

Input: ``width`` and ``height``, 100 at most, ``mines`` and ``rows``, with ``#`` for a closed cell
and digits for open ones. Output, a line for each that is not empty, in order: ``p`` row by row
(null on open cells), ``exact``, ``error_bar`` (how far ``p`` may be off), ``solutions`` (a decimal
string; an estimate unless ``exact``), ``safe``, ``mines_found``, ``best``, ``win``, ``win_exact``,
``candidates``, ``reasons`` and ``guess``; ``error`` alone, a sentence, for what is no possible
position. Cells are [row, column] from 0.

``candidates``, best first: each ``cell`` with its chances to be ``safe`` and to ``win`` the game,
the latter exact if ``win_exact``; ``progress``, the chance that it is safe and a certain cell
follows, and ``dead``, whether it shows the same number in every layout: both null if its numbers
were not looked into.
``reasons`` of the certain cells: ``cells`` are what ``conclusion`` says by the numbers on ``clues``
alone, if ``counting`` by the number of mines too; ``minimal`` if no clue can be left out. ``kind``,
``pattern`` and ``steps`` tell how.

``guess`` is why the best cell is the one to guess, null where a cell is certainly safe or none is
left: its ``kind``, the cell ``chosen``, the ``others`` compared with it, each with its chances to
be ``safe`` and to ``win`` the game, and whether the latter is ``exact``.
Kinds: ``fifty_fifty`` (no number can ever tell the cell from another), ``pseudo`` (a mine on it
would make a 50/50, of the cells ``fifty``, which has to be guessed anyway, so guessing now hardly
ever costs anything), ``safest``, ``progress`` (as safe as others, it helps more with what comes
next), ``win`` (less safe than another, but the best chance to win; for certain if it is ``exact``).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final

from core.board import Board
from core.cli.aside import aside
from core.cli.layouts import SHOWN
from core.cli.values import milliseconds
from core.grid import Cell, Grid
from core.rules import MAX_SIDE
from core.solver import Advice, Analysis, Candidate, advise, analyse, warm
from core.solver.advice import BUDGET
from core.solver.explain import explain_all
from core.solver.guess import guess_reason
from core.solver.kernels.guess import Policy
from core.solver.policy import DEFAULT, deeper
from core.solver.reason import GuessReason, Option
from core.solver.workspace import MOST_ROOM

MARKS = frozenset("#012345678")

LONGEST: Final = 1 << 24
"""Bytes of a line at most: the largest position with its map takes a few hundred thousand."""


def add_analyse(commands: Any) -> None:
    """Add the command to argparse's ``commands``."""
    parser = commands.add_parser(
        "analyse",
        help="analyse positions given as JSON lines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, help="default: standard input")
    parser.add_argument("--no-best", action="store_true", help="the map alone")
    parser.add_argument(
        "--budget-ms",
        type=milliseconds,
        default=1000 * BUDGET,
        help="time for the best move, not for the reasons, which have a bound of their own; the "
        "more, the wider a frontier is solved, up to 4000",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer every line of the input in order."""
    if not options.no_best:
        aside(warm)  # loading the kernels is none of the first position's time
    with _opened(options.file) as file:
        for answer in answers(_lines(file), options.budget_ms, best=not options.no_best):
            print(json.dumps(answer, allow_nan=False), flush=True)
    return 0


def _opened(file: Path | None) -> AbstractContextManager[BinaryIO]:
    if file is not None:
        return file.open("rb")
    if sys.stdin is None:
        raise ValueError("standard input is closed: name a file")
    return nullcontext(sys.stdin.buffer)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of ``file``; of one that is too long the beginning, as much as shows that."""
    while line := file.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


def answers(lines: Iterable[bytes], budget_ms: float, *, best: bool) -> Iterator[dict[str, Any]]:
    """Yield an answer for each of ``lines`` that is not empty."""
    for line in lines:
        if len(line) > LONGEST:
            yield {"error": f"a line has {LONGEST} bytes at most"}
        elif line.removeprefix(BOM_UTF8).strip():
            try:
                yield aside(_answer, read_board(line), budget_ms, best=best)
            except ValueError as error:
                yield {"error": str(error)}


def read_board(line: bytes) -> Board:
    """Read one position, in UTF-8; ValueError names what is wrong with it."""
    data = _parsed(line)
    if not isinstance(data, dict):
        raise ValueError("a position is an object")  # noqa: TRY004 - foreign input: a ValueError
    if missing := {"width", "height", "mines", "rows"} - data.keys():
        raise ValueError(f"missing: {', '.join(sorted(missing))}")
    width, height, mines, rows = (data[key] for key in ("width", "height", "mines", "rows"))
    if not all(type(value) is int for value in (width, height, mines)):
        raise ValueError("width, height and mines are whole numbers")
    if min(width, height) < 1 or mines < 0:
        raise ValueError("width and height are 1 at least, mines 0")
    # Larger boards than games have would take minutes and gigabytes.
    if max(width, height) > MAX_SIDE:
        raise ValueError(f"width and height are {MAX_SIDE} at most")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ValueError("rows are a list of strings")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"rows must be {height} strings of {width} marks")
    _check_marks(rows)
    if mines > width * height:
        raise ValueError(f"mines are {width * height} at most, the cells there are")
    return Board.parse("\n".join([f"{height}x{width}/{mines}", *rows]))


def _check_marks(rows: Iterable[str]) -> None:
    """Raise ValueError at the first mark that is none; of garbage all would fill a screen."""
    for row, marks in enumerate(rows):
        for col, mark in enumerate(marks):
            if mark not in MARKS:
                wrong = f"{mark!r} at [{row}, {col}] is no mark"
                raise ValueError(f"{wrong}: # is closed, 0 to 8 are open")


def _parsed(line: bytes) -> object:
    """Return the JSON of a line; ValueError says where it is none."""
    try:
        text = line.decode().removeprefix("\ufeff").rstrip(" \t\r\n")
        return json.loads(text, object_pairs_hook=_each_once, parse_int=_whole)
    except UnicodeDecodeError as error:
        message = f"a position is in UTF-8: this line goes wrong at byte {error.start + 1}"
        raise ValueError(message) from None
    except json.JSONDecodeError as error:
        message = f"a position is an object in JSON: this line goes wrong at column {error.pos + 1}"
        raise ValueError(message) from None
    except RecursionError:
        raise ValueError("a position is not nested so deeply") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return ``pairs`` as an object; ValueError where which of two values is meant is not clear."""
    found = dict[str, Any]()
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name[:SHOWN]!r} is there twice")
        found[name] = value
    return found


def _whole(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # Python's own words are about settings of Python
        raise ValueError("a number has too many digits") from None


def policy_of(budget_ms: float) -> Policy:
    """Return the default policy, or one that searches more where there is more time than usual.

    As ``play`` does, but for the layouts of a narrow search: one that time cuts short finds
    nothing, so for each second it gets no more of them than the default does.
    """
    times = budget_ms / (1000 * BUDGET)
    if times <= 1.0:
        return DEFAULT
    longer = deeper(DEFAULT, budget_ms)
    return longer._replace(narrow=int(min(times * DEFAULT.narrow, longer.narrow)))


def room_of(budget_ms: float) -> int:
    """Return the room for frontiers too wide for the usual one, where there is more time."""
    times = int(min(budget_ms / (1000 * BUDGET), MOST_ROOM))
    return 1 << max(times.bit_length() - 1, 0)


def _answer(board: Board, budget_ms: float, *, best: bool) -> dict[str, Any]:
    room = room_of(budget_ms)
    if not best:
        return _map(board.grid, analyse(board, room))
    advice = advise(board, budget_ms / 1000, policy_of(budget_ms), room)
    return _map(board.grid, advice.analysis) | _move(board, advice)


def _map(grid: Grid, analysis: Analysis) -> dict[str, Any]:
    chances = analysis.probabilities.tolist()
    return {
        "p": [None if math.isnan(chance) else chance for chance in chances],
        "exact": analysis.exact,
        "error_bar": analysis.error_bar,
        "solutions": str(analysis.layouts),
        "safe": _places(grid, analysis.safe),
        "mines_found": _places(grid, analysis.mines),
    }


def _move(board: Board, advice: Advice) -> dict[str, Any]:
    grid = board.grid
    guess = guess_reason(advice)
    return {
        "best": list(grid.row_col(advice.best.cell)) if advice.best else None,
        "win": advice.win,
        "win_exact": advice.win_exact,
        "candidates": [_option(candidate, grid) for candidate in advice.candidates],
        "reasons": list(_reasons(board, advice.analysis)),
        "guess": _guess(guess, grid) if guess else None,
    }


def _guess(guess: GuessReason, grid: Grid) -> dict[str, Any]:
    return {
        "kind": guess.kind.value,
        "chosen": _option(guess.chosen, grid),
        "others": [_option(other, grid) for other in guess.others],
        "fifty": _places(grid, guess.fifty),
    }


def _option(option: Candidate | Option, grid: Grid) -> dict[str, Any]:
    return asdict(option) | {"cell": list(grid.row_col(option.cell))}


def _reasons(board: Board, analysis: Analysis) -> Iterator[Any]:
    """Yield the reason of every certain cell, a reason that covers several cells once."""
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        for reason in explain_all(board, cells, is_mine=is_mine):
            yield _plain(asdict(reason), board.grid)


_CELL_FIELDS = frozenset({"cells", "clues", "mines", "safe"})


def _plain(value: Any, grid: Grid, name: str = "") -> Any:
    """Turn a reason into what JSON can hold, cells into [row, column]."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {key: _plain(item, grid, key) for key, item in value.items()}
    if name in _CELL_FIELDS:
        return _places(grid, value)
    if isinstance(value, (list, tuple)):
        return [_plain(item, grid) for item in value]
    return value


def _places(grid: Grid, cells: Iterable[Cell]) -> list[list[int]]:
    return [list(grid.row_col(cell)) for cell in cells]
