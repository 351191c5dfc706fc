"""Kinds of places: posts, announcements, stages, and direct messages of several people."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.app.requests.access import Access
from bot.platforms.discord import limits
from bot.platforms.discord.events import read_interaction
from core.game import Outcome
from tests.bot.platforms.discord.playing_discord import PlayingDiscord, label, opening_keys
from tests.emulators.discord.channel import Channel, Sort
from tests.emulators.discord.guild import Guild
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission

SMALL = {"rows": 5, "cols": 5, "mines": 12}
PLACES: dict[str, Callable[[Guild], Channel]] = {
    "post": lambda guild: guild.thread(guild.channel("help", Sort.FORUM), "a post"),
    "media post": lambda guild: guild.thread(guild.channel("shots", Sort.MEDIA), "a post"),
    "news": lambda guild: guild.channel("news", Sort.ANNOUNCEMENT),
    "news thread": lambda guild: guild.thread(
        guild.channel("news", Sort.ANNOUNCEMENT), "more", Sort.ANNOUNCEMENT_THREAD
    ),
    "stage": lambda guild: guild.channel("stage", Sort.STAGE),
    "voice": lambda guild: guild.channel("lounge", Sort.VOICE),
}
NEEDED = {
    "post": Permission.SEND_MESSAGES_IN_THREADS,
    "media post": Permission.SEND_MESSAGES_IN_THREADS,
    "news": Permission.SEND_MESSAGES,
    "news thread": Permission.SEND_MESSAGES_IN_THREADS,
    "stage": Permission.CONNECT,
    "voice": Permission.CONNECT,
}


@pytest.mark.parametrize("where", PLACES)
async def test_pressed_and_typed(play: PlayingDiscord, where: str) -> None:
    """In every kind of place a game is won by presses, and written commands are answered."""
    ann = play.world.user("Ann")
    place = PLACES[where](play.world.guild("Sweepers", ann))
    board = await play.begin(place, ann, **SMALL)
    if play.bot.endpoint is None:
        await play.say(place, ann, f"{play.world.bot.mention} /hint")
        await play.say(place, ann, f"{play.world.bot.mention} /board")
        board = place.last
    await play.win(board, ann, place)
    assert (await play.session(place)).game.outcome is Outcome.WON
    assert board.labels[0] == [label("again"), label("levels")]
    assert not play.refused()


@pytest.mark.parametrize("where", PLACES)
async def test_without_the_right(play: PlayingDiscord, where: str) -> None:
    """Without the right that a place asks for the bot is a guest, and no call is refused."""
    ann = play.world.user("Ann")
    place = PLACES[where](play.world.guild("Sweepers", ann))
    free = await play.slash(place, ann, "newgame", **SMALL)
    assert not read_interaction(free.payload()).guest
    (place.parent or place).deny(place.hub.bot, NEEDED[where])
    begun = await play.slash(place, ann, "newgame", **SMALL)
    assert read_interaction(begun.payload()).guest
    board = begun.reply
    await play.press(board, ann, next(opening_keys(board))[0])
    again = (await play.slash(place, ann, "board")).reply
    assert board.deleted
    assert again.keys
    assert not play.refused()


def group(play: PlayingDiscord) -> tuple[User, User, User, Channel]:
    """Return three people, the first with the bot installed, and their group."""
    ann, bob, eve = play.world.user("Ann", installed=True), *map(play.world.user, ("Bob", "Eve"))
    return ann, bob, eve, play.world.private(ann, bob, eve)


async def test_group_of_three(play: PlayingDiscord) -> None:
    """Players without the bot installed play by presses; the owner decides who may."""
    ann, bob, eve, talk = group(play)
    begun = await play.slash(talk, ann, "newgame", **SMALL)
    assert read_interaction(begun.payload()).chat.private is False
    board = begun.reply
    assert "press ⌨" in board.text
    await play.press(board, ann, next(opening_keys(board))[0])
    board = (await play.slash(talk, ann, "access", who="invited")).reply
    assert (await play.session(talk)).access is Access.INVITED
    safe = await play.safe_keys(board, talk)
    told = (await play.press(board, eve, safe[0])).reply
    assert told.viewer is eve
    await play.slash(talk, ann, "invite", player=bob)
    moves = len((await play.session(talk)).game.history)
    await play.press(board, bob, safe[0])
    session = await play.session(talk)
    assert len(session.game.history) == moves + 1
    assert session.names == ("Ann", "Bob")
    assert not play.refused()


async def test_hint_in_a_group_of_three(play: PlayingDiscord) -> None:
    """Bob alone sees his hint; after fifteen minutes his press still changes the shared board."""
    ann, bob, _, talk = group(play)
    board = await play.begin(talk, ann, **SMALL)
    hint = (await play.press(board, bob, "💡 Hint*")).reply
    assert hint.viewer is bob
    play.clock.advance(limits.TOKEN_S + 1)
    before = len(board.versions)
    await play.press(board, bob, (await play.safe_keys(board, talk))[0])
    assert len(board.versions) == before + 1
    assert talk.shown == [board]
    assert not play.refused()


async def test_commands_in_a_group_of_three(play: PlayingDiscord) -> None:
    """Other commands are answered in a group of three, with no call refused."""
    ann, _, _, talk = group(play)
    for command in ("settings", "games", "daily", "top", "stats", "help", "privacy"):
        assert (await play.slash(talk, ann, command)).reply.text
    assert (await play.slash(talk, ann, "tournament", rounds=3)).reply.text
    assert not play.refused()


async def test_rights_as_they_are_told(play: PlayingDiscord) -> None:
    """The bot is a guest only where a server tells of rights that are too few."""
    ann = play.world.user("Ann", installed=True)
    channel = play.world.guild("Sweepers", ann).channel("mines")
    asked, direct = channel.slash(ann, "help"), play.world.dm(ann).slash(ann, "help")
    for each in (asked, direct):
        await play.settle(each)
    told = asked.payload()
    cases = (
        (told | {"app_permissions": str(int(Permission.ADMINISTRATOR))}, True),
        ({name: value for name, value in told.items() if name != "app_permissions"}, True),
        (told | {"app_permissions": "0"}, False),
        (direct.payload() | {"app_permissions": "0"}, True),
    )
    for payload, may in cases:
        read = read_interaction(payload)
        assert (read.guest, read.chat.only_answers, read.chat.may_pin) == (not may, not may, may)


async def test_administrator_where_apps_are_hidden(play: PlayingDiscord) -> None:
    """A guest bot's answers to an administrator are for all, those to others for one alone."""
    ann, channel = play.as_guest()
    told = (await play.slash(channel, ann, "help")).payload()
    for rights, private in ((Permission.ADMINISTRATOR, False), (Permission.SEND_MESSAGES, True)):
        member = told["member"] | {"permissions": str(int(rights))}
        read = read_interaction(told | {"member": member})
        assert read.chat.private is private
        assert read.manages, "a chat that nobody else sees is the player's own"


async def test_private_without_a_context(play: PlayingDiscord) -> None:
    """An interaction without a context is of a private chat if it has no member."""
    ann, channel = play.in_server()
    for place, private in ((play.world.dm(ann), True), (channel, False)):
        told = (await play.slash(place, ann, "help")).payload()
        del told["context"]
        assert read_interaction(told).chat.private is private


async def test_names_of_players(play: PlayingDiscord) -> None:
    """A player is called by their nickname on the server, else display name, else account."""
    ann = play.world.user("Ann")
    told = (await play.slash(play.world.guild("Club", ann).channel("mines"), ann, "help")).payload()
    member, user = told["member"], told["member"]["user"] | {"username": "ann_1"}
    for nick, name, called in (
        ("Annie", "Ann", "Annie"),
        (None, "Ann", "Ann"),
        (None, None, "ann_1"),
        ("", "", "ann_1"),
    ):
        named = member | {"nick": nick, "user": user | {"global_name": name}}
        assert read_interaction(told | {"member": named}).player.name == called
