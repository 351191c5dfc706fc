"""Moves that no replica has confirmed: the player is told, in the player's language."""

from __future__ import annotations

import pytest

from bot.app.documents.codec import DocumentCodec
from bot.app.requests.actions import NewGame, Typed
from bot.app.requests.request import Chat, Player, Request
from bot.app.requests.wish import Wish
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.i18n import LANGUAGES, Text
from bot.store import MailboxStore
from tests.bot.alone import Alone
from tests.bot.app.conftest import TRANSLATOR, Table

UNCONFIRMED = Text("game.unconfirmed")


async def test_said_once_a_move(table: Table) -> None:
    """The notice comes once with each move, at the first try and when it is repeated."""
    service = Service(MailboxStore(Alone(), DocumentCodec()), table.advisor)

    async def ask(operation: str, action: NewGame | Typed) -> Reply:
        chat, player = Chat("test:room", private=True), Player("test:ann", "Ann")
        return await service.carry_out(Request(operation, chat, player, action))

    new = await ask("1", NewGame(Wish(size=(5, 5, 3))))
    assert new.texts[-1] == UNCONFIRMED
    for _ in range(2):
        move = await ask("2", Typed("3 3"))
        assert move.screen is not None
        assert move.texts.count(UNCONFIRMED) == 1
    refused = await ask("3", Typed("9 9"))
    assert UNCONFIRMED not in refused.texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_enough(language: str) -> None:
    """The notice fits Telegram's short form with something before it."""
    assert len(TRANSLATOR.say(UNCONFIRMED, language)) < 120
