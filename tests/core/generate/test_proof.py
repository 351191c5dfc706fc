"""Proofs: every step follows from its clues alone, and only a true proof replays."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.generate import Deduced, Generated, Proof, no_guess, prove
from core.generate.proof import _Walk
from core.grid import Grid
from core.minefield import Minefield
from core.rules import FirstOpen, Rules
from core.solver import analyse
from core.solver.explain import cost, easiest, explain
from core.solver.reason import Conclusion, ReasonKind
from tests.core.generate.replaying import replays
from tests.core.generate.slow import boards_of, solves
from tests.core.solver.explain_oracle import decides


def generated(rules: Rules, first: int, seed: int) -> Minefield:
    """Return a no-guess layout."""
    found = no_guess(rules, first, Random(seed))
    assert isinstance(found, Generated)
    return found.minefield


def proved(rules: Rules, first: int, seed: int) -> tuple[Minefield, Proof]:
    """Return a no-guess layout and its proof."""
    minefield = generated(rules, first, seed)
    proof = prove(minefield, first)
    assert proof
    return minefield, proof


def test_no_proof_begins_with_a_mine() -> None:
    """A proof that would start on a mine is refused with an error."""
    with pytest.raises(ValueError, match="is a mine"):
        prove(Minefield.of(Grid(3, 3), [0]), 0)


def test_each_step_follows_from_its_clues() -> None:
    """In every way to fill the cells around a step's clues its cells are the same."""
    for seed in range(60):
        minefield, proof = proved(Rules(5, 5, 3 + seed % 5, FirstOpen.SAFE), seed % 25, seed)
        assert replays(proof, minefield)
        for board, step in zip(boards_of(proof, minefield), proof.steps, strict=True):
            reason = step.reason
            is_mine = reason.conclusion is Conclusion.MINE
            counting = reason.counting
            for cell in reason.cells:
                assert decides(board, reason.clues, cell, is_mine=is_mine, counting=counting)


def test_each_step_is_the_easiest() -> None:
    """No certain cell has an easier reason than the one of the step."""
    kinds = set[ReasonKind]()
    for seed in range(8):
        minefield, proof = proved(Rules(8, 8, 20), 0, seed)
        walk = _Walk(minefield)
        walk.open([0])
        for step in proof.steps:
            certain = analyse(walk.board)
            safe, mine = (
                easiest(walk.board, *cells) for cells in ((certain.safe, ()), ((), certain.mines))
            )
            assert cost(step.reason) == min(cost(reason) for reason in (safe, mine) if reason)
            kinds.add(step.reason.kind)
            walk.follow(step.reason)
    assert len(kinds) > 3


def test_the_first_cell_that_a_single_number_shows_is_told() -> None:
    """A step of one number shows the first cell that any does: no other reasons are compared."""
    told = 0
    for seed in range(4):
        minefield, proof = proved(Rules(8, 8, 14), 0, seed)
        for board, step in zip(boards_of(proof, minefield), proof.steps, strict=True):
            if step.reason.kind is ReasonKind.ONE_NUMBER:
                certain, is_mine = analyse(board), step.reason.conclusion is Conclusion.MINE
                reasons = (
                    explain(board, cell, is_mine=is_mine)
                    for cell in (certain.mines if is_mine else certain.safe)
                )
                assert step.reason == next(r for r in reasons if r.kind is ReasonKind.ONE_NUMBER)
                told += 1
    assert told > 20


@pytest.mark.parametrize("seed", range(3))
def test_large_proofs_replay(seed: int) -> None:
    """Proofs of dense boards replay, and use more than single numbers."""
    minefield, proof = proved(Rules(16, 30, 150), 100, seed)
    assert replays(proof, minefield)
    assert {step.reason.kind for step in proof.steps} > {ReasonKind.ONE_NUMBER}
    opened = [*proof.opened, *(cell for step in proof.steps for cell in step.opened)]
    assert sorted(opened) == [cell for cell, mine in enumerate(minefield.mines) if not mine]


def test_proofs_exist_where_counting_solves() -> None:
    """A layout has a proof if and only if exhaustive counting solves it without a guess."""
    rng, unsolvable = Random(3), 0
    for _ in range(150):
        grid = Grid(4, 5)
        minefield = Minefield.of(grid, rng.sample(range(1, 20), rng.randint(1, 7)))
        proof = prove(minefield, 0)
        assert (proof is not None) is solves(minefield, 0)
        assert proof is None or replays(proof, minefield)
        unsolvable += proof is None
    assert 30 < unsolvable < 120


def test_first_cell_may_be_no_mine() -> None:
    """A layout cannot be proved from a mine, and no proof that starts on one replays."""
    minefield = Minefield.of(Grid(2, 2), [0])
    with pytest.raises(ValueError, match="mine"):
        prove(minefield, 0)
    assert not replays(Proof(0, (0,), ()), minefield)


def test_tampered_proofs_do_not_replay() -> None:
    """Steps left out, reversed, out of order, unfounded or miscounted do not replay."""
    minefield, proof = proved(Rules(9, 9, 14), 0, 1)
    steps = proof.steps
    safe = next(step for step in steps if step.reason.conclusion is Conclusion.SAFE)
    at = steps.index(safe)

    def with_step(step: Deduced) -> Proof:
        return replace(proof, steps=(*steps[:at], step, *steps[at + 1 :]))

    reason = safe.reason
    assert replays(with_step(safe), minefield)
    for other in (
        replace(proof, steps=steps[:-1]),
        replace(proof, steps=steps[::-1]),
        replace(proof, steps=(*steps, safe)),
        replace(proof, opened=proof.opened[1:]),
        with_step(Deduced(reason, safe.opened[1:])),
        with_step(Deduced(replace(reason, conclusion=Conclusion.MINE), safe.opened)),
        with_step(Deduced(replace(reason, clues=()), safe.opened)),
        with_step(Deduced(replace(reason, clues=reason.cells), safe.opened)),
    ):
        assert not replays(other, minefield)
