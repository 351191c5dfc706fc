"""Terminal chat: lines in, boards and texts out, and what others do in the same chat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final
from uuid import uuid4

from msgspec.structs import replace

from bot.app.documents.spaces import chat_space
from bot.app.ports import Clock, Store, StoreUnavailable
from bot.app.requests.actions import (
    INVITE_USAGE,
    Action,
    Greet,
    Help,
    Invite,
    Misread,
    ShowBoard,
)
from bot.app.requests.called import first_word
from bot.app.requests.commands import read
from bot.app.requests.meant import LEAVING
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import NO_CHANCES, Screen
from bot.app.service import Service
from bot.i18n import Text, best_language, clean_name
from bot.platforms.terminal.lines import Lines
from bot.platforms.terminal.saving import save
from bot.platforms.terminal.view import View, is_text
from core.typed import plain

_QUIT: Final = frozenset(map(plain, LEAVING))
_BEHIND_WORDS: Final = "!.,。"
"""What may stand behind a word for leaving; a question mark asks about it."""
_LIVE_INTERVAL: Final = 0.5
"""Seconds between redraws of a board that others play on."""


def player_called(name: str) -> Player:
    """Return who plays under ``name`` at a terminal."""
    name = clean_name(name)
    return Player(f"terminal:{name.casefold()}", name)


@dataclass
class TerminalChat:
    """One player at one terminal in one chat."""

    service: Service
    store: Store
    view: View
    chat: Chat
    player: Player
    language: str | None
    clock: Clock
    write: Callable[[str], None]
    folder: Path
    """Where files are saved that are no text."""
    id: str = field(default_factory=lambda: uuid4().hex)
    """What the operations of this terminal begin with."""
    _count: Iterator[int] = field(default_factory=count)
    _live: bool = False
    _spoken: str | None = None
    _shown: str | None = None
    """The board that was printed last."""
    _following: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self, lines: Lines, *, live: bool) -> None:
        """Answer every line until there are no more; with ``live`` show what others do."""
        self._live = live
        watch = asyncio.create_task(self._watch()) if live else None
        try:
            await self._answer(Greet())
            if live:
                self.tell(Text("terminal.leave"))
            await self._converse(lines)
        finally:
            tasks = [watch, *self._following] if watch else []
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def tell(self, text: Text) -> None:
        """Print a sentence of the terminal's own, in the language of the last answer."""
        self.write(self.view.says(text, self._spoken or best_language(self.language)))

    async def _converse(self, lines: Lines) -> None:
        while (line := await lines.read()) is not None:
            if _leaves(line):
                return
            if line.strip():
                await self._answer(action := self._read(line))
                if self._live and isinstance(action, Help):
                    self.tell(Text("terminal.leave"))
            elif self._live:  # perhaps an interrupt, by somebody who wants to leave
                self.tell(Text("terminal.leave"))

    def _read(self, line: str) -> Action:
        """Return what a line asks for; who is invited is named behind the command."""
        action = read(line)
        if self.chat.private or action != Misread(INVITE_USAGE):
            return action
        _, name = first_word(line)
        if not name:
            return Misread(Text("terminal.invite"))
        player = player_called(name)
        return Invite(player.id, player.name)

    async def _answer(self, action: Action) -> None:
        request = self._request(action)
        reply = await self.service.handle(request)
        self._print(reply)
        if reply.unfinished:
            following = asyncio.create_task(self._follow(request, reply))
            self._following.add(following)
            following.add_done_callback(self._following.discard)
            if not self._live:
                await following

    def _request(self, action: Action) -> Request:
        operation = f"{self.id}:{next(self._count)}"
        return Request(operation, self.chat, self.player, action, self.language)

    async def _follow(self, request: Request, reply: Reply) -> None:
        """Print what follows on an unfinished answer, while the player may write on."""
        try:
            while reply.unfinished:
                reply = await self.service.more(request, reply)
                if reply.texts:  # not so where somebody has stopped the solver
                    self._print(reply)
        except StoreUnavailable:
            self.tell(Text("game.busy"))

    def _print(self, reply: Reply) -> None:
        self._spoken = reply.language
        if self._live and reply.screen:
            self._shown = self._board(reply.screen, reply.language)
        self.write("\n".join(self.view.lines(reply)))
        if reply.file and not is_text(reply):
            saved = save(self.folder, reply.file_name, reply.file)
            self.write(self.view.says(saved, reply.language))

    def _board(self, screen: Screen, language: str) -> str:
        """Return a board as it is printed, but for the time, and for what a single answer shows."""
        lasting = replace(
            screen, elapsed=0, changed=frozenset(), marked=frozenset(), chances=NO_CHANCES
        )
        return "\n".join(self.view.lines(Reply(screen=lasting, language=language)))

    async def _watch(self) -> None:
        """Show the board whenever another terminal has changed it."""
        changed = asyncio.Event()
        async with asyncio.TaskGroup() as watching:
            watching.create_task(self._redraw(changed))
            async for operations in self.store.watch(chat_space(self.chat.id)):
                if not all(each.startswith(self.id) for each in operations):
                    changed.set()

    async def _redraw(self, changed: asyncio.Event) -> None:
        """Show the board after changes to it; those soon after one another are shown at once."""
        while True:
            await changed.wait()
            changed.clear()
            reply = await self.service.handle(self._request(ShowBoard(again=True)))
            if reply.screen is None or self._board(reply.screen, reply.language) != self._shown:
                self._print(reply)
            await self.clock.sleep(_LIVE_INTERVAL)


def _leaves(line: str) -> bool:
    """Tell whether ``line`` begins with a word for leaving, with a slash or without."""
    return plain(first_word(line)[0]).removeprefix("/").rstrip(_BEHIND_WORDS) in _QUIT
