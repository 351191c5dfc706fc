"""Rematches: who asks first begins one, the other joins it, and nobody else does."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot.app.documents.duel import REMATCH, duel_space, rematch_code
from bot.app.errands.duels import Duels
from bot.app.needed import Question
from bot.app.requests.actions import Left, TakeOver
from bot.app.requests.board_actions import JoinDuel, Rematch
from bot.app.requests.request import Request
from bot.i18n import Text
from tests.bot.app.conftest import Table, words
from tests.bot.app.duelling import (
    WEEK_MS,
    ask,
    begin,
    begin_here,
    challenge,
    game_of,
    lose,
    play_out,
    screen_of,
    verdict,
    win,
)


async def game_2_is_shared(table: Table) -> bool:
    """Tell whether Ann and Bob have the same layout in the second game of their own chats."""
    ann, bob = await game_of(table, "ann", 2), await game_of(table, "bob", 2)
    return ann.game.minefield == bob.game.minefield


async def test_wanted_early(table: Table) -> None:
    """A wish for a rematch is shown to a rival who still plays only at the end of their game."""
    await begin(table)
    await lose(table, "bob")
    await ask(table, "bob", "/rematch")
    assert verdict(await screen_of(table, "ann")) == []
    await win(table, "ann")
    assert verdict(await screen_of(table, "ann")) == [
        "⚔ Ann wins the duel.",
        "⚔ Bob wants a rematch. To begin it: /rematch",
    ]


async def test_begun(table: Table) -> None:
    """The first to ask begins a rematch by the same rules, and reads with whom it is.

    The other is told and joins it.
    """
    await begin(table)
    assert words(await ask(table, "ann", "/rematch")) == [
        "Your duel is still going on. When it is over, /rematch begins the next one."
    ]
    await win(table, "ann")
    await win(table, "bob")
    first = await ask(table, "bob", "/rematch")
    assert first.link
    assert words(first)[1] == "Your rematch is waiting for Ann, who joins it with /rematch."
    assert verdict(await screen_of(table, "ann"))[1] == (
        "⚔ Bob wants a rematch. To begin it: /rematch"
    )
    second = await ask(table, "ann", "/rematch")
    assert second.screen
    assert [each.key for each in second.texts] == ["duel.begun"], "nobody is waited for"
    assert await game_2_is_shared(table)
    rules = [(await game_of(table, "ann", number)).game.rules for number in (1, 2)]
    assert rules[0] == rules[1]
    assert words(await ask(table, "cid", "/rematch")) == [
        "There is no game here now. Start one with /newgame, or see /games."
    ]


async def test_in_one_chat(table: Table) -> None:
    """/rematch is about one's own duel, whichever game is the chat's current one."""
    table.private = False
    await begin_here(table)
    assert (await table.ask("/rematch", "ann")).texts == (Text("duel.going_on"),)
    assert (await table.ask("/rematch", "cid")).texts == (Text("duel.no_rematch"),)
    for player in ("ann", "bob"):
        await table.settled("/giveup yes", player)
    assert (await table.ask("/rematch", "cid")).texts == (Text("duel.not_yours"),)
    await table.ask("/newgame", "cid")
    assert (await table.settled("/rematch", "ann")).link
    assert (await table.settled("/rematch", "bob")).screen
    for player in ("ann", "bob"):
        assert (await table.ask("/rematch", player)).texts == (Text("duel.going_on"),)


async def test_where_there_is_no_room(table: Table) -> None:
    """A player whose chat has no room has not asked for a rematch: the other can begin it."""
    await play_out(table)
    table.chat, table.private = "test:ann", False
    await table.ask("/newgame easy")
    await table.ask("a1")
    await table.ask("/settings boards 1")
    refused = await table.ask("/rematch")
    assert (refused.texts[0].key, refused.private, refused.link) == (
        "newgame.too_many_at_once",
        True,
        None,
    )
    table.private = True
    assert (await ask(table, "bob", "/rematch")).link


async def test_asked_for_by_who_is_deleted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player deleted while the rematch is looked up is not noted as having asked for it."""
    code = await play_out(table)
    find = table.service._finder.find

    async def after_deletion(question: Question[object], request: Request) -> object:
        await ask(table, "ann", "/delete yes")
        return await find(question, request)

    monkeypatch.setattr(table.service._finder, "find", after_deletion)
    assert (await ask(table, "ann", "/rematch")).link is None
    space = duel_space(rematch_code(code))
    assert await table.store.view(space, lambda docs, _: docs.get(REMATCH)) is None


async def test_is_named(table: Table) -> None:
    """After a duel the way to another one is named, also to a player who asks for a hint."""
    await begin(table)
    assert (await ask(table, "ann", "/giveup yes")).texts[-1] == Text("ending.rematch")
    await lose(table, "bob")
    assert (await ask(table, "ann", "/hint")).texts[-1] == Text("ending.rematch")


async def test_asked_twice(table: Table) -> None:
    """Asking for a rematch again while it is played gives no second board of it."""
    await play_out(table)
    for player, said in (("bob", Text("duel.awaited", name="Ann")), ("ann", Text("duel.going_on"))):
        assert (await ask(table, player, "/rematch")).texts[0].key == "duel.begun"
        table.chat = f"test:{player}"
        assert (await table.ask(Rematch(), player, game=1)).texts == (said,)
    assert await game_2_is_shared(table)
    await win(table, "bob", 2)
    assert (await table.ask(Rematch(), "bob", game=1)).texts[0].key == "duel.yours"


async def test_awaited(table: Table) -> None:
    """Who asks for a rematch while theirs is waiting is told for whom, and how they join it."""
    await play_out(table)
    await ask(table, "bob", "/rematch")
    assert words(await ask(table, "bob", "/rematch")) == [
        "Your rematch is waiting for Ann, who joins it with /rematch."
    ]
    await ask(table, "ann", "/rematch")
    assert (await ask(table, "bob", "/rematch")).texts == (Text("duel.going_on"),)


async def test_awaited_from_a_nameless(table: Table) -> None:
    """A rival who calls themselves "?", as those are called who are deleted, is waited for."""
    invitation = await challenge(table)
    table.chat = "test:bob"
    joined = table.request(invitation, "bob")
    await table.service.handle(replace(joined, player=replace(joined.player, name="?")))
    await table.store.settled()
    for player in ("ann", "bob"):
        await win(table, player)
    await ask(table, "ann", "/rematch")
    assert words(await ask(table, "ann", "/rematch")) == [
        "Your rematch is waiting for ?, who joins it with /rematch."
    ]


async def test_before_anybody_came(table: Table) -> None:
    """Who asks for a rematch of a duel that nobody has accepted is told that."""
    await ask(table, "ann", "/duel easy")
    unaccepted = ["Nobody has accepted your duel yet. Send its invitation to somebody."]
    assert words(await ask(table, "ann", "/rematch")) == unaccepted
    await win(table, "ann")
    await ask(table, "ann", "/rematch")
    assert words(await ask(table, "ann", "/rematch")) == unaccepted, "nor is there a rival now"


async def test_of_two(table: Table) -> None:
    """A rematch is for its two players, whoever presses its invitation or knows its code."""
    code = await play_out(table)
    invitation = await challenge(table, "/rematch")
    assert invitation == JoinDuel(rematch_code(code))
    for asked in (invitation, f"/duel {rematch_code(code)}"):
        third = await ask(table, "cid", asked)
        assert third.screen is None
        assert third.texts[0] == Text("duel.full")
    await win(table, "ann", 2)
    assert len((await ask(table, "cid", invitation)).texts) == 2
    assert (await ask(table, "bob", invitation)).screen
    assert await game_2_is_shared(table)


async def test_where_nobody_came(table: Table) -> None:
    """A duel that nobody has joined is followed by one that anybody can join."""
    await ask(table, "ann", "/duel easy")
    await win(table, "ann")
    again = await ask(table, "ann", "/rematch")
    assert again.link
    assert len(again.texts) == 1
    assert (await ask(table, "cid", again.link)).screen


async def test_below_the_other_board(table: Table) -> None:
    """In a group a rematch can be asked for, and joined, below one's own board or the rival's."""
    table.private = False
    await begin_here(table)
    await table.settled("/giveup yes", "ann")
    early = await table.ask(Rematch(), "bob", game=1)
    assert early.texts == (Text("duel.going_on"),)
    await table.settled("/giveup yes", "bob")
    assert (await table.settled(Rematch(), "bob", game=1)).link
    assert (await table.ask(Rematch(), "cid", game=2)).texts == (Text("duel.not_yours"),)
    joined = await table.shown(Rematch(), "ann", game=2)
    assert joined.rival
    assert "Bob" in dict(joined.rival.args).values()


async def test_asked_by_another(table: Table) -> None:
    """Somebody who took over a board of a duel can neither ask for a rematch nor hinder it."""
    table.private = False
    await begin_here(table)
    await table.wait(WEEK_MS + 1)
    await table.ask(Left("test:ann"), "ann")
    await table.ask(TakeOver(), "cid", game=1)
    for player, number in (("cid", 1), ("bob", 2)):
        await table.settled("/giveup yes", player, game=number)
    assert (await table.ask(Rematch(), "cid", game=1)).texts == (Text("duel.not_yours"),)
    assert (await table.ask(Rematch(), "bob", game=2)).link


async def test_after_long(table: Table) -> None:
    """A rematch is on one board for both even when the duel is no longer remembered."""
    await play_out(table)
    await table.wait(WEEK_MS + 1000)
    for player in ("bob", "ann"):
        await ask(table, player, "/rematch")
    assert await game_2_is_shared(table)


async def test_asked_at_once(table: Table) -> None:
    """If both ask in the same moment only one begins; both can then play the same board."""
    await play_out(table)
    asked = []
    for player in ("ann", "bob"):
        table.chat = f"test:{player}"
        asked.append(table.service.handle(table.request(Rematch(), player)))
    replies = await asyncio.gather(*asked)
    assert [each.link is not None for each in replies].count(True) == 1
    await table.store.settled()
    for player in ("ann", "bob"):
        await ask(table, player, "/rematch")
    assert await game_2_is_shared(table)


async def test_not_there_yet(table: Table) -> None:
    """Until the first to ask has begun the rematch, the other is told that it is coming."""
    code = await play_out(table)
    assert await Duels(table.store).rematch(code, "test:bob", "1")
    assert (await ask(table, "ann", "/rematch")).texts == (Text("duel.begins"),)
    assert (await ask(table, "bob", "/rematch")).link
    assert (await ask(table, "ann", "/rematch")).screen


async def test_asked_again(table: Table) -> None:
    """The player who asked for a rematch first stays so, however often the question is repeated."""
    code = await begin(table)
    duels = Duels(table.store)
    asked = [("bob", "1"), ("bob", "1"), ("ann", "2"), ("ann", "2"), ("bob", "3")]
    first = [await duels.rematch(code, f"test:{player}", each) for player, each in asked]
    assert first == [True, True, False, False, True]
    assert await duels.rematch("zzzzzzzzzz", "test:ann", "4")
    assert not await duels.rematch("zzzzzzzzzz", "test:bob", "5")
