"""Each feature of playing together, by three players through Discord's loopback server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.app.documents import listed
from core.generate import warm as warm_generator
from core.solver import warm as warm_solver
from tests.bot.platforms.discord.playing_discord import playing_discord
from tests.bot.platforms.discord.trio_discord import DiscordTrio
from tests.bot.platforms.scripts import SCRIPTS
from tests.bot.platforms.trio import Trio


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.__name__))
async def test_together(
    monkeypatch: pytest.MonkeyPatch, script: Callable[[Trio], Awaitable[None]]
) -> None:
    """The script is played to its end; its docstring says what it shows."""
    # Scripts play quicker than people can.
    monkeypatch.setattr(listed, "is_possible", lambda _time, _bbbv: True)
    warm_solver()
    warm_generator()
    async with playing_discord() as play:
        await script(DiscordTrio(play))
