"""The one place that decides how a chance is written."""

from __future__ import annotations

import math
from typing import Final

from bot.i18n.text import Text

# Sums of floats that mean 0 or 1 miss them by less than this.
_ROUNDING: Final = 1e-12


def percent(chance: float) -> Text:
    """Return the text of a ``chance`` from 0 to 1: "12%", "<1%", "99.6%", ">99.9%".

    It reads 0% or 100% only if ``chance`` is 0 or 1; from 99% on it has one decimal, rounded
    down, because there it matters how far from certain a move is.
    """
    if chance <= _ROUNDING:
        return Text("percent.exactly", value=0)
    if chance >= 1 - _ROUNDING:
        return Text("percent.exactly", value=100)
    if chance > 0.999:  # noqa: PLR2004  # the last value that one decimal can show
        return Text("percent.above", value=99.9)
    if chance >= 0.99:  # noqa: PLR2004  # from here whole percents would soon read 100%
        return Text("percent.exactly", value=math.floor(chance * 1000) / 10)
    whole = round(chance * 100)
    return Text("percent.exactly", value=whole) if whole else Text("percent.below", value=1)


def whole_percent(ratio: float) -> Text:
    """Return the text of a ``ratio`` that is no chance and may be above 1: "104%".

    It reads 0% only if ``ratio`` is 0, and 100% from 1 on: a share a little below is not all.
    """
    whole = round(ratio * 100)
    if not whole and ratio > 0:
        return Text("percent.below", value=1)
    return Text("percent.exactly", value=99 if whole == 100 and ratio < 1 else whole)  # noqa: PLR2004  # of which 1 is all


def about(chance: float, *, exact: bool) -> Text:
    """Return the text of a ``chance``; if it is not ``exact``, it says that this is an estimate.

    "<1%" says it by itself: it stands for what is half of that at most. ">99.9%" would say too much
    of an estimate, which is about 99.9%.
    """
    shown, is_sure = percent(chance), exact or not _ROUNDING < chance < 1 - _ROUNDING
    if is_sure or shown.key == "percent.below":
        return shown
    if shown.key == "percent.above":
        shown = Text("percent.exactly", value=99.9)
    return Text("percent.about", chance=shown)
