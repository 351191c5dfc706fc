"""Naughty names and texts through every field that Discord has; by both intakes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bot.i18n import Text, Translator, clean_name
from bot.platforms.discord.view import TYPED, View
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    commanded,
    opening_keys,
    words,
)
from tests.bot.platforms.naughty import DIRECTIONS, NAUGHTY, SURROGATE
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.people import User

APOLOGY = words("game.failed")[:20]
WALL = "3x5/2 ##M## ##M## #####"
TOGETHER = 24  # interactions at once: as many as are answered in 3 s on a busy machine too


def check(play: PlayingDiscord) -> None:
    """Check that no message of the bot has a mention, an open direction or an apology."""
    controls = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c")
    messages = [
        each for one in play.world.channels.values() for each in one.messages_by_id.values()
    ]
    for message in (each for each in messages if each.own):
        for content in message.versions:
            assert not content.mentions
            assert not content.everyone
            assert not controls & set(content.words), content.words
            assert content.words.count("\u2068") == content.words.count("\u2069"), content.words
            assert APOLOGY not in content.words


async def all_answered(play: PlayingDiscord, sent: list[Interaction]) -> None:
    """Wait until all interactions are answered, and check what the bot has shown."""
    for each in sent:
        await play.settle(each)
        assert each.callback, each.data
    check(play)


async def test_case_31_names(play: PlayingDiscord) -> None:
    """Case 31: players with odd names play together; names are cleaned, and mention nobody."""
    names = [*NAUGHTY[::6], *DIRECTIONS, "", "@everyone", "<@1>", "*x* _y_ ||z||", "😀" * 5000]
    people = [play.world.user(name) for name in names]
    channel = play.world.guild("Sweepers", *people).channel("mines")
    board = await play.dealt(channel, people[0], "9x9/9" + " ##M######" * 9)
    closed = [cell for cell in range(81) if cell % 9 > 1]
    for cell, person in zip(closed, people, strict=False):
        await play.settle(board.forge(person, f"1m.!.{cell}.0"))
        shown = board.text.replace("\\", "").translate(dict.fromkeys((0x2068, 0x2069, 0x200B)))
        assert cell == closed[0] or clean_name(person.name).replace("\u200b", "") in shown
    session = await play.session(channel)
    assert session.names == tuple(map(clean_name, names))
    check(play)


MARKED = (
    "</newgame:1>", "<#1>", "<t:0:R>", "<:x:1>", "<id:customize>", "<@&1>", "[**b**](http://a.b)",
    "https://a.b/**x**", "https://a.b/`x`||",
)  # fmt: skip


@pytest.mark.parametrize("name", MARKED)
def test_case_31_marks(name: str) -> None:
    """Case 31: all marks in a name are escaped, in addresses and angle brackets as well."""
    said = View(Translator()).say(Text("handover.taken", name=name), "en")
    marks = re.findall(r"(?<!\\)(?:\\\\)*[*_~|`<\[]", said)
    assert not marks, said


async def test_case_31_surrogate(play: PlayingDiscord) -> None:
    """Case 31: half a character in a name, which Discord never sends, stops no other player."""
    ann, bob = play.world.user(f"A{SURROGATE}n"), play.world.user("Bob")
    channel = play.world.guild("Sweepers", bob).channel("mines")
    play.world.dm(ann).slash(ann, "newgame", level="simple")
    started = await play.slash(channel, bob, "newgame", level="simple")
    assert list(opening_keys(started.reply))


Send = Callable[[Channel, User, str], Interaction]


def option(command: str, name: str) -> Send:
    """Return a function that sends a slash command with a text as its option."""
    return lambda channel, user, text: commanded(channel, user, command, **{name: text})


def proposal(channel: Channel, user: User, text: str) -> Interaction:
    """Type ``text`` into an option that has autocompletion."""
    options = [{"name": "cell", "type": 3, "value": text, "focused": True}]
    data = {"id": "1", "name": "open", "type": 1, "options": options}
    return channel.interactions.begin(4, user, channel, data)


def form(channel: Channel, user: User, text: str) -> Interaction:
    """Send the form for typed moves."""
    parts = [{"type": 18, "component": {"type": 4, "custom_id": "x", "value": text}}]
    data = {"custom_id": f"{TYPED}.1", "components": parts}
    return channel.interactions.begin(5, user, channel, data, channel.last)


def pressed(channel: Channel, user: User, text: str) -> Interaction:
    """Press a button whose id is ``text``."""
    return channel.last.forge(user, text[:100])


def called(channel: Channel, user: User, text: str) -> Interaction:
    """Send a slash command whose name is ``text``."""
    return commanded(channel, user, text)


FIELDS: dict[str, Send] = {
    "level": option("newgame", "level"),
    "cell": option("open", "cell"),
    "flag": option("flag", "cell"),
    "name": option("save", "name"),
    "load": option("load", "name"),
    "train": option("train", "cell"),
    "who": option("access", "who"),
    "option": option("language", "any"),
    "proposal": proposal,
    "form": form,
    "custom_id": pressed,
    "command": called,
}


@pytest.mark.parametrize("field", FIELDS)
async def test_case_32(play: PlayingDiscord, field: str) -> None:
    """Case 32: every naughty string in every field is answered, and nothing fails."""
    ann, channel = play.in_server()
    await play.deal(channel, ann, WALL)
    await play.slash(channel, ann, "board")
    for first in range(0, len(NAUGHTY), TOGETHER):
        lot = NAUGHTY[first : first + TOGETHER]
        await all_answered(play, [FIELDS[field](channel, ann, text) for text in lot])
    again = await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)
    assert again.reply.text


@pytest.mark.gateway
@pytest.mark.parametrize("before", ["", "/newgame ", "/open ", "/save ", "/", "<@{bot}> "])
async def test_case_32_typed(play: PlayingDiscord, before: str) -> None:
    """Case 32: no naughty string as a message makes the bot fail, and it plays on."""
    ann = play.world.user("Ann")
    direct, channel = play.world.dm(ann), play.world.guild("Field", ann).channel("mines")
    await play.say(direct, ann, "/newgame 9 9 10")
    for text in NAUGHTY:
        words = f"{before.format(bot=play.world.bot.id)}{text}"[:2000]
        direct.say(ann, words)
        channel.say(ann, words)
    await play.reach(lambda: len(direct.shown) >= 2)
    await play.settle()
    check(play)
    await play.say(direct, ann, "/newgame 5 5 3")
    assert list(opening_keys(direct.last))
