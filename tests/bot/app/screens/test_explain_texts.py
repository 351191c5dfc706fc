"""Reasons in words: other languages, long chains, and what each text must mention."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.screens.explain import highlights, reason_text
from bot.i18n import LANGUAGES
from core.board import Board
from core.grid import Grid
from core.solver.explain import explain, explain_all
from tests.bot.app.conftest import TRANSLATOR
from tests.bot.app.screens.explain_said import (
    CHAIN,
    CORNERS,
    MANY,
    REDUCED,
    TWOS,
    find,
    say,
)
from tests.core.solver.explain_oracle import certain, played


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            CHAIN,
            "f1",
            (
                "Рядом с «1» на a1 всего 1 закрытая клетка, значит, b1 — мина. "
                "У «1» на c1 мина уже известна (b1), значит, d1 безопасна. "
                "Раз d1 безопасна, у «1» на e1 под мины остаётся всего 1 клетка, "
                "значит, f1 — мина."
            ),
        ),
        (
            REDUCED,
            "b3",
            (
                "Рядом с «2» на c1 всего 2 закрытые клетки, значит, b1 и b2 — мины. "
                "Приём 1-2. У «2» на d2 среди c3 и d3 не меньше 1 мины; "
                "для «3» на c2 (осталась 1 мина) этого уже хватает, значит, b3 безопасна."
            ),
        ),
        (
            TWOS,
            "a1",
            (
                "Допустим, a1 — мина. Тогда c1 и b2 безопасны («1» на b1); "
                "a3 и b3 безопасны («1» на a2); у «2» на c2 не хватает клеток для мин. "
                "Так не бывает, значит, a1 безопасна."
            ),
        ),
        (CORNERS, "a1", "Остались 2 мины, и все они — у «2» на c1, значит, a1 безопасна."),
    ],
)
def test_russian(text: str, name: str, said: str) -> None:
    """Russian agrees in number and gender."""
    assert say(text, name, "ru") == said


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            CHAIN,
            "f1",
            (
                "a1 的“1”周围只有 1 个未开的格子，所以 b1 是雷。"
                "c1 的“1”周围的 1 个雷（b1）已经齐了，所以 d1 安全。"
                "既然 d1 安全，e1 的“1”的雷只剩 1 个格子可放，所以 f1 是雷。"
            ),
        ),
        (
            REDUCED,
            "b3",
            (
                "c1 的“2”周围只有 2 个未开的格子，所以 b1、b2 都是雷。"
                "1-2 定式：d2 的“2”至少有 1 个雷在 c3、d3 之中，"
                "c2 的“3”（还差 1 个雷）有这个雷就够了，所以 b3 安全。"
            ),
        ),
        (CORNERS, "a1", "还剩 2 个雷，全部属于 c1 的“2”，所以 a1 安全。"),
        (MANY, "a1", "还剩 1 个雷，全部属于 l1 的“1”，所以 11 个格子都安全。"),
    ],
)
def test_chinese(text: str, name: str, said: str) -> None:
    """Chinese uses its own punctuation, one form of the plural, and no spaces between its words."""
    assert say(text, name, "zh") == said


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            "4x4/4\n012#\n12##\n#3#3\n#2#1",
            "d1",
            (
                "The numbers already show that c2 and d2 are mines. "
                "Around the 2 at c1 its 2 mines (c2 and d2) are already known, so d1 is safe."
            ),
        ),
        (
            "3x4/4\n12##\n#2#3\n1#1#",
            "d3",
            (
                "The numbers already show that c2 is safe. Since c2 is safe, "
                "the 3 at d2 has only 3 cells left for its mines, so c1, d1 and d3 are mines."
            ),
        ),
        (
            "5x6/4\n##1#11\n2###1#\n###1##\n#12###\n##111#",
            "a1",
            (
                "The numbers already show that b3 is a mine and d1, c2, d2 and a3 are safe. "
                "The mine of the 1 at c1 must be among b1 and b2, "
                "which is all that the 2 at a2 (1 mine left) needs, so a1 is safe."
            ),
        ),
        (
            "5x4/5\n01##\n02#3\n12##\n#2#3\n1#1#",  # which takes the 3 at d4 as well
            "d5",
            (
                "The numbers already show that c4 is safe. Since c4 is safe, "
                "the 3 at d4 has only 3 cells left for its mines, so c3, d3 and d5 are mines."
            ),
        ),
        (
            "4x3/6\n2##\n3#3\n##4\n###",
            "a4",
            (
                "The numbers already show 5 mines. "
                "1 mine is left, for the last cell not known yet, so a4 is a mine."
            ),
        ),
    ],
)
def test_long_chains_are_summed_up(text: str, name: str, said: str) -> None:
    """All steps but the last of a long chain are told in one sentence."""
    assert say(text, name, "en") == said


def test_a_count_after_safe_cells_alone() -> None:
    """If the earlier steps show safe cells only, the text names those and no mine."""
    board, reason = find("1x12/3\n1#1#1#1#1#1#", "l1")
    last = replace(
        find("4x2/4\n##\n##\n22\n00", "a1")[1].steps[-1], mines=(), safe=(3,), cells=(5,)
    )
    told = reason_text(board, replace(reason, steps=(*reason.steps[:-1], last)))
    assert TRANSLATOR.say(told, "en").startswith("The numbers already show that d1 is safe. 4 ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "With all the numbers and the 3 mines of the board taken together, a3 is safe."),
        ("ru", "Если учесть все числа сразу и что на поле 3 мины, то a3 безопасна."),
        ("zh", "综合所有数字和全盘 3 个雷，a3 安全。"),
    ],
)
def test_a_search_cut_short(language: str, said: str) -> None:
    """If the search was cut short, the text claims no more than it knows."""
    board = Board.parse("3x3/3\n#2#\n#32\n###")
    reason = explain(board, 6, is_mine=False, work=0)
    assert TRANSLATOR.say(reason_text(board, reason), language) == said


def test_highlights() -> None:
    """The cells decided, and the numbers they follow from, are highlighted."""
    _, reason = find("2x4/2\n1121\n####", "c2")
    assert highlights(reason) == {0, 1, 6}


@settings(deadline=None, max_examples=150)
@given(
    st.integers(2, 6),
    st.integers(3, 6),
    st.integers(1, 14),
    st.randoms(use_true_random=False),
)
def test_every_reason_can_be_told(rows: int, cols: int, turns: int, rng: Random) -> None:
    """Each reason reads well in each language and names its clues and the cells it decides."""
    grid = Grid(rows, cols)
    board = played(grid, rng.randint(1, len(grid) // 3), turns, rng)
    safe, mines = certain(board)
    for cell in safe + mines:
        reason = explain(board, cell, is_mine=cell in mines)
        named = {grid.name(cell) for cell in reason.clues}
        for language in LANGUAGES:
            said = TRANSLATOR.say(reason_text(board, reason), language)
            assert not re.search(r"[{}#]|  |\b0 (mine|мин|个)", said)
            assert not re.search(r"[\u3000-\u9fff\uff00-\uffef”] [\u3000-\u9fff]", said)
            if len(reason.steps) <= 4 and len(reason.clues) <= 6 and reason.pattern is None:
                assert named <= set(re.findall(r"[a-z]+\d+", said))
            if len(reason.cells) <= 8:
                assert grid.name(cell) in said


def test_a_pattern_is_told_whole() -> None:
    """A pattern that proves one cell is told with all its safe cells, none called a mine."""
    board = Board.parse("3x6/3\n0001F1\n1212#1\n######")
    safe, _ = certain(board)
    alone = [each for each in explain_all(board, safe, is_mine=False) if len(each.clues) == 3]
    assert {"b3", "d3"} <= {board.grid.name(cell) for cell in safe}
    assert [[board.grid.name(cell) for cell in each.cells] for each in alone] == [["b3"]]
    assert TRANSLATOR.say(reason_text(board, alone[0]), "en") == (
        "Pattern 1-2-1. The mines are beside its ends, the 1 at a2 and the 1 at c2: a3 and c3. "
        "So b3 and d3 are safe."
    )
