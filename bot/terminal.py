"""The bot for a single player in a terminal, put together."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.errands.results import Results
from bot.app.requests.commands import COMMANDS
from bot.app.requests.request import Chat, Player
from bot.app.service import Service
from bot.clock import LoopClock
from bot.config import Config
from bot.delivery import carrier
from bot.ending import INTERRUPTED, TERMINATED, at_signals, leave
from bot.i18n import LANGUAGES, Text, clean_name, own_translator
from bot.platforms.terminal import (
    CannotSpeakError,
    Lines,
    PipeLines,
    TerminalChat,
    View,
    has_colours,
    is_interactive,
    player_called,
    speak,
    spoken_language,
    take_any_text,
)
from bot.render import load_theme
from bot.store import carrying_out, open_store
from core.rules import LEVELS

_ENDING_S: Final = 30.0
"""How long the end waits for games to be counted: whoever comes back is told of them at once."""
_WARM_S: Final = 3.0
"""Kernels that are in their cache are loaded in less."""


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for; None means as the environment says."""

    player: str | None
    chat: str | None
    """None is the player's private chat."""
    theme: str
    language: str | None


async def play(config: Config, wanted: Wanted) -> int:
    """Play until the player leaves; return the exit code."""
    told_to_end = _end_gently()
    take_any_text()
    advisor = SolverPool(config.hint_ms / 1000, waits_for_kernels=True)
    codec = DocumentCodec()
    code = 0
    try:
        async with (
            open_store(config.redis_url, config.data_dir, codec, wait=config.wait) as store,
            carrying_out(store, carrier(Results(store, advisor), {}, store), ending_s=_ENDING_S),
        ):
            is_person = is_interactive()
            player = _player(wanted)
            chat = TerminalChat(
                service=Service(store, advisor),
                store=store,
                view=_view(wanted, is_person=is_person),
                chat=_chat(wanted, player),
                player=player,
                language=wanted.language or spoken_language(os.environ),
                clock=LoopClock(),
                write=speak,
                folder=config.data_dir,
            )
            preparing = asyncio.create_task(_tell_if_slow(advisor.warm(), chat))
            lines = _prompt(config, player) if is_person else PipeLines()
            await chat.run(lines, live=is_person)
            preparing.cancel()
    except CannotSpeakError as error:
        print(error, file=sys.stderr)
        code = 1
    except asyncio.CancelledError:
        leave(TERMINATED if told_to_end.is_set() else INTERRUPTED)
    finally:
        is_idle = advisor.close()
    if not is_idle:
        leave(code)
    return code


def _end_gently() -> asyncio.Event:
    """Have the signals that end a process cancel this task, so that the store is closed first.

    Return an event that is set then, but not by Ctrl-C, at which asyncio cancels it by itself.
    """
    task, told = asyncio.current_task(), asyncio.Event()

    def end() -> None:
        told.set()
        if task is not None:
            task.cancel()

    at_signals(("SIGTERM", "SIGHUP"), end)  # the latter comes when the terminal is closed
    return told


async def _tell_if_slow(warming: asyncio.Future[None], chat: TerminalChat) -> None:
    """Say so if the kernels have to be compiled, which happens once after an installation."""
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(warming), _WARM_S)
        return
    chat.tell(Text("terminal.preparing"))


def _player(wanted: Wanted) -> Player:
    name = wanted.player
    if name is None:
        with suppress(OSError, KeyError):
            name = getpass.getuser()
    return player_called(name or "player")


def _chat(wanted: Wanted, player: Player) -> Chat:
    """Return the chat that was named, which others may join, or else the player's own."""
    if wanted.chat is None:
        return Chat(f"{player.id}:private")
    return Chat(f"terminal:chat:{clean_name(wanted.chat).casefold()}", private=False)


def _view(wanted: Wanted, *, is_person: bool) -> View:
    return View(
        translator=own_translator(),
        theme=load_theme(wanted.theme),
        colours=is_person and has_colours(os.environ),
        fitted=is_person,
    )


def _prompt(config: Config, player: Player) -> Lines:
    # Its library takes a tenth of the start, which nobody at a pipe waits for.
    from bot.platforms.terminal.prompt import PromptLines  # noqa: PLC0415

    words = [f"/{name}" for name in COMMANDS]
    words += [f"/newgame {level}" for level in LEVELS]
    words += [f"/language {language}" for language in LANGUAGES]
    return PromptLines(player.name, config.data_dir / "history", [*words, "/quit"])
