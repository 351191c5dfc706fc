"""Deduction, exact probabilities and the choice of a guess, from what a player sees alone."""

from core.solver.advice import Advice, Candidate, advise
from core.solver.analysis import Analysis, InconsistentBoard, analyse
from core.solver.warm import warm

__all__ = ["Advice", "Analysis", "Candidate", "InconsistentBoard", "advise", "analyse", "warm"]
