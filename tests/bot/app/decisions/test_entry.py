"""Entry: only those may play whom the owner lets in, and others are told privately."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.state import IDLE_MS, SILENT_MS
from bot.app.requests.access import Access
from bot.app.requests.actions import Invite, Press, SetAccess, TurnPage
from bot.app.requests.menu import Page
from core.game import Game
from core.move import Open
from core.rules import Rules
from tests.bot.app.conftest import Table, words
from tests.bot.app.decisions.test_share import session

WALL = "3x4/3 ##M# ##M# ##M#"
SOLO = ["This is somebody else's game. Start your own with /newgame."]
INVITED = "Only invited players may play here. The one who started it can let you in with /invite."

NOT_YOURS = "Only the one who started this game can change that."
ALONE = "Nobody else plays here. With /share others can play the same board."


async def test_solo(table: Table) -> None:
    """On a solo board somebody else's press changes nothing and is answered privately."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    reply = await table.ask(Press(Open(3), 1), "bob", game=1)
    assert words(reply) == SOLO
    assert reply.private
    assert (await table.say("d1"))[0] == "Opened d1."


async def test_invited(table: Table) -> None:
    """Those who are invited or have played may play on, nobody else."""
    table.private = False
    await table.deal(WALL)
    await table.ask("d1", "bob")
    await table.ask(SetAccess(Access.INVITED))
    assert await table.say("!c1", "bob") == ["Flagged c1."]
    assert await table.say("!c2", "cid") == [INVITED]
    assert await table.say("/hint", "cid") == [INVITED]
    assert words(await table.ask(Invite("test:cid", "Cid"))) == ["Cid may play this game."]
    assert await table.say("!c2", "cid") == ["Flagged c2."]
    await table.ask(Invite("test:cid", "Cid"))
    assert (await session(table, 1)).invited == ("test:cid",)


async def test_choice_is_the_owners(table: Table) -> None:
    """Who did not start a game is not shown the choice of who plays, which they do not have."""
    table.private = False
    await table.deal(WALL)
    await table.ask("d1", "bob")
    reply = await table.ask(TurnPage(Page.ACCESS), "bob", game=1)
    assert words(reply) == [NOT_YOURS]
    assert reply.private
    assert (await session(table, 1)).page is Page.PLAY
    await table.ask(TurnPage(Page.ACCESS), game=1)
    assert (await session(table, 1)).page is Page.ACCESS


async def test_nobody_to_let_in(table: Table) -> None:
    """In a private chat nobody else plays: that is said, and no one is let in."""
    await table.deal(WALL)
    before = await session(table, 1)
    for asked in ("/access solo", Invite("test:bob", "Bob")):
        reply = await table.ask(asked)
        assert words(reply) == [ALONE]
        assert reply.private
    assert await session(table, 1) == before


async def test_help_and_ends_are_the_players_own(table: Table) -> None:
    """Who may not play gets no proof of a running game, and takes no end of it back."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    for command in ("/hint all", "/proof"):
        reply = await table.ask(command, "bob")
        assert words(reply) == SOLO
        assert reply.private
    await table.say("/newgame 5 5 3 casual")
    await table.ask("/access solo")
    await table.ask("/giveup")
    taken = await table.ask("/undo", "bob")
    assert words(taken) == SOLO
    assert (await table.ask("/board", "bob")).screen


async def test_strangers_do_not_put_a_game_by(table: Table) -> None:
    """Who may not play parks no game, brings none elsewhere and turns no board, but may look."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    before = await session(table, 1)
    for command, thread in (("/save mine", None), ("/board c2", None), ("/load 1", "7")):
        table.thread = thread
        reply = await table.ask(command, "eve")
        assert words(reply) == SOLO
        assert reply.private
    table.thread = None
    assert await session(table, 1) == before
    assert (await table.ask("/board", "eve")).screen
    await table.ask("/save mine")
    assert await table.say("/load mine", "eve") == SOLO


async def test_a_game_left_alone_may_be_loaded(table: Table) -> None:
    """Where its owner says nothing any more a game is loaded by others, to be taken over."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    await table.ask("/save mine")
    await table.wait(SILENT_MS + 1)
    assert (await table.ask("/load mine", "eve")).screen


async def test_invitation_to_a_solo_game(table: Table) -> None:
    """Inviting somebody to a solo game opens it to the invited, and an open one stays open."""
    table.private = False
    await table.deal(WALL)
    await table.ask(Invite("test:bob", "Bob"))
    assert await table.say("d1", "cid") == ["Opened d1."]
    await table.ask("/access solo")
    await table.ask(Invite("test:bob", "Bob"))
    assert await table.say("!c1", "bob") == ["Flagged c1."]


async def test_oneself_needs_no_invitation(table: Table) -> None:
    """Who invites themselves is told that it is their game, and who may play stays as it is."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    before = await session(table, 1)
    reply = await table.ask(Invite("test:ann", "Ann"))
    assert words(reply) == ["This is your game: you need no invitation."]
    assert reply.private
    assert await session(table, 1) == before


async def test_nobody_is_let_in_to_a_game_that_is_over(table: Table) -> None:
    """Who may play is chosen for a game that can be played."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/giveup")
    before = await session(table, 1)
    for asked in (Invite("test:bob", "Bob"), "/access solo"):
        assert (await table.ask(asked)).texts[0].key == "refused.finished"
    assert await session(table, 1) == before


async def test_only_the_owner_decides(table: Table) -> None:
    """Nobody else may change who plays."""
    table.private = False
    await table.deal(WALL)
    assert await table.say("/access solo", "bob") == [NOT_YOURS]
    assert words(await table.ask(Invite("test:bob", "Bob"), "bob")) == [NOT_YOURS]
    assert await table.say("/access all") == [
        "Write /access open, /access invited or /access solo."
    ]
    assert await table.say("/invite") == [
        "Reply with /invite to a message of the player you invite."
    ]


async def test_an_owners_commands_are_about_their_own_board(table: Table) -> None:
    """Who has played on another's board, moved on last, too lets in to their own and saves that.

    That is as long as it was moved on within the hour, and not over.
    """
    table.private = False
    for player in ("bob", "ann"):
        await table.put(Game.new(Rules(8, 8, 10)), player)
    await table.ask("/flag a1", "bob", game=2)
    assert (await table.ask("/board", "bob")).screen == (await table.ask("/board")).screen
    assert words(await table.ask(Invite("test:cid", "Cid"), "bob")) == ["Cid may play this game."]
    assert (await session(table, 1)).invited == ("test:cid",)
    shown = (await table.ask("/access solo", "bob")).screen
    assert shown
    assert shown.number == 1
    await table.ask("/access solo")
    assert (await table.say("/save mine", "bob"))[0].startswith("Saved as mine.")
    assert (await table.say("/games"))[1].startswith("game 1 “mine”")


async def test_an_owners_commands_are_about_what_is_played(table: Table) -> None:
    """Who has left their own board for an hour, or ended it, saves the board that is played."""
    table.private = False
    for player in ("bob", "ann", "bob"):
        await table.put(Game.new(Rules(8, 8, 10)), player)
    await table.ask("/giveup", "bob", game=3)
    await table.wait(IDLE_MS + 1)
    await table.ask("/flag a1", "bob", game=2)
    assert words(await table.ask(Invite("test:cid", "Cid"), "bob")) == [NOT_YOURS]
    assert (await table.say("/save ours", "bob"))[0].startswith("Saved as ours.")
    assert (await table.say("/games"))[1].startswith("game 2 “ours”")


async def test_an_owners_commands_are_about_the_board_that_they_answer(table: Table) -> None:
    """Who names a board decides of that one, though another is their own."""
    table.private = False
    for player in ("bob", "ann"):
        await table.put(Game.new(Rules(8, 8, 10)), player)
    await table.ask("/flag a1", "bob", game=2)
    assert words(await table.ask("/access solo", "bob", game=2)) == [NOT_YOURS]
    assert {(await session(table, each)).access for each in (1, 2)} == {Access.OPEN}


async def test_an_owners_commands_are_about_what_was_loaded(table: Table) -> None:
    """Who goes on with an older board of their own decides of that one before they move on it."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/save old")
    await table.deal(WALL)
    await table.ask("!c1")
    await table.ask("/load old")
    await table.ask("/access solo")
    assert [(await session(table, each)).access for each in (1, 2)] == [Access.SOLO, Access.OPEN]


async def test_an_owners_commands_are_about_what_is_not_over(table: Table) -> None:
    """In a group, whose own board was just ended decides of the one of theirs that goes on.

    In a private chat what was just ended is meant, as for every command there.
    """
    for table.private, table.chat in ((False, "test:group"), (True, "test:ann")):
        for _ in range(2):
            await table.deal(WALL)
            await table.ask("!c1")
        await table.ask("/giveup yes", game=2)
        said = (await table.say("/save mine"))[0]
        assert said.startswith("There is no game" if table.private else "Saved as mine."), said


async def test_on_an_inline_board_nothing_is_to_be_typed(table: Table) -> None:
    """Who may not play there is not told of commands, which nobody could write."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    await table.wait(SILENT_MS + 1)
    asked = replace(table.request(Press(Open(3), 1), "bob"), game=1)
    typed = words(await table.service.handle(asked))
    assert typed[0] == SOLO[0]
    assert "/takeover" in typed[1]
    passing = replace(asked, chat=replace(asked.chat, passing=True), operation="inline")
    (told,) = words(await table.service.handle(passing))
    assert "/" not in told


async def test_the_choice_of_who_plays_closes(table: Table) -> None:
    """Where the owner has chosen who may play, the board has its controls for play again."""
    table.private = False
    await table.deal(WALL)
    await table.ask(TurnPage(Page.ACCESS), game=1)
    await table.ask(SetAccess(Access.SOLO), game=1)
    assert (await session(table, 1)).page is Page.PLAY


async def test_who_plays_is_not_chosen_where_rules_say_it(table: Table) -> None:
    """A round is for everybody and a duel for two: whoever began it can let nobody in or out."""
    table.private = False
    for begin, key in (
        ("/tournament 2 easy", "tournament.everybody"),
        ("/duel easy", "duel.alone"),
    ):
        await table.ask(begin)
        for asked in (Invite("test:cid", "Cid"), "/access solo"):
            reply = await table.ask(asked)
            assert [text.key for text in reply.texts] == [key]
            assert reply.private


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/invite", "Nobody else plays here. With /share others can play the same board."),
        ("/access", "Nobody else plays here. With /share others can play the same board."),
        ("/access all", "Nobody else plays here. With /share others can play the same board."),
        ("/tournament", "A tournament takes several players: start it in a chat with others."),
        ("/tournament x", "A tournament takes several players: start it in a chat with others."),
    ],
)
async def test_alone(table: Table, command: str, said: str) -> None:
    """Alone with the bot nobody is told how to write what takes others, only to be refused then."""
    assert await table.say(command) == [said]
    table.private = False
    assert await table.say(command) != [said]
