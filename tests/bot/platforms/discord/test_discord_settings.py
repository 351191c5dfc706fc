"""Settings on Discord: how they are chosen, who may change them, and what they change."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
    playing_discord,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.content import Flag
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.world import World

pytestmark = pytest.mark.gateway


def somewhere(play: PlayingDiscord, *, guest: bool) -> tuple[User, Channel]:
    """Return a player and a channel where the bot is a member, or a ``guest`` of the player's."""
    ann, bob = play.world.user("Ann", installed=guest), play.world.user("Bob")
    guild = play.world.guild("Mines", ann)
    return ann, play.world.private(ann, bob) if guest else guild.channel("mines")


async def test_coordinates(play: PlayingDiscord) -> None:
    """Numbers from 0 name the cells on buttons, in choices and in sentences."""
    ann, channel = play.in_server()
    settings = (await play.slash(channel, ann, "settings")).reply
    await play.press(settings, ann, "0choose.coordinates.one")
    assert "numbers from 1" in settings.text
    await play.slash(channel, ann, "settings", change="coordinates zero")
    board = (await play.slash(channel, ann, "newgame", level="beginner")).reply
    assert "0:0" in str(board.labels)
    flagged = await play.slash(channel, ann, "flag", cell="2:3")
    assert "Flagged 2:3" in flagged.reply.text


@pytest.mark.parametrize("guest", [False, True])
async def test_board_that_is_there(play: PlayingDiscord, *, guest: bool) -> None:
    """A chosen look changes the board that is shown already, by a member and by a guest bot."""
    ann, channel = somewhere(play, guest=guest)
    board = (await play.slash(channel, ann, "newgame", level="simple")).reply
    assert [*opening_keys(board)]
    await play.slash(channel, ann, "settings", change="text on")
    assert not [*opening_keys(board)]
    assert not play.refused()


@pytest.mark.parametrize("guest", [False, True])
async def test_what_was_said_last(play: PlayingDiscord, *, guest: bool) -> None:
    """The words on a board that is shown already change with the chosen settings."""
    ann, channel = somewhere(play, guest=guest)
    board = (await play.slash(channel, ann, "newgame", level="simple")).reply
    assert "Tap a cell" in board.text
    await play.slash(channel, ann, "settings", change="text on")
    assert "Tap a cell" not in board.text
    assert "a row and a column, like 3 4" in board.text
    await play.slash(channel, ann, "settings", change="coordinates zero")
    assert "a row and a column, like 2 3" in board.text


@pytest.mark.parametrize("guest", [False, True])
async def test_board_that_is_there_speaks_the_language(
    play: PlayingDiscord, *, guest: bool
) -> None:
    """A chosen language changes the board that is shown already, with no call refused."""
    ann, channel = somewhere(play, guest=guest)
    board = (await play.slash(channel, ann, "newgame", level="simple")).reply
    await play.slash(channel, ann, "language", language="ru")
    assert label("menu", "ru") in str(board.labels)
    assert not play.refused()


@pytest.mark.parametrize("guest", [False, True])
async def test_boards_that_are_there_speak_the_language(
    play: PlayingDiscord, *, guest: bool
) -> None:
    """A chosen language changes all boards in play, not only the newest; no call is refused."""
    ann, channel = somewhere(play, guest=guest)
    first = await play.begin(channel, ann, level="simple")
    second = (await play.slash(channel, ann, "newgame", level="simple")).reply
    for chosen in ({"language": "ru"}, {"language": "zh"}):
        await play.slash(channel, ann, "language", **chosen)
        for board in (first, second):
            assert label("menu", chosen["language"]) in str(board.labels)
    assert not play.refused()


@pytest.mark.parametrize("place", ["server", "direct"])
async def test_cells_named_when_boards_become_text(play: PlayingDiscord, place: str) -> None:
    """A board says in the chat's coordinates how to type a move, as text and as buttons."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    chat = play.world.dm(ann) if place == "direct" else guild.channel("mines")
    await play.slash(chat, ann, "settings", change="coordinates zero")
    board = (await play.slash(chat, ann, "newgame", rows=5, cols=5, mines=5)).reply
    assert "like 2 3" in board.text
    for text in ("text on", "text off"):
        await play.slash(chat, ann, "settings", change=text)
        said = board.text.partition("```")[0]
        assert "like 2 3" in said
        assert not [name for name in ("3 4", "d3") if name in said]


@pytest.mark.parametrize("right", [Permission.MANAGE_GUILD, Permission.ADMINISTRATOR])
@pytest.mark.parametrize("is_own", [True, False])
async def test_settings_of_a_role(right: Permission, *, is_own: bool) -> None:
    """A player who manages the server by a role, their own or everybody's, can write settings."""

    def settled(world: World) -> None:
        bob = world.user("Bob")
        guild = world.guild("Field", world.user("Ann"), bob)
        guild.channel("mines")
        if is_own:
            guild.role("keeper", right, bob)
        else:
            guild.roles[guild.id].rights |= right

    async with playing_discord(before=settled) as play:
        [guild] = play.world.guilds.values()
        [channel] = guild.channels.values()
        [bob] = [one for one in guild.members.values() if one.name == "Bob"]
        text = f"{play.world.bot.mention} /settings coordinates zero"
        await play.say(channel, bob, text)
        assert "numbers from 0" in channel.last.text


async def test_no_button_that_would_refuse(play: PlayingDiscord) -> None:
    """A player who may not change the settings reads them and is told so, without buttons."""
    ann, bob, channel = play.two_in_server()
    offered = (await play.slash(channel, ann, "settings")).reply
    assert offered.labels
    assert words("settings.admins") not in offered.text
    told = (await play.slash(channel, bob, "settings")).reply
    assert words("settings.boards", count=10) in told.text
    assert told.text.endswith(words("settings.admins"))
    assert not told.labels
    assert (await play.slash(channel, ann, "language")).reply.labels
    refused = (await play.slash(channel, bob, "language")).reply
    assert refused.text == words("language.admins")
    assert not refused.labels


async def test_language(play: PlayingDiscord) -> None:
    """A server's language is confirmed in that language; a player who may not choose is told so."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "zh-CN")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    asked = (await play.slash(channel, ann, "language")).reply
    await play.press(asked, ann, "Русский")
    assert (asked.viewer, asked.text) == (ann, "Теперь здесь говорю по-русски.")
    assert not asked.labels
    refused = (await play.sent(channel, bob, "language", language="en")).reply
    assert refused.text == words("language.admins", "zh")


async def test_deletion(play: PlayingDiscord) -> None:
    """After a player's data are deleted, the button that deletes them is gone."""
    ann = play.world.user("Ann")
    asked = (await play.slash(play.world.dm(ann), ann, "delete")).reply
    await play.press(asked, ann, words("delete.yes"))
    assert (asked.text, asked.labels) == (words("delete.done"), [])


async def test_quiet_hours(play: PlayingDiscord) -> None:
    """In quiet hours the bot's own messages suppress notifications."""
    ann, channel = play.in_server()
    await play.mention(channel, ann, "/newgame easy")
    for half in ("0-12", "12-0"):
        await play.slash(channel, ann, "settings", change=f"quiet {half}")
        await play.mention(channel, ann, "/newgame easy")
        await play.mention(channel, ann, "/games")
        await play.mention(channel, ann, "/export")
    silent = [
        bool(each.body.get("flags", 0) & Flag.SUPPRESS_NOTIFICATIONS)
        for each in play.world.calls("create_message")
        if each.path["channel_id"] == str(channel.id)
    ]
    assert len(silent) == 7
    assert sum(silent) == 3
    assert not any(each.error for each in play.world.requests)


async def test_quiet_hours_without_history(play: PlayingDiscord) -> None:
    """In quiet hours an answer that may not be a reply suppresses notifications, too."""
    ann, channel = play.in_server()
    channel.deny(play.world.bot, Permission.READ_MESSAGE_HISTORY)
    for half in ("0-12", "12-0"):
        await play.slash(channel, ann, "settings", change=f"quiet {half}")
        await play.mention(channel, ann, "/games")
    silent = [
        bool(each.body.get("flags", 0) & Flag.SUPPRESS_NOTIFICATIONS)
        for each in play.world.calls("create_message")
        if not each.error
    ]
    assert sorted(silent) == [False, True]


async def test_settings_beside_a_board(play: PlayingDiscord) -> None:
    """In a private chat the settings opened from a board's menu are a message of their own."""
    ann, chat = play.in_private()
    board = (await play.slash(chat, ann, "newgame", rows=5, cols=5, mines=5)).reply
    await play.press(board, ann, label("menu"))
    press = await play.press(board, ann, label("settings"))
    assert press.reply is not board
    assert list(opening_keys(board))
