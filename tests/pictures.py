"""Draws what the README shows: ``python -m tests.pictures`` plays a game and keeps what it sees.

The game is a real one in the terminal chat, on a store in memory; its layout is drawn from a seed,
so that the pictures change only when the bot does.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.state import Session, Settings
from bot.app.errands.results import Results
from bot.app.requests.request import Chat, Player
from bot.app.screens.screen import screen_of
from bot.app.service import Service
from bot.clock import LoopClock
from bot.i18n import LANGUAGES, Translator
from bot.platforms.terminal import TerminalChat, View
from bot.render import load_theme, window_around
from bot.render.picture import draw_picture, load_picture_theme
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from core.rules import Rules
from core.solver import warm
from tests.strategies import random_game, seeded

SEED: Final = 11
SESSION: Final = (
    "/newgame 6 6 7",
    "3 3",
    "/hint",
    "/hint",
    "/hint",
    "/hint",
    "!a1",
    "/hint",
    "?a1",
    "7 7",
    "/hnit",
    "/newgame 6 6 36",
    "/save evening",
    "/games",
    "/load evening",
    "/giveup",
    "/stats",
)
BOARD: Final = ("/newgame medium", "3 3", "/hint all")
DOCS: Final = Path("docs")
WIDTH: Final = 100

# Without the web fonts that rich asks for: a picture must not fetch anything.
FORMAT: Final = """<svg viewBox="0 0 {width} {height}" xml:space="preserve" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px;
line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect fill="{colour}" width="100%" height="100%" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


class Script:
    """Lines of a session, each noted where it is read."""

    def __init__(self, lines: tuple[str, ...], written: list[str]) -> None:
        """Read ``lines`` and note them in ``written``."""
        self._lines = list(lines)
        self._written = written

    async def read(self) -> str | None:
        """Return the next line."""
        if not self._lines:
            return None
        self._written.append(f"> {self._lines[0]}")
        return self._lines.pop(0)


async def played(lines: tuple[str, ...], language: str, *, colours: bool) -> list[str]:
    """Return what a session in ``language`` prints."""
    written: list[str] = []
    advisor = SolverPool(budget=0.1, deadline=60)
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    store.carry = Results(store, advisor)
    chat = TerminalChat(
        service=Service(store, advisor, Random(SEED)),
        store=store,
        view=View(Translator(), load_theme("plain"), colours=colours, fitted=False),
        chat=Chat("terminal:docs"),
        player=Player("terminal:ann", "Ann"),
        language=language,
        clock=LoopClock(),
        write=written.append,
        folder=Path(),
    )
    await chat.run(Script(lines, written), live=False)
    await store.close()
    advisor.close()
    return written


def picture(text: str) -> str:
    """Return ``text`` with its colours as an SVG picture."""
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(text))
        form = FORMAT.replace("{colour}", MONOKAI.background_color.hex)
        return console.export_svg(theme=MONOKAI, code_format=form, unique_id="board")


def chat_picture() -> bytes:
    """Return the picture of an expert board as chats show it, with its window of buttons."""
    game = random_game(seeded(3), Rules(16, 30, 99, lives=9), 60)
    screen = screen_of(Session(1, "ann", game), 0, Settings())
    window = window_around(screen.rules.grid, screen.rules.grid.cell(8, 12), 8, 8)
    return draw_picture(screen, load_picture_theme("classic"), window)


async def main() -> None:
    """Write a session in each language, and pictures of boards."""
    DOCS.mkdir(exist_ok=True)
    warm()  # or the games' clocks go on while kernels are loaded
    for language in LANGUAGES:
        session = await played(SESSION, language, colours=False)
        (DOCS / f"session.{language}.txt").write_text("\n".join(session) + "\n", encoding="utf-8")
    (DOCS / "expert.png").write_bytes(chat_picture())
    board = await played(BOARD, "en", colours=True)
    (DOCS / "board.svg").write_text(picture("\n".join(board[-2:])), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
