"""The card of a result on Discord: a picture with its words for those who cannot see it."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.playing_discord import PlayingDiscord


@pytest.mark.gateway
async def test_card(play: PlayingDiscord) -> None:
    """/card shows all a picture of the result, described in words for who cannot see it."""
    ann, channel = play.in_server("*Ann*")
    await play.deal(channel, ann, "3x5/2 ##M## ##M## #####")
    await play.slash(channel, ann, "giveup")
    card = (await play.slash(channel, ann, "card")).reply
    assert card.text.startswith("\\*Ann\\*\nGiven up after")
    assert card.picture
    assert card.viewer is None
    words = str(card.content.components)
    assert "time: 0:00." in words
    assert "3 rows by 5 columns" in words
