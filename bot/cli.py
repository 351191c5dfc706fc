"""The bot's command line: runs it on the platforms that have a token, or in this terminal."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from bot.app.ports import StoreUnavailable, StoreUnfit
from bot.config import Config
from bot.ending import INTERRUPTED
from bot.environment import ConfigError, load_file
from bot.i18n import LANGUAGES
from bot.loading import loading
from bot.observability import configure_logs, trace_to
from bot.render import THEMES
from bot.unheeded import unheeded
from core.cli.values import parsed

_LOG: Final = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot; return the exit code."""
    arguments = parsed(_parser(), argv)
    try:
        load_file(".env")
        config = Config.read(os.environ)
        end_spans = trace_to(config.spans)
    except ConfigError as error:
        print("\n".join(error.problems), file=sys.stderr)
        return 2
    if arguments.check_config:
        return _check(config)
    configure_logs(config.log_level, config.log_format, config.secrets())
    for sentence in unheeded(os.environ):
        _LOG.warning(sentence)
    try:
        return _run(config, arguments, end_spans)
    except StoreUnfit as error:
        print(error, file=sys.stderr)
        return 2
    except StoreUnavailable as error:
        print(f"REDIS_URL: {error}" if config.redis_url else error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def _check(config: Config) -> int:
    """Tell what is set, or that the store's library takes no such address; return the exit code."""
    from bot.store import check_address  # noqa: PLC0415  # the library is loaded where it is needed

    try:
        asyncio.run(check_address(config.redis_url))
    except StoreUnfit as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join([config.describe(), *unheeded(os.environ)]))
    return 0


def _run(config: Config, arguments: argparse.Namespace, end_spans: Callable[[], None]) -> int:
    """Run a worker or play here; what the other would need is not loaded."""
    if config.telegram or config.discord:
        with loading():
            from bot.worker import work  # noqa: PLC0415  # see above

        return asyncio.run(work(config, end_spans))
    with loading():
        from bot.terminal import Wanted, play  # noqa: PLC0415  # see above

    wanted = Wanted(arguments.player, arguments.chat, arguments.theme, arguments.language)
    return asyncio.run(play(config, wanted))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Play Minesweeper in a chat; settings: see .env.example."
    )
    parser.add_argument("--player", default=None, help="who plays (default: the user)")
    parser.add_argument("--chat", default=None, help="where (default: the player's private chat)")
    parser.add_argument("--theme", choices=THEMES, default="plain", help="how boards are drawn")
    language = "spoken until the chat has chosen one (default: the environment's)"
    parser.add_argument("--language", choices=LANGUAGES, help=language)
    parser.add_argument("--check-config", action="store_true", help="check the settings and stop")
    return parser
