"""Boards of the day at a table: who plays today's, and for how long."""

from __future__ import annotations

from core.game import Outcome
from tests.bot.app.conftest import Table, cells_left, first_mine, named


async def play(
    table: Table, player: str, seconds: int, *, wins: bool = True, number: int = 1
) -> None:
    """Have ``player`` play today's easy board in a private chat, and end it in ``seconds``."""
    table.chat = f"test:{player}"
    await table.ask("/daily easy", player)
    game = (await table.session(number)).game
    mine = first_mine(game)
    await table.ask(f"!{mine}", player)
    await table.wait(seconds * 1000)
    last = named(game, *cells_left(game)) if wins else f"?{mine} {mine}"
    await table.settled(last, player)
    assert (await table.session(number)).game.outcome is (Outcome.WON if wins else Outcome.LOST)
