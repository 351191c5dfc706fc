"""Quota: nobody starts games faster than they can be played."""

from __future__ import annotations

import pytest

from bot.app.documents.quota import BURST, INTERVAL_MS, Quota
from bot.app.requests.actions import Begin
from tests.bot.app.conftest import Table


async def test_flood_of_games(table: Table) -> None:
    """After a burst of games a player is told when to start another; others can start theirs."""
    for _ in range(BURST):
        assert (await table.say("/newgame simple"))[0].startswith("New game")
    assert await table.say("/again") == [
        "That is a lot of games at once. You can start the next one in 2 seconds."
    ]
    assert (await table.say("/play 5x3n2:4,0,u8010"))[0].startswith("That is a lot of games")
    assert (await table.say("/learn", language="ru"))[0].endswith("начать через 2 секунды.")
    assert (await table.say("/newgame simple", "bob"))[0].startswith("New game")
    await table.wait(INTERVAL_MS)
    assert (await table.say("/again"))[0].startswith("New game")
    assert len(await table.say("/again")) == 1
    await table.wait(BURST * INTERVAL_MS)
    assert (await table.say("/again"))[0].startswith("New game")


def test_a_pause_is_not_saved_up() -> None:
    """However long nobody has started a game, the next one is due a whole interval later."""
    assert Quota(due=1_000).charge(9_000) == Quota(due=9_000 + INTERVAL_MS)
    assert Quota(due=9_000).charge(1_000) == Quota(due=9_000 + INTERVAL_MS)


async def test_language_of_who_has_to_wait(table: Table) -> None:
    """Who has to wait is told in the language that the chat has chosen."""
    await table.ask("/language ru")
    for _ in range(BURST):
        await table.ask("/newgame simple")
    assert (await table.ask("/again", language="en")).language == "ru"


@pytest.mark.parametrize(
    "text",
    [
        "/again",
        "/duel easy",
        "/duel abcdefghjk",
        "/learn",
        "/newgame easy",
        "/next",
        "/play 5x3n2:4,0,u8010",
        "/play abcdefghjk",
        "/rematch",
        "/solve new",
        "/tournament 2 easy",
    ],
)
async def test_every_way_to_start_a_game(table: Table, text: str) -> None:
    """After a burst, every way to start a game has to wait, but other commands do not."""
    for _ in range(BURST):
        await table.ask("/newgame simple")
    assert (await table.ask("/board")).screen
    told = [each.key for each in (await table.ask(text)).texts]
    assert told == ["newgame.too_fast"]


async def test_counted_once(table: Table) -> None:
    """The same request again is not counted again, and shows the game it has started."""
    for _ in range(BURST + 1):
        reply = await table.ask("/newgame simple", operation="once")
        assert reply.screen
        assert reply.screen.number == 1


async def test_the_solvers_games(table: Table) -> None:
    """A game started for the solver counts; letting it play on one does not."""
    for _ in range(BURST):
        assert (await table.ask("/solve new")).screen
    await table.wait(500)
    (said,) = await table.say("/solve new")
    assert said.startswith("That is a lot of games")
    assert said.endswith("in 2 seconds."), "what is told has to be enough"
    assert (await table.ask("/solve step")).screen


async def test_boards_sent_before_their_game(table: Table) -> None:
    """The first press on a board sent before its game starts it; later ones are moves."""
    for number in range(BURST):
        table.chat = f"test:sent{number}"
        assert (await table.ask(Begin(8, 8, 10, 0))).screen
    assert (await table.ask(Begin(8, 8, 10, 63))).texts[0].key != "newgame.too_fast"
    table.chat = "test:another"
    refused = await table.ask(Begin(8, 8, 10, 0))
    assert refused.texts[0].key == "newgame.too_fast"
    assert refused.screen is None
    assert (await table.ask(Begin(8, 8, 10, 0), "bob")).screen


async def test_refused(table: Table) -> None:
    """Games refused because of their rules can be asked for any number of times uncounted."""
    for _ in range(BURST + 1):
        assert (await table.say("/newgame 5 5 25"))[0].startswith("The number of mines")
    assert (await table.say("/newgame simple"))[0].startswith("New game")
