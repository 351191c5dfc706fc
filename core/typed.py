"""Typed moves: what players write in a chat, read into moves.

One form or several in a message, applied in order: ``3 4`` (row and column as printed, from 1),
``c4`` or ``4c``, ``a1-c3`` or ``1:1-3:3`` (ranges), in brackets or not, each with an optional mark
before it: ``!``, ``f`` or ``ф`` flag, ``?`` or ``u`` unflag, ``@`` or ``c`` chord; or in words, as
row 3 column 4, and in Chinese 第3行第4列, 三行四列 and 3列4欄, where it is certain which of them is
the row. ``4x`` is no cell, since ``4x5`` begins so, and in ``4 c`` the c is a mark. Full-width
characters, digits on keycaps, Cyrillic letters that look like Latin ones in both cases, all kinds
of spaces and dashes, invisible formatting characters, and markup of bold or hidden text, as in
``||**c4**||``, are understood; other digit systems are not, because nothing on the board is printed
in them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

from core.grid import Cell, Grid, column_number
from core.move import CellMove, Chord, Flag, Unflag

MAX_MOVES: Final = 500
"""Moves in one message: a range over a whole expert board fits."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A cell typed without a mark: what it means depends on the board (``core.tap``)."""

    cell: Cell


TypedMove: TypeAlias = Tap | CellMove


class TypedProblem(StrEnum):
    """What is wrong with a typed move."""

    UNREADABLE = "unreadable"
    LETTERS = "letters"
    """A column is named by letters that neither are Latin nor look like Latin in both cases."""
    OFF_BOARD = "off_board"
    TOO_MANY = "too_many"
    SEVERAL = "several"
    """More than one cell, where one is asked for."""


class TypedError(ValueError):
    """Raised when a text is no list of moves on the grid."""

    def __init__(self, problem: TypedProblem) -> None:
        """Keep the problem."""
        super().__init__(problem.value)
        self.problem = problem


_KINDS: Final[dict[str, type[TypedMove]]] = {
    "": Tap,
    "!": Flag,
    "f": Flag,
    "ф": Flag,
    "?": Unflag,
    "u": Unflag,
    "@": Chord,
    "c": Chord,
}
# In words it is enough that letters look alike in one of the two cases.
_LOOK_ALIKES: Final = str.maketrans("авеёкмнорстухі", "abeekmhopctyxi")
# In the name of a cell they must look alike in both cases: which cell is meant must not be guessed.
# Boards name columns by small letters. Small ve and en look like none of these, and whoever counts
# columns by the Russian alphabet means other columns by them. Their capitals look like B and H, but
# a phone capitalises the first letter of a message by itself.
_SAME_IN_BOTH_CASES: Final = str.maketrans("аекморстухі", "aekmopctyxi")
_FULL_WIDTH: Final[dict[int, int | str]] = {
    **{0xFEE0 + code: code for code in range(ord("!"), ord("~") + 1)},
    ord("\u3000"): " ",
    ord("、"): ",",
    ord("〜"): "~",
    ord("×"): "x",
}
_NUMBER: Final = r"[0-9]{1,9}"
"""More digits than any board has are read as well: such a cell is off the board."""
_CELL: Final = rf"(?:[a-z]{{1,2}}{_NUMBER}|{_NUMBER}(?!x)[a-z]{{1,2}})"
_DASHES: Final = r"-\u2010-\u2015\u2212"
"""Hyphens, dashes and minus, as a part of a character class."""
_PAIR: Final = rf"{_NUMBER}[,.:x]{_NUMBER}"
"""A row and a column without space, as ends of a range."""
_NAME_LIKE: Final = re.compile(r"\b[^\W\d_第行列欄栏]{1,2}(?=[0-9])")
"""Letters of any alphabet where a column's would be, but no Chinese words for row and column."""
_MARKUP: Final = re.compile(r"(?<![*_`|])(?:(?<![^\s,;!?@(])[*_`|]++|[*_`|]++(?![^\s,;.…。!?@)]))")
"""Bold, italic, code and hidden text around cells, but nothing struck out: that is taken back."""
_LONE: Final = re.compile(rf"[!?@]?\s*{_NUMBER}")
_IN_BRACKETS: Final = re.compile(r"(?<![^\s,;!?@])\(\s*([^()\s][^()]*)\)(?![^\s,;])")
_KEYCAP: Final = re.compile("(?<=[0-9])\ufe0f?\u20e3")
_NOT_DIGIT: Final = re.compile("[^0-9]")
_WORD: Final = re.compile(r"[^\W\d_]{3,}(?!\w)")
"""A word: longer than a mark with the letters of a column, and not followed by a number."""
_CHINESE: Final = rf"第?\s*({_NUMBER})\s*([行列])[\s,]*第?\s*({_NUMBER})\s*([行列欄栏])"
"""A row and a column in Chinese words, the row first; ``_IN_WORDS`` says which words mean that."""
_IN_WORDS: Final = {
    "行": frozenset({"行列", "行栏", "行欄", "列栏", "列欄"}),
    "列": frozenset({"列行", "列栏", "列欄"}),
}
"""The words for a row and a column, in this order, by the reader's word for a row: on the mainland
a row is 行 and a column 列, in Taiwan a row is 列 and a column 行 or 欄."""
_ROW, _COLUMN = (
    f"(?:{'|'.join(words.split())})".translate(_SAME_IN_BOTH_CASES)
    for words in ("row строка строку ряд", "column col столбец колонка колонку")
)
_ROW_FIRST: Final = rf"{_ROW}[\s:]*({_NUMBER})[\s,]*{_COLUMN}[\s:]*({_NUMBER})"
_COLUMN_FIRST: Final = rf"(?P<column_first>{_COLUMN})[\s:]*({_NUMBER})[\s,]*{_ROW}[\s:]*({_NUMBER})"
_WORDS_BEHIND: Final = rf"({_NUMBER})\s*{_ROW}[\s,]*({_NUMBER})\s*{_COLUMN}(?![\s:]*[0-9])"
_ONES: Final = "一二三四五六七八九"
_TWO: Final = str.maketrans("两兩", "二二")
_DIGITS: Final = f"{_ONES}两兩十百千"
_NUMERAL: Final = re.compile(rf"(?<![{_DIGITS}])[{_DIGITS}]++(?=\s*[行列欄栏])")
_UP_TO_99: Final = re.compile(rf"(?:([{_ONES}]?)(十))?([{_ONES}]?)")
_FORM: Final = re.compile(
    rf"""[\s,;]*
    (?:([!?@]|[fucф](?=\s))\s*)?
    (?: ({_CELL})\s*[{_DASHES}:~]\s*({_CELL}) | ({_PAIR})\s*[{_DASHES}~]\s*({_PAIR})
      | ({_CELL}) | ({_NUMBER})[\s,.:x]+({_NUMBER}) | {_ROW_FIRST}
      | {_COLUMN_FIRST} | {_WORDS_BEHIND} | {_CHINESE} )
    (?=[\s,;!?@]|$)[\s,;]*""",
    re.VERBOSE,
)


def plain(text: str) -> str:
    """Return ``text`` in lower case with look-alikes and full-width characters made ASCII."""
    return _visible(text).lower().translate(_LOOK_ALIKES)


def _plain_cells(text: str) -> str:
    """Return typed moves as ``plain`` does, but only letters that look Latin in both cases change.

    Chinese numerals become digits, and markup, brackets and a full stop at the end are dropped.
    """
    cells = _visible(text).lower().translate(_SAME_IN_BOTH_CASES)
    cells = _MARKUP.sub("", _NUMERAL.sub(_in_digits, cells))
    return _IN_BRACKETS.sub(r" \1 ", cells).strip().rstrip(".…。")


def _in_digits(numeral: re.Match[str]) -> str:
    """Return a Chinese numeral in digits; one beyond 99, or that is none, as it is."""
    found = _UP_TO_99.fullmatch(numeral[0].translate(_TWO))
    if found is None:
        return numeral[0]
    tens, ten, ones = found.groups("")
    return str((_value(tens) or 1) * 10 * bool(ten) + _value(ones))


def _value(digit: str) -> int:
    """Return the value of a Chinese digit, 0 of an empty text."""
    return _ONES.index(digit) + 1 if digit else 0


@lru_cache(maxsize=1)  # a text is read in one way after the other, up to a dozen times
def _visible(text: str) -> str:
    """Return ``text`` without what is not seen, and full-width characters made ASCII."""
    if text.isascii():  # as most of it is: character by character ten thousand take a millisecond
        return text
    shown = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return _KEYCAP.sub("", shown).translate(_FULL_WIDTH)


def is_talk(text: str) -> bool:
    """Tell whether ``text`` is not meant as moves: it has other words, or no number."""
    if is_moves(text):
        return False
    said = plain(text)
    return _WORD.search(said) is not None or not any(each.isdecimal() for each in said)


def is_moves(text: str) -> bool:
    """Tell whether ``text`` is moves and nothing else, on whichever board."""
    forms, rest = _forms(text)
    return bool(forms) and not rest


def is_lone_number(text: str) -> bool:
    """Tell whether ``text`` is one number, with or without a mark: a row, or a column, alone."""
    return _LONE.fullmatch(plain(text).strip(" ,;.")) is not None


def parse_typed(
    text: str, grid: Grid, first: int = 1, *, row_word: str = "行"
) -> tuple[TypedMove, ...]:
    """Read typed moves; TypedError when the text holds anything else, or too much.

    ``first`` is the number of the first row and column; names ("c4") count rows from 1. A row is
    called ``row_word`` in Chinese.
    """
    forms, rest = _forms(text)
    moves: list[TypedMove] = []
    for form in forms:
        *_, row_called, _, col_called = form.groups()
        if row_called and row_called + col_called not in _IN_WORDS[row_word]:
            raise TypedError(TypedProblem.UNREADABLE)
        kind = _KINDS[form[1] or ""]
        moves += (kind(cell) for cell in _cells(form, grid, first))
        if len(moves) > MAX_MOVES:
            raise TypedError(TypedProblem.TOO_MANY)
    if rest:
        raise TypedError(_problem(rest))
    return tuple(moves)


def only_cell(moves: Sequence[TypedMove]) -> Cell | None:
    """Return the cell of the only one of ``moves``, None if empty; TypedError for several."""
    if len(moves) > 1:
        raise TypedError(TypedProblem.SEVERAL)
    return moves[0].cell if moves else None


def _problem(text: str) -> TypedProblem:
    """Return what is wrong with ``text``, which begins with no move."""
    names = "".join(_NAME_LIKE.findall(text))
    return TypedProblem.UNREADABLE if names.isascii() else TypedProblem.LETTERS


def mark_all(text: str, mark: str) -> str:
    """Return typed moves with ``mark`` before each that has none, for ``parse_typed`` to read.

    What cannot be read is returned as it is, for it to be refused.
    """
    forms, rest = _forms(text)
    if rest or not forms:
        return text
    return " ".join(f"{'' if form[1] else mark}{form[0].strip(' ,;')}" for form in forms)


def _forms(text: str) -> tuple[list[re.Match[str]], str]:
    """Return the moves that ``text`` begins with, made plain, and the rest of it."""
    cells, forms, position = _plain_cells(text), list[re.Match[str]](), 0
    while form := _FORM.match(cells, position):
        position = form.end()
        forms.append(form)
    return forms, cells[position:]


def _cells(form: re.Match[str], grid: Grid, first: int) -> Iterator[Cell]:
    _, start, end, upper, lower, single, *numbers = form.groups()
    try:
        if start:
            yield from _range(_named(start, grid), _named(end, grid), grid)
        elif upper:
            start, end = (_NOT_DIGIT.sub(" ", each) for each in (upper, lower))
            yield from _range(_numbered(start, grid, first), _numbered(end, grid, first), grid)
        elif single:
            yield _named(single, grid)
        else:
            pair = [each for each in numbers if each and each.isdecimal()]
            order = reversed(pair) if form["column_first"] else pair
            yield _numbered(" ".join(order), grid, first)
    except IndexError:
        raise TypedError(TypedProblem.OFF_BOARD) from None


def _numbered(numbers: str, grid: Grid, first: int) -> Cell:
    row, col = map(int, numbers.split())
    return grid.cell(row - first, col - first)


def _named(name: str, grid: Grid) -> Cell:
    letters = name.strip("0123456789")
    return grid.cell(int(name.strip(letters)) - 1, column_number(letters))


def _range(start: Cell, end: Cell, grid: Grid) -> Iterator[Cell]:
    (top, left), (bottom, right) = grid.row_col(start), grid.row_col(end)
    (top, bottom), (left, right) = sorted((top, bottom)), sorted((left, right))
    for row in range(top, bottom + 1):
        yield from (grid.cell(row, col) for col in range(left, right + 1))
