"""A server in Discord's place may say less than Discord does, and the bot plays."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.platforms import PlatformRefused
from tests.bot.platforms.discord.playing_discord import deployment, playing_discord, plays
from tests.emulators.discord.events import Event
from tests.emulators.discord.wire import unknown
from tests.emulators.discord.world import Options, World

UNKNOWN_MESSAGE = 10008


def saying(**says: Any) -> Options:
    """Return options of an emulator that answers the named calls with these results."""
    return Options(flood=False, check=False, says=says)


@pytest.mark.parametrize(
    "listed",
    [
        [],
        {},
        [{"id": "5", "name": "logo"}],
        {"items": None},
        {"items": [{"id": "x", "name": ""}]},
        "?",
    ],
)
async def test_emoji(listed: Any, caplog: pytest.LogCaptureFixture) -> None:
    """If the list of emoji cannot be read, the bot logs that once, and draws Unicode emoji."""
    options = saying(list_application_emojis=listed)
    async with playing_discord(options) as play:
        ann = play.world.user("Ann")
        board = (await play.slash(play.world.dm(ann), ann, "newgame", level="easy")).reply
        assert board.text.count("\u2b1c") == 63
        assert caplog.text.count("the application's emoji") == 1


@pytest.mark.parametrize("published", [[], {}, ""])
async def test_commands(published: Any) -> None:
    """The bot plays, whatever the reply to its registration of commands is."""
    async with playing_discord(saying(bulk_set_application_commands=published)) as play:
        await plays(play)


@pytest.mark.parametrize("named", [True, False])
async def test_who_the_bot_is(*, named: bool) -> None:
    """The bot plays if told only its id and name, and its application's id or nothing."""

    def sparse(world: World) -> None:
        few = {"id": str(world.bot.id), "username": "mines"}
        world.options.says["get_my_user"] = few
        about = {"id": str(world.hub.application)} if named else {}
        world.options.says["get_my_oauth2_application"] = about

    async with playing_discord(saying(), before=sparse) as play:
        ann, channel = play.in_server()
        await play.mention(channel, ann, "/newgame easy")
        assert "Game 1" in channel.last.text


@pytest.mark.parametrize("user", ["<!doctype html>", [], {}, {"id": "5"}, None])
async def test_elsewhere(user: Any) -> None:
    """If DISCORD_API_URL leads to another server, or to another path, the bot says so and ends."""

    def other(world: World) -> None:
        if user is None:
            world.fail_next("get_my_user", unknown(0, "page"))
        else:
            world.options.says["get_my_user"] = user

    async with deployment(saying(), before=other) as shared:
        with pytest.raises(PlatformRefused, match=r"DISCORD_API_URL .* /api/v10"):
            async with shared.worker():
                pass


async def test_application_that_is_not_told_of(caplog: pytest.LogCaptureFixture) -> None:
    """If the call for its application is unknown, the bot logs its guess, and plays."""

    def silent(world: World) -> None:
        world.fail_next("get_my_oauth2_application", unknown(0, "application"))

    async with playing_discord(saying(), before=silent) as play:
        await plays(play)
    assert "its id is taken to be the bot's" in caplog.text


@pytest.mark.parametrize(
    "start",
    [
        {"url": "?", "shards": None, "session_start_limit": None},
        {"session_start_limit": {"remaining": None, "max_concurrency": None}},
        {"shards": 1, "session_start_limit": {"remaining": 500, "reset_after": None}},
        {"session_start_limit": {"remaining": 500, "max_concurrency": 0}},
    ],
)
async def test_start(start: dict[str, Any]) -> None:
    """The bot plays if values of the gateway's start are null, or it has no buckets."""
    async with playing_discord(saying(get_bot_gateway=start)) as play:
        await plays(play)


async def test_session() -> None:
    """The bot plays after a READY that names the bot and its session, and no servers."""
    async with playing_discord(saying()) as play:
        world = play.world
        user = {"id": str(world.bot.id), "username": "mines"}
        session = {"session_id": "s", "resume_gateway_url": world.gateway_url}
        world.hub.tell(Event("READY", {"user": user, **session}))
        await plays(play)
        assert len(world.handshake.identifies) == 1


@pytest.mark.parametrize("place", ["server", "unknown server", "direct", "answer"])
async def test_written(place: str) -> None:
    """A message with no more than text, place and author is a move; a reply needs the buttons.

    A server that the library does not know counts as a server.
    """
    async with playing_discord(saying()) as play:
        ann = play.world.user("Ann")
        guild = play.world.guild("Sweepers", ann)
        channel = play.world.dm(ann) if place == "direct" else guild.channel("mines")
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
        said: dict[str, Any] = {"id": str(board.id + 1), "channel_id": str(channel.id)}
        said["author"] = {"id": str(ann.id), "username": "ann"}
        said["content"] = "3 3" if channel.guild is None else f"{play.world.bot.mention} 3 3"
        if place != "direct":
            said["guild_id"] = "5" if place == "unknown server" else str(guild.id)
        if place == "answer":
            said |= {"content": "3 3", "mentions": None, "member": None}
            said["referenced_message"] = {"components": list(board.content.components)}
        play.world.hub.tell(Event("MESSAGE_CREATE", said))
        await play.reach(lambda: channel.last.id != board.id)
        assert len((await play.session(channel)).game.history) == 1


async def test_charset() -> None:
    """The bot reads JSON whose content type names a charset, and error codes in it."""
    options = saying()
    options.json_type = "application/json; charset=utf-8"
    async with playing_discord(options) as play:
        ann, channel = play.in_server()
        await play.mention(channel, ann, "/newgame easy")
        assert "Game 1" in channel.last.text
        with pytest.raises(discord.NotFound) as refused:
            await play.bot._api.delete(str(channel.id), "5")
        assert refused.value.code == UNKNOWN_MESSAGE
