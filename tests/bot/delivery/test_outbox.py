"""Outbox: the newest screen wins, budgets are kept, and the last screen arrives."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.delivery import Outbox, RetryLater


class VirtualClock:
    """A clock whose time passes only when everybody waits."""

    def __init__(self) -> None:
        """Begin at 0 s."""
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` of virtual time pass, after everything that can run has run."""
        until = self.now + seconds
        for _ in range(10):
            await asyncio.sleep(0)
        self.now = max(self.now, until)


class Chat:
    """A receiver that notes what it is sent and when, and may refuse."""

    def __init__(self, clock: VirtualClock) -> None:
        """Read times off ``clock``."""
        self.clock = clock
        self.got: list[tuple[float, str, int]] = []
        self.refusals: list[Exception] = []

    async def send(self, destination: str, screen: int) -> None:
        """Take ``screen``, or raise the next refusal."""
        if self.refusals:
            raise self.refusals.pop(0)
        self.got.append((self.clock.now, destination, screen))


@pytest.fixture
def chat() -> Chat:
    """Return a chat at time 0."""
    return Chat(VirtualClock())


@pytest.fixture
def outbox(chat: Chat) -> Outbox[str, int]:
    """Return an outbox to ``chat`` with 3 s between screens."""
    return Outbox(chat.send, chat.clock, interval=3.0)


async def test_newest_screen_wins(chat: Chat, outbox: Outbox[str, int]) -> None:
    """Of screens posted before the courier comes, only the newest is sent."""
    for screen in range(5):
        outbox.post("a", screen)
    await outbox.drain()
    assert chat.got == [(0.0, "a", 4)]


async def test_interval_is_kept(chat: Chat, outbox: Outbox[str, int]) -> None:
    """A screen posted within the interval waits for its end, and is then the newest."""
    outbox.post("a", 1)
    await asyncio.sleep(0)
    for screen in (2, 3):
        outbox.post("a", screen)
    await outbox.drain()
    assert chat.got == [(0.0, "a", 1), (3.0, "a", 3)]


async def test_destinations_do_not_wait_for_each_other(
    chat: Chat, outbox: Outbox[str, int]
) -> None:
    """A destination that has to wait delays no other."""
    chat.refusals.append(RetryLater(137))
    outbox.post("a", 1)
    outbox.post("b", 2)
    await outbox.drain()
    assert sorted(chat.got, key=lambda sent: sent[2]) == [(137.0, "a", 1), (0.0, "b", 2)]


async def test_retry_sends_the_newest(chat: Chat, outbox: Outbox[str, int]) -> None:
    """After the wait that the platform asked for, the newest screen is sent, not the refused."""
    chat.refusals.append(RetryLater(245))
    outbox.post("a", 1)
    await asyncio.sleep(0)
    outbox.post("a", 2)
    await outbox.drain()
    assert chat.got == [(245.0, "a", 2)]


async def test_trouble_is_logged_and_passes(
    chat: Chat, outbox: Outbox[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    """A sender that fails loses its screen, which is logged, and the next one is sent."""
    chat.refusals.append(OSError("gone"))
    with caplog.at_level(logging.ERROR):
        outbox.post("a", 1)
        await outbox.drain()
    assert "could not be sent" in caplog.text
    outbox.post("a", 2)
    await outbox.drain()
    assert [screen for _, _, screen in chat.got] == [2]
