"""The summary of a review: figures, luck, the turning point and what the solver would do."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.decisions.review import move_page, summary_page
from bot.app.requests import coach_actions
from bot.app.screens.illustration import BoardPicture, Plot
from bot.i18n import Text
from bot.render import status_texts
from core.game import Outcome
from core.move import Open
from core.review import Cause, Choice, Grade, Turning
from core.rules import Rules
from tests.bot.app.conftest import Table, drawn, words
from tests.bot.app.looking_back import EVEN, WALL, game_of, given_up_after, lost_on_a_certain_mine
from tests.core.review.finished import chording, finished, on_layout
from tests.core.review.looked_back import review


async def test_summary_of_a_loss(table: Table) -> None:
    """A loss has accuracy, grades, luck, and a turning point with its reason and its cost."""
    await lost_on_a_certain_mine(table)
    reply = await table.ask("/review")
    said = words(reply)
    assert said[0] == "Review: custom, lost after 0:00."
    assert said[1:4] == [
        "Accuracy: <1%.",
        "Moves: 1 certain mine.",
        "No guessing: luck had no part in it.",
    ]
    assert said[4].startswith("Turning point: move 2, d1. ❌ This was certainly a mine. Better: ")
    assert "d1" in said[5]
    assert said[6] == "The chance to win fell from 100% to 0%."
    assert said[7] == "The solver would have won this game from there (its chance: 100%)."
    assert said[8:] == ["3BV 2, ZiNi 2, 2 openings, 0 islands; correctness 50%, throughput 100%."]
    assert drawn(reply, Plot) == Plot(Text("plot.win"), (1.0, 0.0), 1)


async def test_a_scanned_game(table: Table) -> None:
    """That the scanner showed something is said where it may be why a move was made."""
    told = "What the scanner showed is not taken into account."
    for scanned in (False, True):
        await table.deal(EVEN)
        for text in ("/scan b2", "b2", "/giveup")[not scanned :]:
            await table.ask(text)
        assert words(await table.ask("/review")).count(told) == scanned
        pages = [words(await table.ask(f"/review {number}")) for number in (1, 2)]
        assert [each.count(told) for each in pages] == [0, scanned]


@pytest.mark.parametrize(
    ("layout", "texts", "whole", "pages"),
    [
        (EVEN, ("b2", "/scan a2", "a2"), 1, [0, 0, 1]),
        (EVEN, ("b2", "/scan a2", "/giveup"), 0, [0, 0]),
        ("3x6/3 ##M### #####M ##M###", ("/scan d2", "c2", "/giveup"), 1, [0, 1]),
    ],
    ids=["a guess on either side", "a guess before", "a map after"],
)
async def test_when_the_scanner_was_used(
    table: Table, layout: str, texts: tuple[str, ...], whole: int, pages: list[int]
) -> None:
    """What it showed left out is said of chances after it, on maps too, and not of those before."""
    await table.deal(layout)
    for text in texts:
        await table.ask(text)
    told = "What the scanner showed is not taken into account."
    assert words(await table.ask("/review")).count(told) == whole
    seen = [words(await table.ask(f"/review {at}")) for at, _ in enumerate(pages, 1)]
    assert [page.count(told) for page in seen] == pages


async def test_a_crowd(table: Table) -> None:
    """Of many who have played together a few are named, so that the rest has room below them."""
    table.private = False
    await table.deal(f"2x40/40 {'#' * 40} {'M' * 40}")
    for number in range(1, 40):
        await table.ask(f"1 {number + 1}", f"p{number}")
    accuracies, moves = words(await table.ask("/review"))[1:3]
    assert accuracies.startswith("Accuracy: ")
    assert accuracies.endswith("% and 31 more.")
    assert moves.startswith("Moves: ")


def test_all_that_is_said_of_a_game() -> None:
    """A game of three has the accuracy of each, every grade, and figures that agree."""
    game = finished(10, 9)
    assert words(summary_page(game_of(game), review(game)), "en") == [
        "Review: custom, won in 0:09.",
        "Accuracy: a 36%, b 93% and c 100%.",
        "Moves: 3 certain, 1 best guess, 1 worse guess and 3 needless guesses.",
        "Good luck: 5 guesses, 5 survived, 3.1 expected.",
        "Turning point: move 6, g2. ⚠ A guess, 33% safe, though d1 was certainly safe.",
        "The chance to win was 67% with the best move, 33% with this one.",
        "3BV 5, ZiNi 5, 2 openings, 2 islands; correctness 100%, throughput 56%. RQP 18.59.",
    ]


async def test_figures_of_a_win(table: Table) -> None:
    """A win has figures up to RQP, which needs its time; a lesson has none."""
    await table.deal(WALL)
    await table.wait(3000)
    await table.say("!d1 f1")
    said = words(await table.ask("/review"))
    assert said[-1] == (
        "3BV 2, ZiNi 2, 2 openings, 0 islands; correctness 100%, throughput 67%. RQP 4.5."
    )
    await table.ask("/learn")
    await table.ask("d4")
    await table.ask("/giveup")
    said = words(await table.ask(coach_actions.Review(), game=2))
    assert said[0].startswith("Review: simple, given up")
    assert not [each for each in said if "ZiNi" in each]


async def test_wrong_flags(table: Table) -> None:
    """Flags on safe cells are named, and whether the numbers contradicted them at the time."""
    await table.deal("2x9/2 ###M##### ###M#####")
    await table.say("!e1 !f1 ?f1 !d2")
    await table.say("/giveup")
    told = await table.ask("/review")
    assert words(told)[-2] == "2 flags were wrong, as the numbers already showed: e1 and f1."
    assert "2 флага стояли не на минах, и числа уже это показывали" in words(told, "ru")[-2]
    await table.deal("2x6/1 ###M## ######")
    await table.say("!d2")
    await table.say("/giveup")
    told = await table.ask("/review")
    assert words(told)[-2] == "1 flag was wrong, which no logic could tell yet: d2."


async def test_many_wrong_flags(table: Table) -> None:
    """Of many wrong flags a few are named, in the chat's coordinates, and the rest counted."""
    await table.deal("2x9/2 ###M##### ###M#####")
    await table.say("!e1-i2")
    await table.say("/giveup")
    named = "e1, f1, g1, h1, i1, e2 and 4 more"
    told = await table.ask("/review")
    assert words(told)[-2] == f"10 flags were wrong, as the numbers already showed: {named}."
    assert words(told, "zh")[-2].endswith("e1、f1、g1、h1、i1、e2、另外 4 格。")
    await table.ask("/settings coordinates one")
    assert "1:5, 1:6" in words(await table.ask("/review"))[-2]


@pytest.mark.parametrize(
    ("lives", "said"),
    [
        (1, "The solver would have lost this one from there as well (its chance to win: 33%)."),
        (2, "The solver would have opened a mine from there as well (its chance to win: 33%)."),
    ],
)
async def test_a_mine_with_lives_to_spare_is_no_loss(table: Table, lives: int, said: str) -> None:
    """Of a mine that would have left a life it is not said that the solver would have lost."""
    await table.deal(EVEN, lives=lives)
    await table.say("b1")
    await table.say("/giveup")
    assert said in words(await table.ask("/review"))


async def test_the_way_to_the_turning_point(table: Table) -> None:
    """A button of the summary leads to the move that it names as the turning point."""
    await lost_on_a_certain_mine(table)
    summary = await table.ask("/review")
    assert any(line.startswith("Turning point: move 2") for line in words(summary))
    first, *_ = summary.buttons
    assert [button.action for button in first] == [
        coach_actions.Review(1, 1),
        coach_actions.Review(1, 2),
    ]


async def test_a_single_move_has_no_plot(table: Table) -> None:
    """A plot of the chances takes two moves at least; for a single one the board is shown.

    Nor is anything said of what nobody had to choose: an accuracy, or grades.
    """
    await table.deal(EVEN)
    await table.ask("/giveup")
    reply = await table.ask("/review")
    assert words(reply)[:-1] == [
        "Review: custom, given up after 0:00.",
        "No guessing: luck had no part in it.",
    ]
    assert drawn(reply, BoardPicture).screen.over
    await table.deal(EVEN, undo=True)
    for text in ("b2", "/undo", "/giveup"):
        await table.ask(text)
    undone = await table.ask("/review")
    assert words(undone)[:-1] == words(reply)[:-1]
    assert drawn(undone, BoardPicture), "a move that was taken back is none"
    assert (await table.say("/review replay"))[1] == "The whole game, 2 moves."
    await table.deal(EVEN)
    await table.ask("b1")
    assert drawn(await table.ask("/review"), Plot)


async def test_guesses(table: Table) -> None:
    """A loss by a fair guess is called bad luck, and what the solver would have done is said."""
    await table.deal(EVEN)
    await table.say("b1")
    said = words(await table.ask("/review"))
    assert "1 best guess" in said[2]
    assert said[3].startswith("Bad luck: 1 guess, 0 survived, 0.7 expected.")
    assert "A guess that was 67% safe, and it failed." in said[4]
    assert said[5] == "The chance to win fell from 33% to 0%."
    assert said[6] == (
        "The solver would have lost this one from there as well (its chance to win: 33%)."
    )


@pytest.mark.parametrize(
    ("survived", "expected", "said"),
    [
        (1, 0.44, "Good luck: 1 guess, 1 survived, 0.4 expected."),
        (1, 0.46, "Fair luck: 1 guess, 1 survived, 0.5 expected."),
        (1, 0.5, "Fair luck: 1 guess, 1 survived, 0.5 expected."),
        (0, 0.54, "Fair luck: 1 guess, 0 survived, 0.5 expected."),
        (0, 0.56, "Bad luck: 1 guess, 0 survived, 0.6 expected."),
    ],
)
def test_luck_by_the_figures_that_are_told(survived: int, expected: float, said: str) -> None:
    """The same figures are always called the same luck, whatever they were before rounding."""
    game, found = game_of(finished(1, 6)), review(finished(1, 6))
    luck = dataclasses.replace(found.fortune, guesses=1, survived=survived, expected=expected)
    page = summary_page(game, dataclasses.replace(found, fortune=luck))
    assert said in words(page, "en")


def test_a_certain_mine_is_no_guess() -> None:
    """A certain mine that cost hardly any of the chance to win is not called a guess."""
    game = on_layout(Rules(2, 6, 2), (3, 9), Open(0), Open(3))
    found = review(game)
    best = Choice((4,), 0.4, 0.005)
    mine = dataclasses.replace(found.moves[1], best=best, win=best.win)
    turning = Turning(mine, Cause.LUCK, 0.0, solver_won=False)
    made = dataclasses.replace(found, moves=(found.moves[0], mine), turning=turning)
    for language, said in (
        ("en", "Turning point: move 2, d1. ❌ This was certainly a mine. Better: e1, 40% safe."),
        ("ru", "Перелом: ход 2, d1. ❌ Здесь точно была мина. Лучше e1: безопасно на 40\xa0%."),
        ("zh", "转折点：第 2 步，d1。❌ 这里必定是雷。更好的是 e1：安全率 40%。"),
        ("zh-TW", "轉捩點：第 2 步，d1。❌ 這裡必定是雷。更好的是 e1：安全率 40%。"),
    ):
        assert said in words(summary_page(game_of(game), made), language)


def turned(cause: Cause, **of_move: Any) -> list[str]:
    """Return what is said of a game whose second move, with what is given, turned it by ``cause``.

    It was chosen with a chance of 0.3 to win.
    """
    game, found = finished(10, 9), review(finished(10, 9))
    made = Choice(found.moves[1].made.cells, 0.5, 0.3)
    move = dataclasses.replace(found.moves[1], made=made, **of_move)
    change = move.luck if cause is Cause.LUCK else -move.lost
    turning = Turning(move, cause, change, solver_won=True)
    moves = (found.moves[0], move, *found.moves[2:])
    made_of = dataclasses.replace(
        found, outcome=Outcome.LOST, moves=moves, turning=turning, wrong_flags=()
    )
    return words(summary_page(game_of(game), made_of), "en")


@pytest.mark.parametrize(
    ("exact", "after_exact", "said"),
    [
        (True, True, "The chance to win rose from 30% to 50%."),
        (True, False, "The chance to win rose from about 30% to about 50%."),
        (False, True, "The chance to win rose from about 30% to about 50%."),
    ],
)
def test_what_is_an_estimate_of_luck(said: str, *, exact: bool, after_exact: bool) -> None:
    """If one of the chances that luck has changed is an estimate, both are told as estimates."""
    lines = turned(Cause.LUCK, after=0.5, exact=exact, after_exact=after_exact)
    assert said in lines
    about = "" if exact else "about "
    best = "The solver would have won this game from there (its chance: "
    assert [line for line in lines if line.startswith(f"{best}{about}")]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (0.304, "A guess that was 50% safe, and it held."),
        (0.3, "A guess that was 50% safe, and it held."),
        (0.296, "A guess that was 50% safe. It held, but its number was an unlucky one."),
    ],
)
def test_luck_that_cannot_be_seen(after: float, said: str) -> None:
    """Of a chance that reads the same after a guess it is not said that it rose or fell."""
    lines = turned(Cause.LUCK, after=after, survived=True, grade=Grade.BEST_GUESS)
    assert [line for line in lines if line.endswith(said)]
    assert not [line for line in lines if line.startswith("The chance to win")]


def test_a_needless_guess_that_cost_a_life() -> None:
    """What a needless guess has cost is told even if its mine cost a life as well."""
    best = Choice((3,), 1.0, 0.8)
    lines = turned(
        Cause.CHOICE, best=best, grade=Grade.SAFE_LEFT, survived=False, after=0.9, exact=True
    )
    assert "The chance to win was 80% with the best move, 30% with this one." in lines


async def test_a_needless_guess_that_held(table: Table) -> None:
    """A survived needless guess is told by what it risked, not as a fall of the chance."""
    said = await given_up_after(table, "3x7/2 ####### ###M### ######M", "e1")
    assert "though d1 was certainly safe" in said[4]
    assert said[5] == "The chance to win was 100% with the best move, 89% with this one."
    assert said[-1].startswith("3BV 6, ZiNi 4, 2 openings, 2 islands; ")
    told = await table.ask("/review")
    assert words(told, "ru")[5] == "Шансы на победу: с лучшим ходом 100\xa0%, с этим 89\xa0%."
    assert words(told, "zh")[5] == "胜率：走最佳一步 100%，走这一步 89%。"
    assert words(await table.ask("/review 2"))[2] == "Chance to win: 100% before, 100% after."


async def test_a_worse_guess(table: Table) -> None:
    """What a worse guess has cost is told once, with its grade."""
    said = await given_up_after(table, "3x3/2 #MM ### ###", "b2")
    assert "wins 47%. Better: c1, 80% safe, wins 73%." in said[4]
    assert not [each for each in said if each.startswith("The chance to win")]


async def test_won_by_luck(table: Table) -> None:
    """In a win that needed luck the turning point is the guess that raised the chance most."""
    await table.deal(EVEN)
    await table.say("b2")
    await table.say("a2")
    said = words(await table.ask("/review"))
    assert said[0].startswith("Review: custom, won in")
    assert any(line.startswith("Good luck: 2 guesses, 2 survived") for line in said)
    assert any("and it held." in line for line in said)
    assert any(line.startswith("The chance to win rose from") for line in said)
    assert not any("The solver" in line for line in said)


async def test_a_guess_that_held_and_lowered_the_chance(table: Table) -> None:
    """A guess that was survived is not said to have failed, even if it lowered the chance."""
    said = await given_up_after(table, "2x4/3 #MMM ####", "b2")
    assert "A guess that was 67% safe. It held, but its number was an unlucky one." in said[4]
    assert said[5] == "The chance to win fell from 28% to 25%."


@pytest.mark.parametrize("seed", [2, 48])
def test_a_life_that_was_lost_is_no_change_of_chances(seed: int) -> None:
    """A mine that cost a life is not told as a rise or fall of the chance to win.

    What is told is the chance to win without another mine, which starts anew.
    """
    game = chording(seed, 6)
    said = words(summary_page(game_of(game), review(game)))
    assert said[0].startswith("Review: custom, won in")
    assert any(line.startswith("Turning point: move 2") for line in said)
    assert not any(line.startswith("The chance to win") for line in said)
    page = words(move_page(game_of(game), review(game), 2, review(game).moves[1], {}))
    assert any("That cost a life; without another mine it is now 100%." in line for line in page)


def test_a_chance_that_hardly_changes_is_not_said_to_change() -> None:
    """A chance that is under 1 % before and after is not said to have risen."""
    game = finished(95, 6)
    said = words(summary_page(game_of(game), review(game)))
    assert any(line.startswith("Turning point") for line in said)
    assert not any("from <1% to <1%" in line for line in said)


async def test_shared_games(table: Table) -> None:
    """In a shared game each move names only its player, and each player has an accuracy."""
    table.private = False
    await table.deal(WALL)
    await table.ask("e1", "bob")
    await table.ask("d1", "ann")
    await table.ask("d1", "ann")
    said = words(await table.ask("/review"))
    assert said[1] == "Accuracy: Ann <1% and Bob 100%."
    page = await table.ask("/review 2")
    assert words(page)[0].startswith("Bob. Move 2 of 3")
    assert Text("group.mover", name="Ann") not in status_texts(drawn(page, BoardPicture).screen)


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_the_plot_counts_moves_as_the_words_do(seed: int) -> None:
    """The plot marks the summary's turning point and stays level at undone moves."""
    game = finished(seed)
    if game.started_at is None:
        return
    found = review(game)
    summary = summary_page(game_of(game), found)
    assert summary.picture
    plot = summary.picture.subject
    if not isinstance(plot, Plot):
        return
    told = [dict(each.args)["number"] for each in summary.texts if each.key == "review.turning"]
    assert ([] if plot.turning is None else [plot.turning + 1]) == told
    assert len(plot.points) == len(found.moves)
    for at, move in enumerate(found.moves):
        assert plot.points[at] == (plot.points[at - 1] if move.undone else move.after)
