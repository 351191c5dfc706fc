"""The page of a move in a review: its grade, its chances, what was best and why."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.decisions.review import move_page, summary_page
from bot.app.requests import coach_actions
from bot.app.screens.illustration import BoardPicture, Plot
from bot.app.screens.reply import Reply
from bot.app.screens.times import duration
from bot.i18n import LANGUAGES, percent
from bot.reviews import _opening_moves
from core.move import Open
from core.review import Grade, Turning
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
from tests.bot.app.looking_back import WALL, game_of
from tests.core.review.finished import chording, finished, on_layout
from tests.core.review.looked_back import review


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


async def test_a_lesson_that_is_over(table: Table) -> None:
    """Beside the moves of a lesson stands what is said of them, not what the lesson asked for."""
    await table.ask("/learn")
    await table.ask("d4")
    game = (await table.session()).game
    await table.ask(named(game, *cells_left(game)))
    page = await table.ask(coach_actions.Review(1, 1))
    assert drawn(page, BoardPicture).screen.lesson is None


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


async def test_moves_taken_back(table: Table) -> None:
    """A move that was taken back says so."""
    await table.deal(WALL, undo=True)
    await table.say("d1")
    await table.say("/undo")
    await table.say("e1 e2 f1 f2")
    reply = await table.ask("/review 2")
    assert words(reply)[1].endswith("It was taken back.")


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
