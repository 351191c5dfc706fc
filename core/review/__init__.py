"""Looking back on a finished game: what each move was worth, and what was skill and what luck."""

from core.review.accuracy import accuracy
from core.review.flags import WrongFlag, wrong_flags
from core.review.fortune import Chance, Fortune, fortune
from core.review.grade import Choice, Grade, GradedMove
from core.review.grading import explained, graded_moves
from core.review.report import Cause, Review, Turning, review_in_pieces

__all__ = [
    "Cause",
    "Chance",
    "Choice",
    "Fortune",
    "Grade",
    "GradedMove",
    "Review",
    "Turning",
    "WrongFlag",
    "accuracy",
    "explained",
    "fortune",
    "graded_moves",
    "review_in_pieces",
    "wrong_flags",
]
