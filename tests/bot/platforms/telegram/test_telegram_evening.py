"""The table at day's end on Telegram: switched on by a button, and sent once by two workers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app.documents.table import TimeEntry
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days, RankedTry
from bot.app.requests.day import DAY_MS, OnDay, day_of
from bot.i18n import LANGUAGES
from tests.bot.platforms.telegram.playing import Playing, deployment
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.people import User
from tests.emulators.telegram.rig import serving
from tests.strategies import seeded

_HOUR = 3600.0


async def solve(play: Playing, user: User, seconds: int, day: int) -> None:
    """Have ``user`` solve the easy board of ``day`` in ``seconds``, ranked."""
    entry = TimeEntry(seconds * 1000, f"telegram:{user.id}", user.first_name)
    tried = RankedTry(OnDay(day, "easy"), entry, 0, solved=True)
    await Days(play.store, play.solver, seeded(1)).ended(tried, f"{user.id}:{day}")
    await DayGroups(play.store).ended(tried)


async def pass_to(play: Playing, at: float, *others: Playing) -> None:
    """Let time pass until ``at`` (Unix time), and have all workers sweep."""
    # A sweep passes over effects that are still in work, so these are finished first.
    await play.settle(*others)
    play.clock.advance(at - play.clock.now())
    for worker in (play, *others):
        await worker.store.view("", lambda *_: None)
    for worker in (play, *others):
        await worker.store.sweep(0)
    await play.settle(*others)


def sent(group: Chat) -> list[str]:
    """Return the tables that ``group`` was sent."""
    return [each.text for each in group.shown if each.text.startswith("🌙")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_sent_once(tmp_path: Path, language: str) -> None:
    """Two workers send one table after the quiet hours, with times as the language writes them."""
    async with serving() as server:
        shared = deployment(server, tmp_path)
        async with shared.worker() as play, shared.worker(polls=False) as other:
            ann, bob = (
                play.world.user("Ann", language),
                play.world.user("<b>Bob</b> @all", language),
            )
            group = play.world.supergroup("Sweepers", ann, bob)
            settings = await play.say(group, ann, "/settings")
            refused = await play.press(settings, bob, "0choose.table.on")
            assert refused.toast
            await play.press(settings, ann, "0choose.table.on")
            day = day_of(round(play.clock.now() * 1000))
            await play.say(group, ann, "/settings quiet 22-2")
            for user in (ann, bob):
                await play.say(group, user, "/daily")
            await asyncio.gather(solve(play, ann, 60, day), solve(other, bob, 50, day))
            over = (day + 1) * DAY_MS / 1000
            for hours in (0.5, 1.5):
                await pass_to(play, over + hours * _HOUR, other)
                assert sent(group) == []
            for hours in (2.0, 2.5, 8.0):
                await pass_to(play, over + hours * _HOUR, other)
            (text,) = sent(group)
            mark = "," if language == "ru" else "."
            assert f"  1. <b>Bob</b> @\u2060all 0:50{mark}0\n  2. Ann 1:00{mark}0\n" in text
            assert text.endswith("?start=daily")


async def test_in_its_topic(play: Playing) -> None:
    """In a forum the table goes to the topic of its players, or to the chat if that is gone.

    The table of the second day is sent once as well.
    """
    ann = play.world.user("Ann")
    group = play.world.supergroup("Sweepers", ann, forum=True)
    mines = group.topic("Mines")
    await play.settle()
    day = day_of(round(play.clock.now() * 1000))
    for text in ("/settings table on", "/daily"):
        mines.say(ann, text)
    await play.settle()
    for after in (0, 1):
        await solve(play, ann, 60, day + after)
        await pass_to(play, (day + after + 1) * DAY_MS / 1000 + _HOUR)
        if not after:
            assert mines.shown[-1].text.startswith("🌙")
            mines.opening.delete()
    play.clock.advance(60)
    # As by a worker that has found the wish just before it was noted that it is fulfilled.
    await play.bot.day_over(f"telegram:{group.id}", day + 1)
    assert len(sent(group)) == 2
