"""Exercises for a trainer of patterns, drawn from the solver's ladder of deductions."""

from core.trainer.drill import Drill, drill_of, rank_of
from core.trainer.exercise import ASKED, Exercise, exercise

__all__ = ["ASKED", "Drill", "Exercise", "drill_of", "exercise", "rank_of"]
