"""The two bots that are compared, each a process of its own: ours, and the library's defaults.

``ours`` is the whole bot; only its budget is raised, since the emulator refuses nothing. The
``library`` is a python-telegram-bot application as its documentation builds one, whose handler
answers the press and edits the same keyboard.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.errands.results import Results
from bot.app.service import Service
from bot.app.turns import Budget, Rate
from bot.clock import LoopClock
from bot.collector import leave_what_is_there
from bot.config import Telegram, Webhook
from bot.delivery import carrier
from bot.platforms.telegram import TelegramBot
from bot.store import carrying_out, open_store
from tests.emulators.telegram.server import TOKEN

SIDE: Final = 8
CONTROLS: Final = 3
SECRET: Final = "benchmark"  # noqa: S105  # between two processes of a benchmark
PATH: Final = "/hook"
_FREE: Final = Budget("telegram", Rate(0.000_001, 1000), Rate(0.000_001, 1000))
"""Turns are asked for as always; none is ever refused."""


@dataclass(frozen=True)
class Setup:
    """What a bot is told: the emulator's address, its files, its own port or 0 to poll."""

    api: str
    data: Path
    port: int = 0

    @property
    def hook(self) -> str:
        """Return the address where updates are to be posted."""
        return f"http://127.0.0.1:{self.port}{PATH}"


async def run_ours(setup: Setup) -> None:
    """Run our bot until it is killed."""
    webhook = Webhook(setup.hook, "127.0.0.1", setup.port, SECRET) if setup.port else None
    settings = Telegram(TOKEN, setup.api, webhook)
    advisor = SolverPool(0.1)
    async with open_store(None, setup.data, DocumentCodec()) as store:
        await advisor.warm()
        leave_what_is_there()
        bot = TelegramBot(
            settings,
            setup.data / "telegram",
            store,
            store.turn_keeper(),
            Service(store, advisor),
            LoopClock(),
            budget=lambda _chat: _FREE,
        )
        carry = carrier(Results(store, advisor), {"telegram": bot}, store)
        async with bot.connected(), carrying_out(store, carry):
            await bot.run(asyncio.Event())


def keyboard() -> InlineKeyboardMarkup:
    """Return as many buttons as our board has."""
    cells = [
        [InlineKeyboardButton("⬜", callback_data=f"{row}.{col}") for col in range(SIDE)]
        for row in range(SIDE)
    ]
    controls = [
        InlineKeyboardButton(f"Control {n}", callback_data=f"c{n}") for n in range(CONTROLS)
    ]
    return InlineKeyboardMarkup([*cells, controls])


async def start(update: Update, _context: Any) -> None:
    """Send the board."""
    assert update.message
    await update.message.reply_text("0", reply_markup=keyboard())


async def press(update: Update, _context: Any) -> None:
    """Answer the press, and edit the same keyboard below a text that is always another."""
    query = update.callback_query
    assert query
    await query.answer("Opened.")
    await query.edit_message_text(str(update.update_id), reply_markup=keyboard())


def run_library(setup: Setup) -> None:
    """Run the library's application until it is killed."""
    application = (
        Application.builder()
        .token(TOKEN)
        .base_url(f"{setup.api}/bot")
        .base_file_url(f"{setup.api}/file/bot")
        .build()
    )
    application.add_handler(CommandHandler("newgame", start))
    application.add_handler(CallbackQueryHandler(press))
    if setup.port:
        application.run_webhook(
            "127.0.0.1", setup.port, PATH[1:], webhook_url=setup.hook, secret_token=SECRET
        )
    else:
        application.run_polling()


def main() -> None:
    """Run the bot that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=("ours", "library"))
    parser.add_argument("--api", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    setup = Setup(given.api, given.data, given.port)
    if given.bot == "ours":
        asyncio.run(run_ours(setup))
    else:
        run_library(setup)


if __name__ == "__main__":
    main()
