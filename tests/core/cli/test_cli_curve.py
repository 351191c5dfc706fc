"""The curve command: its table, its picture, and the points beside them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import core.cli.play
from core.cli.curve import mine_range
from core.cli.main import main
from core.cli.picture import TOP, Curve, Point, draw
from tests.core.cli.conftest import Printed

FEW = ["curve", "--mines", "10-12", "--games", "40"]
SVG = "{http://www.w3.org/2000/svg}"


def test_table(printed: Printed) -> None:
    """The table has a row for each number of mines, both rules, and the published points."""
    head, rule, *rows = printed(*FEW).splitlines()
    assert head == "| mines | first open: safe, % | first open: opening, % | published, % |"
    assert rule == "| ---: | ---: | ---: | ---: |"
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [row[0] for row in cells] == ["10", "11", "12"]
    assert [row[3] for row in cells] == ["about 95", "", ""]
    assert all(0 <= float(cell.split(" ± ")[0]) <= 100 for row in cells for cell in row[1:3])


def test_the_curve_by_default(printed: Printed) -> None:
    """Without options the curve is the README's: 10 to 35 mines on 10x10, and both known points."""
    text = printed("curve", "--games", "1", "--policy", "safest", "--first", "safe")
    _, _, *rows = text.splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [int(row[0]) for row in cells] == list(range(10, 36))
    assert {row[0]: row[2] for row in cells if row[2]} == {"10": "about 95", "20": "about 30"}


def test_json_and_picture(printed: Printed, tmp_path: Path) -> None:
    """The JSON form holds one rule's points; the picture is SVG with line, band and dots."""
    picture = tmp_path / "curve.svg"
    curves = json.loads(printed(*FEW, "--first", "safe", "--json", "--picture", str(picture)))
    assert curves["published"] == [[10, 95.0, 0.0], [20, 30.0, 0.0]]
    assert [mines for mines, _, _ in curves["first open: safe"]] == [10, 11, 12]
    root = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 - our own picture
    lines = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width")]
    assert len(lines) == 1
    assert len(list(root.iter(f"{SVG}circle"))) == 1  # the other point is off the picture


def test_other_boards_have_no_points(printed: Printed) -> None:
    """On a board for which nothing is published the last column is empty."""
    small = ["--rows", "5", "--cols", "6", "--start", "0,0", "--mines", "3"]
    assert printed(*FEW, *small).splitlines()[-1].endswith("|  |")


@pytest.mark.parametrize(("text", "mines"), [("3", [3]), ("3-5", [3, 4, 5])])
def test_mine_range(text: str, mines: list[int]) -> None:
    """A range includes both ends; a single number is a range too."""
    assert list(mine_range(text)) == mines


def test_bad_options(capsys: pytest.CaptureFixture[str]) -> None:
    """A range that is empty, too many mines and no games are refused."""
    with pytest.raises(SystemExit):
        main(["curve", "--mines", "9-3"])
    assert "9-3 is empty" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["curve", "--games", "0"])
    assert "--games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--mines", "98-101"], "mines must be"),
        (["--start", "10,0"], "--start"),
        (["--picture", "/missing/c.svg"], "/missing/c.svg"),
    ],
)
def test_what_cannot_be_is_told_before_a_game(
    options: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Too many mines, or a file that cannot be written, is told before any game."""

    def unplayed(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(core.cli.play, "play_games", unplayed)
    assert main([*FEW, *options]) == 2
    assert message in capsys.readouterr().err


def test_points_stand_where_the_axes_say() -> None:
    """Line, band and dots are drawn at their mines and percentages on the axes."""
    one = Curve("one", (Point(10, 80.0, 20.0), Point(20, 20.0, 20.0)))
    two = Curve("two", (Point(10, 60.0), Point(20, 40.0)))
    root = ET.fromstring(draw("", [one, two], [Point(14, 40.0)]))  # noqa: S314 - our own picture
    placed = {text.text: text for text in root.iter(f"{SVG}text")}
    x = {mines: placed[f"{mines}"].get("x") for mines in (10, 14, 20)}
    # The middle of a letter is about 4 above the line it stands on.
    y = {rate: f"{float(placed[f'{rate} %'].get('y', 0)) - 4:.1f}" for rate in range(0, 101, 20)}
    assert 0 < float(x[10] or 0) < float(x[14] or 0) < float(x[20] or 0) < 640
    assert 0 < float(y[100]) < float(y[0]) < 400
    below = [float(placed[label].get("y", 0)) for label in ("10", "14", "20", "mines")]
    assert float(y[0]) < min(below) <= max(below) < 400
    paths = [path for path in root.iter(f"{SVG}path") if path.get("fill")]
    band, line, _, other = (path.get("d") for path in paths)
    assert band == f"M{x[10]} {y[100]}L{x[20]} {y[40]}L{x[20]} {y[0]}L{x[10]} {y[60]}Z"
    assert line == f"M{x[10]} {y[80]}L{x[20]} {y[20]}"
    assert other == f"M{x[10]} {y[60]}L{x[20]} {y[40]}"
    (dot,) = root.iter(f"{SVG}circle")
    assert (dot.get("cx"), dot.get("cy")) == (x[14], y[40])


def test_axes_reach_as_far_as_the_points() -> None:
    """Grid lines cross between the fewest and the most mines, 0 and 100 percent; each is named.

    So it is for few numbers of mines, which are all named, and for more; no text is off the
    picture, and the legend is on the plot.
    """
    few = range(9, 11), range(8, 11)
    for mines, named in (*zip(few, few, strict=True), (range(10, 36), range(10, 36, 5))):
        ends = Curve("one", (Point(mines[0], 100.0), Point(mines[-1], 0.0)))
        root = ET.fromstring(draw("title", [ends], []))  # noqa: S314 - our own picture
        *grid, _, line = (str(path.get("d")) for path in root.iter(f"{SVG}path"))
        left, top, right, bottom = map(float, re.findall(r"[\d.]+", line))
        across = [path for path in grid if "H" in path]
        down = [path for path in grid if "V" in path]
        assert {tuple(map(float, re.split("[MH ]", path)[1::2])) for path in across} == {
            (left, right)
        }
        assert {tuple(map(float, re.split("[ V]", path)[1:])) for path in down} == {(top, bottom)}
        texts = list(root.iter(f"{SVG}text"))
        assert [text.text for text in texts[7:-2]] == [f"{count}" for count in named]
        assert len(down) == len(named)
        for text in texts:
            assert 0 < float(text.get("x", 0)) < 640
            assert 0 < float(text.get("y", 0)) < 400
        assert left < float(texts[-1].get("x", 0)) < right
        assert top < float(texts[-1].get("y", 0)) < bottom


def test_each_name_stands_beside_its_colour() -> None:
    """The legend has a line with the right colour for each curve and the published points."""
    point = (Point(5, 50.0),)
    picture = draw("", [Curve("one", point), Curve("two", point)], point)
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    drawn = [path.get("stroke") for path in root.iter(f"{SVG}path") if path.get("stroke-width")]
    drawn += [dot.get("fill") for dot in root.iter(f"{SVG}circle")]
    _, *marks = root.iter(f"{SVG}rect")
    *_, one, two, published = root.iter(f"{SVG}text")
    assert len(set(drawn)) == 3
    assert [mark.get("fill") for mark in marks] == drawn
    assert [one.text, two.text] == ["one", "two"]
    end = float(TOP)
    for mark, name in zip(marks, (one, two, published), strict=True):
        assert float(mark.get("y", 0)) > end
        end = float(mark.get("y", 0)) + 12
        assert 0 < float(name.get("x", 0)) - float(mark.get("x", 0)) - 12 < 12
        assert 0 <= float(name.get("y", 0)) - float(mark.get("y", 0)) <= 12


def test_a_point_is_what_play_wins(printed: Printed) -> None:
    """A point has the rate and error that ``play`` gives, by default for the same 1000 games."""
    games = ("--first", "safe", "--policy", "safest", "--json")
    ((mines, *point),) = json.loads(printed("curve", "--mines", "20", *games))["first open: safe"]
    played = json.loads(printed("play", "--rows", "10", "--cols", "10", "--mines", "20", *games))
    assert (mines, point) == (20, [played["rate"], played["standard_error"]])
    assert played["games"] == 1000


def test_picture_of_one_point() -> None:
    """A single point without dots, and a title with markup characters, make a valid picture."""
    picture = draw("a < b & c", [Curve("one", (Point(5, 50.0),))], [])
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    assert root.findtext(f"{SVG}title") == "a < b & c"
    assert not list(root.iter(f"{SVG}circle"))
    assert [text.text for text in root.iter(f"{SVG}text")][-1] == "one"
