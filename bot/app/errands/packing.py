"""Packing: what is kept of a player as a file that the platforms take."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from msgspec.structs import replace

from bot.app.screens.reply import Reply

LARGEST: Final = 8 * 1024 * 1024
"""Bytes that are handed out as they are: Discord takes 10 MiB from a bot, Telegram 50 MB.

An expert game is about 12 kB, in a zip file less than 2: so 700 games fit, or 6,000 zipped.
"""
_NAME: Final = "minesweeper"


async def with_file(kept: Mapping[str, object], reply: Reply) -> Reply:
    """Return ``reply`` with what is kept; the games of a month may take a second in a thread."""
    name, file = await asyncio.to_thread(packed, kept)
    return replace(reply, file=file, file_name=name)


def packed(kept: Mapping[str, object]) -> tuple[str, bytes]:
    """Return the name and the bytes of the file: JSON, indented, zipped where it is too large."""
    name, file = f"{_NAME}.json", msgspec.json.format(msgspec.json.encode(kept), indent=2)
    if len(file) <= LARGEST:
        return name, file
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as opened:
        # With no time, which would be taken from this machine's clock.
        opened.writestr(ZipInfo(name), file, ZIP_DEFLATED)
    return f"{_NAME}.zip", archive.getvalue()
