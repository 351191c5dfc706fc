"""Lobby: games are started, saved under names, listed and resumed; none is lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.effects import Redraw
from bot.app.documents.game_clock import IDLE_MS
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import MAX_GAMES
from bot.app.requests.actions import Again, Choice, ChooseLevel, NewGame, SetChoice, TurnPage
from bot.app.requests.links import typed_link
from bot.app.requests.menu import Page
from bot.app.requests.wish import Wish
from bot.app.service import Service
from bot.i18n import LANGUAGES, Text
from bot.store import MailboxStore
from bot.store.backend import Stored
from core.rules import LEVELS
from tests.bot.app.conftest import TRANSLATOR, NoTime, Table, effects_held, words

MINUTE = 60_000


@pytest.mark.parametrize("language", LANGUAGES)
async def test_room_for_games(table: Table, language: str) -> None:
    """Buttons for games stay distinguishable side by side on a narrow phone."""
    for _ in range(5):
        await table.say("/newgame easy")
        await table.say("d3")
    rows = (await table.ask("/games")).buttons
    assert len(rows) == 2
    for row in rows:
        for button in row:
            label = TRANSLATOR.say(Text(button.label.key, number=9999), language)
            assert len(label) * len(row) <= 45, "as that of the controls"


async def test_new_game(table: Table) -> None:
    """A new game shows its level, its closed board and how to begin."""
    screen = await table.shown("/newgame easy")
    assert (screen.level, screen.face, screen.start) == ("easy", "ready", 18)
    assert (await table.say("/newgame"))[0] == "New game: default, 10×10, 10 mines."
    assert await table.board() == ["#" * 10] * 10


@pytest.mark.parametrize(
    ("private", "in_place", "only_answers", "text_only", "key"),
    [
        (True, False, False, False, "newgame.how"),
        (True, True, False, False, "newgame.tap"),
        (True, True, False, True, "newgame.how"),
        (True, True, True, False, "newgame.tap_or_answer"),
        (False, False, False, False, "newgame.how"),
        (False, True, False, False, "newgame.tap_or_answer"),
        (False, True, False, True, "newgame.answer"),
    ],
)
async def test_how_a_cell_is_opened(  # noqa: PLR0913  # a row of the table
    table: Table, *, private: bool, in_place: bool, only_answers: bool, text_only: bool, key: str
) -> None:
    """A new game says how a cell is opened there: by a tap, by a message or by an answer."""
    table.private, table.in_place, table.only_answers = private, in_place, only_answers
    await table.ask(SetChoice(Choice.TEXT, "on" if text_only else "off"))
    reply = await table.ask("/newgame easy casual")
    assert reply.texts[-1].key == key


@pytest.mark.parametrize(
    ("passing", "key"), [(False, "newgame.hint_price"), (True, "hint.assisted")]
)
async def test_what_a_hint_costs(table: Table, key: str, *, passing: bool) -> None:
    """A game that counts says at its start what a hint costs; other games do not."""
    for text, last in (("/newgame easy", key), ("/daily easy", "daily.rules"), ("/learn", None)):
        asked = table.request(text)
        asked = replace(asked, chat=replace(asked.chat, passing=passing))
        keys = [each.key for each in (await table.service.carry_out(asked)).texts]
        assert keys[-1:] == ([last] if last else []), text
    asked = table.request("/newgame easy casual")
    asked = replace(asked, chat=replace(asked.chat, passing=passing))
    keys = [each.key for each in (await table.service.carry_out(asked)).texts]
    assert keys[1] == ("newgame.casual_tapped" if passing else "newgame.casual")


@pytest.mark.parametrize("no_guess", [False, True])
async def test_levels(table: Table, *, no_guess: bool) -> None:
    """Each level can be chosen, two in a row, with guessing or without."""
    reply = await table.ask(ChooseLevel(no_guess))
    *levels, (other,) = reply.buttons
    assert [len(row) for row in levels] == [2] * (len(LEVELS) // 2) + [1] * (len(LEVELS) % 2)
    chosen = [button.action for row in levels for button in row]
    assert chosen == [NewGame(Wish(level=level, no_guess=no_guess)) for level in LEVELS]
    assert other.action == ChooseLevel(not no_guess)
    keys = (
        ("levels.title_no_guess", "levels.guessing")
        if no_guess
        else ("levels.title", "levels.no_guess")
    )
    assert (reply.texts[0].key, other.label.key) == keys
    assert reply.texts[1].key == "levels.own"


async def test_options_are_said(table: Table) -> None:
    """A new game's special options are said when it starts, each only once."""
    said = await table.say("/newgame 5 5 3 safe casual lives 2")
    assert said[1:-1] == [
        "The first cell is safe; its neighbours may be mines.",
        "Casual, with 2 lives: /undo works, the game does not count for records.",
    ]
    assert (await table.say("/newgame 5 5 3 casual"))[1:-1] == [
        "Casual: /undo works, the game does not count for records."
    ]


async def test_refused_wish_changes_nothing(table: Table) -> None:
    """A size out of range is answered with the range, and the current game goes on."""
    await table.deal("2x3/1 ##M ###")
    assert await table.say("/newgame 10 10 100") == [
        "The number of mines on this board must be from 1 to 99."
    ]
    assert await table.board() == ["01#", "01#"]


async def test_again(table: Table) -> None:
    """Again starts a game with the rules of the last one, even if that has been parked since.

    Where there was none, as after the lesson, it is a game of the default level.
    """
    assert (await table.say("/again"))[0] == "New game: default, 10×10, 10 mines."
    await table.say("/newgame 7 8 9 safe lives 2")
    await table.say("1 1")
    await table.say("/save one")
    assert (await table.say("/again"))[:3] == [
        "New game: custom, 7×8, 9 mines.",
        "The first cell is safe; its neighbours may be mines.",
        "You have 2 lives; the game does not count for records.",
    ]
    await table.say("/newgame easy")
    await table.say("a1")
    await table.say("/load one")
    assert (await table.say("/again"))[0] == "New game: custom, 7×8, 9 mines."


async def test_again_below_a_board(table: Table) -> None:
    """Again below an ended game, its review or its card repeats that game, not the newest one."""
    table.private = False
    await table.say("/newgame easy")
    await table.say("a1")
    await table.say("/giveup")
    review = await table.ask("/review")
    pages = review, await table.ask("/card")
    for player in ("ann", "bob"):
        await table.ask("/newgame expert", player)
    assert words(await table.ask(Again(), game=1))[0] == "New game: easy, 8×8, 10 mines."
    for page in pages:
        [game] = [each.game for row in page.buttons for each in row if each.action == Again()]
        assert game == 1


async def test_again_in_a_part_of_a_chat(table: Table) -> None:
    """In each topic of a group Again repeats the last game there, not that of other topics."""
    table.private = False
    for thread, level in ((None, "beginner"), ("7", "easy"), ("8", "expert")):
        table.thread = thread
        await table.say(f"/newgame {level}")
        await table.say("/giveup")
    for thread, level in (("7", "easy"), (None, "beginner"), ("8", "expert"), ("9", "expert")):
        table.thread = thread
        assert (await table.say("/again", "bob"))[0].startswith(f"New game: {level}, ")


async def test_again_in_a_part_where_another_plays(table: Table) -> None:
    """A player without games repeats the topic's last game, even if it is still running."""
    table.private = False
    for thread, level in (("7", "easy"), ("8", "expert")):
        table.thread = thread
        await table.ask(f"/newgame {level}")
    table.thread = "7"
    await table.ask("a1", game=1)
    assert (await table.say("/again", "bob"))[0].startswith("New game: easy, ")


async def test_again_in_a_group(table: Table) -> None:
    """In a group Again repeats the player's own last game, if there is one."""
    table.private = False
    for player, level in (("ann", "easy"), ("bob", "expert")):
        await table.ask(f"/newgame {level}", player)
        await table.ask("/giveup", player)
    await table.ask("/learn", "bob")
    for player, level in (("ann", "easy"), ("cid", "easy"), ("bob", "expert"), ("ann", "easy")):
        assert (await table.say("/again", player))[0].startswith(f"New game: {level}, ")


async def test_again_after_a_lesson_that_was_saved(table: Table) -> None:
    """After loading a saved lesson, Again still repeats the rules of the last real game.

    So it does below the lesson's board.
    """
    await table.say("/newgame easy")
    await table.say("/learn")
    await table.say("/save lesson")
    await table.say("/load lesson")
    for below in (None, 2):
        again = words(await table.ask(Again(), game=below))
        assert again[0] == "New game: easy, 8×8, 10 mines."


async def test_save_and_load(table: Table) -> None:
    """A game saved under a name is parked, and is the same when loaded."""
    await table.deal("2x3/1 ##M ###")
    assert await table.say("/save  my\u202e  Evening ") == [
        "Saved as my Evening. Its clock is stopped until you /load my Evening."
    ]
    assert await table.say("c1") == [
        "There is no game here now. Start one with /newgame, or see /games."
    ]
    assert (await table.say("/load MY EVENING"))[0].startswith("You play game 1 “my Evening” again")
    assert await table.board() == ["01#", "01#"]


async def test_another_game_is_saved(table: Table) -> None:
    """Saving a game that is not the current one leaves the current one where it is."""
    await table.deal("2x3/1 ##M ###")
    await table.say("a1")
    await table.say("/newgame 5 5 3")
    await table.ask("/save evening", game=1)
    assert (await table.say("!c1")) == ["Flagged c1."]


async def test_loading_what_runs(table: Table) -> None:
    """Only a game whose clock has stopped is said to stand still until the next move."""
    await table.deal("2x3/1 ##M ###")
    await table.say("!c1")
    assert await table.say("/load 1") == ["Welcome back. Your game goes on:"]
    assert await table.say("/load １") == ["Welcome back. Your game goes on:"]
    await table.say("/newgame easy")
    assert (await table.say("/load 2"))[0].startswith("You play game 2 again")
    assert (await table.say("/games"))[1].startswith("game 2: easy")
    await table.ask("/load 1")
    await table.say("/save x")
    stands = "You play game 1 “x” again. Its clock starts with your next move."
    assert await table.say("/load x") == [stands]
    await table.say("?c1")
    await table.wait(100 * MINUTE)
    assert await table.say("/load x") == [stands]


async def test_a_thread_loads_its_own_game(table: Table) -> None:
    """Loading the unplayed game of one's own topic does not throw it away."""
    table.private = False
    for thread in ("one", "two"):
        table.thread = thread
        await table.say("/newgame 5 5 3")
    table.thread = "one"
    loaded = await table.shown("/load 1")
    assert loaded.number == 1


async def test_a_thread_loads_the_game_of_another(table: Table) -> None:
    """A game saved in one topic is played on in the topic where it is loaded."""
    table.private = False
    for thread in ("one", "two"):
        table.thread = thread
        await table.deal("2x3/1 ##M ###")
    await table.say("/save evening")
    table.thread = "one"
    await table.say("/load evening")
    assert await table.say("!c1") == ["Flagged c1."]
    screen = await table.shown("/board")
    assert screen.number == 2
    table.thread = "two"
    assert (await table.say("!c2"))[0].startswith("There is no game here now")
    await table.deal("2x3/1 ##M ###")
    table.thread = "one"
    assert await table.say("?c1") == ["Took the flag off c1."]


async def test_what_was_parked_is_not_played_on(table: Table) -> None:
    """After a game is saved, typed moves do not go to one that was parked before it."""
    for _ in range(2):
        await table.say("/newgame easy")
        await table.say("a1")
    await table.say("/save x")
    assert (await table.say("!h8"))[0].startswith("There is no game here now")


async def test_who_plays_a_board_loads_it_anywhere(table: Table) -> None:
    """A board can be loaded in another topic unless somebody else is playing on it.

    In its own topic it can be loaded whoever plays on it.
    """
    table.private, table.thread = False, "one"
    await table.deal("5x5/3 ##M## ##### M#### ##### ####M", first=7)
    await table.ask("/solve step")
    for thread in ("two", "one"):
        table.thread = thread
        await table.ask("/newgame easy")
        assert await table.say("/load 1") == ["Welcome back. Your game goes on:"]
    await table.ask("!c1", "bob", game=1)
    await table.ask("/newgame easy")
    assert await table.say("/load 1") == ["Welcome back. Your game goes on:"]
    table.thread = "two"
    refused = await table.ask("/load 1")
    assert words(refused)[0].startswith("Others are playing game 1 elsewhere in this chat.")
    assert refused.private
    await table.wait(IDLE_MS + MINUTE)
    assert not (await table.ask("/load 1")).private, "nobody is playing any more"


async def test_a_thread_saves_its_own_game(table: Table) -> None:
    """Saving in one topic parks its own game; the game of another topic is played on there."""
    table.private = False
    for thread in ("one", "two"):
        table.thread = thread
        await table.deal("2x3/1 ##M ###")
    await table.say("/save evening")
    assert (await table.say("!c1"))[0].startswith("There is no game here now")
    table.thread = "one"
    assert await table.say("!c1") == ["Flagged c1."]
    table.thread = "two"
    assert (await table.say("!c1"))[0].startswith("There is no game here now")
    await table.say("/load evening")
    assert await table.say("!c1") == ["Flagged c1."]


async def test_parked_time_does_not_count(table: Table) -> None:
    """The clock of a saved game stands until its next move."""
    await table.deal("2x3/1 ##M ###")
    await table.wait(MINUTE)
    await table.say("/save x")
    await table.wait(100 * MINUTE)
    assert await table.shown_time("/load x") == "1:00"
    await table.wait(MINUTE)
    await table.say("!c1")
    await table.wait(MINUTE)
    assert await table.shown_time("/board") == "2:00"


async def test_idle_game_is_parked(table: Table) -> None:
    """A game left alone keeps the time of its last move, and resumes when its player returns."""
    await table.deal("2x3/1 ##M ###")
    await table.wait(MINUTE)
    await table.say("!c1")
    await table.wait(IDLE_MS + MINUTE)
    assert await table.shown_time("/board") == "1:00"
    await table.say("?c1")
    await table.wait(MINUTE)
    assert await table.shown_time("/board") == "2:00"


async def test_name_taken(table: Table) -> None:
    """A name belongs to one game; saving that same game under it again is allowed."""
    await table.deal("2x3/1 ##M ###")
    await table.say("/save x")
    await table.deal("2x3/1 ##M ###")
    assert await table.say("/save X") == ["Another game here is called X. Choose another name."]
    await table.say("/load x")
    assert (await table.say("/save x"))[0].startswith("Saved as x.")


async def test_games(table: Table) -> None:
    """All unfinished games are listed with level and progress, the one played last first."""
    assert await table.say("/games") == [
        "There are no unfinished games here. Start one with /newgame."
    ]
    await table.deal("2x3/1 ##M ###")
    await table.say("/save one")
    await table.deal("2x5/1 ####M #####")
    assert await table.say("/games") == [
        "2 unfinished games:",
        "game 2: custom 2×5, 1 mine, 88% open (playing now)",
        "game 1 “one”: custom 2×3, 1 mine, 80% open (parked)",
        "Go on with /load and its name or number.",
    ]
    assert (await table.say("/load #1"))[0].startswith("You play game 1 “one” again")
    assert (await table.say("/load 2"))[0].startswith("You play game 2 again")
    assert (await table.say("/load 2"))[0].startswith("You play game 2 again")


async def test_load_as_listed(table: Table) -> None:
    """A game is loaded by its number as any language lists it; none is saved as that."""
    await table.deal("2x3/1 ##M ###")
    await table.deal("2x5/1 ####M #####")
    listed = [TRANSLATOR.say(Text("games.number", number=1), each) for each in LANGUAGES]
    for written in ("Game 1", "game1", "game １", "第 １ 局", "第1局", *listed):
        await table.say("/load 2")
        assert await table.say(f"/save {written}") == [
            f"Another game here is called {written}. Choose another name."
        ]
        loaded = await table.shown(f"/load {written}")
        assert loaded.number == 1
    unknown = await table.ask("/load evening 1")
    assert words(unknown) == ["No unfinished game is called evening 1. See /games."]
    # Without quotation marks a name would be read as a word of the sentence.
    assert words(unknown, "ru") == ["Незаконченной игры «evening 1» нет. Список: /games."]


async def test_going_back_to_the_board_of_the_day(table: Table) -> None:
    """Going back to the board of the day leaves no unplayed game in the list."""
    await table.ask("/daily easy")
    await table.ask("/newgame easy")
    assert await table.say("/daily easy") == ["Welcome back. Your game goes on:"]
    assert (await table.say("/games"))[0] == "1 unfinished game:"


async def states_of(table: Table) -> list[str]:
    """Return what /games says of each game, the one touched last first."""
    lines = [line for line in await table.say("/games") if line.startswith("game ")]
    return [line.rpartition("(")[2].removesuffix(")") for line in lines]


async def test_games_of_a_group(table: Table) -> None:
    """Boards that others are playing on are not called parked; those left alone are."""
    table.private = False
    for player, number in (("ann", 1), ("bob", 2)):
        await table.ask("/newgame easy", player)
        await table.ask("!a1", player, game=number)
    assert await states_of(table) == ["playing now", "playing now"]
    await table.wait(IDLE_MS + MINUTE)
    assert await states_of(table) == ["playing now", "parked"]


async def test_new_boards_of_a_group(table: Table) -> None:
    """A board that was just begun is not called parked because another was, be it in a topic.

    It is when it was put by under a name, or left alone for an hour.
    """
    table.private, table.thread = False, "one"
    await table.deal("2x3/1 ##M ###")
    shared = (await table.ask("/share")).link
    assert shared
    await table.ask("/newgame easy")
    await table.ask(typed_link(shared), "bob")
    await table.ask("/save one", game=1)
    table.thread = "two"
    await table.ask("/newgame easy")
    assert await states_of(table) == ["playing now", "parked", "playing now", "playing now"]
    await table.ask("/save two", game=2)
    assert await states_of(table) == ["parked", "playing now", "parked", "playing now"]
    await table.wait(IDLE_MS + MINUTE)
    assert await states_of(table) == ["parked", "playing now", "parked", "parked"]


async def test_another_s_new_board_has_its_place(table: Table) -> None:
    """A board on which nobody has moved takes a place, unless who began it begins another."""
    table.private = False
    await table.ask("/settings boards 1")
    await table.ask("/newgame easy", "bob")
    refused = await table.ask("/newgame easy")
    assert refused.texts[0].key == "newgame.too_many_at_once"
    assert (await table.shown("/newgame easy", "bob")).number == 2


async def test_new_game_parks_the_old(table: Table) -> None:
    """A new game parks one that has been played, and drops one that has not."""
    await table.deal("2x3/1 ##M ###")
    await table.say("/newgame")
    await table.say("/newgame")
    assert (await table.say("/games"))[1:3] == [
        "game 3: default 10×10, 10 mines, 0% open (playing now)",
        "game 1: custom 2×3, 1 mine, 80% open (parked)",
    ]


async def test_what_is_left_of_a_saved_game(table: Table) -> None:
    """After a game is saved, typed moves go to a board on which nobody has moved yet."""
    table.private = False
    await table.ask("/newgame easy")
    await table.ask("/newgame easy", "bob")
    await table.ask("/save x", game=2)
    await table.ask("!a1")
    assert (await table.session(1)).game.history


async def test_the_end_of_an_older_board(table: Table) -> None:
    """Typed moves go to the newer board, also after a press has ended the older one."""
    for _ in range(2):
        await table.deal("2x3/1 ##M ###")
    await table.ask("c1", game=1)
    assert await table.say("!c1") == ["Flagged c1."]


@pytest.mark.parametrize("how", ["?c1", "/undo"])
async def test_older_board(table: Table, how: str) -> None:
    """A move on an older board makes that one current; the newer one's clock stops."""
    for _ in range(2):
        await table.deal("2x3/1 ##M ###", undo=True)
        await table.say("!c1")
    await table.ask(how, game=1)
    await table.wait(30 * MINUTE)
    assert await states_of(table) == ["parked", "playing now"]
    newer = await table.screen(2)
    assert newer.elapsed < MINUTE


async def test_beside_an_older_board(table: Table) -> None:
    """A move on an older board neither removes a new board nor stops another player's clock."""
    table.private = False
    await table.deal("2x3/1 ##M ###")
    await table.ask("/newgame easy")
    await table.ask("!c1", game=1)
    assert await table.service.screen(table.chat, 2) is not None
    await table.ask("!a1", "bob", game=2)
    await table.ask("?c1", game=1)
    assert await states_of(table) == ["playing now", "playing now"]


async def test_a_board_that_nobody_has_played_on_stays_as_it_is(table: Table) -> None:
    """Starting another game closes no menu of a board not yet played on."""
    table.private = False
    await table.ask("/newgame easy")
    await table.ask(TurnPage(Page.MENU), game=1)
    await table.ask("/newgame easy", "bob")
    board = await table.screen()
    assert board.page is Page.MENU


async def test_a_parked_board_stays_as_it_is(table: Table) -> None:
    """A board that another game parks is not shown again: nothing on it changes."""
    table.in_place, effects = True, effects_held(table.store)
    await table.deal("2x3/1 ##M ###")
    await table.settled("/newgame easy")
    assert effects == [Redraw(table.chat, 2)]


async def test_named_game_is_kept_unplayed(table: Table) -> None:
    """A game saved under a name is kept, even if nothing was played in it."""
    await table.say("/newgame")
    await table.say("/save x")
    await table.say("/load x")
    await table.say("/newgame")
    assert "game 1 “x”" in (await table.say("/games"))[2]


async def test_finished_game_leaves_the_list(table: Table) -> None:
    """A finished game is not listed, cannot be saved, and is still shown."""
    await table.deal("2x3/1 ##M ###")
    await table.say("c2")
    assert (await table.say("/games"))[0].startswith("There are no unfinished games")
    assert (await table.say("/save x"))[0].startswith("There is no game here")
    assert await table.board() == ["01M", "011"]


async def test_a_name_that_is_a_number(table: Table) -> None:
    """A game saved under a number is loaded by it, though a later game has that number."""
    await table.deal("2x3/1 ##M ###")
    await table.ask("/save 2")
    await table.deal("2x3/1 ##M ###")
    assert (await table.shown("/load 2")).number == 1


async def test_too_many_games(table: Table) -> None:
    """A chat can keep only so many games, and says so."""
    for _ in range(MAX_GAMES):
        await table.deal("2x3/1 ##M ###")
    assert await table.say("/newgame") == [
        f"There are already {MAX_GAMES} unfinished games here. Finish one first: /games"
    ]
    listed = await table.ask("/games")
    shown = [button.game for row in listed.buttons for button in row]
    assert shown == [*range(MAX_GAMES, MAX_GAMES - 20, -1)], "no platform takes a button for each"
    assert (await table.ask("/daily easy")).texts[0].key == "newgame.too_many"
    table.chat = "test:another"
    assert (await table.ask("/daily easy")).screen, "the one try was not claimed by that"


async def test_lost_document(table: Table) -> None:
    """A listed game whose document is gone is called unreadable, and cannot be loaded."""
    await table.deal("2x3/1 ##M ###")
    await table.say("/save x")
    del table.backend.documents["chat:test:room", "game:1"]
    await table.say("/board")
    assert (await table.say("/games"))[1] == "game 1 “x”: cannot be read any more"
    await table.deal("2x3/1 ##M ###")
    assert await table.say("/load x") == ["No unfinished game is called x. See /games."]
    assert (await table.say("/games"))[0] == "1 unfinished game:"
    await table.wait(MINUTE)
    assert await table.shown_time("/board") == "1:00"


@pytest.mark.parametrize("text", ["/games", "/newgame", "b1"])
async def test_many_games_are_read_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """A worker new to a group asks the store only a few times, however many its games."""
    table.private = False
    for number in range(9):
        table.thread = str(number)
        await table.deal("2x3/1 ##M ###")
    read, reads = table.backend.read, 0

    async def counted(space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        nonlocal reads
        reads += space == chat_space(table.chat)
        return await read(space, names)

    monkeypatch.setattr(table.backend, "read", counted)
    store = table.another(MailboxStore)
    asked = table.request(text)
    asked = replace(asked, chat=replace(asked.chat, thread="elsewhere"))
    await Service(store, table.advisor, clock=NoTime()).carry_out(asked)
    await store.close()
    assert reads <= 5


@pytest.mark.parametrize("text", ["/undo", "/share", "/code", "a1"])
async def test_only_the_game_that_is_played_is_read(
    table: Table, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """A worker new to a chat reads no other game for what is about the one that is played."""
    for _ in range(3):
        await table.deal("2x3/1 ##M ###", undo=True)
    read, games = table.backend.read, set[str]()

    async def noted(space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        games.update(name for name in names if name.startswith("game:"))
        return await read(space, names)

    monkeypatch.setattr(table.backend, "read", noted)
    store = table.another(MailboxStore)
    await Service(store, table.advisor, clock=NoTime()).carry_out(table.request(text))
    await store.close()
    assert games == {"game:3"}
