"""Guesses explained in words."""

from __future__ import annotations

import pytest

from bot.app.screens.explain import highlights, reason_text
from bot.i18n import LANGUAGES, percent
from core.board import Board
from core.solver import advise
from core.solver.guess import guess_reason
from core.solver.reason import GuessKind, GuessReason, Option
from tests.bot.app.conftest import TRANSLATOR

BOARD = Board.parse("2x2/1\n##\n##")
OTHERS = (Option(1, 0.8, 0.41), Option(2, 0.75, 0.4), Option(3, 0.5, 0.3))


def say(reason: GuessReason, language: str = "en") -> str:
    """Return the words for ``reason``."""
    return TRANSLATOR.say(reason_text(BOARD, reason), language)


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            GuessReason(GuessKind.SAFEST, Option(0, 0.5, 0.25)),
            (
                "No cell is certain to be safe; none is safer than a1 (50% safe). "
                "Chance to win: about 25%."
            ),
        ),
        (
            GuessReason(GuessKind.FIFTY_FIFTY, Option(0, 0.5, 0.5), (Option(1, 0.5, 0.5),)),
            (
                "No number will ever tell a1 and b1 apart, so waiting does not help. "
                "a1 is 50% safe. Chance to win: about 50%."
            ),
        ),
        (
            GuessReason(GuessKind.SAFEST, Option(0, 0.83, 0.42), OTHERS),
            (
                "No cell is certain to be safe; none is safer than a1 (83% safe). "
                "Chance to win: about 42%. "
                "To compare: b1 is 80% safe (wins about 41%) and a2 is 75% safe (wins about 40%)."
            ),
        ),
        (
            GuessReason(GuessKind.PROGRESS, Option(0, 0.996, 0.5), OTHERS[1:2]),
            (
                "No cell is safer than a1 (99.6%), and of those as safe it is likely to tell you "
                "the most. Chance to win: about 50%. "
                "To compare: a2 is 75% safe (wins about 40%)."
            ),
        ),
        (
            # By estimates the two are often told to win as much.
            GuessReason(GuessKind.WIN, Option(0, 0.7, 0.41), OTHERS[:1]),
            (
                "There is a safer cell, but looking ahead, a1 (70% safe) seems better. "
                "Chance to win: about 41%. To compare: b1 is 80% safe (wins about 41%)."
            ),
        ),
        (
            GuessReason(GuessKind.PSEUDO, Option(0, 0.62, 0.4), OTHERS[:1], fifty=(0, 2)),
            (
                "a1 is 62% safe. If it is a mine, a1 and a2 are a 50/50 you have to guess anyway. "
                "So guessing now hardly ever costs anything, and its number may help. "
                "Chance to win: about 40%. To compare: b1 is 80% safe (wins about 41%)."
            ),
        ),
        (
            GuessReason(GuessKind.WIN, Option(0, 0.8, 0.001, exact=True)),
            (
                "a1 is 80% safe, and no cell gives a better chance to win the game. "
                "Chance to win: <1%."
            ),
        ),
        (
            GuessReason(
                GuessKind.SAFEST,
                Option(0, 0.8, 0.5, exact=True),
                (Option(1, 0.8, 0.4, exact=True), Option(2, 0.75, 0.4)),
            ),
            (
                "No cell is certain to be safe; none is safer than a1 (80% safe). "
                "Chance to win: 50%. "
                "To compare: b1 is 80% safe (wins 40%) and a2 is 75% safe (wins about 40%)."
            ),
        ),
    ],
)
def test_guesses(reason: GuessReason, said: str) -> None:
    """A guess is told with its chances, what speaks for it, and how others compare."""
    assert say(reason) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", GuessKind)
def test_guesses_in_every_language(kind: GuessKind, language: str) -> None:
    """Every kind of guess can be told in every language."""
    said = say(GuessReason(kind, Option(0, 0.83, 0.42), OTHERS[:1], fifty=(0, 1)), language)
    assert "a1" in said
    for chance in (0.83, 0.42):
        assert TRANSLATOR.say(percent(chance), language) in said


PSEUDO = Board.parse("6x7/12\n1#4####\n2######\n##4####\n13#####\n02#####\n012###1")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "b3 is 60% safe. If it is a mine, b1, b2, a3 and b3 are a 50/50 you have to guess "
                "anyway. So guessing now hardly ever costs anything, and its number may help. "
                "Chance to win: about 40%. To compare: d3 is 90% safe (wins about 40%) "
                "and d4 is 90% safe (wins about 40%)."
            ),
        ),
        (
            "ru",
            (
                "b3 безопасна на 60\xa0%. Если там мина, то b1, b2, a3 и b3 — это 50/50: угадывать "
                "всё равно придётся. Сейчас это почти никогда не хуже, чем потом, а число может "
                "помочь. Шансы на победу: примерно 40\xa0%. Для сравнения: d3 безопасна на 90\xa0% "
                "(победа — примерно 40\xa0%) и d4 безопасна на 90\xa0% (победа — примерно 40\xa0%)."
            ),
        ),
        (
            "zh",
            (
                "b3 的安全率是 60%。如果它是雷，b1、b2、a3、b3 就成了迟早要猜的二选一。"
                "现在猜几乎不会吃亏，开出的数字还可能有用。胜率：≈40%。"
                "对比：d3 安全率 90%（胜率 ≈40%）、d4 安全率 90%（胜率 ≈40%）。"
            ),
        ),
    ],
)
def test_a_pseudo_fifty_fifty_of_a_game(language: str, said: str) -> None:
    """On a real board the possible 50/50 is named, and how other guesses compare."""
    reason = guess_reason(advise(PSEUDO))
    assert reason is not None
    assert TRANSLATOR.say(reason_text(PSEUDO, reason), language) == said


ENDING = Board.parse(
    "8x8/16\n01#2#4##\n01122###\n000013##\n00011222\n0112#100\n13#43321\n########\n122#####"
)
"""A board that is searched to its end, whose best cell is a pseudo 50/50."""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "d7 is 58% safe. If it is a mine, a7, b7, d7, e7, g7 and h7 are a 50/50 you have "
                "to guess anyway. So guessing now hardly ever costs anything, and its number may "
                "help. Chance to win: 33%. To compare: d8 is 83% safe (wins 28%)."
            ),
        ),
        (
            "ru",
            (
                "d7 безопасна на 58\xa0%. Если там мина, то a7, b7, d7, e7, g7 и h7 — это 50/50: "
                "угадывать всё равно придётся. Сейчас это почти никогда не хуже, чем потом, а "
                "число может помочь. Шансы на победу: 33\xa0%. "
                "Для сравнения: d8 безопасна на 83\xa0% (победа — 28\xa0%)."
            ),
        ),
        (
            "zh",
            (
                "d7 的安全率是 58%。如果它是雷，a7、b7、d7、e7、g7、h7 就成了迟早要猜的二选一。"
                "现在猜几乎不会吃亏，开出的数字还可能有用。"
                "胜率：33%。对比：d8 安全率 83%（胜率 28%）。"
            ),
        ),
        (
            "zh-TW",
            (
                "d7 的安全率是 58%。如果它是地雷，a7、b7、d7、e7、g7、h7 就成了遲早要猜的二選一。"
                "現在猜幾乎不會吃虧，開出的數字還可能有用。"
                "勝率：33%。比較：d8 安全率 83%（勝率 28%）。"
            ),
        ),
    ],
)
def test_a_pseudo_fifty_fifty_of_an_end(language: str, said: str) -> None:
    """An exact endgame search tells its choice as that 50/50, its chance to win as exact."""
    reason = guess_reason(advise(ENDING))
    assert reason is not None
    assert TRANSLATOR.say(reason_text(ENDING, reason), language) == said


@pytest.mark.parametrize("fifty", [(), (0, 3)])
@pytest.mark.parametrize("kind", GuessKind)
def test_highlights_are_the_cells_named(kind: GuessKind, fifty: tuple[int, ...]) -> None:
    """The guess, its alternatives and its possible 50/50 are highlighted if the text names them."""
    is_pseudo = kind is GuessKind.PSEUDO
    for others in (OTHERS[:0], OTHERS[:1], OTHERS[:2], OTHERS):
        if kind is GuessKind.FIFTY_FIFTY and len(others) != 1:
            continue
        reason = GuessReason(kind, Option(0, 0.8, 0.5), others, fifty=fifty if is_pseudo else ())
        named = {cell for cell in range(4) if BOARD.grid.name(cell) in say(reason)}
        assert highlights(reason) == named
