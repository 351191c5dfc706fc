"""Entry: only those whom the owner lets in may play, and others are told so privately."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.game_clock import IDLE_MS
from bot.app.documents.state import SILENT_MS
from bot.app.requests.access import Access
from bot.app.requests.actions import Invite, Press, SetAccess, TurnPage
from bot.app.requests.menu import Page
from core.game import Game
from core.move import Open
from core.rules import Rules
from tests.bot.app.conftest import Table, words

WALL = "3x4/3 ##M# ##M# ##M#"
SOLO = ["This is somebody else's game. Start your own with /newgame."]
INVITED = "Only invited players may play here. The one who started it can let you in with /invite."

NOT_YOURS = "Only the one who started this game can change that."
ALONE = "Nobody else plays here. With /share others can play the same board."


async def test_solo(table: Table) -> None:
    """On a solo board another player's press changes nothing and is answered privately."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    before = await table.session()
    reply = await table.ask(Press(Open(3), 1), "bob", game=1)
    assert words(reply) == SOLO
    assert reply.private
    assert await table.session() == before
    assert (await table.say("d1"))[0] == "Opened d1."


async def test_invited(table: Table) -> None:
    """Invited players and those who have played may play on, and nobody else."""
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
    assert (await table.session()).invited == ("test:cid",)


async def test_choice_is_the_owners(table: Table) -> None:
    """The choice of who plays is shown to nobody but the player who started the game."""
    table.private = False
    await table.deal(WALL)
    await table.ask("d1", "bob")
    reply = await table.ask(TurnPage(Page.ACCESS), "bob", game=1)
    assert words(reply) == [NOT_YOURS]
    assert reply.private
    assert (await table.session()).page is Page.PLAY
    await table.ask(TurnPage(Page.ACCESS), game=1)
    assert (await table.session()).page is Page.ACCESS


async def test_nobody_to_let_in(table: Table) -> None:
    """In a private chat nobody else plays: invitations and access say so and change nothing."""
    await table.deal(WALL)
    before = await table.session()
    for asked in ("/access solo", Invite("test:bob", "Bob")):
        reply = await table.ask(asked)
        assert words(reply) == [ALONE]
        assert reply.private
    assert await table.session() == before


async def test_help_and_ends_are_the_players_own(table: Table) -> None:
    """Somebody who may not play gets no hint or proof, and cannot undo the game's end."""
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
    """Who may not play cannot save, load or scroll a board, or close its menu, but may look."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    await table.ask(TurnPage(Page.MENU))
    before = await table.session()
    for command, thread in (("/save mine", None), ("/board c2", None), ("/load 1", "7")):
        table.thread = thread
        reply = await table.ask(command, "eve")
        assert words(reply) == SOLO
        assert reply.private
    table.thread = None
    assert (await table.ask("/board", "eve")).screen
    assert await table.session() == before
    await table.ask("/save mine")
    assert await table.say("/load mine", "eve") == SOLO


async def test_another_game_closes_no_menu(table: Table) -> None:
    """Who begins a game leaves another's board as it is, also one that is not begun yet."""
    table.private = False
    await table.ask("/newgame easy")
    await table.ask(TurnPage(Page.MENU))
    await table.ask("/newgame easy", "bob")
    assert (await table.session()).page is Page.MENU


async def test_a_game_left_alone_may_be_loaded(table: Table) -> None:
    """If its owner is silent long enough others may load a solo game, to take it over."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    await table.ask("/save mine")
    await table.wait(SILENT_MS + 1)
    assert (await table.ask("/load mine", "eve")).screen


async def test_invitation_to_a_solo_game(table: Table) -> None:
    """An invitation to a solo game lets the invited play; an open game stays open to all."""
    table.private = False
    await table.deal(WALL)
    await table.ask(Invite("test:bob", "Bob"))
    assert await table.say("d1", "cid") == ["Opened d1."]
    await table.ask("/access solo")
    await table.ask(Invite("test:bob", "Bob"))
    assert await table.say("!c1", "bob") == ["Flagged c1."]


async def test_oneself_needs_no_invitation(table: Table) -> None:
    """Inviting oneself is answered that the game is one's own; who may play stays as it is."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    before = await table.session()
    reply = await table.ask(Invite("test:ann", "Ann"))
    assert words(reply) == ["This is your game: you need no invitation."]
    assert reply.private
    assert await table.session() == before


async def test_nobody_is_let_in_to_a_game_that_is_over(table: Table) -> None:
    """Who may play can no longer be changed once the game is over."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/giveup")
    before = await table.session()
    for asked in (Invite("test:bob", "Bob"), "/access solo"):
        assert (await table.ask(asked)).texts[0].key == "refused.finished"
    assert await table.session() == before


async def test_only_the_owner_decides(table: Table) -> None:
    """Nobody but the owner may change who plays."""
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
    """An owner's commands are about their own board, even after moving on another's.

    That is so as long as it was moved on within the hour and is not over.
    """
    table.private = False
    for player in ("bob", "ann"):
        await table.put(Game.new(Rules(8, 8, 10)), player)
    await table.ask("/flag a1", "bob", game=2)
    assert (await table.ask("/board", "bob")).screen == (await table.ask("/board")).screen
    assert words(await table.ask(Invite("test:cid", "Cid"), "bob")) == ["Cid may play this game."]
    assert (await table.session()).invited == ("test:cid",)
    shown = await table.shown("/access solo", "bob")
    assert shown.number == 1
    await table.ask("/access solo")
    assert (await table.say("/save mine", "bob"))[0].startswith("Saved as mine.")
    assert (await table.say("/games"))[1].startswith("game 1 “mine”")


async def test_an_owners_commands_are_about_what_is_played(table: Table) -> None:
    """With one's own board over or left for an hour, /save is about the one being played."""
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
    """A command about a named board decides of that one, not of one's own."""
    table.private = False
    for player in ("bob", "ann"):
        await table.put(Game.new(Rules(8, 8, 10)), player)
    await table.ask("/flag a1", "bob", game=2)
    assert words(await table.ask("/access solo", "bob", game=2)) == [NOT_YOURS]
    assert {(await table.session(each)).access for each in (1, 2)} == {Access.OPEN}


async def test_an_owners_commands_are_about_what_was_loaded(table: Table) -> None:
    """After loading an older board of one's own, commands are about it before any move."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/save old")
    await table.deal(WALL)
    await table.ask("!c1")
    await table.ask("/load old")
    await table.ask("/access solo")
    assert [(await table.session(each)).access for each in (1, 2)] == [Access.SOLO, Access.OPEN]


async def test_an_owners_commands_are_about_what_is_not_over(table: Table) -> None:
    """In a group an owner whose newest game has just ended means their other running one.

    In a private chat the game that has just ended is meant, as by every command there.
    """
    for table.private, table.chat in ((False, "test:group"), (True, "test:ann")):
        for _ in range(2):
            await table.deal(WALL)
            await table.ask("!c1")
        await table.ask("/giveup yes", game=2)
        said = (await table.say("/save mine"))[0]
        assert said.startswith("There is no game" if table.private else "Saved as mine."), said


async def test_on_an_inline_board_nothing_is_to_be_typed(table: Table) -> None:
    """Where nothing can be typed, somebody who may not play is told of no commands."""
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
    """Once the owner has chosen who may play, the board has its controls for play again."""
    table.private = False
    await table.deal(WALL)
    await table.ask(TurnPage(Page.ACCESS), game=1)
    await table.ask(SetAccess(Access.SOLO), game=1)
    assert (await table.session()).page is Page.PLAY


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
    """In a private chat commands for several players are refused at once, without their usage."""
    assert await table.say(command) == [said]
    table.private = False
    assert await table.say(command) != [said]
