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
from tests.emulators.discord.wire import too_many_requests


def _board(call: Calling) -> tuple[DiscordDisplay, Scene]:
    """Return a display, and a board that it can show in the channel."""
    session = Session(1, "ann", Game.new(Rules(5, 5, 5)))
    screen, chat = screen_of(session, 0, Settings()), f"discord:{call.channel.id}"
    display = DiscordDisplay(call.api, View(Translator()), call.world.hub.clock.now)
    return display, Scene(chat, screen, (), "en", private=False)


@pytest.mark.parametrize("via", [True, False])
async def test_who_is_put_off(call: Calling, *, via: bool) -> None:
    """Too many calls to a channel put off that one, those of an address that is shut out all."""
    display, board = _board(call)
    call.world.fail_next("create_message", too_many_requests(0.01, via=via), times=5)
    with pytest.raises(RetryLater) as caught:
        await display.send(board)
    assert caught.value.everywhere is not via


async def test_changed_while_discord_did_not_answer(call: Calling) -> None:
    """A board sent again after its answer was lost is one message, as the board is by then."""
    display, before = _board(call)
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
