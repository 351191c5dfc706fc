"""Guesses explained in words."""

from __future__ import annotations

import pytest

from bot.app.screens.explain import highlights, reason_text
from bot.i18n import LANGUAGES, Translator
from core.board import Board
from core.solver.reason import GuessKind, GuessReason, Option

TRANSLATOR = Translator()
BOARD = Board.parse("2x2/1\n##\n##")
OTHERS = (Option(1, 0.8, 0.41), Option(2, 0.75), Option(3, 0.5))


def say(reason: GuessReason, language: str = "en") -> str:
    """Return the words for ``reason``."""
    return TRANSLATOR.say(reason_text(BOARD, reason), language)


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            GuessReason(GuessKind.SAFEST, Option(0, 0.5)),
            "No cell is certain; none is safer than a1 (50% safe).",
        ),
        (
            GuessReason(GuessKind.FIFTY_FIFTY, Option(0, 0.5), (Option(1, 0.5),)),
            "No number will ever tell a1 and b1 apart, so waiting does not help. a1 is 50% safe.",
        ),
        (
            GuessReason(GuessKind.SAFEST, Option(0, 0.83), OTHERS),
            (
                "No cell is certain; none is safer than a1 (83% safe). "
                "To compare: b1 is 80% safe (wins about 41%) and a2 is 75% safe."
            ),
        ),
        (
            GuessReason(GuessKind.PROGRESS, Option(0, 0.996), OTHERS[1:2]),
            (
                "No cell is safer than a1 (99.6%), and opening it is likely to tell you more than "
                "the others would. To compare: a2 is 75% safe."
            ),
        ),
        (
            GuessReason(GuessKind.SURVIVAL, Option(0, 0.8, 0.4)),
            (
                "a1 is 80% safe and gives you the best chance to get through "
                "the next guess as well. "
                "Chance to win: about 40%."
            ),
        ),
        (
            GuessReason(GuessKind.WIN, Option(0, 0.8, 0.001, exact=True)),
            "a1 is 80% safe and gives the best chance to win the game. Chance to win: <1%.",
        ),
        (
            GuessReason(
                GuessKind.SAFEST,
                Option(0, 0.8, 0.5, exact=True),
                (Option(1, 0.8, 0.4, exact=True), Option(2, 0.75, 0.4)),
            ),
            (
                "No cell is certain; none is safer than a1 (80% safe). Chance to win: 50%. "
                "To compare: b1 is 80% safe (wins 40%) and a2 is 75% safe (wins about 40%)."
            ),
        ),
    ],
)
def test_guesses(reason: GuessReason, said: str) -> None:
    """A guess names its chances, what speaks for it, and how others compare."""
    assert say(reason) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", GuessKind)
def test_guesses_in_every_language(kind: GuessKind, language: str) -> None:
    """Every kind of guess can be told in every language."""
    said = say(GuessReason(kind, Option(0, 0.83, 0.42), OTHERS[:1]), language)
    assert "a1" in said
    assert "83%" in said
    assert "42%" in said


def test_highlights_are_the_cells_compared() -> None:
    """The guess and its alternatives are pointed at."""
    assert highlights(GuessReason(GuessKind.WIN, Option(0, 0.8), OTHERS[:2])) == {0, 1, 2}
