"""Handing over: games of players who left or are silent go to others."""

from __future__ import annotations

from bot.app.decision import Decision, Write
from bot.app.documents.seats import NOBODY
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import SILENT_MS
from bot.app.requests.actions import Delete, Invite, Left
from tests.bot.app.conftest import Table, words

LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"
NOT_YET = ["A game can be taken over when nobody has made a move in it for a day."]


async def test_left(table: Table) -> None:
    """When an owner leaves, their game goes to a player who played on it, or else to everybody."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.ask("/access invited")
    await table.ask(Invite("test:bob", "Bob"))
    await table.ask("!e5", "bob")
    await table.ask("/newgame easy")
    await table.ask("/access solo")
    await table.ask("/newgame easy", "cid")
    said = words(await table.ask(Left("test:ann"), "ann"))
    assert said == ["Game 1 now belongs to Bob.", "Game 2 is now open to everybody."]
    assert (await table.session()).owner == "test:bob"
    assert (await table.session(2)).owner == NOBODY
    assert (await table.session(2)).may_play("test:cid")
    assert (await table.session(3)).owner == "test:cid"
    assert words(await table.ask(Left("test:ann"), "ann")) == []


async def test_left_in_a_tournament(table: Table) -> None:
    """A round of a tournament is handed on like any other game, not given up like a duel."""
    table.private = False
    await table.ask("/tournament 3 easy")
    await table.ask("a1")
    assert words(await table.ask(Left("test:ann"))) == ["Game 1 is now open to everybody."]
    assert (await table.session()).game.outcome is None


async def test_left_with_a_game_that_is_lost(table: Table) -> None:
    """A listed game whose document is gone does not keep the others from being handed on."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.deal(LAYOUT, first=7)
    lost = Decision(None, {"game:1": Write(None)})
    await table.store.update(chat_space(table.chat), "lost", lambda *_: lost)
    assert words(await table.ask(Left("test:ann"))) == ["Game 2 is now open to everybody."]


async def test_heirs(table: Table) -> None:
    """The heir is the first person who played on the game: not the solver, nor a deleted player."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.ask("/solve step")
    await table.ask("!e5", "bob", game=1)
    await table.ask(Delete(sure=True), "bob")
    assert words(await table.ask(Left("test:ann"))) == ["Game 1 is now open to everybody."]
    await table.deal(LAYOUT, first=7)
    await table.ask("/solve step")
    for player, flag in (("bob", "!e5"), ("cid", "!c1"), ("dan", "!a3")):
        await table.ask(flag, player, game=2)
    await table.ask(Delete(sure=True), "bob")
    assert words(await table.ask(Left("test:ann"))) == ["Game 2 now belongs to Cid."]


async def test_heirs_who_left(table: Table) -> None:
    """No game goes to a player who has left, unless they have come back and played on it."""
    table.private = False
    for number in (1, 2):
        await table.deal(LAYOUT, first=7)
        for player, flag in (("bob", "!e5"), ("cid", "!c1")):
            await table.ask(flag, player, game=number)
    assert words(await table.ask(Left("test:bob"))) == []
    await table.ask("!a3", "bob", game=2)
    said = words(await table.ask(Left("test:ann")))
    assert said == ["Game 1 now belongs to Cid.", "Game 2 now belongs to Bob."]
    assert words(await table.ask(Left("test:cid"))) == ["Game 1 is now open to everybody."]


async def test_silent(table: Table) -> None:
    """A game can be taken over once nobody has made a move in it for a day, and not before."""
    table.private = False
    await table.ask("/newgame easy")
    await table.ask("/access solo")
    assert await table.say("/takeover", "bob") == NOT_YET
    await table.wait(SILENT_MS - 60_000)
    assert await table.say("/takeover", "bob") == NOT_YET
    assert len(await table.say("3 3", "bob")) == 1
    await table.wait(120_000)
    refused = await table.say("3 3", "bob")
    assert refused[1] == "Nobody has moved for a day: take the game over with /takeover."
    assert await table.say("/takeover", "bob") == ["This game now belongs to Bob."]
    assert (await table.ask("3 3", "bob")).screen
    assert await table.say("/takeover", "bob") == ["There is nothing to take over here."]
    assert (await table.say("1 1", "ann"))[0].startswith("This is somebody else's game.")


async def test_taken_over_once(table: Table) -> None:
    """A player who takes a game over has a day for the next move; the idle time is not counted."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.wait(SILENT_MS + 60_000)
    await table.ask("/takeover", "bob")
    assert await table.say("/takeover", "cid") == NOT_YET
    assert await table.shown_time("/board") == "0:00"
    await table.wait(SILENT_MS + 60_000)
    assert await table.say("/takeover", "cid") == ["This game now belongs to Cid."]


async def test_taken_over_by_who_plays_another_board(table: Table) -> None:
    """A player with a board of their own can take over one that was left."""
    table.private = False
    for player in ("ann", "bob"):
        await table.ask("/newgame easy", player)
        await table.ask("/open a1", player)
    await table.ask(Left("test:ann"), "ann")
    await table.ask("/flag h8", "cid", game=1)
    assert await table.say("/takeover", "bob") == ["This game now belongs to Bob."]
    assert (await table.session()).owner == "test:bob"


async def test_which_is_taken_over(table: Table) -> None:
    """The newest board here that another player left is taken over; none over or played on."""
    table.private, table.thread = False, "here"
    await table.deal(LAYOUT, first=7)
    await table.deal(LAYOUT, first=7)
    await table.ask("/giveup yes", game=2)
    await table.put((await table.session()).game, "bob")
    table.thread = "elsewhere"
    await table.deal(LAYOUT, first=7)
    table.thread = "here"
    await table.wait(SILENT_MS + 60_000)
    await table.put((await table.session()).game, "cid")
    assert await table.say("/takeover", "bob") == ["This game now belongs to Bob."]
    owners = [(await table.session(number)).owner for number in range(1, 6)]
    assert owners == ["test:bob", "test:ann", "test:bob", "test:ann", "test:cid"]
    for player, why in (("bob", "There is nothing to take over here."), ("dan", NOT_YET[0])):
        refused = await table.ask("/takeover", player, game=5 if player == "dan" else None)
        assert (words(refused), refused.private) == ([why], True)


async def test_deleted(table: Table) -> None:
    """Games of a player who deleted their data are open to all and can be taken over at once."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.ask("/access solo")
    await table.ask("/delete")
    await table.ask(Delete(sure=True))
    assert (await table.session()).may_play("test:bob")
    assert await table.say("/takeover", "bob") == ["This game now belongs to Bob."]
    await table.wait(1000)
    assert await table.shown_time("/board") == "0:01"
