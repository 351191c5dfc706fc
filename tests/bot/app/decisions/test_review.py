"""Reviews: of which finished game they are, what is refused, and how a game is replayed."""

from __future__ import annotations

import tracemalloc

import pytest

from bot.app.decisions.review import replay_page
from bot.app.documents.keeping import KEEP_FINISHED_S
from bot.app.requests import coach_actions
from bot.app.screens.illustration import Animation
from bot.i18n import LANGUAGES, Text
from core.move import Flag, GiveUp, Move, Open, Unflag
from core.rules import Rules
from tests.bot.app.conftest import Table, drawn, words
from tests.bot.app.looking_back import EVEN, WALL, game_of, lost_on_a_certain_mine
from tests.core.review.finished import on_layout


async def test_gone(table: Table) -> None:
    """A button of a game that is no longer kept says so, not that no game was finished."""
    gone = ["This game is not kept any more. Start another with /newgame."]
    assert words(await table.ask(coach_actions.Review(), game=9)) == gone
    assert words(await table.ask(coach_actions.Review(9))) == gone
    assert words(await table.ask(coach_actions.Replay(9))) == gone
    assert words(await table.ask("/review")) != gone


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


async def test_a_page_knows_its_game(table: Table) -> None:
    """A page of one game that was turned on the message of another is about the game it names."""
    for layout in ("2x3/1 ##M ###", WALL):
        await table.deal(layout)
        await table.ask("/giveup yes")
    first = words(await table.ask(coach_actions.Review(1)))
    assert first != words(await table.ask(coach_actions.Review(2)))
    assert words(await table.ask(coach_actions.Review(1), game=2)) == first
