"""Cheats: ways to an unfair result, each tried on the whole app."""

from __future__ import annotations

from bot.app.actions import Begin
from bot.i18n import Text
from tests.bot.app.conftest import Table
from tests.bot.app.test_share import session

LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"


async def test_a_forged_first_press(table: Table) -> None:
    """The button of a board without a game opens nothing on a game that is somebody else's."""
    table.private = False
    await table.deal(LAYOUT, first=7)
    await table.ask("/access solo")
    for command in ("/board", "/save hers"):
        await table.ask(command)
        before = await session(table, 1)
        reply = await table.ask(Begin(5, 5, 3, 2), "bob", game=1)
        assert reply.texts == (Text("access.solo"),)
        assert await session(table, 1) == before
