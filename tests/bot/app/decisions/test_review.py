"""Reviews: pages that tell the core's findings, of finished games only."""

from __future__ import annotations

import asyncio
import dataclasses
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.counsel import Progress
from bot.app.decisions.review import Reviewed, move_page, replay_page, summary_page
from bot.app.documents.keeping import KEEP_FINISHED_S
from bot.app.documents.state import Session, Settings
from bot.app.errands import reviewing
from bot.app.requests import coach_actions
from bot.app.requests.button import MAX_DATA, read_button, write_button
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.illustration import Animation, BoardPicture, Plot
from bot.app.screens.screen import Reply, screen_of
from bot.app.screens.times import duration
from bot.i18n import LANGUAGES, Text, percent
from bot.render import status_texts
from bot.reviews import _opening_moves
from core.game import Game, Outcome
from core.move import Flag, GiveUp, Move, Open, Unflag
from core.review import Cause, Choice, Grade, Turning
from core.rules import Rules
from tests.bot.app.conftest import (
    TRANSLATOR,
    Table,
    cells_left,
    drawn,
    labels,
    named,
    offered,
    words,
)
from tests.core.review.finished import chording, finished, on_layout
from tests.core.review.looked_back import review

WALL = "2x6/2 ###M## ###M##"
"""With a1 open, d1 and d2 are provably mines and the rest is provably safe."""
EVEN = "2x2/1 #M ##"


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for reviews, however slow the machine; tests of their first words do not."""
    monkeypatch.setattr(reviewing, "_FIRST_S", 60.0)


def game_of(session_game: Game) -> Reviewed:
    """Return a finished game as it is reviewed in a chat."""
    players = tuple(str(each) for each in range(9))
    session = Session(1, "0", session_game, players=players, names=tuple("abcdefghi"))
    return Reviewed(session, screen_of(session, 0, Settings()))


async def lost_on_a_certain_mine(table: Table) -> None:
    """Have Ann open a cell that was provably a mine."""
    await table.deal(WALL)
    await table.say("d1")


async def reviewed(table: Table, layout: str, cell: str) -> list[str]:
    """Return what is said of a game on ``layout`` that was given up after ``cell`` was opened."""
    await table.deal(layout)
    await table.say(cell)
    await table.say("/giveup")
    return words(await table.ask("/review"))


async def test_gone(table: Table) -> None:
    """A button of a game that is no longer kept says so, not that no game was finished."""
    gone = ["This game is not kept any more. Start another with /newgame."]
    assert words(await table.ask(coach_actions.Review(), game=9)) == gone
    assert words(await table.ask(coach_actions.Review(9))) == gone
    assert words(await table.ask(coach_actions.Replay(9))) == gone
    assert words(await table.ask("/review")) != gone


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


async def test_a_lesson_that_is_over(table: Table) -> None:
    """Beside the moves of a lesson stands what is said of them, not what the lesson asked for."""
    await table.ask("/learn")
    await table.ask("d4")
    game = (await table.session()).game
    await table.ask(named(game, *cells_left(game)))
    page = await table.ask(coach_actions.Review(1, 1))
    assert drawn(page, BoardPicture).screen.lesson is None


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


async def test_moves(table: Table) -> None:
    """A move's page shows its board and time, the chances, what it opened and the best move."""
    await table.deal(WALL)
    await table.wait(65_000)
    await table.say("d1")
    reply = await table.ask("/review 2")
    assert words(reply)[0].startswith("Move 2 of 2 (1:05)")
    screen = drawn(reply, BoardPicture).screen
    assert str(screen.board).split()[1:] == ["002###", "002###"]
    assert screen.chances[3] == 1.0
    assert screen.marked == {3}
    assert screen.changed
    assert (duration(screen.elapsed), screen.face) == ("1:05", "playing")
    assert labels(reply) == ["◀ Back", "📈 Summary"]
    first = await table.ask("/review 1")
    assert labels(first) == ["Next ▶", "📈 Summary", "⚠ Next mistake"]
    assert [[*map(len, page.buttons)] for page in (reply, first)] == [[1, 1], [1, 2]]
    before = drawn(first, BoardPicture).screen
    assert not before.chances
    assert duration(before.elapsed) == "0:00"


async def test_a_move_is_in_sight(table: Table) -> None:
    """Where a board is shown in parts, a move's page shows the part that it was made in."""
    await table.deal("2x40/2 #M{0} #M{0}".format("#" * 38))
    for move in ("an1", "a2"):
        await table.ask(move)
    page = await table.ask("/review 2")
    assert drawn(page, BoardPicture).screen.focus == 39


async def test_what_is_said_of_a_move(table: Table) -> None:
    """A move's page has its grade, the chances, why it was wrong, and what was best."""
    await table.deal(WALL)
    await table.say("e1")
    await table.say("d1")
    assert words(await table.ask("/review 1")) == [
        "Move 1 of 3 (0:00): a1.",
        "The first open: always safe.",
        "Chance to win: 100% before, 100% after.",
    ]
    mines = "Around the 2 at c1 there are just 2 closed cells, so d1 and d2 are mines."
    second = await table.ask("/review 2")
    assert not drawn(second, BoardPicture).screen.changed, "what was opened is no better move"
    assert words(second)[1:] == [
        "✅ Certain: it was bound to be safe.",
        "Chance to win: 100% before, 100% after.",
        f"{mines} All the mines are known, so e1, f1, e2 and f2 are safe.",
    ]
    said = words(await table.ask("/review 3"))[1:]
    assert said[:3] == [
        "❌ This was certainly a mine. Better: f1, 100% safe.",
        "Chance to win: 100% before, 0% after.",
        mines,
    ]
    assert said[3].startswith(mines)
    assert said[3].endswith("f1, e2 and f2 are safe.")


@pytest.mark.parametrize(
    ("exact", "after_exact", "said"),
    [
        (True, False, "Chance to win: 50% before, about 25% after."),
        (False, True, "Chance to win: about 50% before, 25% after."),
    ],
)
def test_what_is_an_estimate(said: str, *, exact: bool, after_exact: bool) -> None:
    """Each of the two chances is said to be about so much where it is an estimate itself."""
    game, found = game_of(finished(10, 9)), review(finished(10, 9))
    move = dataclasses.replace(
        found.moves[1], win=0.5, exact=exact, after=0.25, after_exact=after_exact
    )
    assert said in words(move_page(game, found, 2, move, {}), "en")


async def test_time_of_a_move(table: Table) -> None:
    """A move's time counts from the first open, even if flags came before it."""
    await table.ask("/newgame 9 9 10")
    await table.ask("!a1")
    await table.wait(60_000)
    await table.ask("e5")
    game = (await table.session()).game
    assert game.minefield
    await table.wait(5_000)
    await table.ask(game.rules.grid.name(game.minefield.mines.index(1, 1)))
    for number, time in ((1, "0:00"), (2, "0:05")):
        page = await table.ask(f"/review {number}")
        assert words(page)[0].startswith(f"Move {number} of 2 ({time}): ")
        assert duration(drawn(page, BoardPicture).screen.elapsed) == time


async def test_from_move_to_move(table: Table) -> None:
    """Pages lead one move back and on, and to the next mistake, after the last to the first."""
    await table.deal(WALL, lives=3)
    await table.say("d1")
    await table.say("d2")
    await table.say("e1")
    await table.say("/giveup")
    pages = [await table.ask(f"/review {number}") for number in (1, 2, 3, 4)]
    leads = [offered(page) for page in pages]
    # Back, on, the summary (0) and the next mistake; moves 2 and 3 opened certain mines.
    moves = [[2, 0, 2], [1, 3, 0, 3], [2, 4, 0, 2], [3, 0, 2]]
    assert leads == [[coach_actions.Review(1, move) for move in page] for page in moves]


async def test_spare_lives(table: Table) -> None:
    """Where lives are to spare, it is told that chances to win leave them out."""
    for lives, told in ((3, [True, True, False, False, False]), (1, [False, False])):
        await table.deal(WALL, lives=lives)
        for move in ("d1", "d2", "e1", "/giveup"):
            await table.say(move)
        pages = [await table.say(f"/review {move or ''}") for move in range(len(told))]
        assert ["Chances to win do not count your spare lives." in page for page in pages] == told


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


@pytest.mark.parametrize(("exact", "said"), [(True, "none was better"), (False, "none seemed")])
def test_a_best_guess_as_far_as_is_known(said: str, *, exact: bool) -> None:
    """Where chances to win are estimates, it is not said that no other guess was better."""
    game = on_layout(Rules(2, 2, 1), (1,), Open(0), Open(1))
    found = review(game)
    move = dataclasses.replace(found.moves[1], exact=exact)
    page = words(move_page(game_of(game), found, 2, move, {}), "en")
    assert page[1].startswith(f"👍 Best guess: no cell was certainly safe, and {said}")


def test_every_mistake_is_led_to() -> None:
    """From mistake to mistake one comes to all moves that were called so, and to no other."""
    game, found = game_of(finished(10, 9)), review(finished(10, 9))
    called, led_to = set[int](), set[int]()
    for number, move in enumerate(found.moves, 1):
        page = move_page(game, found, number, move, {})
        if words(page, "en")[1].startswith(("🤔", "⚠", "❌")):
            called.add(number)
        for button in page.buttons[-1]:
            if button.label.key == "review.to_mistake":
                assert isinstance(button.action, coach_actions.Review)
                led_to.add(button.action.move)
    assert led_to == called
    assert len(called) == 4


async def test_buttons_of_a_page_name_its_game(table: Table) -> None:
    """A page's buttons stay about its own game, whatever is played meanwhile."""
    await lost_on_a_certain_mine(table)
    reply = await table.ask("/review")
    await table.deal(EVEN)
    again = await table.ask(reply.buttons[0][0].action)
    assert words(again)[0].startswith("Move 1 of 2")
    replay, *others = reply.buttons[-1]
    assert replay.action == coach_actions.Replay(1)
    assert [button.game for button in others] == [1, 1]


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
    said = await reviewed(table, "3x7/2 ####### ###M### ######M", "e1")
    assert "though d1 was certainly safe" in said[4]
    assert said[5] == "The chance to win was 100% with the best move, 89% with this one."
    assert said[-1].startswith("3BV 6, ZiNi 4, 2 openings, 2 islands; ")
    told = await table.ask("/review")
    assert words(told, "ru")[5] == "Шансы на победу: с лучшим ходом 100\xa0%, с этим 89\xa0%."
    assert words(told, "zh")[5] == "胜率：走最佳一步 100%，走这一步 89%。"
    assert words(await table.ask("/review 2"))[2] == "Chance to win: 100% before, 100% after."


async def test_a_worse_guess(table: Table) -> None:
    """What a worse guess has cost is told once, with its grade."""
    said = await reviewed(table, "3x3/2 #MM ### ###", "b2")
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
    said = await reviewed(table, "2x4/3 #MMM ####", "b2")
    assert "A guess that was 67% safe. It held, but its number was an unlucky one." in said[4]
    assert said[5] == "The chance to win fell from 28% to 25%."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guess_that_is_hardly_worse(language: str) -> None:
    """If the best guess has the same chances once rounded, they are told only once."""
    seen, found = game_of(finished(1, 6)), review(finished(1, 6))
    move = found.moves[2]
    chances = percent(move.made.win), percent(move.best.win)
    assert chances[0] == chances[1]
    assert move.grade is Grade.WORSE_GUESS
    said = words(move_page(seen, found, 3, move, {}), language)[1]
    assert said.count(TRANSLATOR.say(chances[0], language)) == 1
    assert "c3" in said
    assert said.endswith((".", "。"))


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


async def test_moves_taken_back(table: Table) -> None:
    """A move that was taken back says so."""
    await table.deal(WALL, undo=True)
    await table.say("d1")
    await table.say("/undo")
    await table.say("e1 e2 f1 f2")
    reply = await table.ask("/review 2")
    assert words(reply)[1].endswith("It was taken back.")


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


async def test_what_cannot_be_reviewed(table: Table) -> None:
    """Running games, games that never began and missing ones are refused with a sentence."""
    assert (await table.say("/review"))[0].startswith("There is no finished game")
    await table.deal(WALL)
    assert (await table.say("/review"))[0].startswith("This game is not over yet")
    assert (await table.ask(coach_actions.Review(9))).private
    await table.say("/newgame easy")
    await table.say("/giveup")
    assert (await table.say("/review"))[0].startswith("Nothing was opened")
    assert (await table.ask(coach_actions.Review(), game=1)).private


async def test_a_cell_that_is_none(table: Table) -> None:
    """A page around a cell off the board, or around several, is refused in words."""
    await lost_on_a_certain_mine(table)
    for page in ("/review 1", "/review replay", "/card"):
        assert await table.say(f"{page} z99") == [
            "That is off the board: rows go from 1 to 2, columns from a to f (1 to 6)."
        ]
        refused = await table.ask(f"{page} a1 a2")
        assert refused.private
        assert len(words(refused)) == 1


async def test_language_of_a_board(table: Table) -> None:
    """In a group the pages of a game are in the language of its board, whoever turns them."""
    table.private = False
    for text in ("/newgame easy", "a1", "/giveup"):
        await table.ask(text, "ann", language="zh")
    for text in ("/review", "/review 1", "/review replay"):
        assert (await table.ask(text, "bob", language="ru")).language == "zh"


async def test_own_last_game(table: Table) -> None:
    """In a group /review is of the asker's own last game, or else of the one that ended last."""
    table.private = False
    for player, level in (("ann", "easy"), ("bob", "beginner"), ("cid", "medium")):
        await table.ask(f"/newgame {level}", player)
        await table.ask("a1", player)
    for player, game in (("bob", 2), ("ann", 1)):
        await table.wait(60_000)
        await table.ask("/giveup", player, game=game)
    for player, level in (("ann", "easy"), ("bob", "beginner"), ("dan", "easy"), ("cid", "easy")):
        said = await table.say("/review", player)
        assert said[0].startswith(f"Review: {level}, given up")


async def test_last_game_of_a_part(table: Table) -> None:
    """In a topic /review is of the last game that ended there, one's own first."""
    table.private = False
    for thread, player, level in (
        ("7", "ann", "easy"),
        ("7", "bob", "medium"),
        ("8", "ann", "beginner"),
    ):
        table.thread = thread
        await table.ask(f"/newgame {level}", player)
        await table.ask("a1", player)
        await table.ask("/giveup", player)
    for thread, player, level in (
        ("7", "ann", "easy"),
        ("7", "cid", "medium"),
        ("8", "bob", "beginner"),
    ):
        table.thread = thread
        assert (await table.say("/review", player))[0].startswith(f"Review: {level}, given up")
        assert (await table.say("/card", player))[2].startswith(f"💣 Minesweeper · {level}")
    table.thread = "9"
    assert (await table.say("/review"))[0].startswith("There is no finished game")


async def test_a_game_that_ended_long_ago(table: Table) -> None:
    """A month after the last game nothing is left to review, but not as if none had ended yet."""
    await table.ask("/newgame easy")
    await table.ask("a1")
    await table.ask("/giveup")
    await table.wait(KEEP_FINISHED_S * 1000)
    [said] = await table.say("/review")
    assert said == "There is no finished game here to review. After your next one: /review"


@pytest.mark.parametrize("private", [True, False])
async def test_a_lesson_is_not_the_last_game(table: Table, *, private: bool) -> None:
    """A lesson does not count as the last game if a real one ended before it."""
    table.private = private
    asked = ("/review", "/card", "/share", "/code")
    await table.ask("/learn")
    await table.ask("d4")
    await table.ask("/giveup")
    refused = ("review.none", "game.none", "share.lesson")
    assert tuple([(await table.ask(each)).texts[0].key for each in asked[:3]]) == refused
    await table.ask("/newgame easy")
    await table.ask("a1")
    await table.ask("/giveup")
    before = [await table.ask(each) for each in asked]
    await table.ask("/learn")
    await table.ask("d4")
    await table.ask("/giveup")
    assert [await table.ask(each) for each in asked] == before


@pytest.mark.parametrize("private", [True, False])
async def test_a_board_never_opened_is_not_the_last_game(table: Table, *, private: bool) -> None:
    """A board that was given up unopened is not the last game if one that was played ended."""
    table.private = private
    asked = ("/review", "/review replay", "/card", "/share", "/code", "/evf", "/proof")
    await table.ask("/newgame easy casual")
    await table.ask("a1")
    await table.ask("/giveup")
    before = [await table.ask(each) for each in asked]
    await table.ask("/newgame medium casual")
    await table.ask("/giveup")
    assert [await table.ask(each) for each in asked] == before
    assert (await table.ask("/undo")).texts[0].key == "refused.finished"
    assert (await table.ask("/review", game=2)).texts == (Text("game.empty"),)


async def test_a_lesson_goes_on(table: Table) -> None:
    """While a lesson goes on, /review and /share are about it, not the game that ended before."""
    await table.ask("/learn")
    assert (await table.ask("/review")).texts[0].key == "review.running"
    await lost_on_a_certain_mine(table)
    assert (await table.ask("/share")).link
    await table.ask("/learn")
    assert (await table.ask("/share")).texts == (Text("share.lesson"),)


async def test_numbers_of_moves(table: Table) -> None:
    """A number that is no move's of the game that ended last is told with that game's own."""
    await lost_on_a_certain_mine(table)
    await table.say("/newgame easy")
    await table.say("a1")
    assert (await table.say("/review 3"))[0].startswith("Game 1 has 2 moves")
    for unread in ("0", "00", "tomorrow"):
        usage = (await table.say(f"/review {unread}"))[0]
        assert usage.startswith("Write /review for your game that ended last, ")


async def test_review_after_the_solver(table: Table) -> None:
    """A game that the solver ended alone is nobody's: one's own that ended before is reviewed."""
    await lost_on_a_certain_mine(table)
    await table.ask("/solve new")
    await table.follow(table.request("/solve all"))
    assert (await table.say("/review 3"))[0].startswith("Game 1 has 2 moves")


async def test_number_of_the_only_move(table: Table) -> None:
    """If a game has a single move, that one is named rather than a range."""
    await table.deal(WALL)
    await table.ask("a1")
    await table.ask("/giveup")
    reply = await table.ask("/review 12")
    assert words(reply) == ["Game 1 has one move to review: /review 1."]
    assert words(reply, "ru") == ["В игре 1 — один ход: /review 1."]
    assert words(reply, "zh") == ["第 1 局只有一步：/review 1。"]


async def test_replay(table: Table) -> None:
    """The replay goes from the first board to the last; only the last shows the mines."""
    await lost_on_a_certain_mine(table)
    reply = await table.ask("/review replay")
    screens = drawn(reply, Animation).screens
    assert [any(screen.board.shown) for screen in screens] == [False, True]
    assert screens[-1].over


async def test_moves_of_a_replay(table: Table) -> None:
    """The replay says how many of its moves were flags, which the pages of moves leave out."""
    await table.deal(WALL)
    await table.say("!d1 !d2 ?d2")
    await table.say("/giveup")
    replay = await table.ask("/review replay")
    assert [words(replay, language)[1] for language in LANGUAGES] == [
        "The whole game, 4 moves, 3 of them with flags.",
        "Вся игра: 4 хода, из них 3 с флагами.",
        "整局回放，共 4 步，其中插旗 3 步。",
        "整局重播，共 4 步，其中插旗 3 步。",
    ]
    assert (await table.say("/review 9"))[0] == "Game 1 has one move to review: /review 1."
    await lost_on_a_certain_mine(table)
    assert (await table.say("/review replay"))[1] == "The whole game, 2 moves."


async def test_first_words_before_the_rest(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that takes long is announced, and then comes by itself."""
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    await lost_on_a_certain_mine(table)
    asked = Request("r", Chat(table.chat), Player("test:ann", "Ann"), coach_actions.Review(), "en")
    first = await table.service.carry_out(asked)
    assert first.unfinished
    assert words(first)[1] == "Reviewing 2 moves …"
    whole = await table.service.more(asked, first)
    assert not whole.unfinished
    assert whole == replace(await table.ask("/review"), language=whole.language)


async def test_what_follows_is_of_the_same_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review that was announced stays about its game, even if another ends meanwhile."""
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    await lost_on_a_certain_mine(table)
    asked = table.request("/review 2")
    first = await table.service.carry_out(asked)
    assert first.unfinished
    await table.deal(EVEN)
    await table.ask("/giveup")
    more = await table.service.more(asked, first)
    assert words(more)[0].startswith("Move 2 of 2")
    assert words(await table.ask(first.buttons[0][0].action)) == words(more)


@pytest.mark.parametrize("cell", ["2 3", "C2", f"row{20 * ' '}2{20 * ' '}column 3", "第2行第3列"])
async def test_button_of_what_follows(
    table: Table, monkeypatch: pytest.MonkeyPatch, cell: str
) -> None:
    """However its cell was written, a review that was announced has a button that leads there."""
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    await lost_on_a_certain_mine(table)
    first = await table.ask(f"/review 2 {cell}")
    assert first.unfinished
    (go_on,) = first.buttons[0]
    data = write_button(go_on.action, go_on.game)
    assert len(data.encode()) <= MAX_DATA
    assert read_button(data)[0] == coach_actions.Review(1, 2, "c2")


async def test_no_such_move_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing move is told at once, even if the review itself takes long."""
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    await lost_on_a_certain_mine(table)
    reply = await table.ask("/review 3")
    assert words(reply) == ["Game 1 has 2 moves to review: /review 1 to /review 2."]
    assert (reply.private, reply.unfinished) == (True, False)


async def test_progress(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a review goes on, it says how far it is."""

    async def half(_game: Game, _patience: float) -> Progress:
        await asyncio.sleep(0)
        return Progress(1, 2)

    await lost_on_a_certain_mine(table)
    monkeypatch.setattr(table.advisor, "review", half)
    asked = Request("r", Chat(table.chat), Player("test:ann", "Ann"), coach_actions.Review(), "en")
    more = await table.service.more(asked, await table.service.carry_out(asked))
    assert more.unfinished
    assert words(more)[1] == "Reviewing: 1 of 2 moves …"
    assert more.buttons[0][0].action == coach_actions.Review(1)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans())
def test_pages_agree_with_the_core(seed: int, chords: bool) -> None:  # noqa: FBT001  # drawn
    """For any finished game the pages tell the grades and chances of the core's review."""
    game = (chording if chords else finished)(seed)
    if game.started_at is None:
        return
    seen, found = game_of(game), review(game)
    assert _opening_moves(game) == len(found.moves), "as many as are announced"
    summary = summary_page(seen, found)
    assert summary.picture
    assert isinstance(summary.picture.subject, Plot) == (len(found.curve) > 1)
    check_summary(summary, found.turning)
    for number, move in enumerate(found.moves, 1):
        page = move_page(seen, found, number, move, {})
        text = page.texts[1]
        grade = dict(text.args)["grade"] if text.key == "review.undone" else text
        assert grade.key == f"review.grade_{move.grade}"  # type: ignore[union-attr]  # a Text
        args = dict(grade.args)  # type: ignore[union-attr]  # as above
        assert args["safe"] == percent(move.made.safe)
        assert args["best_safe"] == percent(move.best.safe)
        win = dict(page.texts[2].args)["before"]
        shown = win if win.key != "percent.about" else dict(win.args)["chance"]  # type: ignore[union-attr]  # as above
        assert shown == percent(move.win)
        assert drawn(page, BoardPicture).screen.board == move.board


def check_summary(reply: Reply, turning: Turning | None) -> None:
    """Check that a turning point is told if there is one."""
    assert any(text.key == "review.turning" for text in reply.texts) == (turning is not None)
    assert all(TRANSLATOR.say(text, language) for text in reply.texts for language in LANGUAGES)


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


def test_a_replay_takes_no_more_room_than_the_boards_it_shows() -> None:
    """A replay keeps only the boards it shows, not those of left-out moves."""
    toggles: tuple[Move, ...] = (Flag(9), Unflag(9))
    moves = (Open(0), *toggles * 1000, GiveUp())
    game = on_layout(Rules(50, 50, 2, undo=True), [9, 11], *moves)
    tracemalloc.start()
    replay_page(game_of(game))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 15_000_000


async def test_many_moves_make_a_short_replay(table: Table) -> None:
    """A replay of very many moves leaves out some of them, evenly."""
    await table.deal("2x6/2 ###M## ###M##")
    for _ in range(130):
        await table.wait(1000)
        await table.say("!d1 ?d1")
    await table.say("d1")
    reply = await table.ask("/review replay")
    times = [screen.elapsed for screen in drawn(reply, Animation).screens]
    assert 100 < len(times) < 240
    assert times[:-1] == [1000 * second for second in range(len(times) - 1)]
