"""Duels at a table: who begins one, who joins it, how both play on and what they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app.documents.duel import KEEP_DUEL_S
from bot.app.documents.state import Session
from bot.app.requests.actions import Action
from bot.app.requests.board_actions import JoinDuel
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.i18n import Text
from core.game import Game
from tests.bot.app.conftest import TRANSLATOR, Table, cells_left, first_mine, named

HOUR_MS = 3600 * 1000
WEEK_MS = KEEP_DUEL_S * 1000
UNDECIDED = (Text("duel.undecided"),)
"""What is answered where somebody might be helped, or told of mines, that a rival plays on."""


async def invite(table: Table, text: str = "/duel easy") -> JoinDuel:
    """Let Ann begin a duel in the chat of ``table``; return what joins it, once all is told."""
    invited = await table.settled(text)
    assert isinstance(invited.link, JoinDuel)
    return invited.link


async def accept(table: Table, invitation: JoinDuel, player: str = "bob") -> None:
    """Let ``player`` join a duel in the chat of ``table``; return once all is told."""
    await table.settled(invitation, player)


async def begin_here(table: Table) -> None:
    """Let Ann begin a duel and Bob join it in the same chat: games 1 and 2."""
    await accept(table, await invite(table))


async def ask(table: Table, player: str, action: Action | str) -> Reply:
    """Return the reply to what ``player`` asks for in their own chat, once all is told."""
    table.chat = f"test:{player}"
    return await table.settled(action, player)


async def challenge(table: Table, text: str = "/duel easy") -> JoinDuel:
    """Let Ann begin a duel in her own chat; return what joins it."""
    table.chat = "test:ann"
    return await invite(table, text)


async def begin(table: Table, text: str = "/duel easy") -> str:
    """Let Ann begin a duel and Bob join it, each in their own chat; return its code."""
    invitation = await challenge(table, text)
    await ask(table, "bob", invitation)
    return invitation.code


async def play_out(table: Table) -> str:
    """Let Ann begin a duel, Bob join it, and both give it up; return its code."""
    code = await begin(table)
    for player in ("ann", "bob"):
        await ask(table, player, "/giveup yes")
    return code


async def game_of(table: Table, player: str, number: int = 1) -> Session:
    """Return a game of the own chat of ``player`` as it is kept."""
    table.chat = f"test:{player}"
    return await table.session(number)


async def screen_of(table: Table, player: str, number: int = 1) -> Screen:
    """Return a board of the own chat of ``player``, as anybody sees it by now."""
    screen = await table.service.screen(f"test:{player}", number)
    assert screen
    return screen


def status(screen: Screen) -> str:
    """Return what the board says of the other player."""
    assert screen.rival
    return TRANSLATOR.say(screen.rival, "en")


def verdict(screen: Screen) -> list[str]:
    """Return how the duel ended."""
    return [TRANSLATOR.say(text, "en") for text in screen.verdict]


async def win(table: Table, player: str, number: int = 1) -> None:
    """Let ``player`` open all that is left in their own chat."""
    game = (await game_of(table, player, number)).game
    await ask(table, player, named(game, *cells_left(game)))


async def lose(table: Table, player: str) -> None:
    """Let ``player`` open a mine in their own chat."""
    await ask(table, player, first_mine((await game_of(table, player)).game))


def beside_mines(game: Game) -> list[int]:
    """Return the cells left to open that are beside a mine, so each opens nothing but itself."""
    assert game.minefield
    return [cell for cell in cells_left(game) if game.minefield.numbers[cell]]


async def flag(table: Table, player: str, mark: str = "!") -> None:
    """Let ``player`` put a flag on some cell in their own chat, or take it off (``?``)."""
    game = (await game_of(table, player)).game
    await ask(table, player, mark + named(game, game.opened.index(0)))


async def pass_time(table: Table, ms: int) -> None:
    """Let ``ms`` pass and carry out all that is due by then."""
    await table.wait(ms)
    await table.store.sweep(0)
    await table.store.settled()


@asynccontextmanager
async def outage(table: Table) -> AsyncIterator[None]:
    """Have nothing carried out of what is decided meanwhile, and all of it afterwards."""
    carry, table.store.carry = table.store.carry, None
    yield
    table.store.carry = carry
    await pass_time(table, 0)


async def seat_twice(table: Table, invitation: JoinDuel, late: str = "bob") -> None:
    """Let ``late``, of whom it is told too late, and then Cat take the one seat that is free."""
    carry, table.store.carry = table.store.carry, None
    await ask(table, late, invitation)
    await table.wait(2 * HOUR_MS)
    table.store.carry = carry
    await ask(table, "cat", invitation)
    await pass_time(table, 0)


def there(table: Table) -> dict[tuple[str, str], bytes]:
    """Return all documents that have not expired, by their keys."""
    kept, now = table.backend.documents.items(), table.time.now
    return {key: stored.blob for key, (stored, end) in kept if end is None or end > now}


def naming(table: Table) -> list[tuple[str, str]]:
    """Return the keys of all documents that name Bob."""
    return [key for key, blob in there(table).items() if b"bob" in blob.lower()]
