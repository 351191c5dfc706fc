"""The table at day's end on Discord, and tables of a whole server."""

from __future__ import annotations

import pytest

from bot.app.documents.table import TimeEntry
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days, RankedTry
from bot.app.requests.day import DAY_MS, OnDay, day_of
from tests.bot.platforms.discord.playing_discord import PlayingDiscord
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import missing_access, server_error
from tests.strategies import seeded

pytestmark = pytest.mark.gateway


async def solve(play: PlayingDiscord, user: User, seconds: int, day: int) -> None:
    """Record that ``user`` solved the board of ``day`` in so many ``seconds``."""
    entry = TimeEntry(seconds * 1000, f"discord:{user.id}", user.name)
    tried = RankedTry(OnDay(day, "easy"), entry, 0, solved=True)
    advisor = play.bot._chat._service._finder._advisor
    await Days(play.store, advisor, seeded(1)).ended(tried, f"{user.id}")
    await DayGroups(play.store).ended(tried)


async def swept(play: PlayingDiscord, day: int) -> None:
    """Let two hours pass after ``day``, in which the worker sweeps the store."""
    for hours in (0.0, 1.0, 2.0):
        play.clock.advance((day + 1) * DAY_MS / 1000 + hours * 3600 - play.clock.now())
        for _ in range(2):
            await play.store.view("", lambda *_: None)
            await play.store.sweep(0)
            await play.settle()


@pytest.mark.parametrize("locale", ["en-US", "ru", "zh-CN"])
async def test_sent_once(play: PlayingDiscord, locale: str) -> None:
    """A channel that wants the day's table gets it once, with the names escaped."""
    ann, bob = play.world.user("Ann", locale), play.world.user("*Bob* @everyone", locale)
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    day = day_of(round(play.clock.now() * 1000))
    settings = (await play.sent(channel, ann, "settings")).reply
    await play.press(settings, ann, "0choose.table.on")
    for user in (ann, bob):
        await play.sent(channel, user, "daily")
    await solve(play, ann, 60, day)
    await solve(play, bob, 50, day)
    before = len(play.world.calls("create_message"))
    await swept(play, day)
    assert len(play.world.calls("create_message")) == before + 1
    assert channel.last.text.startswith("🌙")
    assert "  1. \\*Bob\\* @" in channel.last.text
    assert f"  2. Ann 1:00{',' if locale == 'ru' else '.'}0" in channel.last.text


async def test_whole_server(play: PlayingDiscord) -> None:
    """A server's table has the players of all its channels, and none of another server's."""
    ann, bob, cid = (play.world.user(name) for name in ("Ann", "Bob", "Cid"))
    guild = play.world.guild("Sweepers", ann, bob)
    mines, talk = guild.channel("mines"), guild.channel("talk")
    elsewhere = play.world.guild("Others", cid).channel("mines")
    day = day_of(round(play.clock.now() * 1000))
    for seconds, (user, channel) in enumerate(((ann, mines), (bob, talk), (cid, elsewhere)), 60):
        await play.slash(channel, user, "daily")
        await solve(play, user, seconds, day)
    here = (await play.slash(mines, ann, "daily", level="table")).reply
    assert "Ann" in here.text
    assert "Bob" not in here.text
    await play.press(here, ann, "🏠 Whole server")
    assert "  1. Ann 1:00.0\n  2. Bob 1:01.0" in mines.last.text
    assert "Cid" not in mines.last.text
    assert "Bob" in (await play.slash(mines, ann, "daily", level="server")).reply.text


async def test_tables_of_one_day(play: PlayingDiscord) -> None:
    """The tables of two channels are sent with a nonce each, which Discord is asked to enforce."""
    day = day_of(round(play.clock.now() * 1000))
    for name in ("Ann", "Bob"):
        user = play.world.user(name)
        channel = play.world.guild(f"Friends of {name}", user).channel("mines")
        settings = (await play.sent(channel, user, "settings")).reply
        await play.press(settings, user, "0choose.table.on")
        await play.sent(channel, user, "daily")
        await solve(play, user, 60, day)
    before = len(play.world.calls("create_message"))
    play.clock.advance((day + 1) * DAY_MS / 1000 + 3600 - play.clock.now())
    for _ in range(2):
        await play.store.view("", lambda *_: None)
        await play.store.sweep(0)
        await play.settle()
    bodies = [call.body for call in play.world.calls("create_message")[before:]]
    assert len({each["nonce"] for each in bodies}) == len(bodies) == 2
    assert all(len(each["nonce"]) <= 25 and each["enforce_nonce"] for each in bodies)


async def digest(play: PlayingDiscord) -> tuple[Channel, int]:
    """Return a channel that wants today's table, which has a result, and the day."""
    ann, channel = play.in_server()
    day = day_of(round(play.clock.now() * 1000))
    settings = (await play.sent(channel, ann, "settings")).reply
    await play.press(settings, ann, "0choose.table.on")
    await play.sent(channel, ann, "daily")
    await solve(play, ann, 60, day)
    return channel, day


async def test_while_discord_is_troubled(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """A table that Discord replies 503 to is sent once later, and no error is logged."""
    channel, day = await digest(play)
    play.world.fail_next("create_message", server_error(503))
    await swept(play, day)
    assert [message.text[:1] for message in channel.shown].count("🌙") == 1
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_where_nothing_may_be_written(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot tries only once to send the table to a channel that is closed to it."""
    _, day = await digest(play)
    before = len(play.world.calls("create_message"))
    play.world.fail_next("create_message", missing_access(), times=9)
    await swept(play, day)
    assert len(play.world.calls("create_message")) == before + 1
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
