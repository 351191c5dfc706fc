"""Duels at a table: who begins one in a chat, and who joins it."""

from __future__ import annotations

from bot.app.requests.board_actions import JoinDuel
from bot.app.screens.screen import Reply
from tests.bot.app.conftest import Table


async def invite(table: Table, text: str = "/duel easy") -> JoinDuel:
    """Let Ann begin a duel in the chat of ``table``; return what joins it, once all is told."""
    invited = await table.ask(text)
    await table.store.settled()
    assert isinstance(invited.link, JoinDuel)
    return invited.link


async def accept(table: Table, invitation: JoinDuel) -> Reply:
    """Let Bob join a duel in the chat of ``table``; return the reply, once all is told."""
    joined = await table.ask(invitation, "bob")
    await table.store.settled()
    return joined


async def begin_here(table: Table) -> str:
    """Let Ann begin a duel and Bob join it in the same chat: games 1 and 2. Return its code."""
    invitation = await invite(table)
    await accept(table, invitation)
    return invitation.code
