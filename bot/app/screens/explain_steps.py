"""The steps of a deduction as sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from typing import Final

from bot.i18n import Text
from core.board import Board
from core.grid import Cell
from core.solver.reason import (
    Bound,
    Conclusion,
    Count,
    CountKind,
    Pattern,
    ReasonKind,
    Step,
)

_LISTED_CLUES: Final = 6
_LISTED_CELLS: Final = 8


class Teller:
    """Tells deductions on ``board``."""

    def __init__(self, board: Board) -> None:
        """Tell of the cells of ``board``."""
        self._board = board

    def step(self, step: Step) -> Text:
        """Return the sentence of ``step``."""
        sentences = {
            ReasonKind.ONE_NUMBER: self._one,
            ReasonKind.TWO_NUMBERS: self._two,
            ReasonKind.SEVERAL_NUMBERS: self._several,
            ReasonKind.CHAIN: self._long_pattern,
            ReasonKind.CONTRADICTION: self._contradiction,
            ReasonKind.CASES: self._cases,
            ReasonKind.COUNTING: self._counting,
        }
        return sentences[step.kind](step)

    def mines(self, cells: Collection[Cell]) -> Text:
        """Return "c4 and c5 are mines", of many cells only how many there are."""
        return self._are("mines", cells)

    def safe(self, cells: Collection[Cell]) -> Text:
        """Return "c4 and c5 are safe", of many cells only how many there are."""
        return self._are("safe", cells)

    def _are(self, what: str, cells: Collection[Cell]) -> Text:
        if len(cells) > _LISTED_CELLS:
            return Text(f"reason.many_{what}", count=len(cells))
        return Text(f"reason.are_{what}", cells=self._cells(cells), count=len(cells))

    def _cells(self, cells: Iterable[Cell]) -> tuple[str, ...]:
        return tuple(self._board.grid.name(cell) for cell in sorted(cells))

    def _verdict(self, step: Step) -> Text:
        return (self.mines if step.conclusion is Conclusion.MINE else self.safe)(step.cells)

    def _clue(self, clue: Cell, left: int | None = None) -> Text:
        """Return "the 2 at d5", with what is left of the number if that is less."""
        number, cell = self._board.numbers[clue], self._board.grid.name(clue)
        if left is None or left == number:
            return Text("reason.clue", number=number, cell=cell)
        return Text("reason.clue_left", number=number, cell=cell, left=left)

    def _clues(self, clues: Sequence[Cell]) -> Text | tuple[Text, ...]:
        if len(clues) > _LISTED_CLUES:
            return Text("reason.many_clues", count=len(clues))
        return tuple(map(self._clue, clues))

    def _closed(self, clue: Cell, step: Step) -> set[Cell]:
        """Return the closed cells around ``clue`` that are not decided before ``step``."""
        return set(self._board.closed_around(clue)).difference(step.relied)

    def _one(self, step: Step) -> Text:
        (clue,), (need,), verdict = step.clues, step.needs, self._verdict(step)
        if step.conclusion is Conclusion.SAFE:
            return self._full(clue, step)
        count, rest = len(step.cells), self._clue(clue, need)
        if step.safe:
            known = self.safe(step.safe)
            return Text("reason.only_left", known=known, clue=rest, count=count, verdict=verdict)
        return Text("reason.only", clue=rest, count=count, verdict=verdict)

    def _full(self, clue: Cell, step: Step) -> Text:
        """Return that ``clue`` has all its mines, exploded ones among them."""
        exploded = [
            cell for cell in self._board.grid.neighbours(clue) if self._board.exploded[cell]
        ]
        mines = [*step.mines, *exploded]
        told, verdict = self._clue(clue), self._verdict(step)
        if not mines:
            return Text("reason.zero", clue=told, verdict=verdict)
        return Text(
            "reason.full", clue=told, count=len(mines), mines=self._cells(mines), verdict=verdict
        )

    def _two(self, step: Step) -> Text:
        (strong, weak), (more, less) = step.clues, step.needs
        shared = self._closed(strong, step) & self._closed(weak, step)
        inside = step.conclusion is Conclusion.SAFE and more == less
        key = "inside" if inside else "least" if step.conclusion is Conclusion.SAFE else "most"
        sentence = Text(
            f"reason.two_{key}",
            first=self._clue(strong, more),
            second=self._clue(weak, less),
            shared=self._cells(shared),
            count=less,
            verdict=self._verdict(step),
        )
        return _patterned(step.pattern, sentence)

    def _several(self, step: Step) -> Text:
        first, *others = step.clues
        bound = "most" if step.bound is Bound.MOST else "least"
        around = self._closed(first, step)
        beside = [self._closed(clue, step) for clue in others]
        one, other = (
            Text(
                "reason.share",
                count=share,
                cells=self._cells(around & cells),
                clue=self._clue(clue),
            )
            for clue, cells, share in zip(others, beside, step.shares, strict=True)
        )
        args = {
            "clue": self._clue(first, step.needs[0]),
            "one": one,
            "other": other,
            "verdict": self._verdict(step),
        }
        key = f"reason.several_{bound}_{step.conclusion.value}"
        own = around.difference(*beside)
        if own and key == "reason.several_most_safe":
            return Text(f"{key}_with", own=self.mines(own), **args)
        return Text(key, **args)

    def _long_pattern(self, step: Step) -> Text:
        around = set[Cell]().union(*(self._closed(clue, step) for clue in step.clues))
        two_ones = step.pattern is Pattern.ONE_TWO_ONE
        sentence = Text(
            "reason.one_two_one" if two_ones else "reason.one_two_two_one",
            first=self._clue(step.clues[0], step.needs[0]),
            last=self._clue(step.clues[-1], step.needs[-1]),
            mines=self._cells(around.difference(step.cells)),
            verdict=self._verdict(step),
        )
        return _patterned(step.pattern, sentence)

    def _contradiction(self, step: Step) -> Text:
        outcome = "too_many" if step.bound is Bound.MOST else "too_few"
        end = Text(f"reason.{outcome}", clue=self._clue(step.clues[-1]))
        told = {*step.cells, *step.relied}
        then = [self._then(one, told) for one in step.supposed]
        return Text(
            f"reason.suppose_{_opposite(step).value}",
            cell=self._cells(step.cells),
            then=reduce(_also, [*then, end]),
            verdict=self._verdict(step),
        )

    def _then(self, step: Step, told: set[Cell]) -> Text:
        """Return "c4 is a mine (the 2 at d5)" for cells not ``told`` yet, and add them."""
        cells = [cell for cell in step.cells if cell not in told]
        told.update(cells)
        verdict = self.mines(cells) if step.conclusion is Conclusion.MINE else self.safe(cells)
        return Text("reason.because", verdict=verdict, clue=self._clue(step.clues[0]))

    def _cases(self, step: Step) -> Text:
        return Text("reason.cases", clues=self._clues(step.clues), verdict=self._verdict(step))

    def _counting(self, step: Step) -> Text:
        count, verdict = step.count, self._verdict(step)
        if count is None:
            return Text("reason.everything", total=self._board.mines, verdict=verdict)
        if count.kind is CountKind.EXACT:
            return self._exact(step, count)
        args = {"left": count.left, "clues": self._clues(step.clues), "verdict": verdict}
        if count.kind is CountKind.CASES:
            return Text("reason.count_cases", **args)
        return Text(
            f"reason.count_{count.kind.value}_{_opposite(step).value}",
            cell=self._cells(step.cells),
            bound=count.bound,
            **args,
        )

    def _exact(self, step: Step, count: Count) -> Text:
        """Return that the clues, if there are any, and the rest share out the mines left."""
        key = f"reason.exact_{step.conclusion.value}"
        verdict = self._verdict(step)
        if not step.clues:
            return Text(f"{key}_alone", left=count.left, verdict=verdict)
        return Text(
            key,
            left=count.left,
            held=sum(step.needs),
            clues=self._clues(step.clues),
            verdict=verdict,
        )


def _also(first: Text, second: Text) -> Text:
    return Text("reason.also", first=first, second=second)


def _patterned(pattern: Pattern | None, sentence: Text) -> Text:
    if pattern is None:
        return sentence
    return Text("reason.pattern", name=pattern.value, sentence=sentence)


def _opposite(step: Step) -> Conclusion:
    return Conclusion.SAFE if step.conclusion is Conclusion.MINE else Conclusion.MINE
