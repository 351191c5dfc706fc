"""``analyse``: what it answers to positions, and what more time gives."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from math import comb, inf

import pytest

from core.cli.analyse import policy_of, room_of
from core.cli.main import main
from core.solver.advice import BUDGET
from core.solver.policy import DEFAULT
from core.solver.reason import GuessKind
from tests.core.cli.conftest import Analysed, Printed
from tests.core.solver.test_analysis_wide import equal, lattice


def position(mines: int, *rows: str) -> str:
    """Return a position as ``analyse`` reads it."""
    width, height = len(rows[0]), len(rows)
    return json.dumps({"width": width, "height": height, "mines": mines, "rows": rows})


FIFTY = position(1, "1#", "1#")
MINE = position(1, "1#")


def test_certain_cells(analysed: Analysed) -> None:
    """Certain cells come with their map, number of layouts, best move and reasons, and no guess."""
    (answer,) = analysed(position(1, "01#", "01#", "011"))
    assert "error" not in answer
    assert answer["p"] == [None, None, 0.0, None, None, 1.0, None, None, None]
    assert answer["solutions"] == "1"
    assert (answer["exact"], answer["error_bar"]) == (True, 0.0)
    assert answer["safe"] == [[0, 2]]
    assert answer["mines_found"] == [[1, 2]]
    assert answer["best"] == [0, 2]
    assert (answer["win"], answer["win_exact"]) == (1.0, True)
    assert [reason["conclusion"] for reason in answer["reasons"]] == ["safe", "mine"]
    assert answer["guess"] is None


def test_a_guess_and_the_map_alone(analysed: Analysed) -> None:
    """A guess has candidates, a chance to win and its reason; --no-best leaves the map alone."""
    (answer,) = analysed(FIFTY, "--budget-ms", "50")
    assert answer["win"] == 0.5
    assert answer["candidates"][0]["win"] == 0.5
    assert answer["reasons"] == []
    best, other = answer["guess"]["chosen"], answer["guess"]["others"][0]
    assert answer["guess"] == {
        "kind": "fifty_fifty",
        "chosen": {"cell": answer["best"], "safe": 0.5, "win": 0.5, "exact": True},
        "others": [other],
        "fifty": [],
    }
    assert (other["win"], other["exact"]) == (0.5, True)
    assert sorted([best["cell"], other["cell"]]) == [[0, 1], [1, 1]]
    (bare,) = analysed(FIFTY, "--no-best")
    assert bare["p"] == [None, 0.5, None, 0.5]
    assert "best" not in bare


def test_as_many_layouts_as_there_are(analysed: Analysed) -> None:
    """Even the number of layouts of the largest board, half full, is written in full."""
    (answer,) = analysed(position(5_000, *["#" * 100] * 100), "--no-best")
    assert answer["solutions"] == str(comb(10_000, 5_000))


@pytest.mark.parametrize("mines", [0, 2])
def test_no_mines_and_nothing_but_mines(mines: int, analysed: Analysed) -> None:
    """A board without mines, and one of mines only, are valid positions."""
    (answer,) = analysed(position(mines, "##"), "--no-best")
    assert answer["p"] == [mines / 2, mines / 2]


def test_nothing_to_open(analysed: Analysed) -> None:
    """A finished board has no best move."""
    (answer,) = analysed(position(1, "1#", "11"))
    assert answer["best"] is None


def test_a_pseudo_fifty_fifty(analysed: Analysed) -> None:
    """A pseudo 50/50 is told with the cells that would be a 50/50 if the guess were a mine."""
    rows = ("02#####", "02#####", "234####", "##2####", "#322###", "#######")
    (answer,) = analysed(position(12, *rows))
    assert (answer["guess"]["kind"], answer["best"]) == ("pseudo", [4, 0])
    assert answer["guess"]["fifty"] == [[4, 0], [5, 0]]


def test_cells_in_reasons_are_row_and_column(analysed: Analysed) -> None:
    """In reasons all cells are [row, column]; clues are open cells, the others closed.

    Numbers and truth values are what they are.
    """
    rows = ("######", "235###", "#2####", "122332", "000000", "000000")
    (answer,) = analysed(position(8, *rows))
    waiting, named = list(answer["reasons"]), set[str]()
    for reason in waiting:
        assert reason["counting"] is (reason["kind"] == "counting")
        assert all(needed > 0 for step in reason["steps"] for needed in step["needs"])
    while waiting:
        told = waiting.pop()
        waiting += told.get("steps", []) + told.get("supposed", [])
        for name in {"cells", "clues", "mines", "safe"}.intersection(told):
            assert all((rows[r][c] == "#") is (name != "clues") for r, c in told[name])
            named |= {name} if told[name] else set()
    assert named == {"cells", "clues", "mines", "safe"}


def test_reasons_on_a_board_too_wide(analysed: Analysed) -> None:
    """Certain cells have reasons even on a board too wide to be exact."""
    rows = equal(61, 4)
    rows[:2] = ["1#" + rows[0][2:], "11" + rows[1][2:]]
    (answer,) = analysed(position(1200, *rows), "--budget-ms", "50")
    assert not answer["exact"]
    told = [cell for reason in answer["reasons"] for cell in reason["cells"]]
    assert sorted(told) == sorted(answer["safe"] + answer["mines_found"])
    assert told


def test_the_help_tells_what_is_printed(
    analysed: Analysed, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command's help names every field of an answer, and every kind of guess."""
    answer, certain, error = analysed("\n".join((FIFTY, position(0, "0#"), "none")))
    with pytest.raises(SystemExit):
        main(["analyse", "--help"])
    told = capsys.readouterr().out
    names = [*answer, *answer["guess"], *answer["candidates"][0], *error]
    names += [*(kind.value for kind in GuessKind), *certain["reasons"][0]]
    assert [name for name in names if f"``{name}``" not in told] == []


def test_positions_on_standard_input(monkeypatch: pytest.MonkeyPatch, printed: Printed) -> None:
    """Without a file the positions come from standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(MINE.encode())))
    assert json.loads(printed("analyse", "--no-best"))["mines_found"] == [[0, 1]]


def test_each_line_is_answered_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a pipe each line is answered before the next one is read."""
    output, answered = io.BytesIO(), list[int]()

    class Asking(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            answered.append(output.getvalue().count(b"\n"))
            return super().readline(size)

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Asking(f"{MINE}\n{MINE}\n".encode())))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(output))
    assert main(["analyse", "--no-best"]) == 0
    assert answered == [0, 1, 2]


@pytest.mark.parametrize("budget", ["0", "1e20", "inf"])
def test_any_budget(budget: str, analysed: Analysed) -> None:
    """Zero, a very long time and infinity can all be budgets."""
    (answer,) = analysed(FIFTY, "--budget-ms", budget)
    assert answer["win"] == 0.5


def test_a_larger_budget_gives_a_better_answer(analysed: Analysed) -> None:
    """An end of 3,003 layouts, estimated by default, is exact with a budget of a minute."""
    line = position(5, *["#####"] * 3)
    (usual,) = analysed(line, "--budget-ms", "500")
    (longer,) = analysed(line, "--budget-ms", "60000")
    assert (usual["win_exact"], longer["win_exact"]) == (False, True)
    assert usual["win"] < longer["win"]


def test_a_budget_is_in_milliseconds(analysed: Analysed) -> None:
    """The steps of 1 ms are too few to search an end of 225 layouts, those of 100 ms suffice."""
    line = position(3, "####", "1###", "####", "####")
    (one,) = analysed(line, "--budget-ms", "1")
    (hundred,) = analysed(line, "--budget-ms", "100")
    assert (one["win_exact"], hundred["win_exact"]) == (False, True)


def test_a_larger_budget_never_means_a_smaller_search() -> None:
    """From the default budget on, a larger one lowers no limit of the search."""
    policies = [policy_of(budget) for budget in (0.0, 500.0, 501.0, 2000.0, 1e20, inf)]
    searches = [(each.nodes, each.layouts, each.narrow) for each in policies]
    assert policies[:2] == [DEFAULT, DEFAULT]
    for smaller, larger in pairwise(searches):
        assert all(a <= b for a, b in zip(smaller, larger, strict=True))


def test_the_narrow_search_grows_with_the_budget() -> None:
    """The limit of the narrow search is in proportion to the budget."""
    for seconds in (1, 2, 4):
        assert policy_of(1000 * seconds).narrow == DEFAULT.narrow * seconds / BUDGET


def test_a_larger_budget_means_more_room_for_wide_frontiers() -> None:
    """Room doubles with the budget, from the default one to eight times as much."""
    budgets = (0.0, 500.0, 999.0, 1000.0, 2500.0, 4000.0, 1e20, inf)
    assert [room_of(budget) for budget in budgets] == [1, 1, 1, 2, 4, 8, 8, 8]


def test_the_room_of_a_budget_is_used(analysed: Analysed) -> None:
    """A board too wide by default is exact with twice the budget, with the best move or without.

    That it is too wide ``test_joint.py`` has.
    """
    board = lattice(26, 50, 2, 3)[0]
    line = position(board.mines, *str(board).splitlines()[1:])
    roomy = "--budget-ms", "1000"
    (alone,), (whole,) = (analysed(line, *roomy, *options) for options in (("--no-best",), ()))
    assert [answer["exact"] for answer in (alone, whole)] == [True, True]
    assert alone["solutions"] == whole["solutions"]
