"""Messages that nobody asked for wait in quiet hours; others do not."""

from __future__ import annotations

import pytest

from bot.app.documents.effects import DayOver, Published, Redraw
from bot.app.documents.shared import SharedBoard
from bot.app.errands.quieted import unless_quiet
from bot.app.ports import NotOurs, NotYet
from bot.delivery import carrier
from core.game import Game
from core.rules import Rules
from tests.bot.app.conftest import Table

MINUTE = 60 * 1000
LAYOUT = "3x4/3 ##M# ##M# ##M#"


async def test_waits(table: Table) -> None:
    """A board that nobody is playing waits for the end of the quiet hours."""
    table.private, table.in_place = False, True
    await table.deal(LAYOUT)
    await unless_quiet(table.store, table.chat, 1)
    await table.ask("/settings quiet 0-2")
    await unless_quiet(table.store, table.chat, 1)
    await table.wait(10 * MINUTE)
    with pytest.raises(NotYet):
        await unless_quiet(table.store, table.chat, 1)
    await unless_quiet(table.store, table.chat, 9)
    await table.wait(120 * MINUTE)
    await unless_quiet(table.store, table.chat, 1)


async def test_waits_where_the_chat_is_by_now(table: Table) -> None:
    """Of a board in a chat that has another id by now that one's quiet hours count."""
    table.private, table.in_place = False, True
    await table.deal(LAYOUT)
    await table.ask("/settings quiet 0-2")
    await table.service.move_chat(table.chat, "test:new")
    await table.wait(10 * MINUTE)
    with pytest.raises(NotYet):
        await unless_quiet(table.store, table.chat, 1)


class Shown:
    """Notes what it is to show."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.seen: list[object] = []

    async def redraw(self, chat: str, number: int, *, unasked: bool = False) -> None:
        """Note the board."""
        self.seen.append((chat, number, "unasked") if unasked else (chat, number))

    async def day_over(self, chat: str, day: int) -> None:
        """Note the day."""
        self.seen.append((chat, day))


async def test_carried_where_it_belongs(table: Table) -> None:
    """An effect goes to its platform, or else to the statistics; others' effects are refused."""
    others: list[object] = []

    async def other(_space: str, effect: object) -> None:
        others.append(effect)

    shown = Shown()
    carry = carrier(other, {"test": shown}, table.store)
    for effect in (Redraw("test:1", 2), Redraw("test:1", 3, unasked=True), DayOver("test:1", 20)):
        await carry("", effect)
    assert shown.seen == [("test:1", 2), ("test:1", 3, "unasked"), ("test:1", 20)]
    published = Published("abc", SharedBoard.of(Game.new(Rules(5, 5, 4))))
    await carry("", published)
    assert others == [published]
    for elsewhere in (Redraw("moon:1", 2), DayOver("moon:1", 2)):
        with pytest.raises(NotOurs):
            await carry("", elsewhere)


async def test_only_what_nobody_asked_for_waits(table: Table) -> None:
    """In quiet hours a board is shown only if somebody has asked for it."""
    table.private, table.in_place = False, True
    await table.deal(LAYOUT)
    await table.ask("/settings quiet 0-2")
    await table.wait(10 * MINUTE)
    shown = Shown()
    assert table.store.carry
    carry = carrier(table.store.carry, {"test": shown}, table.store)
    with pytest.raises(NotYet):
        await carry("", Redraw(table.chat, 1, unasked=True))
    await carry("", Redraw(table.chat, 1))
    assert shown.seen == [(table.chat, 1)]
