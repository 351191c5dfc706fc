"""Fair play: while a duel or a round is on nobody is helped, or shown a mine, by the bot."""

from __future__ import annotations

import json

import msgspec
import pytest

from bot.app.documents.duel import KEEP_DUEL_S, InDuel, Standing
from bot.app.requests.actions import Delete, Export, Left
from bot.app.screens.illustration import ResultCard
from bot.app.screens.screen import Reply
from bot.app.screens.summary import ending
from bot.i18n import Text
from core.game import Outcome
from tests.bot.app.conftest import Table, words
from tests.bot.app.decisions.test_duel import ask, begin, game_of, lose, screen_of, verdict, win
from tests.bot.app.decisions.test_share import session
from tests.bot.app.decisions.test_tournament import screen_of as round_of
from tests.bot.app.duelling import begin_here

HELP = ("/share", "/hint", "/hint all", "/solve", "/solve step", "/solve all", "/scan a1", "/proof")
AFTERWARDS = ("/share", "/code", "/evf", "/review", "/review 1", "/review replay", "/proof")
WEEK_MS = KEEP_DUEL_S * 1000


def shown(reply: Reply) -> int:
    """Return how many mines the board of ``reply`` shows."""
    assert reply.screen
    return sum(reply.screen.board.shown)


@pytest.mark.parametrize("text", HELP)
async def test_no_help_in_a_duel(table: Table, text: str) -> None:
    """Who plays a duel is not helped and gives nobody its layout, also when the rival is done."""
    await begin(table)
    before = await game_of(table, "bob")
    for _ in range(2):
        reply = await ask(table, "bob", text)
        assert reply.texts == (Text("duel.undecided"),)
        assert reply.private
        assert await game_of(table, "bob") == before
        await lose(table, "ann")
        before = await game_of(table, "bob")


@pytest.mark.parametrize("text", HELP)
async def test_no_help_in_a_round(table: Table, text: str) -> None:
    """A round of a tournament is played without help; when it is over its board can be shared."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await table.ask("e5")
    assert (await table.ask(text)).texts == (Text("tournament.undecided"),)
    await table.ask("/giveup yes")
    assert any((await round_of(table, 1)).board.shown)
    assert (await table.ask("/share")).link


async def test_a_solver_that_plays_is_stopped(table: Table) -> None:
    """The solver can be told to stop, and to play on a board of its own, during a duel as well."""
    await begin(table)
    assert (await ask(table, "bob", "/solve stop")).texts == (Text("watch.stopped"),)
    assert (await ask(table, "bob", "/solve new")).texts == (Text("watch.fresh"),)


async def test_mines_hidden(table: Table) -> None:
    """Whoever is done first, by any way, shows no mine until the other is done as well."""
    table.private, table.in_place = False, True
    await begin_here(table)
    given_up = await table.ask("/giveup yes", game=1)
    assert shown(given_up) == 0
    assert words(given_up)[0].endswith("% open.")
    await table.store.settled()
    assert shown(await table.ask("/board", "bob", game=1)) == 0
    for text in AFTERWARDS:
        assert (await table.ask(text, "bob", game=1)).texts == (Text("duel.undecided"),)
    card = (await table.ask("/card", "bob", game=1)).picture
    assert card
    assert isinstance(card.subject, ResultCard)
    assert not any(card.subject.screen.board.shown)
    exported = (await table.ask(Export())).file
    assert exported
    assert "M" not in "".join(json.loads(exported)["games"][0]["board"])
    assert words(await table.ask("/giveup yes", "bob", game=2))[0].endswith("Here are the mines.")
    await table.store.settled()
    for number in (1, 2):
        board = await table.service.screen(table.chat, number)
        assert board
        assert any(board.board.shown)
    for text in AFTERWARDS:
        assert (await table.ask(text, "bob", game=1)).texts != (Text("duel.undecided"),)


async def test_shown_at_last(table: Table) -> None:
    """The board of who was done first says that mines are still to come, then shows them."""
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
    """A duel that nobody takes up hides its mines as long as somebody can, and says so."""
    await ask(table, "ann", "/duel easy")
    await ask(table, "ann", "/giveup yes")
    game = await game_of(table, "ann")
    for still in (True, False):
        await table.wait(WEEK_MS if still else 1)
        assert any((await screen_of(table, "ann")).board.shown) is not still
        said = [text.key for text in ending(game, table.time.now)]
        assert said[0] == ("ending.given_up_undecided" if still else "ending.given_up")
        assert ("ending.figures_no_speed" in said) is not still


async def test_a_rival_who_leaves(table: Table) -> None:
    """Who plays on is waited for; a week after their last news the mines are shown."""
    await begin(table)
    await lose(table, "ann")
    await table.wait(WEEK_MS - 1000)
    game = (await game_of(table, "bob")).game
    assert game.minefield
    mines, numbers = game.minefield.mines, game.minefield.numbers
    # Beside a mine a cell opens nothing but itself, so the last one stays closed.
    beside = [c for c in game.rules.grid.cells() if numbers[c] and not (game.opened[c] or mines[c])]
    await ask(table, "bob", " ".join(map(game.rules.grid.name, beside[:-1])))
    await table.wait(2000)
    assert not any((await screen_of(table, "ann")).board.shown)
    await table.wait(WEEK_MS)
    assert any((await screen_of(table, "ann")).board.shown)


async def test_nobody_plays_for_who_is_gone(table: Table) -> None:
    """A duel board whose player has deleted their data is over, and nobody can play on it."""
    table.private = False
    await begin_here(table)
    running = (await session(table, 1)).game
    await table.ask(Delete(sure=True))
    before = (await session(table, 1)).game
    assert (before.outcome, before.opened) == (Outcome.GIVEN_UP, running.opened)
    assert before.minefield
    mine = before.rules.grid.name(before.minefield.mines.index(1))
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
        assert (await session(table, 1)).game == before
        await table.wait(WEEK_MS + 1)


@pytest.mark.parametrize("gone", [Left("test:ann"), Delete(sure=True)])
async def test_nobody_waits_for_who_is_gone(table: Table, gone: Left | Delete) -> None:
    """Whoever leaves a duel's group, or deletes their data, has given it up: the rival is told."""
    table.private = False
    await begin_here(table)
    await table.ask(gone)
    await table.store.settled()
    await table.ask("/giveup yes", "bob", game=2)
    board = await round_of(table, 2)
    assert any(board.board.shown)
    assert board.rival
    assert board.rival.key == "duel.failed"
    assert verdict(board) == ["⚔ The duel is a draw."]


def test_before_news_had_times() -> None:
    """What an earlier version has written of a duel is read."""
    old = msgspec.msgpack.encode(["abcdefghjk", "Bob", [5, None, 0, 2], True])
    expected = InDuel("abcdefghjk", "Bob", Standing(5, moves=2), asked=True)
    assert msgspec.msgpack.decode(old, type=InDuel) == expected
