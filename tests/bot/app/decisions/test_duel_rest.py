"""Duels in which somebody rests for long: until when they count as played, and what is kept."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.decision import Decision, Write
from bot.app.documents.duel import DUEL, FULL, Claim, Standing, rematch_code
from bot.app.documents.effects import DuelJoined, DuelMoved, DuelOver
from bot.app.documents.keeping import KEEP_FINISHED_S
from bot.app.documents.shared import SharedBoard
from bot.app.documents.spaces import chat_space
from bot.app.errands.duels import Duels
from bot.app.ports import NotYet
from bot.app.requests.actions import TakeOver
from bot.app.requests.board_actions import JoinDuel
from bot.app.requests.day import DAY_MS
from bot.app.requests.menu import Page
from core.game import Outcome
from tests.bot.app.conftest import Table, named, spaces_looked_at, words
from tests.bot.app.duelling import (
    HOUR_MS,
    UNDECIDED,
    WEEK_MS,
    ask,
    begin,
    begin_here,
    beside_mines,
    challenge,
    flag,
    game_of,
    invite,
    pass_time,
    screen_of,
    status,
    verdict,
    win,
)

HELP = ("/hint", "/solve step", "/code")


async def is_expired(table: Table, number: int) -> bool:
    """Tell whether a game of the chat is there no more."""
    return await table.service.screen(table.chat, number) is None


@pytest.mark.parametrize("text", HELP)
async def test_a_rival_who_comes_back(table: Table, text: str) -> None:
    """Who rests gets no help while the rival plays, though both have rested before."""
    await begin(table)
    await pass_time(table, WEEK_MS + DAY_MS + 1)
    assert (await ask(table, "ann", text)).texts != UNDECIDED
    await flag(table, "bob")
    assert (await ask(table, "ann", text)).texts == UNDECIDED


async def test_a_rival_who_is_deleted_after_both_have_rested(table: Table) -> None:
    """A board that counts as decided stays so when its rival is forgotten, who plays no more."""
    await begin(table)
    await pass_time(table, WEEK_MS + DAY_MS + 1)
    await ask(table, "bob", "/delete yes")
    assert (await ask(table, "ann", "/hint")).texts != UNDECIDED


async def test_the_last_move_of_a_day(table: Table) -> None:
    """A week without a move is one for both, though but the first move of a day is told.

    So who moves every six days and an hour is never taken for resting.
    """
    await begin(table)
    await table.wait(2 * DAY_MS - table.time.now % DAY_MS)
    await flag(table, "bob")
    await table.wait(DAY_MS - 60_000)
    for mark in "?!?!":
        await flag(table, "bob", mark)
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
    await table.settled("/giveup yes", game=1)
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
    await table.settled("/delete yes")
    await table.ask(TakeOver(), "cid", game=1)
    await table.ask("/giveup yes", "cid", game=1)
    game = (await table.session(2)).game
    cell = named(game, game.opened.index(0))
    for mark in "!?!?":
        await pass_time(table, 7 * DAY_MS)
        await table.ask(mark + cell, "bob", game=2)
        assert not any((await table.screen()).board.shown)
    await table.ask("/giveup yes", "bob", game=2)
    await pass_time(table, 31 * DAY_MS)
    assert [await is_expired(table, number) for number in (1, 2)] == [True, True]


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
        await flag(table, "bob", mark)
        assert (await ask(table, "ann", "/code")).texts == UNDECIDED
    await pass_time(table, WEEK_MS + 1)
    assert (await ask(table, "ann", "/code")).texts != UNDECIDED
    assert (await game_of(table, "bob")).game.outcome is not None


@pytest.mark.parametrize(("comes_late", "days_before"), [(True, 0), (False, 0), (False, 8)])
async def test_never_finished(table: Table, days_before: int, *, comes_late: bool) -> None:
    """Who makes no move for a week after the rival is done has given up, and both boards end.

    It is a whole week also where both were silent for longer than that before.
    """
    invitation = await challenge(table)
    if comes_late:
        await win(table, "ann")
    await ask(table, "bob", invitation)
    if not comes_late:
        await table.wait(days_before * DAY_MS)
        await win(table, "ann")
    await ask(table, "bob", "/giveup")  # which asks back
    bob = await game_of(table, "bob")
    for still in (True, False):
        await pass_time(table, WEEK_MS if still else 1)
        assert ((await game_of(table, "bob")) == bob) is still
    after = await game_of(table, "bob")
    assert (after.game.outcome, after.game.opened) == (Outcome.GIVEN_UP, bob.game.opened)
    assert (bob.page, after.page) == (Page.GIVE_UP, Page.PLAY)
    for player in ("ann", "bob"):
        assert verdict(await screen_of(table, player)) == ["⚔ Ann wins the duel."]
        _, expires = table.backend.documents[f"chat:test:{player}", "game:1"]
        assert expires == table.time.now + KEEP_FINISHED_S * 1000
    assert words(await ask(table, "bob", "/games")) == words(await ask(table, "cid", "/games"))


async def test_a_move_within_the_week(table: Table) -> None:
    """Who lets their rival wait, but has moved within a week, plays on; that is looked at once."""
    await begin(table)
    await win(table, "ann")
    await table.wait(WEEK_MS)
    await flag(table, "bob")
    await table.wait(WEEK_MS)
    looked_at = spaces_looked_at(table.store)
    for _ in range(2):
        await table.store.sweep(0)
        await table.store.settled()
    assert looked_at.count("chat:test:bob") == 1  # whether it is quiet
    assert (await game_of(table, "bob")).game.outcome is None
    await pass_time(table, 1)
    assert (await game_of(table, "bob")).game.outcome is Outcome.GIVEN_UP


async def test_given_up_after_quiet_hours(table: Table) -> None:
    """A group is told in its quiet hours nothing of a duel that ends by itself."""
    table.private = False
    await begin_here(table)
    await table.settled("/giveup yes", "ann", game=1)
    table.in_place = True  # elsewhere there are no quiet hours
    await table.wait(100 * DAY_MS + 12 * HOUR_MS - table.time.now)
    for hours, outcome in (("11-13", None), ("13-11", Outcome.GIVEN_UP)):
        await table.ask(f"/settings quiet {hours}")
        await pass_time(table, 0)
        assert (await table.session(2)).game.outcome is outcome


async def test_waiting_for_a_rival_costs_little(table: Table) -> None:
    """Checking many duels that nobody ends asks the store once, and of their boards nothing."""
    looked_at = spaces_looked_at(table.store)
    duels, due = Duels(table.store), table.time.now + 1
    waiting = [duels.over(DuelOver(f"test:{number}", 1, due)) for number in range(100)]
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, NotYet) for each in outcomes)
    assert looked_at == [""]


async def test_progress_after_a_pause(table: Table) -> None:
    """Who plays on in a duel after both have rested for long is still seen to get further."""
    await begin(table)
    await table.wait(WEEK_MS + 1)
    game = (await game_of(table, "ann")).game
    await ask(table, "ann", named(game, *beside_mines(game)[:-1]))
    ann = Standing.of((await game_of(table, "ann")).game)
    assert ann.outcome is None
    assert status(await screen_of(table, "bob")) == f"⚔ Ann {ann.percent}%"


async def test_spectators_of_a_long_duel(table: Table) -> None:
    """A duel that both play is looked at as long as it goes on, though it is joined for a week."""
    code = await begin(table)
    await table.wait(6 * DAY_MS)
    await flag(table, "ann")
    await table.wait(2 * DAY_MS)
    assert (await ask(table, "cat", JoinDuel(code))).texts[0].key == FULL


async def test_what_changes_nothing(table: Table) -> None:
    """A duel is remembered no longer for who finds no seat in it or has one, and for old news."""
    duels = Duels(table.store)

    def until(code: str) -> int | None:
        return table.backend.documents[f"duel:{code}", DUEL][1]

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
