"""The bot: ``python -m bot``. The composition root, the only file that knows every part."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Final, NoReturn, Protocol

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.errands.results import Results
from bot.app.ports import StoreUnavailable
from bot.app.requests.commands import COMMANDS
from bot.app.requests.request import Chat, Player
from bot.app.service import Service
from bot.clock import LoopClock
from bot.collector import leave_what_is_there
from bot.config import Config, ConfigError, load_file
from bot.delivery import Shows, carrier
from bot.i18n import LANGUAGES, Text, Translator, clean_name
from bot.listening import CannotListenError
from bot.platforms.discord import DiscordBot, DiscordRefused
from bot.platforms.telegram import TelegramBot, TelegramRefused
from bot.platforms.terminal import (
    CannotSpeakError,
    Lines,
    PipeLines,
    PromptLines,
    TerminalChat,
    View,
    has_colours,
    is_interactive,
    player_called,
    speak,
    spoken_language,
    take_any_text,
)
from bot.render import THEMES, load_theme
from bot.seeing import (
    Health,
    MeasuredAdvisor,
    MeasuredBackend,
    MeasuredService,
    Metrics,
    configure_logs,
    count_calls,
    discord_method,
    measured_carry,
    telegram_method,
    trace_to,
)
from bot.store import Backend, MailboxStore, carrying_out, open_store
from bot.unheeded import unheeded
from core.rules import LEVELS

_LOG: Final = logging.getLogger(__name__)
_CODEC: Final = DocumentCodec()
_TERMINATED: Final = 143
_INTERRUPTED: Final = 130
"""What a shell reports of a process that SIGTERM or SIGINT has ended: 128 + 15, 128 + 2."""
_STOP_S: Final = 24.0
"""Orchestrators kill after 30 s; nothing is lost by leaving earlier with work undone."""
_WARM_S: Final = 3.0
"""Kernels that are in their cache are loaded in less."""


class Bot(Shows, Protocol):
    """The bot on one platform."""

    def connected(self) -> AbstractAsyncContextManager[None]:
        """Be known to the platform."""

    async def run(self, stopping: asyncio.Event) -> None:
        """Take what comes until ``stopping``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot; return the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        load_file(".env")
        config = Config.read(os.environ)
        trace_to(config.spans)
    except ConfigError as error:
        print("\n".join(error.problems), file=sys.stderr)
        return 2
    if arguments.check_config:
        print("\n".join([config.describe(), *unheeded(os.environ)]))
        return 0
    configure_logs(config.log_level, config.log_format, config.secrets())
    try:
        if config.telegram or config.discord:
            return asyncio.run(_platforms(config))
        return asyncio.run(_terminal(config, arguments))
    except (StoreUnavailable, CannotListenError, CannotSpeakError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Play Minesweeper in a chat; settings: see .env.example."
    )
    parser.add_argument("--player", default=None, help="who plays (default: the user)")
    parser.add_argument("--chat", default=None, help="where (default: the player's private chat)")
    parser.add_argument("--theme", choices=THEMES, default="plain", help="how boards are drawn")
    parser.add_argument("--language", choices=LANGUAGES, help="default: the environment's")
    parser.add_argument("--check-config", action="store_true", help="check the settings and stop")
    return parser


async def _terminal(config: Config, arguments: argparse.Namespace) -> int:
    told_to_end = _end_gently()
    take_any_text()
    advisor = SolverPool(config.hint_ms / 1000, waits_for_kernels=True)
    try:
        async with (
            open_store(config.redis_url, config.data_dir, _CODEC, wait=config.wait) as store,
            carrying_out(store, carrier(Results(store, advisor), {}, store)),
        ):
            is_person = is_interactive()
            player = _player(arguments)
            chat = TerminalChat(
                service=Service(store, advisor),
                store=store,
                view=_view(arguments, is_person=is_person),
                chat=_chat(arguments, player),
                player=player,
                language=arguments.language or spoken_language(os.environ),
                clock=LoopClock(),
                write=speak,
            )
            preparing = asyncio.create_task(_tell_if_slow(advisor.warm(), chat))
            lines = _prompt(config, player) if is_person else PipeLines()
            await chat.run(lines, live=is_person)
            preparing.cancel()
    except asyncio.CancelledError:
        _leave(_TERMINATED if told_to_end.is_set() else _INTERRUPTED)
    finally:
        is_idle = advisor.close()
    if not is_idle:
        _leave(0)
    return 0


async def _platforms(config: Config) -> int:
    """Run the bot on its platforms until it is told to stop."""
    health = Health(Metrics())
    _stop_at_signals(health.stopping)
    pool = SolverPool(config.hint_ms / 1000)
    _LOG.info("%s", config.describe())

    def measured(backend: Backend) -> Backend:
        return MeasuredBackend(backend, health.metrics)

    try:
        async with (
            _ending_in_time(health),
            open_store(config.redis_url, config.data_dir, _CODEC, measured, config.wait) as store,
            health.serving(store, config.health, LoopClock()),
        ):
            pool.warm().add_done_callback(lambda _: leave_what_is_there())
            await _worker(config, store, pool, health)
    except asyncio.CancelledError:
        _leave(0)
    except (TelegramRefused, DiscordRefused) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        is_idle = pool.close()
    if not is_idle:
        _leave(0)
    return 0


async def _worker(config: Config, store: MailboxStore, pool: SolverPool, health: Health) -> None:
    """Play on the platforms until it is time to stop."""
    metrics = health.metrics
    advisor = MeasuredAdvisor(pool, metrics)
    bots = _bots(config, store, MeasuredService(store, advisor, metrics), metrics)
    carry = measured_carry(carrier(Results(store, advisor), bots, store), metrics)
    async with AsyncExitStack() as stack:
        for bot in bots.values():
            await stack.enter_async_context(bot.connected())
        await stack.enter_async_context(carrying_out(store, carry))
        health.connected = True
        await _run(list(bots.values()), health.stopping)


def _bots(
    config: Config, store: MailboxStore, service: Service, metrics: Metrics
) -> dict[str, Bot]:
    """Return a bot for each platform that has a token, by what the ids of its chats begin with."""
    bots: dict[str, Bot] = {}
    keeper, clock = store.turn_keeper(), LoopClock()
    if config.telegram is not None:
        folder = config.data_dir / "telegram"
        watchers = [count_calls(metrics, "telegram", telegram_method)]
        bots["telegram"] = TelegramBot(
            config.telegram, folder, store, keeper, service, clock, watchers
        )
    if config.discord is not None:
        watcher = count_calls(metrics, "discord", discord_method)
        bots["discord"] = DiscordBot(config.discord, store, keeper, service, clock, watcher=watcher)
    return bots


async def _run(bots: Sequence[Bot], stopping: asyncio.Event) -> None:
    """Run ``bots`` until told to stop; when one of them cannot go on, stop the others as well."""
    tasks = [asyncio.create_task(bot.run(stopping)) for bot in bots]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    stopping.set()
    await asyncio.gather(*tasks)


@asynccontextmanager
async def _ending_in_time(health: Health) -> AsyncIterator[None]:
    """Have the block end soon after it was told to stop: cancelled, if it has not yet begun."""
    worker = asyncio.current_task()

    async def end() -> None:
        await health.stopping.wait()
        _LOG.info("told to stop")
        if not health.connected and worker is not None:
            worker.cancel()
        await asyncio.sleep(_STOP_S)
        _LOG.warning("what is left to do takes too long, and is left to others")
        _leave(0)

    ending = asyncio.create_task(end())
    try:
        yield
    finally:
        ending.cancel()


def _stop_at_signals(stopping: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        with suppress(NotImplementedError, AttributeError):  # Windows has none of it
            loop.add_signal_handler(getattr(signal, name), stopping.set)


def _end_gently() -> asyncio.Event:
    """Have the signals that end a process cancel this task, so that the store is closed first.

    Return what is set then, and not by Ctrl-C, which asyncio has cancel it anyway.
    """
    task, told = asyncio.current_task(), asyncio.Event()

    def end() -> None:
        told.set()
        if task is not None:
            task.cancel()

    for name in ("SIGTERM", "SIGHUP"):  # the latter comes when the terminal is closed
        with suppress(NotImplementedError, AttributeError):  # Windows has neither
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), end)
    return told


def _leave(code: int) -> NoReturn:
    """End without waiting for kernels being compiled, or for a pipe; all else is closed."""
    if sys.stdout is not None:  # closed before the process began
        sys.stdout.flush()
    os._exit(code)


async def _tell_if_slow(warming: asyncio.Future[None], chat: TerminalChat) -> None:
    """Say so if the kernels have to be compiled, which happens once after an installation."""
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(warming), _WARM_S)
        return
    chat.tell(Text("terminal.preparing"))


def _player(arguments: argparse.Namespace) -> Player:
    name = arguments.player
    if name is None:
        with suppress(OSError, KeyError):
            name = getpass.getuser()
    return player_called(name or "player")


def _chat(arguments: argparse.Namespace, player: Player) -> Chat:
    """Return the chat that was named, which others may join, or else the player's own."""
    if arguments.chat is None:
        return Chat(f"{player.id}:private")
    return Chat(f"terminal:chat:{clean_name(arguments.chat).casefold()}", private=False)


def _view(arguments: argparse.Namespace, *, is_person: bool) -> View:
    return View(
        translator=Translator(),
        theme=load_theme(arguments.theme),
        colours=is_person and has_colours(os.environ),
        fitted=is_person,
    )


def _prompt(config: Config, player: Player) -> Lines:
    words = [f"/{name}" for name in COMMANDS]
    words += [f"/newgame {level}" for level in LEVELS]
    words += [f"/language {language}" for language in LANGUAGES]
    return PromptLines(player.name, config.data_dir / "history", [*words, "/quit"])


if __name__ == "__main__":
    sys.exit(main())
