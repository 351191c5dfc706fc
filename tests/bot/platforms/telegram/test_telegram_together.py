"""Each point of playing together, by three players through Telegram's loopback server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.app.documents import listed
from core.generate import warm as warm_generator
from core.solver import warm as warm_solver
from tests.bot.platforms.scripts import SCRIPTS
from tests.bot.platforms.telegram.playing import playing
from tests.bot.platforms.telegram.trio_telegram import TelegramTrio
from tests.bot.platforms.trio import Trio


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.__name__))
async def test_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: Callable[[Trio], Awaitable[None]]
) -> None:
    """The script is played to its end; its docstring says what it shows."""
    # Players in a script are quicker than people can be.
    monkeypatch.setattr(listed, "is_possible", lambda _time, _bbbv: True)
    warm_solver()
    warm_generator()
    async with playing(tmp_path) as play:
        await script(TelegramTrio(play))
