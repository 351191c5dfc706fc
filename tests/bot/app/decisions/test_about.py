"""About: which game a command is about where several are played."""

from __future__ import annotations

from bot.app.documents.game_clock import IDLE_MS
from tests.bot.app.conftest import Table
from tests.bot.app.duelling import accept, invite


async def about(table: Table, player: str, text: str, game: int | None = None) -> int:
    """Return the number of the game that ``text`` is about, written by ``player``."""
    return (await table.shown(text, player, game=game)).number


async def test_commands_go_to_ones_own_board(table: Table) -> None:
    """If several play in a group, a command that answers no board is about one's own.

    A player without a board, or who moved last on another one, means the one moved on last.
    """
    table.private = False
    for player in ("ann", "bob"):
        await table.ask("/newgame easy", player)
    await table.ask("/flag a1", "ann")
    assert await about(table, "ann", "/flag h8") == 1
    assert await about(table, "bob", "/flag a1") == 2
    assert await about(table, "ann", "/flag h1") == 1
    assert await about(table, "bob", "/hint") == 2
    assert await about(table, "cid", "/hint") == 1
    assert await about(table, "ann", "/flag h2", game=2) == 2
    assert await about(table, "ann", "/flag h3") == 2
    await table.wait(IDLE_MS + 1)
    assert await about(table, "cid", "/flag h4", game=1) == 1
    assert await about(table, "bob", "/hint") == 1


async def test_commands_go_to_the_own_board_moved_on_last(table: Table) -> None:
    """Of several own boards a command is about the one moved on last, not begun last."""
    table.private = False
    for player in ("ann", "bob", "bob"):
        await table.ask("/newgame easy", player)
        await table.ask("/flag a1", player)
        await table.wait(60_000)
    assert await about(table, "bob", "/flag h8", game=2) == 2
    assert await about(table, "ann", "/flag h8", game=1) == 1
    assert await about(table, "bob", "/flag h1") == 2


async def test_a_greeting_shows_the_own_board(table: Table) -> None:
    """A player who returns to a group in which several play is shown their own board."""
    table.private = False
    for player in ("ann", "bob"):
        await table.ask("/newgame easy", player)
    await table.ask("/open a1", "ann")
    await table.ask("/open a1", "bob")
    assert await about(table, "ann", "/start") == 1


async def test_ones_own_end_is_taken_back(table: Table) -> None:
    """In a group /undo takes back the end of one's own game, even after another's move.

    That is so within an hour; for a player who has ended none it is about the game being played.
    """
    table.private = False
    await table.deal("2x3/1 ##M ###", undo=True)
    await table.ask("/newgame easy casual", "bob")
    await table.ask("/flag a1", "bob")
    await table.ask("/open c1", "ann", game=1)
    await table.ask("/flag h8", "bob", game=2)
    assert await about(table, "cid", "/undo") == 2
    back = await table.shown("/undo")
    assert (back.number, back.over) == (1, False)
    await table.ask("/open c1", "ann", game=1)
    await table.wait(IDLE_MS + 1)
    await table.ask("/flag h7", "bob", game=2)
    assert await about(table, "ann", "/undo") == 2


async def test_a_board_of_before(table: Table) -> None:
    """A command is about a round that began after its player's own board was moved on last."""
    table.private = False
    await table.ask("/newgame 9 9 10", "bob")
    await table.ask("/open a1", "bob")
    await table.wait(1000)
    await table.ask("/tournament 2 9 9 10")
    assert (await about(table, "bob", "/board"), await about(table, "bob", "/open e5")) == (2, 2)
    await table.wait(1000)
    await table.ask("/newgame 9 9 10", "cid")
    await table.ask("/open e5", "cid")
    await table.ask("/flag a1", "bob", game=2)
    assert await about(table, "cid", "/flag a1") == 3, "who began another game meanwhile plays that"


async def test_a_round_that_is_over(table: Table) -> None:
    """A command is about its player's own board once a round that began after it is over."""
    table.private = False
    await table.ask("/newgame 9 9 10", "bob")
    await table.ask("/open a1", "bob")
    await table.wait(1000)
    await table.ask("/tournament 2 9 9 10")
    await table.ask("/giveup yes", game=2)
    assert await about(table, "bob", "/board") == 1


async def test_a_board_of_since(table: Table) -> None:
    """A command is about its player's own board if they moved on that since the round began.

    That stays so when others make the round's first move later, or the first one after an hour.
    """
    table.private = False
    await table.ask("/newgame 9 9 10", "bob")
    await table.wait(1000)
    await table.ask("/tournament 2 9 9 10")
    await table.wait(1000)
    for cell, other in (("a1", "a2"), ("b1", "b2")):
        await table.ask(f"/flag {cell}", "bob", game=1)
        await table.wait(1000)
        await table.ask(f"/flag {cell}", game=2)
        assert await about(table, "bob", f"/flag {other}") == 1
        await table.wait(IDLE_MS)


async def test_of_two_duels(table: Table) -> None:
    """Of two own duels a command is about the one moved on, or the last if the rival was last."""
    table.private = False
    for rival in ("bob", "cid"):
        await accept(table, await invite(table), rival)
    assert await about(table, "ann", "/flag a1", game=1) == 1
    assert await about(table, "ann", "/flag h8") == 1
    assert await about(table, "bob", "/flag a1") == 2
    assert await about(table, "ann", "/flag h1") == 3


async def test_of_two_tournaments(table: Table) -> None:
    """A round follows on the one moved on last, though another tournament has begun since."""
    table.private = False
    for player in ("ann", "bob"):
        await table.ask("/tournament 2 5 5 3", player)
    await table.ask("/open c3", game=1)
    await table.ask("/giveup yes", game=1)
    assert await about(table, "ann", "/next") == 3
