"""What is told of a duel too late, as in an outage: who plays against whom, and what is shown."""

from __future__ import annotations

import pytest

from bot.app.documents.duel import Standing, rematch_code
from bot.app.requests.actions import Again, ChooseLevel
from bot.app.requests.board_actions import JoinDuel
from bot.app.requests.day import DAY_MS
from bot.app.screens.controls import controls
from bot.i18n import Text
from tests.bot.app.conftest import Table, effects_held, words
from tests.bot.app.duelling import (
    HOUR_MS,
    UNDECIDED,
    WEEK_MS,
    ask,
    challenge,
    game_of,
    naming,
    outage,
    pass_time,
    play_out,
    screen_of,
    seat_twice,
    status,
    verdict,
)

LATE = "⚔ joined too late: nobody plays against you"


async def is_expired(table: Table, number: int) -> bool:
    """Tell whether a game of the chat is there no more."""
    return await table.service.screen(table.chat, number) is None


async def test_board_of_a_third_who_came_too_late(table: Table) -> None:
    """It is kept for a month: nobody tells it how the duel has ended, which others have played."""
    await seat_twice(table, await challenge(table))
    await ask(table, "bob", "/giveup yes")
    table.chat = "test:bob"
    assert not await is_expired(table, 1)
    await pass_time(table, 60 * DAY_MS)
    assert await is_expired(table, 1)


async def test_told_of_coming_too_late(table: Table) -> None:
    """A third who came too late is told so, and of no mines to come, and may look on."""
    invitation = await challenge(table)
    await seat_twice(table, invitation)
    for text in ("/board", "/giveup yes"):
        assert "mines are shown" not in " ".join(words(await ask(table, "bob", text)))
        assert status(await screen_of(table, "bob")) == LATE
    assert status(await screen_of(table, "cat")).startswith("⚔ Ann ")
    assert (await ask(table, "bob", invitation)).texts[0] == Text("duel.full")


async def test_no_rematch_where_nobody_was_met(table: Table) -> None:
    """A board that came too late to a duel offers another game when it is over, no rematch."""
    await seat_twice(table, await challenge(table))
    ended = await ask(table, "bob", "/giveup yes")
    assert ended.screen
    assert ended.texts[-1] == Text("ending.again")
    offered = [each.action for each in controls(ended.screen, private=True)[0]]
    assert offered == [Again(), ChooseLevel()]
    assert (await ask(table, "bob", "/rematch")).texts == (Text("duel.no_rematch"),)


async def test_too_late_for_a_rival_who_is_done(table: Table) -> None:
    """A third plays on as long as they like, sees no mine the others play on, and has not lost."""
    invitation = await challenge(table)
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
        invitation = await challenge(table)
        await table.wait(WEEK_MS + late)
    joined = await ask(table, "bob", invitation)
    assert joined.texts[0].key == ("duel.unknown" if late else "duel.begun")


async def test_joined_in_an_outage(table: Table) -> None:
    """Who begins a duel is told no mine of it while it is not known that somebody has joined."""
    invitation = await challenge(table)
    await table.wait(WEEK_MS - HOUR_MS)
    async with outage(table):
        await ask(table, "bob", invitation)
        await table.wait(DAY_MS)
        assert (await ask(table, "ann", "/code")).texts == UNDECIDED
    assert status(await screen_of(table, "ann")).startswith("⚔ Bob ")


@pytest.mark.parametrize("texts", [(), ("/giveup yes",)])
async def test_joined_twice_in_an_outage(table: Table, texts: tuple[str, ...]) -> None:
    """Who joins again before that is told has no second try, though the first may be over."""
    invitation = await challenge(table)
    async with outage(table):
        await ask(table, "bob", invitation)
        for text in texts:
            await ask(table, "bob", text)
        assert (await ask(table, "bob", invitation)).texts == (Text("duel.yours"),)
    assert (await ask(table, "bob", invitation)).texts == (Text("duel.yours"),)


async def test_joined_again_elsewhere_in_an_outage(table: Table) -> None:
    """Who joins in two chats, hours apart, before that is told plays in one of them alone."""
    invitation = await challenge(table)
    async with outage(table):
        for table.chat in ("test:bob", "test:room"):
            assert (await table.ask(invitation, "bob")).screen
            await table.wait(HOUR_MS + 1)
    [late] = [name for name in ("bob", "room") if status(await screen_of(table, name)) == LATE]
    table.chat = f"test:{late}"
    await table.settled("/giveup yes", "bob")
    assert "💥" not in status(await screen_of(table, "ann"))


@pytest.mark.parametrize("how", ["link", "below", "typed", "typed later"])
async def test_a_rematch_begun_twice_in_an_outage(table: Table, how: str) -> None:
    """If both begin a rematch, hours apart, before that is told, the board entered first counts.

    Whose board is the other one is told that nobody plays on it, and can join, by /rematch as well.
    """
    code = await play_out(table)
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
    asked = JoinDuel(rematch_code(code)) if how == "link" else "/rematch"
    assert (await table.ask(asked, late, game=1 if how == "below" else None)).screen
    other = "bob" if late == "ann" else "ann"
    joined, begun = await game_of(table, late, 3), await game_of(table, other, 2)
    assert joined.game.minefield == begun.game.minefield


async def test_joined_before_a_long_outage(table: Table) -> None:
    """Who has joined a duel that is forgotten when that is told is told that nobody plays there."""
    invitation = await challenge(table)
    async with outage(table):
        await ask(table, "bob", invitation)
        await table.wait(WEEK_MS + 1)
    assert status(await screen_of(table, "bob")) == LATE
    assert status(await screen_of(table, "ann")) == "⚔ waiting for a rival"
    await ask(table, "bob", "/delete yes")
    assert naming(table) == [], "nor is a seat kept for whom nobody will play against"


async def test_a_rematch_joined_in_an_outage(table: Table) -> None:
    """Who takes their seat in a rematch at the last moment plays it, however late that is told."""
    await play_out(table)
    invitation = await challenge(table, "/rematch")
    await table.wait(WEEK_MS - HOUR_MS)
    async with outage(table):
        assert (await ask(table, "bob", invitation)).screen
        await table.wait(HOUR_MS + 1)
    assert status(await screen_of(table, "ann", 2)).startswith("⚔ Bob ")


async def test_a_seat_left_late(table: Table) -> None:
    """A rematch whose seat has become free can be joined no longer for that."""
    await play_out(table)
    invitation = await challenge(table, "/rematch")
    await table.wait(WEEK_MS)
    await ask(table, "bob", "/delete yes")
    await table.wait(1)
    assert (await ask(table, "cid", invitation)).texts == (Text("duel.unknown"),)


@pytest.mark.parametrize("text", ["/giveup yes", "!a1-h8"])
async def test_entered_after_it_was_played(table: Table, text: str) -> None:
    """What a player does counts though the others hear of it before they hear that they joined."""
    invitation = await challenge(table)
    carry, effects = table.store.carry, effects_held(table.store)
    await ask(table, "bob", invitation)
    await table.wait(DAY_MS)
    await ask(table, "bob", text)
    assert carry
    for effect in reversed(effects):
        await carry("", effect)
    duel = (await game_of(table, "ann")).duel
    assert duel
    assert duel.standing == Standing.of((await game_of(table, "bob")).game)
