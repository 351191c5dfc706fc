"""Codes and replays on Telegram, given out after the end, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import LANGUAGES
from core.evf import write_evf
from tests.bot.platforms.telegram.playing import Playing, playing


@pytest.mark.parametrize("language", LANGUAGES)
async def test_codes(tmp_path: Path, language: str) -> None:
    """A finished board has two codes, each of which begins it anew, and a replay as a document."""
    async with playing(tmp_path) as play:
        ann = play.world.user("Ann", language)
        chat = play.world.private(ann)
        await play.say(chat, ann, "/newgame easy")
        await play.say(chat, ann, "3 3")
        await play.say(chat, ann, "/giveup")
        codes = await play.say(chat, ann, "/code")
        assert "PTT" in codes.text
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
        assert chat.last.picture == write_evf(ended.game)
        assert "evf" in chat.last.text
        assert "'file_name': 'minesweeper.evf'" in str(chat.last.content.file), "opened by that"


async def test_long_codes(play: Playing) -> None:
    """Codes too long for a message are sent as a document to the asker's private chat."""
    ann = play.world.user("Ann")
    group = play.world.supergroup("Sweepers", ann)
    await play.say(play.world.private(ann), ann, "/start")
    for asked in ("/newgame 90 90 1500", "/open 50 50", "/giveup yes", "/code"):
        await play.say(group, ann, asked)
    document = play.world.private(ann).last.picture
    assert document is not None
    tatham, ptta = document.decode().split()
    for code in (tatham, ptta):
        board = await play.say(group, ann, f"/play {code}")
        assert "90×90, 1,500 mines" in board.text
