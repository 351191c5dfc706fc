"""Ranking: each player once, highest first, in whatever order rows arrive."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.ranking import ranked, with_better, without
from bot.app.documents.solved import SolvedBy

ROWS = st.lists(
    st.builds(SolvedBy, st.sampled_from(["ann", "bob", "cid"]), st.just("N"), st.integers(0, 3))
)


def boards(row: SolvedBy) -> float:
    """Return what is compared."""
    return row.boards


def table_of(rows: list[SolvedBy]) -> tuple[SolvedBy, ...]:
    """Return the table that ``rows`` make one after the other."""
    table: tuple[SolvedBy, ...] = ()
    for row in rows:
        table = with_better(table, row, boards)
    return table


@given(ROWS, st.randoms())
def test_any_order(rows: list[SolvedBy], order: Random) -> None:
    """However often and in whatever order rows arrive, the table has each player's best."""
    again = [*rows, *rows]
    order.shuffle(again)
    best = {row.player: max(r.boards for r in rows if r.player == row.player) for row in rows}
    first = sorted(best, key=lambda player: (-best[player], player))
    expected = tuple(SolvedBy(player, "N", best[player]) for player in first)
    assert table_of(rows) == table_of(again) == expected


@given(ROWS)
def test_ranks(rows: list[SolvedBy]) -> None:
    """A rank is one more than the number of those who are better."""
    table = table_of(rows)
    assert [row for _, row in ranked(table, boards)] == list(table)
    for rank, row in ranked(table, boards):
        assert rank == 1 + sum(other.boards > row.boards for other in table)


@given(ROWS)
def test_without(rows: list[SolvedBy]) -> None:
    """A player who leaves is gone, and the others stay as they were."""
    left = without(table_of(rows), "ann")
    assert left == tuple(row for row in table_of(rows) if row.player != "ann")
    assert left == table_of([row for row in rows if row.player != "ann"])
