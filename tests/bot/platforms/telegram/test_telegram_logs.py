"""What is logged while people play on Telegram: nothing they write, and no secret."""

from __future__ import annotations

import io
import logging
from pathlib import Path

from bot.observability.logs import JsonFormatter
from bot.observability.redaction import Redactor
from tests.bot.platforms.telegram.playing import playing
from tests.emulators.faults import Fault
from tests.emulators.telegram.server import TOKEN
from tests.emulators.telegram.wire import ApiError


async def test_nothing_that_people_write(tmp_path: Path) -> None:
    """At DEBUG, with every library at its most talkative, no text and no token are logged."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter(Redactor([TOKEN])))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        async with playing(tmp_path) as play:
            ann, chat = play.in_private("Philomena")
            await play.say(chat, ann, "/start")
            await play.say(chat, ann, "/newgame xylophone")
            play.world.faults.add(Fault("sendMessage", ApiError(400, "Bad Request: something new")))
            await play.say(chat, ann, "/newgame 9 9 10")
            await play.say(chat, ann, "5 5")
            await play.say(chat, ann, "xylophone")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    logged = stream.getvalue()
    assert "sendMessage was refused" in logged
    assert "xylophone" not in logged
    assert "Philomena" not in logged
    assert TOKEN.partition(":")[2] not in logged
