"""What a process says of itself: on what it plays, from when, and that it has ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.telegram_process import BotProcess, until
from tests.e2e.test_discord_process import endpoint, settings
from tests.e2e.test_discord_process import serving as serving_discord
from tests.e2e.test_stopping import webhook
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.server import TOKEN
from tests.emulators.telegram.world import Options
from tests.ports import free_port


@pytest.mark.parametrize(("form", "by_http"), [("json", False), ("text", True)])
async def test_when_it_plays(tmp_path: Path, form: str, *, by_http: bool) -> None:
    """It says of each platform once that it plays there, how and by which store, and its end."""
    options = Options(clock=WallClock(), check=False)
    async with serving(options) as telegram, serving_discord() as discord:
        given = endpoint(discord, free_port()) if by_http else settings(discord)
        given |= {"TELEGRAM_TOKEN": TOKEN, "LOG_FORMAT": form}
        given |= {"REDIS_URL": "memory://"} | (webhook() if by_http else {})
        bot = BotProcess(tmp_path / "data", telegram.api_url, given)
        async with bot.running():
            await until(lambda: bot.logged().count("; games are kept by memory") == 2)
            bot.stop()
            assert await bot.ended() == 0
    hows = ("a webhook", "an HTTP endpoint") if by_http else ("long polling", "the gateway")
    said = bot.logged().splitlines()
    for platform, how in zip(("Telegram", "Discord"), hows, strict=True):
        line = f"plays on {platform} by {how}; games are kept by memory://"
        assert sum(line in each for each in said) == 1
    last = json.loads(said[-1])["message"] if form == "json" else said[-1].rpartition(": ")[2]
    assert last == "stopped"
