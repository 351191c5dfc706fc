"""Codes and replays on Telegram, given out after the end, in every language."""

from __future__ import annotations

import pytest

from bot.i18n import LANGUAGES
from core.evf import write_evf
from tests.bot.platforms.telegram.playing import Playing


@pytest.mark.parametrize("language", LANGUAGES)
async def test_codes(play: Playing, language: str) -> None:
    """A finished board has two codes, each of which begins it anew, and a replay as a document."""
    ann, chat = play.in_private("Ann", language)
    await play.say(chat, ann, "/newgame easy")
    await play.say(chat, ann, "3 3")
    await play.say(chat, ann, "/giveup")
    codes = await play.say(chat, ann, "/code")
    assert "PTT" in codes.text
    for number, line in enumerate(codes.text.splitlines(), 2):
        await play.say(chat, ann, f"/play {line.split()[-1].rpartition('：')[2]}")
        game = (await play.session(ann, number)).game
        mine = (await play.session(ann)).game
        assert game.minefield == mine.minefield
        await play.say(chat, ann, "/giveup")
    await play.say(chat, ann, "/evf")
    (sent,) = play.world.calls("sendDocument")
    assert sent.error is None
    ended = await play.session(ann, 3)
    assert chat.last.picture == write_evf(ended.game)
    assert "evf" in chat.last.text
    assert "'file_name': 'minesweeper.evf'" in str(chat.last.content.file), "opened by that"


async def test_long_codes(play: Playing) -> None:
    """Codes too long for a message are sent as a document to the asker's private chat."""
    ann, group = play.in_group()
    await play.say(play.world.private(ann), ann, "/start")
    for asked in ("/newgame 90 90 1500", "/open 50 50", "/giveup yes", "/code"):
        await play.say(group, ann, asked)
    document = play.world.private(ann).last.picture
    assert document is not None
    tatham, ptta = document.decode().split()
    for code in (tatham, ptta):
        board = await play.say(group, ann, f"/play {code}")
        assert "90×90, 1,500 mines" in board.text
