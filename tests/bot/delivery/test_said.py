"""What was said last of a board, and while it may be said again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.requests.access import Access
from bot.app.requests.commands import read
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.screen import Screen
from bot.app.service import Service
from bot.delivery.said import Said
from bot.i18n import Text
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend

CHAT = Chat("test:1", private=False, in_place=True)
WORDS = (Text("newgame.tap"),)


async def screen_after(*texts: str) -> Screen:
    """Return the board as it is answered to the last of ``texts``."""
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    advisor = SolverPool(0.1, deadline=60, waits_for_kernels=True)
    await advisor.warm()
    service, screen = Service(store, advisor), None
    for number, text in enumerate(texts):
        asked = Request(str(number), CHAT, Player("test:ann", "Ann"), read(text))
        screen = (await service.carry_out(asked)).screen
    await store.close()
    advisor.close()
    assert screen is not None
    return screen


async def test_marks_stay_with_what_was_said() -> None:
    """A board that is shown again as it is keeps the marks and the chances that were explained."""
    hinted = await screen_after("/newgame 9 9 10", "e5", "/hint all")
    assert hinted.marked
    assert hinted.chances
    said = Said()
    said.remember(CHAT.id, hinted, WORDS)
    plain = replace(hinted, marked=frozenset(), chances={})
    shown = said.of(CHAT.id, plain)
    assert shown is not None
    assert (shown[0].marked, shown[0].chances) == (hinted.marked, hinted.chances)


@pytest.mark.parametrize("change", [{"access": Access.INVITED}, {"players": ("Eve",)}])
async def test_said_of_who_plays(change: dict[str, object]) -> None:
    """What was said where others may play now, or one who played is there no more, is past."""
    screen = await screen_after("/newgame 9 9 10", "e5")
    said = Said()
    said.remember(CHAT.id, screen, WORDS)
    assert said.of(CHAT.id, screen) is not None
    assert said.of(CHAT.id, replace(screen, **change)) is None
