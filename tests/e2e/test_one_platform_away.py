"""One process on two platforms, one of which is away when it starts."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.telegram_process import BotProcess, until
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.world import Options
from tests.ports import free_port


async def test_the_other_plays(tmp_path: Path) -> None:
    """The bot plays on Telegram while Discord is away, and its end does not wait for Discord.

    Its log says which address it tries, as that may be a wrong setting.
    """
    nowhere = f"127.0.0.1:{free_port()}"
    discord = {"DISCORD_TOKEN": "x", "DISCORD_API_URL": f"http://{nowhere}"}
    async with serving(Options(clock=WallClock(), check=False)) as server:
        ann = server.world.user("Ann")
        chat = server.world.private(ann)
        bot = BotProcess(tmp_path / "data", server.api_url, discord)
        async with bot.running():
            await bot.ready()
            chat.say(ann, "/newgame 5 5 3")
            await until(lambda: bool(chat.shown))
            bot.stop()
            assert await bot.ended() == 0
        assert "Discord cannot be reached, trying on: " in bot.logged()
        assert f"Cannot connect to host {nowhere}" in bot.logged()
        assert "Traceback" not in bot.logged()
