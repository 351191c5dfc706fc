"""Boards that are sent as effects, where Discord does not answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.screens.screen import screen_of
from bot.delivery import RetryLater, Scene
from bot.i18n import Translator
from bot.platforms.discord.display import DiscordDisplay
from bot.platforms.discord.view import View
from core.game import Game
from core.rules import Rules
from tests.bot.platforms.discord.calling import Calling


async def test_changed_while_discord_did_not_answer(call: Calling) -> None:
    """A board sent again after its answer was lost is one message, as the board is by then."""
    display = DiscordDisplay(call.api, View(Translator()), call.world.hub.clock.now)
    session = Session(1, "ann", Game.new(Rules(5, 5, 5)))
    before = Scene(
        f"discord:{call.channel.id}", screen_of(session, 0, Settings()), (), "en", private=False
    )
    after = replace(before, screen=replace(before.screen, text_only=True))
    call.world.lose_answer("create_message")
    with pytest.raises(RetryLater):
        await display.send(before)
    assert "```" not in call.channel.last.text
    shown = await display.send(after)
    assert shown is not None
    assert call.channel.shown == [call.channel.last]
    assert shown.message == str(call.channel.last.id)
    assert "```" in call.channel.last.text
