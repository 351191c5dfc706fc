"""The command line: every command run in this process."""

from __future__ import annotations

import io
import json
import signal
from itertools import pairwise
from math import comb, inf
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from core.cli.analyse import policy_of, room_of
from core.cli.main import main
from core.solver.policy import DEFAULT
from core.solver.reason import GuessKind
from tests.core.solver.test_analysis_wide import equal, lattice


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command line and return what it printed; it must succeed."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Any]:
    """Return the answers of ``analyse`` to the lines given."""
    *lines, options = arguments
    file = tmp_path / "positions.jsonl"
    file.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    text = output(capsys, "analyse", str(file), *options.split())
    return [json.loads(line) for line in text.splitlines()]


def position(rows: list[str], mines: int, width: int = 3) -> str:
    """Return a position as ``analyse`` reads it."""
    return json.dumps({"width": width, "height": len(rows), "mines": mines, "rows": rows})


def test_analyse_certain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Certain cells come with their map, number of layouts, best move and reasons, and no guess."""
    (answer,) = analysed(tmp_path, capsys, position(["01#", "01#", "011"], 1), "")
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


def test_analyse_guess_and_map_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A guess has candidates, a chance to win and its reason; --no-best leaves the map alone."""
    line = position(["1#", "1#"], 1, width=2)
    (answer,) = analysed(tmp_path, capsys, line, "--budget-ms 50")
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
    (bare,) = analysed(tmp_path, capsys, line, "--no-best")
    assert bare["p"] == [None, 0.5, None, 0.5]
    assert "best" not in bare


def test_analyse_as_many_layouts_as_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even the number of layouts of the largest board, half full, is written in full."""
    line = position(["#" * 100] * 100, 5_000, width=100)
    (answer,) = analysed(tmp_path, capsys, line, "--no-best")
    assert answer["solutions"] == str(comb(10_000, 5_000))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (position(["#" * 101], 5, width=101), "width and height are 100 at most"),
        (position(["#"] * 101, 5, width=1), "width and height are 100 at most"),
        (position(["#" * 10_000], 5, width=10_000), "width and height are 100 at most"),
        (position(["###"], -1), "width and height are 1 at least, mines 0"),
        (position([""], 0, width=0), "width and height are 1 at least, mines 0"),
        (position([], 0, width=3), "width and height are 1 at least, mines 0"),
        (position(["###"], 4), "mines are 3 at most, the cells there are"),
        (position(["###", "##"], 1), "rows must be 2 strings of 3 marks"),
        (position(["###"], 1).replace('t": 1', 't": 2'), "rows must be 2 strings of 3 marks"),
        (position(["###"], 1).replace('["###"', '["###", 1'), "rows are a list of strings"),
        (
            position(["###"], 1).replace('h": 3', 'h": 3.0'),
            "width, height and mines are whole numbers",
        ),
        (position(["###"], 10**4000), "mines are 3 at most, the cells there are"),
    ],
)
def test_analyse_says_what_size_cannot_be(
    line: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An impossible size or number of mines is named, with what is allowed."""
    assert analysed(tmp_path, capsys, line, "--no-best") == [{"error": message}]


def test_analyse_help_tells_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command's help names every field of an answer, and every kind of guess."""
    lines = f"{position(['1#', '1#'], 1, width=2)}\n{position(['0#'], 0, width=2)}\nnone"
    answer, certain, error = analysed(tmp_path, capsys, lines, "")
    with pytest.raises(SystemExit):
        main(["analyse", "--help"])
    told = capsys.readouterr().out
    names = [*answer, *answer["guess"], *answer["candidates"][0], *error]
    names += [*(kind.value for kind in GuessKind), *certain["reasons"][0]]
    assert [name for name in names if f"``{name}``" not in told] == []


def test_analyse_nothing_to_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finished board has no best move."""
    (answer,) = analysed(tmp_path, capsys, position(["1#", "11"], 1, width=2), "")
    assert answer["best"] is None


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[" * 100_000,
        "[]",
        "{}",
        position(["9##"], 1),
        position(["##"], 1),
        position([], 1),
        position(["###"], -1),
        json.dumps({"width": 1, "height": 1, "mines": 0, "rows": "#"}),
        position(["8##"], 1),
        position(["###"], 4),
    ],
)
def test_analyse_errors(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line with no position, or an impossible one, is answered by an error in its place."""
    good = position(["1#"], 1, width=2)
    answers = analysed(tmp_path, capsys, line, good, "--no-best")
    assert list(answers[0]) == ["error"]
    assert answers[1]["safe"] == []


def test_analyse_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a file the positions come from standard input."""
    text = position(["1#"], 1, width=2).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert json.loads(output(capsys, "analyse", "--no-best"))["mines_found"] == [[0, 1]]


def test_analyse_without_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no file is named and standard input is closed, the command says so."""
    monkeypatch.setattr("sys.stdin", None)
    assert main(["analyse", "--no-best"]) == 2
    assert "standard input is closed" in capsys.readouterr().err


def test_an_interrupt_ends_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends a command with a sentence and the exit code that shells have for it."""

    class Pressed(io.BytesIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            signal.raise_signal(signal.SIGINT)
            return b""

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Pressed()))
    assert main(["analyse", "--no-best"]) == 130
    assert capsys.readouterr().err == "\npython -m core: interrupted\n"


@pytest.mark.parametrize("budget", ["0", "1e20", "inf"])
def test_analyse_in_any_time(
    budget: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Zero, a very long time and infinity can all be budgets."""
    line = position(["1#", "1#"], 1, width=2)
    (answer,) = analysed(tmp_path, capsys, line, f"--budget-ms {budget}")
    assert answer["win"] == 0.5


def test_analyse_is_better_with_more_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An end of 3,003 layouts, estimated by default, is exact with enough time."""
    line = position(["#####"] * 3, 5, width=5)
    (usual,) = analysed(tmp_path, capsys, line, "--budget-ms 500")
    (longer,) = analysed(tmp_path, capsys, line, "--budget-ms 60000")
    assert (usual["win_exact"], longer["win_exact"]) == (False, True)
    assert usual["win"] < longer["win"]


def test_analyse_counts_its_time_in_milliseconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """1 ms is too little to search an end of 225 layouts, 100 ms are enough."""
    line = position(["####", "1###", "####", "####"], 3, width=4)
    (one,) = analysed(tmp_path, capsys, line, "--budget-ms 1")
    (hundred,) = analysed(tmp_path, capsys, line, "--budget-ms 100")
    assert (one["win_exact"], hundred["win_exact"]) == (False, True)


def test_analyse_tells_the_fifty_fifty_that_a_mine_would_make(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pseudo 50/50 is told with the cells that would be a 50/50 if the guess were a mine."""
    rows = ["02#####", "02#####", "234####", "##2####", "#322###", "#######"]
    (answer,) = analysed(tmp_path, capsys, position(rows, 12, width=7), "")
    assert (answer["guess"]["kind"], answer["best"]) == ("pseudo", [4, 0])
    assert answer["guess"]["fifty"] == [[4, 0], [5, 0]]


def test_more_time_never_means_a_smaller_search() -> None:
    """From the default budget on, a longer one lowers no limit of the search."""
    policies = [policy_of(budget) for budget in (0.0, 500.0, 501.0, 2000.0, 1e20, inf)]
    searches = [(each.nodes, each.layouts, each.narrow) for each in policies]
    assert policies[:2] == [DEFAULT, DEFAULT]
    for smaller, larger in pairwise(searches):
        assert all(a <= b for a, b in zip(smaller, larger, strict=True))


def test_more_time_means_more_room_for_wide_frontiers() -> None:
    """Room doubles with the budget, from the default one to eight times as much."""
    budgets = (0.0, 500.0, 999.0, 1000.0, 2500.0, 4000.0, 1e20, inf)
    assert [room_of(budget) for budget in budgets] == [1, 1, 1, 2, 4, 8, 8, 8]


def test_analyse_takes_the_room_that_the_time_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board too wide by default is exact with twice the budget, with the best move or without."""
    board = lattice(26, 50, 2, 3)[0]
    line = position(str(board).splitlines()[1:], board.mines, width=50)
    answers = [
        analysed(tmp_path, capsys, line, options)[0]
        for options in ("--no-best", "--no-best --budget-ms 1000", "--budget-ms 1000")
    ]
    assert [answer["exact"] for answer in answers] == [False, True, True]
    assert answers[1]["solutions"] == answers[2]["solutions"]


def test_analyse_answers_after_bytes_that_are_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that is not UTF-8 is an error in its place; the others are answered."""
    file, good = tmp_path / "positions", position(["1#"], 1, width=2).encode()
    file.write_bytes(b"\n".join((good, b'{"rows": "\xff"}', good)))
    text = output(capsys, "analyse", "--no-best", str(file))
    first, bad, last = (json.loads(line) for line in text.splitlines())
    assert first == last
    assert list(bad) == ["error"]


def test_analyse_reasons_on_a_board_too_wide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Certain cells have reasons even on a board too wide to be exact."""
    rows = equal(61, 4)
    rows[:2] = ["1#" + rows[0][2:], "11" + rows[1][2:]]
    (answer,) = analysed(tmp_path, capsys, position(rows, 1200, 61), "--budget-ms 50")
    assert not answer["exact"]
    told = [cell for reason in answer["reasons"] for cell in reason["cells"]]
    assert sorted(told) == sorted(answer["safe"] + answer["mines_found"])
    assert told


SMALL = ("play", "--rows", "5", "--cols", "6", "--mines", "5", "--games", "600")


def test_play_is_repeatable(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A seed gives the same outcomes whatever the number of workers; times are of this run."""
    runs, started = [], perf_counter()
    for workers in ("1", "2"):
        file = tmp_path / workers
        text = output(
            capsys, *SMALL, "--json", "--workers", workers, "--outcomes", str(file), "--seed", "3"
        )
        outcomes = file.read_text(encoding="ascii")
        summary = json.loads(text)
        assert summary["games"] == len(outcomes) == 600
        assert summary["wins"] == outcomes.count("1")
        assert summary["standard_error"] > 0.0
        lasted = 1000 * (perf_counter() - started)
        assert 0.0 < summary["ms_per_game"] * 600 < lasted
        assert 0.0 < summary["decision_p50"] <= summary["decision_max"] < lasted
        assert "error" not in summary
        runs.append(outcomes)
    assert runs[0] == runs[1]


def test_play_prints_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """The summary for people has rate, error and times."""
    text = output(capsys, *SMALL, "--first", "safe", "--policy", "safest", "--budget-ms", "2")
    assert [line.split()[0] for line in text.splitlines()] == [
        "games", "wins", "rate", "time", "guesses", "decision",
    ]  # fmt: skip
    assert "games     600" in text


def test_play_takes_all_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    """An infinite budget is allowed; who may not search makes more guesses."""
    text = output(capsys, *SMALL[:-1], "20", "--start", "2,2", "--budget-ms", "inf")
    assert "games     20\n" in text
    usual, hasty = (
        json.loads(output(capsys, *SMALL, "--mines", "9", "--json", *budget))["guesses_per_game"]
        for budget in ((), ("--budget-ms", "0"))
    )
    assert usual < hasty


def test_play_shows_progress_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal the number of games played so far is shown, in one line."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main([*SMALL, "--start", "2,2"]) == 0
    assert capsys.readouterr().err == "\r250 of 600\r500 of 600\r600 of 600\n"


def test_play_without_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If standard error is closed games are played all the same."""
    with monkeypatch.context() as closed:
        closed.setattr("sys.stderr", None)
        assert main([*SMALL[:-1], "20", "--start", "2,2"]) == 0
    assert "games     20\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--start", "9,9"), "--start"),
        (("--start", "here"), "--start"),
        (("--mines", "99"), "mines"),
        (("--layouts", "missing"), "missing"),
    ],
)
def test_play_refuses(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options that make no sense are refused with a message and exit code 2."""
    assert main([*SMALL, *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--games", "0"), ("--workers", "0"), ("--budget-ms", "-1"), ("--budget-ms", "nan")],
)
def test_play_refuses_too_few(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few games, threads or time are refused with a message and exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main([*SMALL, option, value])
    assert ended.value.code == 2
    assert f"argument {option}: {value} is" in capsys.readouterr().err
