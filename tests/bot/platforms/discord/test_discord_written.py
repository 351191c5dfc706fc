"""What is written to the bot on Discord is answered like presses and slash commands."""

from __future__ import annotations

import pytest

from bot.app.requests.coordinates import NUMBERS
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.dealing import waiting
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    playing_discord,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import missing_permissions
from tests.emulators.discord.world import World

pytestmark = pytest.mark.gateway

WALL = "2x6/2 ###M## ###M##"


async def test_thanks(play: PlayingDiscord) -> None:
    """Thanks to the bot are answered in their language; without a mention they are not."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await play.say(direct, ann, "спасибо!")
    assert direct.last.text == words("greet.welcome", "ru")
    channel.say(ann, "thanks")
    channel.say(ann, "gg")
    await play.mention(channel, ann, "thanks")
    assert [message.text for message in channel.shown] == [words("greet.welcome")]


async def test_deletion_in_a_server(play: PlayingDiscord) -> None:
    """The button that deletes data works for the player who asked for it alone."""
    ann, bob, channel = play.two_in_server()
    await play.mention(channel, ann, "/delete")
    refused = await play.press(channel.last, bob, words("delete.yes"))
    assert refused.reply.viewer is bob
    assert refused.reply.text == words("alone.slash", command="/delete")
    done = await play.press(channel.last, ann, words("delete.yes"))
    assert done.reply.text == words("delete.done")


async def test_pictures(play: PlayingDiscord) -> None:
    """Typed commands for an exercise, a review and a card have pictures, as chosen ones do."""
    ann, direct = play.in_private()
    await play.won(direct, ann)
    for command in ("train", "review", "card", "stats"):
        await play.say(direct, ann, f"/{command}")
        written = direct.last
        chosen = (await play.slash(direct, ann, command)).reply
        assert bool(written.picture) == bool(chosen.picture) == (command != "stats"), command


async def test_solver_to_the_end(play: PlayingDiscord) -> None:
    """A typed /solve all plays to the end, after which no stop button is left."""
    ann, direct = play.in_private()
    await play.slash(direct, ann, "newgame", rows=5, cols=5, mines=3)
    await play.say(direct, ann, "/solve all")
    assert (await play.session(direct)).game.outcome is not None
    assert label("solve_stop") not in str(direct.last.labels)
    assert len(direct.shown) == 1


async def test_language_of_the_client(play: PlayingDiscord) -> None:
    """A player who chose no language is answered in the one that their client told last."""
    bob, direct = play.in_private("Bob", "ru")
    await play.sent(direct, bob, "newgame", rows=5, cols=5, mines=5)
    off = words("typed.off_board_letters", "ru", rows=5, cols=5, last="e")
    said = off, words("help.newgame", "ru")
    for text, expected in zip(("zz99", "/help"), said, strict=True):
        await play.say(direct, bob, text)
        assert expected.replace("*", "") in direct.last.text
    await play.say(direct, bob, "/newgame 5 5 5")
    assert label("hint_price", "ru") in str(direct.last.labels)


@pytest.mark.parametrize(("locale", "language"), [("ru", "ru"), ("en-US", "en")])
async def test_language_of_a_server(locale: str, language: str) -> None:
    """Who speaks none that the bot does, or is not known yet, is answered in the server's."""

    def settled(world: World) -> None:
        people = world.user("Ann"), world.user("Bob", "zh-CN"), world.user("Cid", "de")
        guild = world.guild("Field", *people)
        guild.locale = locale
        guild.channel("mines")

    async with playing_discord(before=settled) as play:
        [guild] = play.world.guilds.values()
        ann, bob, cid = (one for one in guild.members.values() if not one.is_bot)
        [channel] = guild.channels.values()
        await play.mention(channel, ann, "/newgame 5 5 5")
        assert label("hint_price", language) in str(channel.last.labels)
        for one, spoken in ((bob, "zh"), (cid, language)):
            await play.slash(channel, one, "again")
            assert label("hint_price", spoken) in str(channel.last.labels)
            await play.mention(channel, one, "/newgame 6 6 5")
            assert label("hint_price", spoken) in str(channel.last.labels)


@pytest.mark.parametrize(("locale", "language"), [("en-US", "ru"), ("zh-CN", "zh")])
async def test_language_of_a_greeting(locale: str, language: str) -> None:
    """A greeting is answered in its language where neither its author's nor the server's is known.

    Discord gives American English to every server, whoever is in it.
    """

    def settled(world: World) -> None:
        guild = world.guild("Field", world.user("Ann"), world.user("Bob"))
        guild.locale = locale
        guild.channel("mines")

    async with playing_discord(before=settled) as play:
        [guild] = play.world.guilds.values()
        ann, bob = (one for one in guild.members.values() if not one.is_bot)
        [channel] = guild.channels.values()
        for said, answer in (("привет", "greet.hello"), ("спасибо", "greet.welcome")):
            await play.mention(channel, ann, said)
            assert words(answer, language) in channel.last.text
        await play.slash(channel, bob, "help")
        await play.mention(channel, bob, "привет")
        assert words("greet.hello") in channel.last.text


async def test_language_that_was_chosen(play: PlayingDiscord) -> None:
    """What a channel's administrators chose comes before the server's language."""
    ann, bob, channel = play.two_in_server()
    await play.slash(channel, ann, "language", language="ru")
    await play.mention(channel, bob, "/newgame 5 5 200")
    assert channel.last.text == words("newgame.range_mines", "ru", low=1, high=24)


async def test_without_files(play: PlayingDiscord) -> None:
    """Where the bot may send no files, typed commands are answered with boards as text."""
    ann, channel = play.in_server()
    channel.deny(play.world.bot, Permission.ATTACH_FILES)
    channel.say(ann, f"{play.world.bot.mention} /newgame expert")
    await play.reach(lambda: channel.shown)
    await play.settle()
    [board] = channel.shown
    assert "```" in board.text
    assert words("newgame.form", numbers="3 4") in board.text, "there is no cell to tap"
    assert words("board.no_files") in board.text
    await play.mention(channel, ann, "c3")
    assert "```" in channel.last.text
    assert words("board.no_files") not in channel.last.text, "it is said once"
    before = len(channel.shown)
    await play.mention(channel, ann, "/train")
    assert "```" in channel.last.text
    assert len(channel.shown) == before + 1
    channel.denied.clear()
    await play.mention(channel, ann, "/board")
    assert channel.last.picture
    await play.bot._courier.redraw(f"discord:{channel.id}", 1)
    assert channel.last.picture, "also when it changes"


async def test_without_history(play: PlayingDiscord) -> None:
    """Where the bot may not read the history, it answers a message without replying to it."""
    ann, channel = play.in_server()
    channel.deny(play.world.bot, Permission.READ_MESSAGE_HISTORY)
    channel.say(ann, f"{play.world.bot.mention} /language ru")
    await play.reach(lambda: channel.shown)
    await play.settle()
    assert [message.text for message in channel.shown] == [words("language.set", "ru")]
    assert channel.last.reply_to is None


async def test_without_files_later(play: PlayingDiscord) -> None:
    """A board with a picture becomes text once the bot may send no files, and says so once."""
    ann, channel = play.in_server()
    board = (await play.slash(channel, ann, "newgame", level="expert")).reply
    play.world.fail_next("update_message", missing_permissions())
    for is_first in (True, False):
        await play.bot._courier.redraw(f"discord:{channel.id}", 1)
        assert "```" in board.text
        assert not board.picture
        assert (words("board.no_files") in board.text) is is_first


async def test_without_leave_to_write_later(play: PlayingDiscord) -> None:
    """A board that is refused as a picture and as text is not tried again."""
    ann, channel = play.in_server()
    await play.slash(channel, ann, "newgame", level="expert")
    before = len(play.world.calls("update_message"))
    play.world.fail_next("update_message", missing_permissions(), times=9)
    await play.bot._courier.redraw(f"discord:{channel.id}", 1)
    assert len(play.world.calls("update_message")) == before + 2


@pytest.mark.parametrize("text", ["c3", "/board", "/hint", "/help", "/save x", "/export"])
async def test_repeated_events(play: PlayingDiscord, text: str) -> None:
    """A message that Discord repeats after a resume has nothing sent or changed."""
    ann, direct = play.in_private()
    await play.say(direct, ann, "/newgame 5 5 12")
    direct.say(ann, text)
    await play.passing(BotClock(play.clock).sleep(60))
    await play.settle()
    shown, calls = [(each, each.text) for each in direct.shown], calls_of(play)
    play.world.handshake.repeated = 20
    play.world.gateway.reconnect()
    await play.passing(BotClock(play.clock).sleep(60))
    await play.settle()
    assert play.world.handshake.resumes
    assert [(each, each.text) for each in direct.shown] == shown
    assert calls_of(play) == calls


def calls_of(play: PlayingDiscord) -> list[str]:
    """Return the calls about messages that were made."""
    return [call.name for call in play.world.requests if call.name.endswith("_message")]


async def heard(play: PlayingDiscord, user: User, text: str, to: Message, *, wanted: bool) -> bool:
    """Tell whether the bot answers ``text``, sent as a reply that rings the author of ``to``."""
    channel, before = to.home, len(to.home.shown)
    channel.say(user, text, to)
    if not wanted:  # an answer to ``text`` would come before that to /privacy
        await play.mention(channel, user, "/privacy")
        await play.settle()
        return len(channel.shown) > before + 1
    await play.reach(lambda: channel.history[-1].message.own)
    await play.settle()
    return True


@pytest.mark.parametrize(
    ("text", "to_board", "to_words"),
    [
        ("nice!", False, False),
        ("again?", False, False),
        ("lol, 2 mines left and you guess?", False, False),
        ("5 stars", False, False),
        ("\N{FACE WITH TEARS OF JOY}", False, False),
        ("10/10", True, False),
        ("?!", False, False),
        ("c3", True, True),
        ("3 4 !d1", True, True),
        ("f 3 4", True, True),
        ("flag c3", True, True),
        ("флаг c3", True, True),
        ("c3 插旗", True, True),
        ("флаг на 3 дня", False, False),
        ("open 24 hours", False, False),
        ("why flag c3", False, False),
        ("/hint", True, True),
    ],
)
async def test_talk(play: PlayingDiscord, text: str, *, to_board: bool, to_words: bool) -> None:
    """A reply to the bot's message is answered if it is a move or a command; else it is talk."""
    ann, bob, channel = play.two_in_server()
    await play.mention(channel, ann, "/games")
    said = channel.last
    await play.mention(channel, ann, "/newgame 9 9 10")
    assert await heard(play, bob, text, channel.last, wanted=to_board) == to_board
    assert await heard(play, bob, text, said, wanted=to_words) == to_words


@pytest.mark.parametrize("direct", [False, True])
async def test_exercise(play: PlayingDiscord, *, direct: bool) -> None:
    """A cell in a reply to an exercise answers that one, and opens nothing in a running game."""
    ann, bob, field = play.two_in_server()
    place: Channel = play.world.dm(ann) if direct else field
    await play.mention(place, ann, "/newgame easy")
    await play.mention(place, ann, "/train")
    asked = place.last
    made = await waiting(play.store, f"discord:{ann.id}")
    before = len(play.world.calls("create_message"))
    place.say(ann, made.board.grid.name(made.answer[0]), asked)
    await play.settle(answered=before + 1)
    assert place.last.text.startswith("✅")
    assert not (await play.session(place)).game.history
    if not direct:
        assert not await heard(play, bob, "what about 3?", asked, wanted=False)


async def test_named(play: PlayingDiscord) -> None:
    """A bare mention is greeted; words beside a mention are read as a request to the bot."""
    ann, channel = play.in_server()
    await play.mention(channel, ann, "")
    assert words("greet.hello") in channel.last.text
    assert channel.last.labels
    await play.mention(channel, ann, "good bot")
    assert channel.last.text == words("unknown.nothing", numbers=NUMBERS)
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    before = len(play.world.calls("create_message"))
    channel.say(ann, f"{play.world.bot.mention} mode flag", board)
    await play.settle(answered=before + 1)
    assert (await play.session(channel)).flagging


async def test_nothing_written(play: PlayingDiscord) -> None:
    """A message without words, as of a sticker, is answered in private, not in a server."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    channel.say(ann, "")
    await play.say(direct, ann, "")
    assert direct.last.text == words("unknown.nothing", numbers=NUMBERS)
    assert not channel.shown


async def test_written_at_once(play: PlayingDiscord) -> None:
    """Messages that arrive at once, as after a break, are carried out in their order."""
    ann, direct = play.in_private()
    await play.say(direct, ann, "/newgame 5 5 5")
    for text in ("/newgame 9 9 10", "a1"):
        direct.say(ann, text)
    await play.settle(answered=3)
    assert len((await play.session(direct, 2)).game.history) == 1
