"""Typed moves: text is read as players mean it, or refused as a whole."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.grid import Grid
from core.move import MARKS, Chord, Flag, Open, Unflag, move_text
from core.typed import (
    MAX_MOVES,
    Tap,
    TypedError,
    TypedProblem,
    is_moves,
    is_talk,
    mark_all,
    only_cell,
    parse_typed,
)
from tests.patience import patience
from tests.strategies import damaged

GRID = Grid(10, 30)


def cells(text: str) -> list[tuple[type, str]]:
    """Return the kinds and cell names of the moves in ``text``."""
    return [(type(move), GRID.name(move.cell)) for move in parse_typed(text, GRID)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3 4", [(Tap, "d3")]),
        ("3,4; 5.6", [(Tap, "d3"), (Tap, "f5")]),
        ("c4 D5", [(Tap, "c4"), (Tap, "d5")]),
        ("ad10", [(Tap, "ad10")]),
        ("a1-b2", [(Tap, "a1"), (Tap, "b1"), (Tap, "a2"), (Tap, "b2")]),
        ("1:1-2:2", [(Tap, "a1"), (Tap, "b1"), (Tap, "a2"), (Tap, "b2")]),
        ("!2,1 – 1.1 3:4", [(Flag, "a1"), (Flag, "a2"), (Tap, "d3")]),
        ("b2-a1", [(Tap, "a1"), (Tap, "b1"), (Tap, "a2"), (Tap, "b2")]),
        ("!e6?e7@e8", [(Flag, "e6"), (Unflag, "e7"), (Chord, "e8")]),
        ("f 3 4 u 3 4 c 3 4", [(Flag, "d3"), (Unflag, "d3"), (Chord, "d3")]),
        ("ф c4 Ф f4", [(Flag, "c4"), (Flag, "f4")]),
        ("f c4 c c4 f4 c4", [(Flag, "c4"), (Chord, "c4"), (Tap, "f4"), (Tap, "c4")]),
        ("!a1-a2", [(Flag, "a1"), (Flag, "a2")]),
        ("4c 10AD, !6e", [(Tap, "c4"), (Tap, "ad10"), (Flag, "e6")]),
        ("c 4c f 4f 3x 4", [(Chord, "c4"), (Flag, "f4"), (Tap, "d3")]),
        ("1a-2b; b2-1a", 2 * [(Tap, "a1"), (Tap, "b1"), (Tap, "a2"), (Tap, "b2")]),
        ("(3,4) ( c4 ), !(2 1)", [(Tap, "d3"), (Tap, "c4"), (Flag, "a2")]),
        ("a1~a2 1,1 ~ 2,1", 2 * [(Tap, "a1"), (Tap, "a2")]),
        ("", []),
    ],
)
def test_forms(text: str, meant: list[tuple[type, str]]) -> None:
    """Every documented form can be read."""
    assert cells(text) == meant


@pytest.mark.parametrize(
    ("row_word", "text", "meant"),
    [
        *(("行", text, [(Tap, "d3")]) for text in (
            "3行4列", "第3行第4列", "第３行，第４列", "3 行 4 列", "3行 第4列", "3列4欄",
            "第3列第4栏",
        )),
        ("行", "!3行4列 ?5行6列、7 8", [(Flag, "d3"), (Unflag, "f5"), (Tap, "h7")]),
        *(("列", text, [(Tap, "d3")]) for text in ("3列4欄", "第３列第４欄", "3列4行", "3列，4行")),
        ("列", "@3列4欄 3 4", [(Chord, "d3"), (Tap, "d3")]),
    ],
)  # fmt: skip
def test_chinese_words(row_word: str, text: str, meant: list[tuple[type, str]]) -> None:
    """Rows and columns are understood by their Chinese words, marked or not, also several."""
    read = parse_typed(text, GRID, row_word=row_word)
    assert [(type(move), GRID.name(move.cell)) for move in read] == meant
    assert is_talk(text) is False
    assert parse_typed(mark_all(text, "!"), GRID, row_word=row_word)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, [(Tap, "d3")]) for text in (
            "row 3 column 4", "Row 3, col 4", "row: 3 column: 4", "column 4 row 3",
            "3 row 4 column", "строка 3 столбец 4", "Строка 3, столбец 4.",
            "строку 3 колонку 4", "ряд 3 колонка 4", "столбец 4, строка 3", "3 ряд 4 столбец",
            "row3 column4", "(row 3 column 4)",
        )),
        ("!row 3 column 4 ? ряд 5 столбец 6", [(Flag, "d3"), (Unflag, "f5")]),
        ("row 10 column 30; 1 2", [(Tap, "ad10"), (Tap, "b1")]),
    ],
)  # fmt: skip
def test_words(text: str, meant: list[tuple[type, str]]) -> None:
    """Rows and columns are understood by their words, in either order."""
    assert cells(text) == meant
    assert is_moves(text)
    assert not is_talk(text)
    assert parse_typed(mark_all(text, "!"), GRID)


def test_words_count_as_the_board_does() -> None:
    """If the board counts from 0, so do rows and columns in words."""
    read = parse_typed("row 3 column 4", GRID, first=0)
    assert [GRID.name(move.cell) for move in read] == ["e4"]


@pytest.mark.parametrize(
    ("row_word", "text", "name"),
    [
        ("行", "三行四列", "d3"),
        ("行", "第三行第四列", "d3"),
        ("行", "两行十二列", "l2"),
        ("行", "十行二十列", "t10"),
        ("行", "一行，二十一列", "u1"),
        ("行", "三行4列", "d3"),
        ("列", "三列四欄", "d3"),
        ("列", "第兩列第四行", "d2"),
    ],
)
def test_chinese_numerals(row_word: str, text: str, name: str) -> None:
    """Chinese numerals are understood if they count rows and columns."""
    (move,) = parse_typed(text, GRID, row_word=row_word)
    assert GRID.name(move.cell) == name
    assert is_moves(text)
    assert not is_talk(text)


@pytest.mark.parametrize(
    "text",
    ["row 3", "column 4", "row 3 4", "row 3 row 4", "rows 3 columns 4", "arrow 3 column 4",
     "3 строки 4 столбца", "row 3 column 4 is a mine", "go to row 3 column 4", "ряд 3 место 4",
     "5 row 3 column 4 6", "row 3 column 4x", "row three column four", "三 四", "三四", "百行四列",
     "一百行四列", "二三行四列", "十十行四列", "三行四列棋盘", "我在三行四列", "一行人两列车",
     "3 行", "三行", "一一", "row", "column row"],
)  # fmt: skip
def test_other_words(text: str) -> None:
    """A row or column alone, several of them, or a sentence about them is no cell."""
    with pytest.raises(TypedError):
        parse_typed(text, GRID)
    assert not is_moves(text)


@given(
    st.lists(
        st.sampled_from(
            ["row", "column", "строка", "столбец", "3", "4", "行", "列", "三", "四", ","]
        ),
        max_size=8,
    ),
    st.text("abdegxzбгджзилпя好是的", min_size=3, max_size=9),
    st.integers(0, 8),
    st.sampled_from(["", " "]),
)  # fmt: skip
def test_sentences_are_no_moves(words: list[str], other: str, at: int, between: str) -> None:
    """Text with any word besides row, column and numbers is no move."""
    assert not is_moves(" ".join([between.join(words[:at]), other, between.join(words[at:])]))


@pytest.mark.parametrize(
    ("row_word", "text"),
    [
        ("行", "3列4行"),
        ("行", "三列四行"),
        ("列", "三行四列"),
        ("行", "3行4行"),
        ("行", "3行"),
        ("行", "第3行"),
        ("行", "3行4"),
        ("行", "3行4列棋盘"),
        ("列", "3行4列"),
        ("列", "第3行第4列"),
        ("列", "3行4欄"),
        ("行", "3/4"),
        ("行", "3-4"),
    ],
)
def test_what_may_mean_another_cell(row_word: str, text: str) -> None:
    """Chinese words that mean a column to some, and forms like "3/4" or "3-4", are refused."""
    with pytest.raises(TypedError) as refused:
        parse_typed(text, GRID, row_word=row_word)
    assert refused.value.problem in {TypedProblem.UNREADABLE, TypedProblem.LETTERS}


@pytest.mark.parametrize(
    ("typed", "ascii_text"),
    [
        ("С４\u3000ｄ５", "c4 d5"),  # Cyrillic С, full-width digits, letters and space
        ("＠е6", "@e6"),  # full-width at sign, Cyrillic е
        ("\u200f3\u200b \u202e4", "3 4"),  # invisible marks
        ("А2 а1 К3 к3", "a2 a1 k3 k3"),
        ("М3 х1 !У2", "m3 x1 !y2"),
        ("3х4 с 5 6", "3 4 c 5 6"),
        ("3\ufe0f\u20e3 4\u20e3 c1\ufe0f\u20e30\ufe0f\u20e3", "3 4 c10"),  # keycap emoji
        ("4С", "c4"),
        ("3\u00a04 f\u2003d5", "3 4 f d5"),  # spaces that look like ours
        ("（３，４） a1～b2 a3〜a4", "3,4 a1-b2 a3-a4"),
        ("b1、b2、3，4", "b1 b2 3,4"),  # as Chinese sentences list cells
        ("c4. ", "c4"),  # phones turn two spaces into this
        ("3 4.", "3 4"),
        ("!c4 3，4。", "!c4 3,4"),
        ("c4…", "c4"),
        ("a1\u2011b2 1:1\u22122:2", "a1-b2 1:1-2:2"),  # dashes that look like ours
        ("3×4", "3 4"),
    ],
)
def test_look_alikes(typed: str, ascii_text: str) -> None:
    """Letters and digits that look like ours are read as ours; invisible marks are ignored."""
    assert parse_typed(typed, GRID) == parse_typed(ascii_text, GRID)


@pytest.mark.parametrize(
    "text", ["в3", "В3", "н3", "!Н3", "б2", "!д4", "a1 г5", "а1-В3", "f в3", "ф1", "格3"]
)
def test_letters_of_other_columns(text: str) -> None:
    """Letters that resemble no column's in both cases are refused, with that as the reason.

    In the Russian alphabet ve is the third letter, not the second; and a phone writes the first
    letter of a message as a capital by itself, so that its case says nothing.
    """
    for typed in (text, mark_all(text, "!")):
        with pytest.raises(TypedError) as caught:
            parse_typed(typed, GRID)
        assert caught.value.problem is TypedProblem.LETTERS


@pytest.mark.parametrize("text", ["行3列4", "列3欄4", "行3，列4", "第3"])
def test_chinese_words_are_no_columns(text: str) -> None:
    """The Chinese words for row and column are not read as the name of a column."""
    with pytest.raises(TypedError) as caught:
        parse_typed(text, GRID)
    assert caught.value.problem is TypedProblem.UNREADABLE


@pytest.mark.parametrize(
    "text",
    [
        "привет3",
        "см. 3",
        "1_0",
        "+1 2",
        "-0 1",
        "² 3",
        "٣ 4",
        "３٤ 1",
        "c4d5",
        "4c5",
        "4x",  # the beginning of "4x5"
        "4 c",
        "3 4c 5 6",
        "\ufe0f\u20e3",
        "f3 4",
        "3 4 5",
        "3(4)",
        "(3 4",
        "((3 4))",
        "( )",
        "3",
        "hello",
        "9" * 5000,
    ],
)
def test_unreadable(text: str) -> None:
    """Other digits, signs and leftover characters are refused, not guessed at."""
    with pytest.raises(TypedError) as caught:
        parse_typed(text, GRID)
    assert caught.value.problem is TypedProblem.UNREADABLE


@pytest.mark.parametrize(
    "text", ["0 1", "11 1", "1 31", "a0", "a11", "ae1", "zz999", "a1-a11", "999999 1", "a1000"]
)
def test_off_board(text: str) -> None:
    """A cell that the board does not have is named as such."""
    with pytest.raises(TypedError) as caught:
        parse_typed(text, GRID)
    assert caught.value.problem is TypedProblem.OFF_BOARD


def test_only_cell() -> None:
    """Of one typed cell the cell is taken, whatever its mark; several are refused."""
    assert only_cell(parse_typed("!b2", GRID)) == GRID.cell(1, 1)
    assert only_cell(()) is None
    with pytest.raises(TypedError) as caught:
        only_cell(parse_typed("a1-a2", GRID))
    assert caught.value.problem is TypedProblem.SEVERAL


def test_numerals_without_end() -> None:
    """Many Chinese numerals are looked through once; once from each takes most of an hour."""
    with patience():
        assert not is_moves("一" * 400_000)


@pytest.mark.parametrize("text", ["a1-cv100", "a1-cv4 a5-cv5 a6-cv6"])
def test_too_many(text: str) -> None:
    """A message can hold a limited number of moves, however they are written."""
    with pytest.raises(TypedError) as caught:
        parse_typed(text, Grid(100, 100))
    assert caught.value.problem is TypedProblem.TOO_MANY


def test_limit_is_inclusive() -> None:
    """Exactly as many moves as the limit are read."""
    assert len(parse_typed("a1-cv5", Grid(100, 100))) == MAX_MOVES


_ONE = st.sampled_from(
    ["b2", "2b", "10c", "1a-2b", "f3", "c10", "2 3", "4,5", "3:4", "a1-b2", "!d4", "? 5 5", "f b1"]
)
_DIVIDED = st.tuples(_ONE, st.sampled_from([" ", ", ", "; "])).map("".join)
MESSAGES = st.lists(_DIVIDED).map("".join)
WRITTEN = st.text(max_size=40) | damaged(MESSAGES, "0123456789abcdfu!?@-,;:.x ")


_MARKUP = st.sampled_from(["*", "**", "***", "_", "__", "`", "``", "```", "||", "||**"])


@example(["3 4", "!c4"], "||**")
@given(st.lists(_ONE, min_size=1), _MARKUP)
def test_markup_around_moves(moves: list[str], markup: str) -> None:
    """Moves mean the same in bold, italics, code or hidden, each alone and all of them."""
    meant = parse_typed(" ".join(moves), GRID)
    assert parse_typed(" ".join(f"{markup}{each}{markup[::-1]}" for each in moves), GRID) == meant
    assert parse_typed(f"{markup}{', '.join(moves)}{markup[::-1]}.", GRID) == meant


@given(st.text(max_size=40) | damaged(MESSAGES, "0123456789abcdfu!?@-,;:.x *_`|"))
def test_markup_makes_no_other_cell(text: str) -> None:
    """What is readable with markup in it is the same cells without: no two numbers become one."""
    try:
        moves = parse_typed(text, GRID)
    except TypedError:
        return
    assert parse_typed(re.sub("[*_`|]", "", text), GRID) == moves


@given(_ONE, st.sampled_from(["> {}", ">>> {}", "~~{}~~", "«{}»", '"{}"', "“{}”"]))
def test_what_is_quoted_or_struck_out(move: str, form: str) -> None:
    """A quotation is no move, nor is what is struck out."""
    assert not is_moves(form.format(move))


@given(MESSAGES)
def test_marks_are_put_before_every_move(text: str) -> None:
    """The mark is put before each move that has none, whatever separates them."""
    bare = parse_typed(text, GRID)
    marked = parse_typed(mark_all(text, "?"), GRID)
    assert [move.cell for move in marked] == [move.cell for move in bare]
    assert all(
        type(after) is (Unflag if isinstance(before, Tap) else type(before))
        for before, after in zip(bare, marked, strict=True)
    )


@example("a1,-b2", "!")
@example(". .", "!")
@given(WRITTEN, st.sampled_from("!?@"))
def test_marks_make_nothing_readable_or_bare(text: str, mark: str) -> None:
    """Adding marks makes no unreadable text readable, and leaves no move without one."""
    try:
        moves = parse_typed(mark_all(text, mark), GRID)
    except TypedError:
        return
    assert not any(isinstance(move, Tap) for move in moves)
    assert [move.cell for move in moves] == [move.cell for move in parse_typed(text, GRID)]


@given(WRITTEN)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text gives cells of the board or a TypedError, and nothing else."""
    try:
        moves = parse_typed(text, GRID)
    except TypedError:
        return
    assert all(move.cell in GRID for move in moves)


@given(st.lists(st.tuples(st.sampled_from([Flag, Unflag, Chord]), st.integers(0, 299))))
def test_stored_form_can_be_typed(wanted: list[tuple[type[Flag], int]]) -> None:
    """The text form in which moves are stored is read back as the same moves."""
    moves = tuple(kind(cell) for kind, cell in wanted)
    assert parse_typed(" ".join(move_text(move, GRID) for move in moves), GRID) == moves


def test_every_mark_but_one_can_be_typed() -> None:
    """A plain cell is a tap; the marks of the stored form can all be typed but !@."""
    assert parse_typed(move_text(Open(3), GRID), GRID) == (Tap(3),)
    assert set(MARKS.values()) - {"!@"} == {"", "!", "?", "@"}


@pytest.mark.parametrize(
    "text",
    ["wow!", "why?", "?!", "@ann look", "that 3 is odd", "почему 2?", "为什么?", "GG!!", "", "!"],
)
def test_talk(text: str) -> None:
    """Text without numbers, or with other words, is talk and no move."""
    assert is_talk(text)
    assert not is_moves(text)


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "!", "f ", "u ", "c ", "@", "？"]), st.integers(0, 299)),
        min_size=1,
    ),
    st.sampled_from([" ", ";", "\u3000"]),
)
def test_moves_are_no_talk(moves: list[tuple[str, int]], between: str) -> None:
    """Text that can be read as moves is never taken for talk."""
    text = between.join(f"{mark}{GRID.name(cell)}" for mark, cell in moves)
    assert parse_typed(text, GRID)
    assert is_moves(text)
    assert not is_talk(text)
    assert not is_talk(text.upper())


@pytest.mark.parametrize("text", ["99 99", "z9", "1", "50/50", "d4!!", "d4 is", "ad30x"])
def test_failed_moves_are_no_talk(text: str) -> None:
    """A mistyped move is not taken for talk, so it is answered."""
    assert not is_talk(text)
    assert is_moves(text) == (text in {"99 99", "z9"}), "there are boards that have these"


@pytest.mark.parametrize("text", ["5 500 people", "1 200 рублей", "z999 is far", "101 101 c"])
def test_talk_beyond_every_board(text: str) -> None:
    """Numbers larger than any board with more text behind them are no moves."""
    assert not is_moves(text)
