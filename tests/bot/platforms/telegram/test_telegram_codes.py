"""Codes and replays on Telegram: given out after the end, in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.evf import write_evf
from tests.bot.platforms.telegram.playing import playing


@pytest.mark.parametrize(("language", "word"), [("en", "PTT"), ("ru", "PTT"), ("zh", "PTT")])
async def test_codes(tmp_path: Path, language: str, word: str) -> None:
    """A finished board has two codes, each of which opens it, and a replay as a document."""
    async with playing(tmp_path) as play:
        ann = play.world.user("Ann", language)
        chat = play.world.private(ann)
        await play.say(chat, ann, "/newgame easy")
        await play.say(chat, ann, "3 3")
        await play.say(chat, ann, "/giveup")
        codes = await play.say(chat, ann, "/code")
        assert word in codes.text
        for number, line in enumerate(codes.text.splitlines(), 2):
            await play.say(chat, ann, f"/play {line.split()[-1].rpartition('：')[2]}")
            game = (await play.session(f"telegram:{ann.id}", number)).game
            mine = (await play.session(f"telegram:{ann.id}")).game
            assert game.minefield == mine.minefield
            await play.say(chat, ann, "/giveup")
        await play.say(chat, ann, "/evf")
        (sent,) = play.world.calls("sendDocument")
        assert sent.error is None
        ended = await play.session(f"telegram:{ann.id}", 3)
        assert write_evf(ended.game)
