"""The command ``python -m bot.platforms.discord.emoji``: uploads what is missing or has changed."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import discord

from bot.config import Config, Discord
from bot.ending import INTERRUPTED
from bot.environment import ConfigError, load_file
from bot.platforms import PlatformRefused
from bot.platforms.discord.bot import point
from bot.platforms.discord.client import Client
from bot.platforms.discord.emoji.upload import drawings, upload
from bot.platforms.discord.outage import OUTAGE

_NO_TOKEN: Final = "DISCORD_TOKEN is not set."  # noqa: S105  # what is said, no token


def main(argv: Sequence[str] | None = None) -> int:
    """Upload the emoji by the settings of ``.env`` and the environment; return the exit code."""
    argparse.ArgumentParser(
        prog="python -m bot.platforms.discord.emoji",
        description="Upload the cells of every theme as the application's emoji, "
        "and remove what is old; settings: see .env.example.",
    ).parse_args(argv)
    try:
        load_file(".env")
        return asyncio.run(run(os.environ))
    except ConfigError as error:
        return _unusable(error)
    except KeyboardInterrupt:
        return INTERRUPTED


async def run(env: Mapping[str, str]) -> int:
    """Upload the emoji of the application whose token is in ``env``; return the exit code."""
    try:
        settings = Config.read(env).discord
    except ConfigError as error:
        return _unusable(error)
    if settings is None:
        print(_NO_TOKEN, file=sys.stderr)
        return 2
    try:
        await _upload(settings)
    except discord.LoginFailure:
        print("Discord does not know DISCORD_TOKEN.", file=sys.stderr)
    except PlatformRefused as error:
        print(error, file=sys.stderr)
    except OUTAGE as error:
        print(f"Not finished; the next try goes on from here: {error}", file=sys.stderr)
    else:
        return 0
    return 1


def _unusable(error: ConfigError) -> int:
    """Say what is wrong with the settings; return the exit code."""
    print("\n".join(error.problems), file=sys.stderr)
    return 2


async def _upload(settings: Discord) -> None:
    point(settings)
    tell = partial(print, flush=True)
    async with Client(intents=discord.Intents.none()) as client:
        await client.login(settings.token)
        done = await upload(client.http, client.application_id or 0, drawings(), tell)
    tell(f"{done.uploaded} uploaded, {done.kept} there already, {done.removed} removed")


if __name__ == "__main__":
    sys.exit(main())
