"""Tables of the month: games that enter them, won as fast as a test wants, and how they read."""

from __future__ import annotations

from bot.app.requests.day import DAY_MS
from tests.bot.app.conftest import Table

NOVEMBER, DECEMBER = 20_410 * DAY_MS, 20_425 * DAY_MS
"""Moments in these months of 2025."""
EASY = "8x8/10 #######M #######M #######M #######M #######M #######M #######M ####MMM#"


async def begin(table: Table, player: str, chat: str, *, private: bool = False) -> None:
    """Have ``player`` begin an easy game in ``chat``, which is won by opening h8."""
    table.chat, table.private = chat, private
    await table.ask("/newgame easy", player)
    await table.deal(EASY, player=player)


async def win(table: Table, player: str, seconds: int, chat: str, *, private: bool = False) -> None:
    """Have ``player`` win an easy game in ``chat``."""
    await begin(table, player, chat, private=private)
    await table.wait(seconds * 1000)
    await table.settled("h8", player)


async def top(table: Table, chat: str, text: str = "/top", *, private: bool = False) -> list[str]:
    """Return what is shown of the tables in ``chat``."""
    table.chat, table.private = chat, private
    return await table.say(text, "zoe")
