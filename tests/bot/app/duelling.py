"""Duels at a table: who begins one in a chat, and who joins it."""

from __future__ import annotations

from bot.app.requests.board_actions import JoinDuel
from tests.bot.app.conftest import Table


async def invite(table: Table) -> JoinDuel:
    """Let Ann begin a duel in the chat of ``table``; return what joins it, once all is told."""
    invited = await table.ask("/duel easy")
    await table.store.settled()
    assert isinstance(invited.link, JoinDuel)
    return invited.link


async def accept(table: Table, invitation: JoinDuel) -> None:
    """Let Bob join a duel in the chat of ``table``; return once all is told."""
    await table.ask(invitation, "bob")
    await table.store.settled()


async def begin_here(table: Table) -> None:
    """Let Ann begin a duel and Bob join it in the same chat: games 1 and 2."""
    await accept(table, await invite(table))
