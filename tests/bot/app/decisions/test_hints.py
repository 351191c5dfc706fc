"""Hints: four steps, each telling a little more, and nothing that the board does not prove."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.app.counsel import Counsel
from bot.app.requests.actions import Hint
from bot.app.screens.reply import Reply
from bot.render import beside_texts
from core.board import Board
from core.grid import Grid
from tests.bot.app.conftest import Table, words

WALL = "3x4/3 ##M# ##M# ##M#"
FIFTY = "2x3/1 ##M ###"


async def test_four_steps(table: Table) -> None:
    """Asking repeatedly leads from where to look to the map of chances; then it begins again."""
    await table.deal("2x3/1 ##M ###")
    said = [await table.say("/hint") for _ in range(5)]
    price = "With a hint, this game counts as assisted and stays out of your own record."
    assert said[0][0] == price
    assert [lines[-2][:11] for lines in said[1:3]] == ["Step 2 of 4", "Step 3 of 4"]
    assert said[3] == ["Step 4 of 4. Here is the chance of a mine on every closed cell."]
    assert said[4][0].startswith("Step 1 of 4.")


async def test_no_price_where_nothing_is_at_stake(table: Table) -> None:
    """A hint costs nothing in a game that does not count for records anyway."""
    for casual in ("casual", "lives 2"):
        await table.say(f"/newgame easy {casual}")
        await table.say("3 3")
        assert (await table.say("/hint"))[0].startswith("Step 1 of 4.")


async def test_map_comes_last(table: Table) -> None:
    """Only the fourth step shows the chances of all closed cells."""
    await table.deal("2x3/1 ##M ###")
    for _ in range(3):
        screen = await table.shown("/hint")
        assert not screen.chances
    screen = await table.shown("/hint")
    assert screen.chances == {2: 0.5, 5: 0.5}


async def test_what_is_named_is_in_sight(table: Table) -> None:
    """A large board is shown around the cell that a hint is about, or the numbers it begins with.

    The second reason is about all that is closed, on either side of what is open.
    """
    for layout, first, clue in (
        ("3x5/2 ##M## ##### ##M##", 0, "b2"),
        ("2x40/4 " + 2 * f"{'#' * 10}M{'#' * 18}M{'#' * 10} ", 20, None),
    ):
        await table.deal(layout, first=first)
        told = [await table.ask("/hint") for _ in range(4)]
        cell = re.search(r"Open (\w+)", words(told[2])[-2])
        assert cell
        screens = [each.screen for each in told if each.screen]
        names = [*map(screens[0].rules.grid.name, screens[0].rules.grid.cells())]
        shown = [None if each.focus is None else names[each.focus] for each in screens]
        assert shown == [clue, *3 * [cell[1]]]


async def test_what_is_named_is_marked(table: Table) -> None:
    """The numbers that the first step names are marked, what follows from them only later."""
    await table.deal("3x5/2 ##M## ##### ##M##", first=0)
    first, second = [await table.shown("/hint") for _ in range(2)]
    assert sorted(map(first.board.grid.name, first.marked)) == ["b1", "b2", "b3"]
    assert first.marked < second.marked
    await table.deal("4x5/6 ##M## ##### ##MMM #M##M")
    four = (await table.shown("/hint")).marked
    assert sorted(map(Grid(4, 5).name, four)) == ["a3", "b1", "b2", "b3"]
    await table.deal("2x3/1 ##M ###")
    assert not (await table.shown("/hint")).marked, "a guess follows from no number"


async def test_a_hint_for_one_moves_no_board(table: Table) -> None:
    """A hint that one alone is told is shown around its cell; the board of all stays as it is."""
    table.private = False
    await table.deal("2x3/1 ##M ###")
    for _ in range(4):
        screen = await table.shown(Hint(alone=True))
    shown = (await table.ask("/board", "bob")).screen
    assert screen.focus is not None
    assert shown
    assert shown.focus is None


async def test_all_at_once(table: Table) -> None:
    """All four steps can be asked for at once."""
    await table.deal("2x3/1 ##M ###")
    said = await table.say("/hint all")
    assert [line[:11] for line in said[1:]] == [f"Step {step} of 4" for step in (1, 2, 3, 4)]


async def test_a_hint_that_comes_again(table: Table) -> None:
    """A hint whose answer was lost is told again when it is asked for again, and counts once."""
    await table.deal("2x3/1 ##M ###")
    for wanted, step in (("/hint", 1), ("/hint", 2), ("/hint all", 4)):
        operation = f"{wanted} {step}"
        told, *again = [await table.ask(wanted, operation=operation) for _ in range(3)]
        for each in again:
            assert each.repeated
            assert words(each) == [line for line in words(told) if "assisted" not in line]
            assert each.screen
            assert told.screen
            assert each.screen.chances == told.screen.chances
    assert (await table.session()).hints == 1
    await table.ask("!c1", operation="flag")
    board = await table.ask("/hint", operation="/hint 1")
    assert (words(board), board.private, board.repeated) == ([], False, True)
    assert board.screen


async def test_certain_move(table: Table) -> None:
    """A certain move is explained by the numbers it follows from, and then named."""
    await table.deal("3x5/2 ##M## ##### ##M##", first=0)
    assert (await table.say("/hint all"))[1:] == [
        "Step 1 of 4. There is a certain move: look at b1, b2 and b3.",
        (
            "Step 2 of 4. Pattern 1-2-1. The mines are beside its ends, "
            "the 1 at b1 and the 1 at b3: c1 and c3. So c2 is safe."
        ),
        "Step 3 of 4. Open c2; it is certain to be safe.",
        "Step 4 of 4. Here is the chance of a mine on every closed cell.",
    ]


async def test_where_to_look(table: Table) -> None:
    """The first step names a few numbers, but none if many or the mine count are needed."""
    said = []
    for layout, first, opened in (
        ("3x5/2 ##M## ##### ##M##", 0, "/board"),
        ("4x5/5 #M### ##### MM### ##MM#", 3, "a1 a2 b4"),
        ("4x5/3 ##### ##M## ##### #MM##", 12, "/board"),
    ):
        await table.deal(layout, first=first)
        await table.say(opened)
        said.append((await table.say("/hint"))[1])
    assert said == [
        "Step 1 of 4. There is a certain move: look at b1, b2 and b3.",
        "Step 1 of 4. There is a certain move, but it takes many numbers together to see it.",
        "Step 1 of 4. There is a certain move. Count the mines that are left.",
    ]


async def test_guess(table: Table) -> None:
    """If no cell is certain, the best guess is told with its chance."""
    await table.deal("2x3/1 ##M ###")
    said = await table.say("/hint all")
    assert said[1].startswith("Step 1 of 4. No cell is certain to be safe")
    assert said[3].startswith("Step 3 of 4. Open c1: it is safe with a chance of 50%, and you win")


@pytest.mark.parametrize(
    ("lives", "drifting", "told"),
    [
        (2, False, "Chances to win do not count your spare lives."),
        (
            1,
            True,
            "Later moves and chances to win are reckoned as if mines stayed where they are.",
        ),
    ],
)
async def test_what_a_chance_to_win_leaves_out(
    table: Table, lives: int, told: str, *, drifting: bool
) -> None:
    """A chance to win is told with what it leaves out: spare lives, and mines that move."""
    await table.deal("2x3/1 ##M ###", lives=lives, drifting=drifting)
    steps = [await table.say("/hint") for _ in range(4)]
    assert [told in said for said in steps] == [False, True, True, False]
    for asked in ("/hint all", "/solve step"):
        assert (await table.say(asked)).count(told) == 1


async def test_no_life_to_spare(table: Table) -> None:
    """Nothing is said of spare lives once there is none."""
    await table.deal("3x3/3 M#M ### M##", first=4, lives=2)
    await table.ask("a1")
    told = "Chances to win do not count your spare lives."
    assert told not in await table.say("/hint all")


@pytest.mark.parametrize("command", ["/hint", "/hint all", "/solve step"])
async def test_what_the_scanner_showed(table: Table, command: str) -> None:
    """A guess is by the numbers alone: that the scanner may have shown more is said with it."""
    told = "What the scanner showed is not taken into account."
    for layout, scanned in ((FIFTY, False), (FIFTY, True), (WALL, True)):
        await table.deal(layout)
        if scanned:
            await table.ask("/scan c1")
        assert words(await table.ask(command)).count(told) == (scanned and layout == FIFTY)


async def test_a_map_without_what_the_scanner_showed(table: Table) -> None:
    """The map of chances is by the numbers alone, too: it calls cells possible mines that are none.

    Nothing is said with what comes before it, which is certain.
    """
    await table.deal("3x6/3 ##M### #####M ##M###")
    await table.ask("/scan d2")
    told = [await table.ask("/hint") for _ in range(4)]
    assert told[3].screen
    assert 0 < told[3].screen.chances[3] < 1, "d1, which the scanner showed to be safe"
    left_out = "What the scanner showed is not taken into account."
    assert [words(each).count(left_out) for each in told] == [0, 0, 0, 1]


async def test_moves_begin_the_hint_anew(table: Table) -> None:
    """After a move the next hint is about the new board and starts at its first step."""
    await table.deal(WALL)
    await table.say("/hint")
    await table.say("/hint")
    await table.say("!c1")
    assert "Step 1 of 4" in (await table.say("/hint"))[0]


async def test_told_alone(table: Table) -> None:
    """Private hints advance step by step for each player; a hint told to all counts for all."""
    table.private = False
    await table.deal(WALL)
    alone = Hint(alone=True)
    asked = [("ann", alone), ("ann", alone), ("bob", alone), ("ann", alone), ("bob", Hint())]
    asked += [("ann", alone), ("cid", alone)]
    said = [words(await table.ask(action, player)) for player, action in asked]
    steps = [next(line for line in lines if line.startswith("Step"))[:6] for lines in said]
    assert steps == ["Step 1", "Step 2", "Step 1", "Step 3", "Step 2", "Step 3", "Step 3"]
    assert words(await table.ask(Hint(again=True), "bob"))[0].startswith("Step 2")
    await table.ask("/delete yes", "ann")
    session = await table.session()
    assert (session.hints, session.hint and dict(session.hint.alone)) == (1, {"test:cid": 3})


async def test_again_is_what_was_told(table: Table) -> None:
    """A hint is told again as it was, one step or all four, until the board changes."""
    await table.deal("2x3/1 ##M ###")
    said = [await table.say("/hint") for _ in range(3)][-1]
    assert words(await table.ask(Hint(again=True))) == said
    said = await table.say("/hint all")
    assert said[0].startswith("Step 1")
    assert words(await table.ask(Hint(again=True))) == said, "all of it, as it was told"
    await table.ask("!c1")
    for player in ("ann", "bob"):
        late = await table.ask(Hint(again=True), player)
        assert words(late) == ["The board has changed since that hint. Ask for a hint again."]
        assert late.private
    assert (await table.session()).hints == 1
    await table.ask("c2")
    over = await table.ask("/hint")
    assert words(over)[0].startswith("This game is over")
    assert over.private
    assert (await table.ask(Hint(again=True))).private


async def test_again_before_the_first_open(table: Table) -> None:
    """A hint given before the first open can be told again, for it tells of no mines."""
    await table.say("/newgame easy")
    said = await table.say("/hint")
    assert words(await table.ask(Hint(again=True))) == said


async def test_flags_are_claims(table: Table) -> None:
    """A flag on a safe cell does not fool the hint; it is pointed out."""
    await table.deal("3x4/2 ##M# #### ##M#", first=0)
    await table.say("!c2")
    said = await table.say("/hint all")
    assert "A flag contradicts the numbers: c2." in said
    assert "Step 3 of 4. Open c2; it is certain to be safe." in said


async def test_very_many_wrong_flags(table: Table) -> None:
    """Of many wrong flags, and of many numbers with too many, the first are named.

    Otherwise one line of names would leave no room for the hint below it.
    """
    row = "#" * 40
    await table.deal(f"3x40/14 {row} {row} {'M##' * 13}M", first=20)
    await table.say("!a3-an3")
    wrong, overfull = (await table.say("/hint"))[1:3]
    assert wrong.startswith("Flags contradict the numbers: b3, c3, ")
    assert wrong.endswith(" and 20 more.")
    assert overfull.startswith("Some numbers touch more flags than they allow: a2, b2, ")
    assert overfull.endswith(" and 34 more.")


async def test_overfull_number(table: Table) -> None:
    """A number with more flags than it allows is pointed out."""
    await table.deal("2x3/1 ##M ###")
    await table.say("!c1 !c2")
    said = await table.say("/hint")
    assert "Some numbers touch more flags than they allow: b1 and b2." in said


async def test_before_the_start(table: Table) -> None:
    """Before the first open the hint names a good first cell, and does not count as help.

    It names none that has a flag, which is not opened.
    """
    for number, (rules, start) in enumerate((("", "c3"), (" 9 9 10 safe", "a1")), 1):
        await table.say(f"/newgame{rules}")
        said = await table.say("/hint")
        assert said == ["The first open is always safe.", f"A good place to start: {start}."]
        assert (await table.session(number)).hints == 0
        await table.say(f"!{start}")
        assert await table.say("/hint") == ["The first open is always safe."]


async def test_start_is_named_once(table: Table) -> None:
    """A board drawn as text names the start, but not where a hint has done so beside it."""
    named = []
    for ask in ("/newgame easy", "/hint"):
        reply = await table.ask(ask)
        assert reply.screen
        beside = Reply(tuple(beside_texts(reply.screen, drawn=True)))
        named.append(sum("c3" in said for said in words(reply) + words(beside)))
    assert named == [1, 1]


@pytest.mark.parametrize(
    ("error_bar", "told"),
    [(0.004, "±1 point."), (0.07, "±7 points"), (0.0704, "±8 points"), (1.0, "far off")],
)
async def test_tangled_board(
    table: Table, monkeypatch: pytest.MonkeyPatch, error_bar: float, told: str
) -> None:
    """If the analysis is not exact the hint says so, and by how much chances may be off."""
    await table.deal("2x3/1 ##M ###")
    advise = table.advisor.advise

    async def rough(board: Board) -> Counsel:
        exact = await advise(board)
        return replace(exact, analysis=replace(exact.analysis, exact=False, error_bar=error_bar))

    monkeypatch.setattr(table.advisor, "advise", rough)
    said = (await table.say("/hint"))[1]
    assert "too tangled for an exact answer" in said
    assert told in said
