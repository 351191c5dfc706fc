"""Fair play: during a duel or a round the bot helps nobody and shows nobody a mine."""

from __future__ import annotations

import json

import msgspec
import pytest

from bot.app.documents.duel import InDuel, Standing
from bot.app.documents.undecided import BOTH_REST_MS
from bot.app.requests.actions import Delete, Export, Left
from bot.app.requests.day import DAY_MS
from bot.app.requests.menu import Page
from bot.app.screens.illustration import ResultCard
from bot.app.screens.reply import Reply
from bot.app.screens.summary import ending
from bot.i18n import Text
from core.game import Outcome
from tests.bot.app.conftest import Table, drawn, first_mine, named, words
from tests.bot.app.duelling import (
    UNDECIDED,
    WEEK_MS,
    ask,
    begin,
    begin_here,
    beside_mines,
    flag,
    game_of,
    lose,
    pass_time,
    screen_of,
    verdict,
    win,
)

HELP = ("/share", "/hint", "/hint all", "/solve", "/solve step", "/solve all", "/scan a1", "/proof")
AFTERWARDS = ("/share", "/code", "/evf", "/review", "/review 1", "/review replay", "/proof")


def shown(reply: Reply) -> int:
    """Return how many mines the board of ``reply`` shows."""
    assert reply.screen
    return sum(reply.screen.board.shown)


@pytest.mark.parametrize("text", HELP)
async def test_no_help_in_a_duel(table: Table, text: str) -> None:
    """A player in a duel gets no help and cannot share its layout, even if the rival is done."""
    await begin(table)
    before = await game_of(table, "bob")
    for _ in range(2):
        reply = await ask(table, "bob", text)
        assert reply.texts == UNDECIDED
        assert reply.private
        assert await game_of(table, "bob") == before
        await lose(table, "ann")
        before = await game_of(table, "bob")


@pytest.mark.parametrize("text", HELP)
async def test_no_help_in_a_round(table: Table, text: str) -> None:
    """A round of a tournament is played without help, nor is it shared until it is over."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await table.ask("e5")
    assert (await table.ask(text)).texts == (Text("tournament.undecided"),)
    await table.ask("/giveup yes")
    assert any((await table.screen()).board.shown)
    assert (await table.ask("/share")).link


async def test_a_solver_that_plays_is_stopped(table: Table) -> None:
    """During a duel the solver can still be stopped, or started on a board of its own."""
    await begin(table)
    assert (await ask(table, "bob", "/solve stop")).texts == (Text("watch.stopped"),)
    assert (await ask(table, "bob", "/solve new")).texts == (Text("watch.fresh"),)


async def test_mines_hidden(table: Table) -> None:
    """However the first player's game ends, it shows no mine until the rival is done as well."""
    table.private, table.in_place = False, True
    await begin_here(table)
    given_up = await table.ask("/giveup yes", game=1)
    assert shown(given_up) == 0
    assert words(given_up)[0].endswith("% open.")
    await table.store.settled()
    assert shown(await table.ask("/board", "bob", game=1)) == 0
    for text in AFTERWARDS:
        assert (await table.ask(text, "bob", game=1)).texts == UNDECIDED
    card = drawn(await table.ask("/card", "bob", game=1), ResultCard)
    assert not any(card.screen.board.shown)
    exported = (await table.ask(Export())).file
    assert exported
    assert "M" not in "".join(json.loads(exported)["games"][0]["board"])
    assert words(await table.ask("/giveup yes", "bob", game=2))[0].endswith("Here are the mines.")
    await table.store.settled()
    for number in (1, 2):
        assert any((await table.screen(number)).board.shown)
    for text in AFTERWARDS:
        assert (await table.ask(text, "bob", game=1)).texts != UNDECIDED


async def test_shown_at_last(table: Table) -> None:
    """The board of the first to finish says that mines are shown later, and then shows them."""
    await begin(table)
    await lose(table, "ann")
    first = await screen_of(table, "ann")
    assert not any(first.board.shown)
    assert verdict(first) == ["The mines are shown when both are done."]
    await win(table, "bob")
    last = await screen_of(table, "ann")
    assert any(last.board.shown)
    assert verdict(last) == ["⚔ Bob wins the duel."]
    assert words(await ask(table, "ann", "/code"))


async def test_nobody_comes(table: Table) -> None:
    """A duel that nobody has joined hides its mines, and says so, until none can have joined it."""
    await ask(table, "ann", "/duel easy")
    await ask(table, "ann", "/giveup yes")
    game = await game_of(table, "ann")
    for still in (True, False):
        await table.wait(BOTH_REST_MS if still else 1)
        assert any((await screen_of(table, "ann")).board.shown) is not still
        said = [text.key for text in ending(game, table.time.now)]
        assert said[0] == ("ending.given_up_undecided" if still else "ending.given_up")
        assert ("ending.figures_no_speed" in said) is not still


async def test_a_rival_who_leaves(table: Table) -> None:
    """Mines stay hidden while the rival plays on, and are shown a week after their last move."""
    await begin(table)
    await lose(table, "ann")
    await table.wait(WEEK_MS - 1000)
    game = (await game_of(table, "bob")).game
    await ask(table, "bob", named(game, *beside_mines(game)[:-1]))
    await table.wait(2000)
    assert not any((await screen_of(table, "ann")).board.shown)
    await pass_time(table, WEEK_MS)
    assert any((await screen_of(table, "ann")).board.shown)


@pytest.mark.parametrize(("before", "asked"), [("/giveup yes", "/code"), ("/board", "/hint")])
async def test_a_rival_who_is_slow(table: Table, before: str, asked: str) -> None:
    """While the rival plays on, be it next to nothing a day, no mine is told and nobody helped."""
    await begin(table)
    await ask(table, "ann", before)
    for mark in "!?" * 5:
        await pass_time(table, DAY_MS - 1000)
        await flag(table, "bob", mark)
        assert not any((await screen_of(table, "ann")).board.shown)
        assert (await ask(table, "ann", asked)).texts == UNDECIDED


async def test_nobody_plays_for_who_is_gone(table: Table) -> None:
    """The duel board of a player who deleted their data is over; nobody can play on it."""
    table.private = False
    await begin_here(table)
    running = (await table.session()).game
    await table.ask(Delete(sure=True))
    before = (await table.session()).game
    assert (before.outcome, before.opened) == (Outcome.GIVEN_UP, running.opened)
    mine = first_mine(before)
    for _ in range(2):
        for player in ("bob", "cid"):
            for text, refused in (
                (mine, "refused.finished"),
                ("/giveup yes", "refused.finished"),
                ("/undo", "refused.undo_off"),
                ("/load 1", "load.unknown"),
                ("/takeover", "handover.nothing"),
            ):
                assert (await table.ask(text, player, game=1)).texts[0].key == refused
        assert (await table.session()).game == before
        await table.wait(WEEK_MS + 1)


@pytest.mark.parametrize("gone", [Left("test:ann"), Delete(sure=True)])
async def test_nobody_waits_for_who_is_gone(table: Table, gone: Left | Delete) -> None:
    """Leaving a duel's group or deleting one's data gives the duel up: the rival is told.

    Its controls are those of an end, whatever was asked below the board.
    """
    table.private = False
    await begin_here(table)
    await table.ask("/giveup", game=1)
    assert (await table.session()).page is Page.GIVE_UP
    await table.settled(gone)
    assert (await table.session()).page is Page.PLAY
    await table.ask("/giveup yes", "bob", game=2)
    board = await table.screen(2)
    assert any(board.board.shown)
    assert board.rival
    assert board.rival.key == "duel.failed"
    assert verdict(board) == ["⚔ The duel is a draw."]


def test_before_news_had_times() -> None:
    """A duel as an earlier version stored it can still be read."""
    old = msgspec.msgpack.encode(["abcdefghjk", "Bob", [5, None, 0, 2], True])
    expected = InDuel("abcdefghjk", "Bob", Standing(5, moves=2), asked=True)
    assert msgspec.msgpack.decode(old, type=InDuel) == expected
