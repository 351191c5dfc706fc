"""Play: typed moves do what they say, in order, and bad ones change nothing."""

from __future__ import annotations

import pytest

from bot.app.documents.effects import Finished
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import MAX_GAMES
from bot.app.requests.actions import Action, TurnPage
from bot.app.requests.menu import Page
from bot.app.screens.controls import controls
from bot.render import status_texts
from tests.bot.app.conftest import TRANSLATOR, Table, effects_held, words

WALL = "3x4/3 ##M# ##M# ##M#"
"""a1 opens the two columns left of a wall of mines; column d lies behind it."""


@pytest.mark.parametrize("command", ["", "/flag ", "/chord ", "/board ", "/scan ", "/train "])
async def test_letters_of_other_columns(table: Table, command: str) -> None:
    """A letter that no column has is refused with those that columns have; nothing changes."""
    await table.deal(WALL)
    await table.ask("/train")
    before = dict(table.backend.documents)
    reply = await table.ask(f"{command}в3")
    assert reply.texts[0].key == "typed.letters"
    assert reply.private
    assert table.backend.documents == before


@pytest.mark.parametrize("cells", ["a1 b2", "a1-a2", "a1 a1"])
@pytest.mark.parametrize("command", ["/board", "/scan", "/train"])
async def test_one_cell(table: Table, command: str, cells: str) -> None:
    """Commands that take one cell refuse several, and change nothing."""
    await table.deal(WALL)
    await table.ask("/train")
    before = await table.session()
    reply = await table.ask(f"{command} {cells}")
    assert words(reply) == ["Name one cell only, like d3."]
    assert reply.private
    assert await table.session() == before


@pytest.mark.parametrize("command", ["", "/open ", "/flag ", "/board ", "/scan ", "/train "])
@pytest.mark.parametrize(
    ("language", "named"),
    [("zh", "3行1列"), ("en", "第3行第1列"), ("zh-TW", "3列1欄"), ("zh-TW", "３列１行")],
)
async def test_chinese_words(table: Table, command: str, language: str, named: str) -> None:
    """Wherever cells are typed, Chinese words for rows and columns are understood."""
    await table.ask(f"/language {language}")
    await table.deal(WALL)
    await table.ask("/train")
    in_words = await table.ask(command + named)
    unread = ("typed.", "scan.usage", "train.usage")
    assert not [text.key for text in in_words.texts if text.key.startswith(unread)]
    assert command in {"/scan ", "/train "} or (in_words.screen and in_words.screen.focus == 8)


@pytest.mark.parametrize("command", ["", "/open ", "/scan ", "/train "])
async def test_a_word_for_rows_and_for_columns(table: Table, command: str) -> None:
    """In traditional Chinese 行 and 列 can mean either, so a cell in them is refused."""
    await table.ask("/language zh-TW")
    await table.deal(WALL)
    await table.ask("/train")
    before = dict(table.backend.documents)
    reply = await table.ask(f"{command}1行3列")
    assert reply.texts[0].key in {"typed.unreadable", "scan.usage", "train.usage"}
    assert reply.private
    assert table.backend.documents == before


@pytest.mark.parametrize("text", ["10", "!3", "/flag 3", "/open 3", "/board 3", "３", "3."])
async def test_lone_number(table: Table, text: str) -> None:
    """One number alone is answered with what is missing while a game is in progress."""
    await table.deal(WALL)
    reply = await table.ask(text)
    assert words(reply) == [
        "One number is not enough: type a row and a column, like 3 4, or a cell like d3."
    ]
    assert reply.private
    await table.ask("/giveup yes")
    assert (await table.ask(text)).texts[0].key != "typed.lone"


async def test_open(table: Table) -> None:
    """An opened cell is shown, said, and marked as changed."""
    await table.say("/newgame 10 10 10")
    reply = await table.ask("5 5")
    assert reply.screen
    assert reply.screen.changed
    assert words(reply) == [f"Opened {len(reply.screen.changed)} cells."]
    assert (await table.board())[4][4] == "0"


async def test_several_moves(table: Table) -> None:
    """Several moves in one message are played in order, and the board is drawn once."""
    await table.deal(WALL)
    assert await table.board() == ["02##", "03##", "02##"]
    assert await table.say("!c1-c3 ?c2 !c2 d1") == [
        "Opened d1.",
        "Flagged 4 cells.",
        "Took the flag off c2.",
    ]
    assert await table.board() == ["02F2", "03F#", "02F#"]


async def test_range_passes_over_what_is_done(table: Table) -> None:
    """Open or flagged cells of a range are skipped; said only if that leaves none."""
    await table.deal(WALL)
    assert await table.say("b1 b2 a3") == ["These cells are open already."]
    assert await table.say("!c1 a1-b2") == ["Flagged c1."]
    assert await table.say("b1-c1") == ["These cells are open or flagged already."]
    assert await table.say("a1-b3 c1") == ["These cells are open or flagged already."]
    assert await table.say("b1-d1") == ["Opened d1."]
    assert await table.board() == ["02F2", "03##", "02##"]


async def test_range_of_marks(table: Table) -> None:
    """Cells of a range that its mark changes nothing at are told of only if all of it is such."""
    await table.deal(WALL)
    assert await table.say("!c1") == ["Flagged c1."]
    assert await table.say("!b1-c2") == ["Flagged c2."]
    assert await table.say("?a1-c3") == ["Took 2 flags off."]
    assert (await table.say("?a1-c3"))[0] == "a1 has no flag."


async def test_range_in_flag_mode(table: Table) -> None:
    """In flag mode a range flags its closed cells and leaves open numbers alone."""
    await table.deal(WALL)
    await table.say("/mode flag")
    assert await table.say("b1-c2") == ["Flagged 2 cells."]
    assert await table.say("c1 c2") == ["Took 2 flags off."]


async def test_nothing_is_left_out_after_the_end(table: Table) -> None:
    """Moves after the one that ended the game are not mentioned."""
    await table.deal(WALL)
    said = await table.say("d1 d2 d3 c1 c2 !c3")
    assert said[:2] == ["Opened 3 cells.", "You won in 0:00!"]
    assert not any("over" in each or "left out" in each for each in said)


async def test_smart_tap(table: Table) -> None:
    """A typed number opens its neighbours once it has its flags, and is refused before."""
    await table.deal("2x3/1 ##M ###")
    assert await table.say("b2") == ["b2 is open already."]
    await table.say("!c1")
    assert (await table.say("b2"))[:2] == ["Opened c2.", "You won in 0:00!"]


async def test_smart_tap_flags(table: Table) -> None:
    """A number whose closed cells must all be mines flags them."""
    await table.deal(WALL)
    assert await table.say("b2") == ["Flagged 3 cells."]


async def test_flag_mode(table: Table) -> None:
    """In flag mode a plain cell is flagged or unflagged, and the mode is said."""
    await table.deal(WALL)
    assert await table.say("/mode flag") == [
        "Mode: flag. A cell you choose gets a flag, or loses it."
    ]
    await table.say("c1")
    assert (await table.board())[0] == "02F#"
    await table.say("c1")
    assert (await table.board())[0] == "02##"
    assert await table.say("/mode open") == ["Mode: open. A cell you choose is opened."]


async def test_mode_of_a_game_that_is_over(table: Table) -> None:
    """In a finished game no mode can be set, and the answer says how to play on."""
    await table.deal(WALL)
    await table.ask("/giveup")
    for typed in ("/mode flag", "/mode open"):
        reply = await table.ask(typed)
        assert words(reply) == ["This game is over. Play on with /again or /newgame."]
        assert reply.private, "nothing is posted anew"
    screen = await table.shown("/board")
    assert not screen.flagging


async def test_open_in_flag_mode(table: Table) -> None:
    """/open opens a cell in flag mode too; a flag still blocks it."""
    await table.deal("2x4/1 ##M# ####")
    await table.say("/mode flag")
    await table.say("c1")
    assert await table.say("/open c1") == ["c1 has a flag on it. Take it off first with ?c1."]
    assert await table.say("/open c1 c2") == ["Opened c2."]
    assert (await table.shown("/board")).flagging


async def test_marks_and_numbers_by_that_word_in_flag_mode(table: Table) -> None:
    """In flag mode /open keeps the meaning of marks, and still chords open numbers."""
    await table.deal("2x4/1 ##M# ####")
    await table.say("/mode flag")
    assert await table.say("/open !c1 c2") == ["Opened c2.", "Flagged c1."]
    assert (await table.say("/open c2"))[0] == "Opened 2 cells."


async def test_a_mark_and_a_number(table: Table) -> None:
    """A flag and the number that it is for make a chord in one message."""
    await table.deal("2x4/2 ##MM ####")
    assert await table.say("!c1 b1") == ["Opened c2.", "Flagged c1."]


@pytest.mark.parametrize("mode", ["open", "flag"])
async def test_range_by_that_word(table: Table, mode: str) -> None:
    """In either mode /open passes over open numbers and flags among several cells: no chord."""
    await table.deal("2x4/2 ##MM ####")
    await table.ask(f"/mode {mode}")
    await table.ask("!c2")  # where no mine is
    assert await table.say("/open b1 c2 d2") == ["Opened d2."]
    assert await table.board() == ["01##", "01F2"]


async def test_what_was_typed_is_in_sight(table: Table) -> None:
    """A large board is shown around the last cell typed."""
    await table.deal(WALL)
    await table.say("!c1 !d3")
    screen = await table.shown("/board")
    assert screen.focus == 11


async def test_certain_mine_by_a_word_in_flag_mode(table: Table) -> None:
    """In a group /open warns of a certain mine in flag mode; a plain cell flags it."""
    table.private = False
    await table.deal(WALL)
    await table.say("/mode flag")
    warned = await table.ask("/open c1")
    assert [each.key for each in warned.texts] == ["press.certain_mine"]
    assert await table.say("c1") == ["Flagged c1."]


@pytest.mark.parametrize("private", [True, False])
async def test_numbers_that_only_tell(table: Table, *, private: bool) -> None:
    """In a group, or with the smart tap off, an open number is no chord; @ still chords."""
    if private:
        await table.say("/settings tap off")
    table.private = private
    await table.deal("2x3/1 ##M ###")
    await table.say("!c1")
    assert await table.say("b2") == ["b2 is open already."]
    assert (await table.say("@b2"))[0] == "Opened c2."


async def test_loss(table: Table) -> None:
    """A mine ends the game, drops the rest of the message, and shows everything."""
    await table.deal(WALL)
    said = await table.say("c2 d1")
    assert said[:2] == ["c2 was a mine.", "You lost after 0:00, with 66% open."]
    assert await table.board() == ["02M#", "03X#", "02M#"]
    for cells in ("d1", "a1 d1", "a1 b1"):
        assert await table.say(cells) == ["This game is over. Play on with /again or /newgame."]


async def test_begun_by_another(table: Table) -> None:
    """A board's starter who has not played, and the solver, do not count as other players."""
    table.private = False
    await table.ask("/newgame easy")
    await table.ask("a1", "bob", game=1)
    await table.ask("/solve step", "bob", game=1)
    ended = await table.shown("/giveup", "bob", game=1)
    assert (ended.over, ended.players) == (True, ("Bob", "🤖"))


async def test_wrong_chord(table: Table) -> None:
    """A chord on wrong flags can hit several mines at once."""
    await table.deal("2x4/2 ##MM ####")
    await table.say("d2")
    await table.say("!c2")
    assert (await table.say("@b1"))[0] == "c1 was a mine."
    await table.deal("3x3/1 M## ### ###", first=4, lives=2)
    assert (await table.say("!b1 @b2"))[:2] == ["a1 was a mine.", "1 life left."]


async def test_lives(table: Table) -> None:
    """With lives left the game goes on after a mine; the rest of the message is not played."""
    await table.deal(WALL, lives=2)
    reply = await table.ask("c2 d1")
    assert words(reply) == ["c2 was a mine.", "1 life left."]
    assert reply.screen
    assert (reply.screen.face, reply.screen.lives) == ("hurt", 1)
    assert await table.say("a1 c2") == ["These cells are open already."]
    assert (await table.say("c1"))[0] == "c1 was a mine."


async def test_more_mines_than_lives(table: Table) -> None:
    """A chord that hits more mines than there are lives leaves 0 lives, not fewer."""
    await table.deal("3x3/3 M#M ### M##", first=4, lives=2)
    screen = await table.shown("!b1 !a2 !c2 @b2")
    assert (screen.over, screen.lives) == (True, 0)


async def test_a_chord_beside_an_exploded_mine(table: Table) -> None:
    """Where a mine has gone off, it is not said that flags alone have to equal a number."""
    await table.deal(WALL, lives=2)
    await table.say("c1")
    said = "The flags and exploded mines around b2 do not add up to its number,"
    assert (await table.say("@b2"))[0].startswith(said)


async def test_refusals(table: Table) -> None:
    """Each kind of refused move has its own sentence, and changes nothing."""
    await table.deal(WALL)
    await table.say("!c1")
    before = await table.board()
    assert await table.say("c1") == ["c1 has a flag on it. Take it off first with ?c1."]
    assert await table.say("!c1") == ["c1 has a flag already."]
    assert await table.say("?c2") == ["c2 has no flag."]
    assert await table.say("@c2") == ["c2 is no open number, so it cannot be chorded."]
    assert (await table.say("@b2"))[0].startswith("The flags around b2 do not equal")
    assert await table.say("9 9") == [
        "That is off the board: rows go from 1 to 3, columns from a to d (1 to 4)."
    ]
    assert await table.say("z1") == await table.say("999999 1") == await table.say("9 9")
    assert (await table.say("c3 5"))[0].startswith("I cannot read that move.")
    assert await table.say("/undo") == ["Only games begun with /newgame casual can be undone."]
    assert await table.board() == before


async def test_no_endless_game(table: Table) -> None:
    """Setting and removing flags without end is refused at last; the game can be played on."""
    await table.deal(WALL)
    for _ in range(4):
        said = await table.say(" ".join(["!c1 ?c1"] * 200))
    assert said[-2].startswith("This game has had so many moves")
    stored, _ = table.backend.documents[chat_space(table.chat), "game:1"]
    assert len(stored.blob) < 10_000
    assert (await table.say("d1"))[0].startswith("Opened")


async def test_no_game(table: Table) -> None:
    """Without a game, every command that needs one says so."""
    for text in ("3 4", "/hint", "/undo", "/giveup", "/board", "/mode flag"):
        assert (await table.say(text))[0].startswith("There is no game here now.")


async def test_undo(table: Table) -> None:
    """In a casual game /undo takes back the last move; undos are counted and shown."""
    await table.deal(WALL, undo=True)
    before = await table.board()
    await table.say("d1")
    reply = await table.ask("/undo")
    assert words(reply) == ["Undone (1 time in this game)."]
    assert reply.screen
    assert reply.screen.undone == 1
    assert await table.board() == before


async def test_undo_of_the_end(table: Table) -> None:
    """Even the move that lost a casual game can be taken back; the game is listed again."""
    await table.deal(WALL, undo=True)
    await table.say("c1")
    assert (await table.say("/undo"))[0].startswith("Undone")
    assert (await table.say("/games"))[0] == "1 unfinished game:"
    stays = "There is nothing to undo: the first open stays, since the mines are laid around it."
    assert (await table.say("/undo"))[0] == stays


async def test_undo_after_a_board_given_up_unopened(table: Table) -> None:
    """The end of the game before it is not what is meant, and stays."""
    await table.deal(WALL, undo=True)
    await table.say("c1")
    await table.ask("/newgame easy casual")
    await table.ask("/giveup yes")
    await table.ask("/undo")
    assert (await table.session(1)).game.outcome


async def test_undo_of_the_end_needs_room(table: Table) -> None:
    """A finished game is not resumed by /undo if the chat keeps too many already."""
    for _ in range(MAX_GAMES + 1):
        await table.deal(WALL, undo=True)
        await table.say("c1")
    for number in range(1, MAX_GAMES + 1):
        assert (await table.ask("/undo", game=number)).texts[0].key == "played.undone"
    full = await table.ask("/undo", game=MAX_GAMES + 1)
    assert words(full) == [
        f"There are already {MAX_GAMES} unfinished games here. Finish one first: /games"
    ]
    assert full.screen
    assert full.screen.over
    await table.ask("/giveup", game=1)
    assert (await table.ask("/undo", game=MAX_GAMES + 1)).texts[0].key == "played.undone"


@pytest.mark.parametrize(
    ("end", "told"), [("d1 d2 d3", "won"), ("c1", "lost"), ("/giveup", "given up")]
)
async def test_status_of_the_end(table: Table, end: str, told: str) -> None:
    """A finished board says how it ended, whenever it is shown again."""
    await table.deal(WALL)
    await table.ask(end)
    screen = await table.shown("/board")
    assert TRANSLATOR.say(status_texts(screen)[3], "en") == told


async def test_give_up(table: Table) -> None:
    """Giving up shows the mines."""
    await table.deal(WALL)
    assert (await table.say("/giveup"))[0] == (
        "You gave up after 0:00, with 66% open. Here are the mines."
    )
    assert await table.board() == ["02M#", "03M#", "02M#"]


async def over(table: Table, action: Action | str) -> bool:
    """Return whether the board that ``action`` is answered with is that of a finished game."""
    return (await table.shown(action)).over


async def test_asked_before_more_than_a_game_is_given_up(table: Table) -> None:
    """Giving up a daily try, a round, a duel or a shared game is asked back."""
    table.private = False
    await table.deal(WALL)
    await table.ask("b1 d1", "bob")
    assert await table.say("/giveup") == [
        "This board is not yours alone. Give it up for all?",
        "If you are sure, write /giveup yes.",
    ]
    assert not await over(table, "/board")
    for wish, asked in (
        ("/tournament 2 easy", "This ends the round for everybody. Give it up?"),
        ("/duel easy", "This is your game of a duel. Give it up?"),
    ):
        await table.ask(wish)
        assert (await table.say("/giveup"))[0] == asked
        assert await over(table, "/giveup yes")
    table.private, table.chat, table.in_place = True, "test:ann", True
    await table.ask("/daily easy")
    reply = await table.ask("/giveup")
    assert words(reply) == ["You have one try at this board of the day. Give it up?"]
    assert (await table.session()).page is Page.GIVE_UP
    assert words(await table.ask(TurnPage(Page.GIVE_UP))) == words(reply)
    assert reply.screen
    yes, no = controls(reply.screen, private=True)[0]
    assert not await over(table, no.action)
    assert await over(table, yes.action)
    assert words(await table.ask(TurnPage(Page.GIVE_UP))) == [], "nothing is at stake any more"


async def test_asked_before_anothers_game_is_given_up(table: Table) -> None:
    """Giving up a group's board on which only others have played is asked back."""
    table.private = table.in_place = False
    await table.deal(WALL)
    asked = "This board is not yours alone. Give it up for all?"
    assert (await table.say("/giveup", "bob"))[0] == asked
    assert words(await table.ask(TurnPage(Page.GIVE_UP), "bob")) == [asked]
    assert not await over(table, "/board")
    assert await over(table, "/giveup")


async def test_asked_before_a_game_that_another_has_begun_is_given_up(table: Table) -> None:
    """Giving up a group's board that somebody else has begun is asked back before anybody plays."""
    table.private = table.in_place = False
    await table.ask("/newgame easy", "ann")
    assert not await over(table, "/board")
    asked = (await table.say("/giveup", "bob"))[0]
    assert asked == "This board is not yours alone. Give it up for all?"
    assert await over(table, "/giveup")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Bob gave up after 0:00, with 66% open. Here are the mines."),
        ("ru", "Bob: игра сдана через 0:00, открыто 66\u00a0%. Вот где были мины."),
        ("zh", "Bob 在 0:00 后认输，已开 66%。雷的位置已标出。"),
        ("zh-TW", "Bob 在 0:00 後認輸，已開 66%。地雷的位置已標出。"),
    ],
)
async def test_who_gave_a_game_of_several_up(table: Table, language: str, expected: str) -> None:
    """Whoever reads how a game of several ended reads who of them gave it up."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/flag c3", "bob")
    ended = await table.ask("/giveup yes", "bob")
    assert TRANSLATOR.say(ended.texts[0], language) == expected


async def test_own_game_is_given_up_at_once(table: Table) -> None:
    """One's own game is given up without asking, even if the solver helped with it."""
    await table.deal(WALL)
    await table.ask("/solve step")
    assert words(await table.ask(TurnPage(Page.GIVE_UP))) == []
    assert await over(table, "/giveup")


async def test_of_several_cells_one_was_open(table: Table) -> None:
    """That a cell is open already is said only if the message changed nothing."""
    await table.deal(WALL)
    await table.ask("d1")
    assert await table.say("!d1 !c1") == ["Flagged c1."]
    assert len(await table.say("!d1")) == 1


@pytest.mark.parametrize("in_place", [False, True])
async def test_give_up_before_the_start(table: Table, *, in_place: bool) -> None:
    """A game given up before its first open shows no mines, figures or suggested start.

    How to play on is told where there are no buttons.
    """
    table.in_place = in_place
    begun = await table.shown("/newgame")
    assert begun.start is not None
    effects = effects_held(table.store)
    given_up = await table.settled("/giveup")
    assert not any(isinstance(each, Finished) for each in effects), "no game has been played"
    how = [] if in_place else ["Once more: /again"]
    assert words(given_up) == ["You gave the game up before it began.", *how]
    assert given_up.screen
    assert given_up.screen.start is None
    assert (await table.say("/stats"))[0].startswith("There are no games in your statistics yet")


@pytest.mark.parametrize(
    ("ms", "time", "figures"),
    [
        (999, "0:00", "3BV 2, 2 moves, efficiency 100%."),
        (1000, "0:01", "3BV 2, 2 3BV/s, 2 moves, efficiency 100%."),
    ],
)
async def test_win(table: Table, ms: int, time: str, figures: str) -> None:
    """A win is told with its figures; a speed among them only from one second on."""
    await table.deal("2x3/1 ##M ###")
    await table.wait(ms)
    assert await table.say("c2") == [
        "Opened c2.",
        f"You won in {time}!",
        figures,
        "Once more: /again",
    ]


async def test_board_elsewhere(table: Table) -> None:
    """A large board can be shown around a cell."""
    await table.say("/newgame 100 100 2000")
    screen = await table.shown("/board cv100")
    assert screen.focus == 9999
    assert (await table.say("/board zz9"))[0].startswith("That is off the board")


async def test_repeated_operation(table: Table) -> None:
    """A repeated event changes nothing, and is answered with the board as it is."""
    await table.deal(WALL)
    first = await table.ask("!c1", operation="once")
    again = await table.ask("!c1", operation="once")
    assert words(again) == []
    assert first.screen
    assert again.screen
    assert again.screen.board == first.screen.board
    for number, text in enumerate(("/again", "/daily easy"), 2):
        begun = [await table.ask(text, operation=text, game=1) for _ in range(2)]
        assert [each.screen and each.screen.number for each in begun] == [number, number]
