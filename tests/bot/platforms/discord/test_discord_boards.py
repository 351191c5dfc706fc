"""What the worker knows of the boards that its answers have shown."""

from __future__ import annotations

import pytest

from bot.app.ports import Documents, StoreUnavailable
from bot.app.service import chat_space
from bot.app.shown import Shown, shown_name
from bot.store.backend import Batch, Verdict
from bot.store.memory import MemoryBackend
from tests.bot.platforms.discord.playing_discord import opening_keys, playing_discord


class Forgetful(MemoryBackend):
    """Documents in memory, away whenever it is to be kept where a board is shown."""

    away = True

    async def commit(self, batch: Batch) -> Verdict:
        """Commit, unless it is about a board's place."""
        if self.away and any(name.startswith("shown:") for name in batch.writes):
            raise StoreUnavailable("away")
        return await super().commit(batch)


async def test_place_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    """A board whose place could not be kept is played all the same, and the next press tells it."""
    backend = Forgetful()

    def look(documents: Documents, _now: int) -> object:
        return documents.get(shown_name(1))

    async with playing_discord(backend=backend) as play:
        ann = play.world.user("Ann")
        channel = play.world.dm(ann)
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
        space = chat_space(f"discord:{channel.id}")
        assert await play.store.view(space, look) is None
        backend.away = False
        assert not (await play.press(board, ann, next(opening_keys(board))[0])).failed
        assert await play.store.view(space, look) == Shown(str(board.id), "board")
    assert "was not kept" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]
