"""Advisor: counsel is computed in threads, once for each board, within a deadline."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
from collections.abc import Iterator
from functools import cache, partial

import pytest

from bot import advisor
from bot.advisor import SolverPool
from bot.app.counsel import Counsel, give_counsel
from bot.app.ports import NotReady
from core.board import Board
from core.generate import Begun
from core.rules import Rules
from tests.patience import PATIENCE_S

BOARD = Board.parse("2x3/1 01# 01#")
OTHER = Board.parse("2x2/1 1# 1#")


class Solver:
    """A solver that answers when the test lets it, and notes what it was asked."""

    def __init__(self) -> None:
        """Be ready to answer."""
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.asked: list[Board] = []
        self.budgets: list[float] = []

    def __call__(self, board: Board, budget: float) -> Counsel:
        """Return counsel on ``board``, off the event loop."""
        assert threading.current_thread().name.startswith("solver")
        self.asked.append(board)
        self.budgets.append(budget)
        self.may_answer.wait()
        if board.mines == 99:
            raise ValueError("no such board")
        return give_counsel(board, budget)


@pytest.fixture
def solver() -> Iterator[Solver]:
    """Return a solver whose waiting threads are released at the end."""
    solver = Solver()
    yield solver
    solver.may_answer.set()


async def test_once_for_each_board(solver: Solver) -> None:
    """Two questions about one board ask the solver once; another board asks it again."""
    pool = SolverPool(0.05, solver, deadline=60)
    first = await pool.advise(BOARD)
    assert await pool.advise(BOARD) is first
    assert (await pool.advise(OTHER)).analysis.board == OTHER
    assert solver.asked == [BOARD, OTHER]
    pool.close()


async def test_deadline(solver: Solver) -> None:
    """Late counsel raises TimeoutError; once it is made, it answers the next question."""
    pool = SolverPool(0.05, solver, deadline=0.01)
    await pool.warm()
    solver.may_answer.clear()
    while not solver.asked:  # what a busy machine has not begun in time is not begun
        with pytest.raises(TimeoutError):
            await pool.advise(BOARD)
    solver.may_answer.set()
    patient = pool._asked[BOARD].counsel
    assert patient is not None
    assert await patient is await pool.advise(BOARD)
    assert solver.asked == [BOARD]
    pool.close()


async def test_kernels_are_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process loads the kernels once, however many pools it has."""
    loads: list[str] = []
    for name in ("warm_solver", "warm_generator"):
        monkeypatch.setattr(advisor, name, partial(loads.append, name))
    monkeypatch.setattr(advisor, "_warm", cache(advisor._warm.__wrapped__))
    for _ in range(2):
        pool = SolverPool(0.1)
        await pool.warm()
        pool.close()
    assert loads == ["warm_solver", "warm_generator"]


@pytest.mark.parametrize("options", [{}, {"waits_for_kernels": True}])
async def test_kernels_that_take_long(
    solver: Solver, monkeypatch: pytest.MonkeyPatch, options: dict[str, bool]
) -> None:
    """Loading kernels is waited for only until the deadline, unless an option says longer."""
    waits = bool(options)
    loaded = threading.Event()
    monkeypatch.setattr(advisor, "_warm", loaded.wait)
    pool = SolverPool(0.05, solver, deadline=0, **options)
    asked = [
        asyncio.ensure_future(pool.advise(BOARD)),
        asyncio.ensure_future(pool.no_guess(Rules(5, 5, 3), 0)),
    ]
    for _ in range(20):
        await asyncio.sleep(0)
    assert [each.done() for each in asked] == [not waits] * 2
    pool._deadline = 60
    loaded.set()
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(each, NotReady) for each in found] == [not waits] * 2
    pool.close()


async def test_kernels_that_are_loading(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question asked while kernels load is answered; its deadline begins once they are loaded."""
    loaded = threading.Event()
    monkeypatch.setattr(advisor, "_warm", loaded.wait)
    pool = SolverPool(0.05, solver, deadline=20)
    pool._deadline = 0
    asked = [
        asyncio.ensure_future(pool.advise(BOARD)),
        asyncio.ensure_future(pool.no_guess(Rules(5, 5, 3), 0)),
    ]
    for _ in range(20):
        await asyncio.sleep(0)
    early = [each.done() for each in asked]
    pool._deadline = 60
    loaded.set()
    assert not any(early)
    counsel, begun = await asyncio.gather(*asked)
    assert isinstance(counsel, Counsel)
    assert isinstance(begun, Begun)
    pool.close()


async def test_a_layout_that_takes_too_long(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search for a board without guessing ends with its time, and can be asked for again."""
    pool = SolverPool(0.05, solver, deadline=60)
    monkeypatch.setattr(advisor, "_MAKING_S", 0.0)
    with pytest.raises(TimeoutError):
        await pool.no_guess(Rules(5, 5, 3), 0)
    monkeypatch.setattr(advisor, "_MAKING_S", PATIENCE_S)
    assert isinstance(await pool.no_guess(Rules(5, 5, 3), 0), Begun)
    pool.close()


async def test_nobody_waits(
    solver: Solver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A question given up before the solver reaches it is not solved until it is asked again."""
    gc.collect()
    caplog.clear()  # warnings that earlier tests have left
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    pool = SolverPool(0.05, solver, deadline=60)
    await pool.warm()
    solver.may_answer.clear()
    first = asyncio.create_task(pool.advise(BOARD))
    while not solver.asked:  # noqa: ASYNC110  # another thread
        await asyncio.sleep(0)
    pool._deadline = 0.01
    with pytest.raises(TimeoutError):
        await pool.advise(OTHER)
    late = pool._asked[OTHER].counsel
    assert late is not None
    solver.may_answer.set()
    await asyncio.wait([late])
    del late
    assert (await first).analysis.board == BOARD
    assert solver.asked == [BOARD]
    pool._deadline = 60
    assert (await pool.advise(OTHER)).analysis.board == OTHER
    gc.collect()
    assert "never retrieved" not in caplog.text, "nobody is told of it either"
    pool.close()


async def test_less_for_each_of_many(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many questions at once share the time until the deadline, down to the least budget."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(advisor, "_LEAST_BUDGET_S", 1.7)
    boards = [Board.parse(f"2x{cols}/1 1{'#' * (cols - 1)} {'#' * cols}") for cols in range(2, 42)]
    pool = SolverPool(5, solver, deadline=60)
    await pool.warm()
    solver.may_answer.clear()
    everyone = asyncio.gather(*map(pool.advise, boards))
    while pool._waiting < len(boards):  # noqa: ASYNC110  # nothing else shows that they wait
        await asyncio.sleep(0)
    solver.may_answer.set()
    await everyone
    assert solver.budgets[1] == 1.7
    assert solver.budgets[20] <= 60 / 20
    assert solver.budgets[-1] > 2
    await pool.advise(BOARD)
    assert solver.budgets[-1] == 5, "alone again"
    pool.close()


async def test_few_at_a_time(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 64 processors no more boards are solved at once than a container has memory for."""
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    others = set(threading.enumerate())
    boards = [Board.parse(f"1x{cols}/1 1{'#' * (cols - 1)}") for cols in range(2, 12)]
    pool = SolverPool(5, solver, deadline=60)
    solver.may_answer.clear()
    everyone = asyncio.gather(*map(pool.advise, boards))
    while pool._waiting < len(boards):  # noqa: ASYNC110  # nothing else shows that they wait
        await asyncio.sleep(0)
    begun = {each.name for each in threading.enumerate() if each not in others}
    assert begun == {"solver_0", "solver_1", "solver_2"}
    solver.may_answer.set()
    await everyone
    pool.close()


async def test_failure_is_not_remembered(solver: Solver) -> None:
    """A board on which the solver failed is given to it again when it is asked for again."""
    pool = SolverPool(0.05, solver, deadline=60)
    strange = Board.parse("2x3/99 01# 01#")
    for _ in range(2):
        with pytest.raises(ValueError, match="no such board"):
            await pool.advise(strange)
    assert solver.asked == [strange, strange]
    pool.close()


async def test_memory_is_bounded(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the boards asked for last are remembered."""
    monkeypatch.setattr(advisor, "_REMEMBERED", 2)
    pool, third = SolverPool(0.05, solver, deadline=60), Board.parse("2x2/2 ## ##")
    for board in (BOARD, OTHER, BOARD, third, BOARD, OTHER):
        await pool.advise(board)
    assert solver.asked == [BOARD, OTHER, third, OTHER]
    pool.close()


async def test_certain_mines() -> None:
    """A cell that is a mine in every layout is told from one that may be."""
    pool = SolverPool(0.05)
    assert await pool.is_certain_mine(Board.parse("1x2/1 1#"), 1)
    assert not await pool.is_certain_mine(BOARD, 2)
    pool.close()
