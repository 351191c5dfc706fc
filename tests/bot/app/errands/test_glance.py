"""A glance at the own game and the names of others, for suggestions while somebody types."""

from __future__ import annotations

from msgspec.structs import replace

from tests.bot.app.conftest import Table


async def test_a_glance(table: Table) -> None:
    """A glance from a topic has its own game as the current one, and the others' names."""
    table.private = False
    for thread in ("one", "two"):
        table.thread = thread
        await table.deal("2x3/1 ##M ###")
    for thread, number, other in (("one", 1, "#2"), ("two", 2, "#1")):
        asked = table.request("/board")
        seen = await table.service.glance(replace(asked, chat=replace(asked.chat, thread=thread)))
        assert seen.screen
        assert (seen.screen.number, seen.names) == (number, (other,))


async def test_a_glance_at_ones_own_board(table: Table) -> None:
    """If several play in a group, suggestions while typing are about one's own board."""
    table.private = False
    for player in ("ann", "bob"):
        await table.ask("/newgame easy", player)
        await table.ask("/open a1", player)
    for player, number, other in (("ann", 1, "#2"), ("bob", 2, "#1")):
        seen = await table.service.glance(table.request("/open", player))
        assert seen.screen
        assert (seen.screen.number, seen.names) == (number, (other,))
