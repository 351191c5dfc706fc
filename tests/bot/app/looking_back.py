"""Finished games to look back on: one with a certain mine, one with a fair guess, any other."""

from __future__ import annotations

from bot.app.decisions.review import Reviewed
from bot.app.documents.state import Session, Settings
from bot.app.screens.screen import screen_of
from core.game import Game
from tests.bot.app.conftest import Table, words

WALL = "2x6/2 ###M## ###M##"
"""With a1 open, d1 and d2 are provably mines and the rest is provably safe."""
EVEN = "2x2/1 #M ##"


def game_of(session_game: Game) -> Reviewed:
    """Return a finished game as it is reviewed in a chat."""
    players = tuple(str(each) for each in range(9))
    session = Session(1, "0", session_game, players=players, names=tuple("abcdefghi"))
    return Reviewed(session, screen_of(session, 0, Settings()))


async def lost_on_a_certain_mine(table: Table) -> None:
    """Have Ann open a cell that was provably a mine."""
    await table.deal(WALL)
    await table.say("d1")


async def given_up_after(table: Table, layout: str, cell: str) -> list[str]:
    """Return what is said of a game on ``layout`` that was given up after ``cell`` was opened."""
    await table.deal(layout)
    await table.say(cell)
    await table.say("/giveup")
    return words(await table.ask("/review"))
