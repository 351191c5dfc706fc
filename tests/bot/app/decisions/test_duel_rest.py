"""Duels in which somebody rests for long: until when they count as played, and what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.app.decision import Decision, Write
from bot.app.documents.duel import (
    DUEL,
    KEEP_DUEL_S,
    Claim,
    Standing,
    duel_space,
    rematch_code,
)
from bot.app.documents.effects import DuelJoined, DuelMoved
from bot.app.documents.shared import SharedBoard
from bot.app.documents.spaces import chat_space
from bot.app.errands.duels import Duels
from bot.app.requests.actions import Again, ChooseLevel, TakeOver
from bot.app.requests.board_actions import JoinDuel
from bot.app.requests.day import DAY_MS
from bot.app.requests.links import typed_link
from bot.app.screens.controls import controls
from bot.i18n import Text
from tests.bot.app.conftest import Table, words
from tests.bot.app.decisions.test_duel import ask, begin, game_of, screen_of, status, verdict
from tests.bot.app.duelling import begin_here, invite
from tests.bot.app.errands.test_deleted_duel import naming, seat_twice

WEEK_MS = KEEP_DUEL_S * 1000
HOUR_MS = 3600 * 1000
HELP = ("/hint", "/solve step", "/code")
LATE = "⚔ joined too late: nobody plays against you"
UNDECIDED = (Text("duel.undecided"),)


async def pass_time(table: Table, ms: int) -> None:
    """Let ``ms`` pass and carry out all that is due by then."""
    await table.wait(ms)
    await table.store.sweep(0)
    await table.store.settled()


@asynccontextmanager
async def outage(table: Table) -> AsyncIterator[None]:
    """Have nothing carried out of what is decided meanwhile, and all of it afterwards."""
    carry, table.store.carry = table.store.carry, None
    yield
    table.store.carry = carry
    await pass_time(table, 0)


async def flags(table: Table, mark: str) -> None:
    """Let Bob put a flag on some cell (``!``) or take it off (``?``)."""
    game = (await game_of(table, "bob")).game
    await ask(table, "bob", mark + game.rules.grid.name(game.opened.index(0)))


async def is_expired(table: Table, number: int) -> bool:
    """Tell whether a game of the chat is there no more."""
    return await table.service.screen(table.chat, number) is None


@pytest.mark.parametrize("text", HELP)
async def test_a_rival_who_comes_back(table: Table, text: str) -> None:
    """Who rests gets no help while the rival plays, though both have rested before."""
    await begin(table)
    await pass_time(table, WEEK_MS + DAY_MS + 1)
    assert (await ask(table, "ann", text)).texts != UNDECIDED
    await flags(table, "!")
    assert (await ask(table, "ann", text)).texts == UNDECIDED


async def test_the_last_move_of_a_day(table: Table) -> None:
    """A week without a move is one for both, though but the first move of a day is told.

    So who moves every six days and an hour is never taken for resting.
    """
    await begin(table)
    await table.wait(2 * DAY_MS - table.time.now % DAY_MS)
    await flags(table, "!")
    await table.wait(DAY_MS - 60_000)
    for mark in "?!?!":
        await flags(table, mark)
        await pass_time(table, 6 * DAY_MS + HOUR_MS)
        for player in ("ann", "bob"):
            assert (await ask(table, player, "/hint")).texts == UNDECIDED


async def test_a_moment_before_it_is_given_up(table: Table) -> None:
    """Who lets a rival wait that is done gets no help before the duel is given up for them."""
    await begin(table)
    await ask(table, "ann", "/giveup yes")
    await table.wait(WEEK_MS + 1)
    assert (await game_of(table, "bob")).game.outcome is None
    assert (await ask(table, "bob", "/hint")).texts == UNDECIDED


async def test_in_quiet_hours(table: Table) -> None:
    """Nor does anybody where the end waits for the morning; and the rival does not play there."""
    table.private, table.in_place = False, True
    await begin_here(table)
    hour = table.time.now // HOUR_MS % 24
    await table.ask(f"/settings quiet {hour}-{(hour + 23) % 24} +0")
    await table.ask("/giveup yes", game=1)
    await table.store.settled()
    await pass_time(table, WEEK_MS + 1000)
    assert (await table.session(2)).game.outcome is None
    assert (await table.ask("/hint", "bob", game=2)).texts == UNDECIDED
    assert (await table.ask(TakeOver(), "ann", game=2)).texts[0].key == "handover.not_yet"


@pytest.mark.parametrize("rests", [0, WEEK_MS + DAY_MS + 1])
async def test_board_of_who_was_deleted(table: Table, rests: int) -> None:
    """It shows no mine as long as the rival plays and is kept for a month, whoever has ended it."""
    table.private, table.in_place = False, True
    await begin_here(table)
    await table.wait(rests)
    await table.ask("/delete yes")
    await table.store.settled()
    await table.ask(TakeOver(), "cid", game=1)
    await table.ask("/giveup yes", "cid", game=1)
    game = (await table.session(2)).game
    cell = game.rules.grid.name(game.opened.index(0))
    for mark in "!?!?":
        await pass_time(table, 7 * DAY_MS)
        await table.ask(mark + cell, "bob", game=2)
        screen = await table.screen()
        assert not any(screen.board.shown)
    await table.ask("/giveup yes", "bob", game=2)
    await pass_time(table, 31 * DAY_MS)
    assert [await is_expired(table, number) for number in (1, 2)] == [True, True]


async def test_board_of_a_third_who_came_too_late(table: Table) -> None:
    """It is kept for a month: nobody tells it how the duel has ended, which others have played."""
    await seat_twice(table)
    await ask(table, "bob", "/giveup yes")
    table.chat = "test:bob"
    assert not await is_expired(table, 1)
    await pass_time(table, 60 * DAY_MS)
    assert await is_expired(table, 1)


async def test_told_of_coming_too_late(table: Table) -> None:
    """A third who came too late is told so, and of no mines to come, and may look on."""
    code = await seat_twice(table)
    for text in ("/board", "/giveup yes"):
        assert "mines are shown" not in " ".join(words(await ask(table, "bob", text)))
        assert status(await screen_of(table, "bob")) == LATE
    assert status(await screen_of(table, "cat")).startswith("⚔ Ann ")
    assert (await ask(table, "bob", f"/duel {code}")).texts[0] == Text("duel.full")


async def test_no_rematch_where_nobody_was_met(table: Table) -> None:
    """A board that came too late to a duel offers another game when it is over, no rematch."""
    await seat_twice(table)
    ended = await ask(table, "bob", "/giveup yes")
    assert ended.screen
    assert ended.texts[-1] == Text("ending.again")
    offered = [each.action for each in controls(ended.screen, private=True)[0]]
    assert offered == [Again(), ChooseLevel()]
    assert (await ask(table, "bob", "/rematch")).texts == (Text("duel.no_rematch"),)


async def test_too_late_for_a_rival_who_is_done(table: Table) -> None:
    """A third plays on as long as they like, sees no mine the others play on, and has not lost."""
    table.chat = "test:ann"
    invitation = await invite(table)
    await ask(table, "ann", "/giveup yes")
    await seat_twice(table, invitation)
    await pass_time(table, WEEK_MS - HOUR_MS)
    await pass_time(table, HOUR_MS + 1)
    assert (await game_of(table, "bob")).game.outcome is None
    await ask(table, "bob", "/giveup yes")
    screen = await screen_of(table, "bob")
    assert (status(screen), verdict(screen)) == (LATE, [])
    assert not any(screen.board.shown)


@pytest.mark.parametrize("late", [0, 1])
async def test_begun_in_an_outage(table: Table, late: int) -> None:
    """A duel can be joined for a week since it was begun, not since that was carried out."""
    async with outage(table):
        invited = await table.ask("/duel easy")
        assert invited.link
        await table.wait(7 * DAY_MS + late)
    joined = await ask(table, "bob", typed_link(invited.link))
    assert joined.texts[0].key == ("duel.unknown" if late else "duel.begun")


async def test_joined_in_an_outage(table: Table) -> None:
    """Who begins a duel is told no mine of it while it is not known that somebody has joined."""
    invited = await ask(table, "ann", "/duel easy")
    assert invited.link
    await table.wait(WEEK_MS - HOUR_MS)
    async with outage(table):
        await ask(table, "bob", typed_link(invited.link))
        await table.wait(DAY_MS)
        assert (await ask(table, "ann", "/code")).texts == UNDECIDED
    duel = (await game_of(table, "ann")).duel
    assert duel
    assert duel.rival == "Bob"


@pytest.mark.parametrize("texts", [(), ("/giveup yes",)])
async def test_joined_twice_in_an_outage(table: Table, texts: tuple[str, ...]) -> None:
    """Who joins again before that is told has no second try, though the first may be over."""
    invited = await ask(table, "ann", "/duel easy")
    assert invited.link
    async with outage(table):
        join = typed_link(invited.link)
        for text in (join, *texts):
            await ask(table, "bob", text)
        assert (await ask(table, "bob", join)).texts == (Text("duel.yours"),)
    assert (await ask(table, "bob", join)).texts == (Text("duel.yours"),)


async def test_joined_again_elsewhere_in_an_outage(table: Table) -> None:
    """Who joins in two chats, hours apart, before that is told plays in one of them alone."""
    invited = await ask(table, "ann", "/duel easy")
    assert invited.link
    chats = "test:bob", "test:room"
    async with outage(table):
        for table.chat in chats:
            assert (await table.ask(typed_link(invited.link), "bob")).screen
            await table.wait(HOUR_MS + 1)
    boards = {chat: await table.service.screen(chat, 1) for chat in chats}
    late = [chat for chat, screen in boards.items() if screen and status(screen) == LATE]
    assert len(late) == 1
    table.chat = late[0]
    await table.ask("/giveup yes", "bob")
    await table.store.settled()
    assert "💥" not in status(await screen_of(table, "ann"))


@pytest.mark.parametrize("how", ["link", "below", "typed", "typed later"])
async def test_a_rematch_begun_twice_in_an_outage(table: Table, how: str) -> None:
    """If both begin a rematch, hours apart, before that is told, the board entered first counts.

    Whose board is the other one is told that nobody plays on it, and can join, by /rematch as well.
    """
    code = await begin(table)
    for player in ("ann", "bob"):
        await ask(table, player, "/giveup yes")
    async with outage(table):
        for player in ("ann", "bob"):
            await ask(table, player, "/rematch")
            await table.wait(HOUR_MS + 1)
    said = {player: status(await screen_of(table, player, 2)) for player in ("ann", "bob")}
    late = next(player for player, text in said.items() if text == LATE)
    assert set(said.values()) == {LATE, "⚔ waiting for a rival"}
    if how == "typed later":
        await ask(table, late, "/giveup yes")
    table.chat = f"test:{late}"
    text = typed_link(JoinDuel(rematch_code(code))) if how == "link" else "/rematch"
    assert (await table.ask(text, late, game=1 if how == "below" else None)).screen
    other = "bob" if late == "ann" else "ann"
    joined, begun = await game_of(table, late, 3), await game_of(table, other, 2)
    assert joined.game.minefield == begun.game.minefield


async def test_joined_before_a_long_outage(table: Table) -> None:
    """Who has joined a duel that is forgotten when that is told is told that nobody plays there."""
    invited = await ask(table, "ann", "/duel easy")
    assert invited.link
    async with outage(table):
        await ask(table, "bob", typed_link(invited.link))
        await table.wait(WEEK_MS + 1)
    assert status(await screen_of(table, "bob")) == LATE
    assert status(await screen_of(table, "ann")) == "⚔ waiting for a rival"
    await ask(table, "bob", "/delete yes")
    assert naming(table) == [], "nor is a seat kept for whom nobody will play against"


async def test_a_rematch_joined_in_an_outage(table: Table) -> None:
    """Who takes their seat in a rematch at the last moment plays it, however late that is told."""
    await begin(table)
    for player in ("ann", "bob"):
        await ask(table, player, "/giveup yes")
    invited = await ask(table, "ann", "/rematch")
    assert invited.link
    await table.wait(WEEK_MS - HOUR_MS)
    async with outage(table):
        assert (await ask(table, "bob", typed_link(invited.link))).screen
        await table.wait(HOUR_MS + 1)
    duel = (await game_of(table, "ann", 2)).duel
    assert duel
    assert duel.rival == "Bob"


async def test_a_seat_left_late(table: Table) -> None:
    """A rematch whose seat has become free can be joined no longer for that."""
    await begin(table)
    for player in ("ann", "bob"):
        await ask(table, player, "/giveup yes")
    invited = await ask(table, "ann", "/rematch")
    assert invited.link
    await table.wait(WEEK_MS)
    await ask(table, "bob", "/delete yes")
    await table.wait(1)
    assert (await ask(table, "cid", typed_link(invited.link))).texts == (Text("duel.unknown"),)


@pytest.mark.parametrize("is_done_first", [True, False])
async def test_a_rival_s_board_that_is_lost(table: Table, *, is_done_first: bool) -> None:
    """A board whose rival's was damaged is told when any rival would have given up by then."""
    await begin(table)
    gone = Decision(None, {"game:1": Write(None)})
    for is_loss in (not is_done_first, is_done_first):
        if is_loss:
            await table.store.update(chat_space("test:bob"), "lost", lambda *_: gone)
        else:
            await ask(table, "ann", "/giveup yes")
    await pass_time(table, WEEK_MS + 2 * DAY_MS)
    assert (await ask(table, "ann", "/code")).texts == UNDECIDED
    await pass_time(table, 1)
    assert (await ask(table, "ann", "/code")).texts != UNDECIDED


async def test_a_rival_who_plays_on_for_long(table: Table) -> None:
    """Who is done is told no mine as long as the rival plays, if but once in a week."""
    await begin(table)
    await ask(table, "ann", "/giveup yes")
    for mark in "!?!?":
        await pass_time(table, WEEK_MS)
        await flags(table, mark)
        assert (await ask(table, "ann", "/code")).texts == UNDECIDED
    await pass_time(table, WEEK_MS + 1)
    assert (await ask(table, "ann", "/code")).texts != UNDECIDED
    assert (await game_of(table, "bob")).game.outcome is not None


@pytest.mark.parametrize("text", ["/giveup yes", "!a1-h8"])
async def test_entered_after_it_was_played(table: Table, text: str) -> None:
    """What a player does counts though the others hear of it before they hear that they joined."""
    invited = await ask(table, "ann", "/duel easy")
    assert invited.link
    carry, held = table.store.carry, list[object]()

    async def hold(_space: str, effect: object) -> None:
        held.append(effect)

    table.store.carry = hold
    await ask(table, "bob", typed_link(invited.link))
    await table.wait(DAY_MS)
    await ask(table, "bob", text)
    assert carry
    for effect in reversed(held):
        await carry("", effect)
    duel = (await game_of(table, "ann")).duel
    assert duel
    assert duel.standing == Standing.of((await game_of(table, "bob")).game)


async def test_what_changes_nothing(table: Table) -> None:
    """A duel is remembered no longer for who finds no seat in it or has one, and for old news."""
    duels = Duels(table.store)

    def until(code: str) -> int | None:
        return table.backend.documents[duel_space(code), DUEL][1]

    async def press(code: str, player: str) -> None:
        before = until(code)
        await table.wait(1000)
        assert (await duels.claim(code, Claim(player), f"{player}:{table.time.now}"))[1]
        assert until(code) == before

    code = (await invite(table)).code
    await press(code, "test:ann")
    await duels.claim(code, Claim("test:bob"), "bob")
    await press(code, "test:cat")
    code = await begin(table)
    await ask(table, "ann", "/giveup yes")
    await press(code, "test:cat")
    before = until(code)
    await table.wait(1000)
    await duels.moved(DuelMoved(code, "test:ann", Standing(3, moves=1), "test:ann:1"), "late")
    (ann, _), board = await duels.players(code), SharedBoard.of((await game_of(table, "bob")).game)
    await duels.joined(DuelJoined(code, board, ann), "again")
    assert until(code) == before
    await ask(table, "bob", "/giveup yes")
    await ask(table, "ann", "/rematch")
    await press(rematch_code(code), "test:cat")
