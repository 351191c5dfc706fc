"""Terminal chat: lines in, boards and sentences out, others' moves shown as they happen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.advisor import SolverPool
from bot.app.documents import DocumentCodec
from bot.app.request import Chat, Player
from bot.app.results import Results
from bot.app.service import Service
from bot.clock import LoopClock
from bot.i18n import Translator
from bot.platforms.terminal import TerminalChat, View
from bot.render import load_theme
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend


class Script:
    """Lines written one after the other; the next is read when the test lets it."""

    def __init__(self, *lines: str) -> None:
        """Write ``lines``, then end."""
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        for line in lines:
            self.lines.put_nowait(line)

    def end(self) -> Script:
        """End the input after what is written."""
        self.lines.put_nowait(None)
        return self

    async def read(self) -> str | None:
        """Return the next line."""
        return await self.lines.get()


class Paper:
    """What a terminal has printed."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.texts: list[str] = []
        self._printed = asyncio.Event()

    def write(self, text: str) -> None:
        """Print ``text``."""
        self.texts.append(text)
        self._printed.set()

    async def has(self, count: int) -> None:
        """Wait until ``count`` texts are printed."""
        async with asyncio.timeout(10):
            while len(self.texts) < count:
                self._printed.clear()
                await self._printed.wait()


class Terminals:
    """Terminals on one store."""

    def __init__(self) -> None:
        """Make the store."""
        self.backend = MemoryBackend()
        self.advisor = SolverPool(budget=0.1, deadline=60)
        self.stores: list[MailboxStore] = []
        self.view = View(Translator(), load_theme("plain"), colours=False, fitted=False)

    def chat(self, player: str, paper: Paper, room: str | None = None) -> TerminalChat:
        """Return the terminal of ``player``, which prints on ``paper``."""
        store = MailboxStore(self.backend, DocumentCodec())
        store.carry = Results(store, self.advisor)
        self.stores.append(store)
        return TerminalChat(
            service=Service(store, self.advisor),
            store=store,
            view=self.view,
            chat=Chat(f"terminal:{room or player}", private=room is None),
            player=Player(f"terminal:{player}", player),
            language="en",
            clock=LoopClock(),
            write=paper.write,
        )


@pytest.fixture
async def terminals() -> AsyncIterator[Terminals]:
    """Return a maker of terminals."""
    terminals = Terminals()
    yield terminals
    for store in terminals.stores:
        await store.close()
    terminals.advisor.close()


async def test_conversation(terminals: Terminals) -> None:
    """Every line is answered, empty ones are not, and the input's end ends the chat."""
    paper = Paper()
    script = Script("/newgame 2 2 1", "", "1 1", "/stats").end()
    await terminals.chat("ann", paper).run(script, live=False)
    assert len(paper.texts) == 4
    assert paper.texts[0].startswith("Minesweeper!")
    assert ":)  Game 1, custom · mines 1 · time 0:00 · mode: open" in paper.texts[1]
    assert "Opened a1." in paper.texts[2]


@pytest.mark.parametrize("word", ["/quit", "QUIT", "/exit"])
async def test_quit(terminals: Terminals, word: str) -> None:
    """The chat ends when its player says so."""
    paper = Paper()
    await terminals.chat("ann", paper).run(Script(word, "/help"), live=False)
    assert len(paper.texts) == 1


async def test_others_moves_are_shown(terminals: Terminals) -> None:
    """In a shared chat the board is shown again when somebody else has moved."""
    hers, his = Paper(), Paper()
    ann, bob = Script(), Script()
    tasks = [
        asyncio.create_task(terminals.chat("ann", hers, "room").run(ann, live=True)),
        asyncio.create_task(terminals.chat("bob", his, "room").run(bob, live=True)),
    ]
    await hers.has(2)
    await his.has(2)
    ann.lines.put_nowait("/newgame 9 9 10")
    await his.has(3)
    await hers.has(3)
    assert "Game 1, beginner" in his.texts[2]
    assert len(hers.texts) == 3
    assert "/quit leaves" in hers.texts[1]
    ann.end()
    bob.end()
    await asyncio.gather(*tasks)
