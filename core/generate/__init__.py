"""Layouts, each drawn for the cell that is opened first: uniform ones, and no-guess ones."""

from core.generate.begin import Begun, begin_no_guess, prove_game
from core.generate.no_guess import (
    Budget,
    Generated,
    NotGenerated,
    Watch,
    Why,
    no_guess,
    warm,
)
from core.generate.proof import Deduced, Proof, prove
from core.generate.uniform import uniform

__all__ = [
    "Begun",
    "Budget",
    "Deduced",
    "Generated",
    "NotGenerated",
    "Proof",
    "Watch",
    "Why",
    "begin_no_guess",
    "no_guess",
    "prove",
    "prove_game",
    "uniform",
    "warm",
]
