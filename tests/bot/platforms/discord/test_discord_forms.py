"""What is typed into the form for moves."""

from __future__ import annotations

import pytest

from bot.app.requests.coordinates import NUMBERS
from bot.i18n import Text
from bot.platforms.discord.view import TYPED
from tests.bot.platforms.discord.playing_discord import TRANSLATOR, PlayingDiscord


@pytest.mark.parametrize("blank", [" ", "\u3000"])
async def test_nothing(play: PlayingDiscord, blank: str) -> None:
    """Whoever types nothing is told what may be typed."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    board = (await play.slash(channel, ann, "newgame", level="medium")).reply
    asked = await play.press(board, ann, f"{TYPED}.1")
    assert asked.modal
    sent = asked.modal.submit(blank)
    await play.settle(sent)
    assert sent.reply.text == TRANSLATOR.say(Text("unknown.nothing", numbers=NUMBERS), "en")
