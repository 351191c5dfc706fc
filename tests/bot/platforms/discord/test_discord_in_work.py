"""Answers in work: which of them cross one another, so that it is not known what is seen last."""

from __future__ import annotations

import asyncio

from bot.platforms.discord.in_work import InWork

CHAT, OTHER = "discord:1", "discord:2"


def test_messages_cross() -> None:
    """Two messages in work at once cross in their chat, and in no other."""
    works = InWork()
    with works.working_on(CHAT, None), works.working_on(OTHER, None):
        assert not works.crosses(CHAT)
        with works.working_on(CHAT, None):
            assert works.crosses(CHAT)
        assert works.crosses(CHAT)
        assert not works.crosses(OTHER)


def test_crossed_no_more() -> None:
    """Once a chat was idle, a new message does not cross those from before."""
    works = InWork()
    with works.working_on(CHAT, None), works.working_on(CHAT, None):
        pass
    with works.working_on(CHAT, None):
        assert not works.crosses(CHAT)


async def test_one_after_another() -> None:
    """A chat where the next answer begins as soon as the last was given is not idle in between."""
    works = InWork()
    with works.working_on(CHAT, None):
        idle = asyncio.create_task(works.idle(CHAT))
        await asyncio.sleep(0)
    with works.working_on(CHAT, None):
        for _ in range(3):
            await asyncio.sleep(0)
        assert not idle.done()
    await idle
