"""What is written to the bot on Discord is answered like presses and slash commands."""

from __future__ import annotations

import json

import msgspec
import pytest

from bot.advisor import SolverPool
from bot.app.counsel import Progress
from bot.app.requests.actions import INVITE_USAGE, Greet, Hint, Invite, Misread, Typed
from bot.app.requests.commands import read
from bot.app.requests.coordinates import NUMBERS
from bot.i18n import Text
from bot.platforms.discord.text_reading import asked_by
from bot.platforms.discord.writing import Answered, Author, Written
from core.game import Game
from core.review import Review
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.discord.playing_discord import (
    FAST,
    PlayingDiscord,
    label,
    playing_discord,
    words,
)
from tests.bot.platforms.discord.test_discord_train import waiting
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import missing_permissions, server_error, too_many_requests
from tests.emulators.discord.world import World

WALL = "2x6/2 ###M## ###M##"


async def mention(play: PlayingDiscord, channel: Channel, user: User, text: str) -> None:
    """Write ``text`` to the bot in a server, with a mention."""
    await play.say(channel, user, f"{play.world.bot.mention} {text}", FAST)


async def won(play: PlayingDiscord, channel: Channel, user: User) -> None:
    """Let ``user`` begin a game and win it."""
    board = await play.begin(channel, user, rows=5, cols=5, mines=3)
    await play.win(board, user, channel)


@pytest.mark.gateway
async def test_thanks(play: PlayingDiscord) -> None:
    """Thanks to the bot are answered in their language; without a mention they are not."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await play.say(direct, ann, "спасибо!", FAST)
    assert direct.last.text == words("greet.welcome", "ru")
    channel.say(ann, "thanks")
    channel.say(ann, "gg")
    await mention(play, channel, ann, "thanks")
    assert [message.text for message in channel.shown] == [words("greet.welcome")]


@pytest.mark.gateway
async def test_own_data(play: PlayingDiscord) -> None:
    """/export in a server sends the data in a direct message, and says so in the server."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, direct = play.world.guild("Field", ann, bob).channel("mines"), play.world.dm(ann)
    await mention(play, channel, ann, "/export")
    assert channel.last.text == words("export.sent")
    assert all(message.picture is None for message in channel.shown)
    assert direct.last.text == words("export.here")
    assert json.loads(direct.last.picture or b"")["player"]["name"] == "Ann"
    # By Discord's docs a nonce belongs to its author, not to a channel.
    assert len({call.body["nonce"] for call in play.world.calls("create_message")}) == 2


@pytest.mark.gateway
async def test_own_data_in_private(play: PlayingDiscord) -> None:
    """/export in a direct message is answered with the data, once."""
    direct = play.world.dm(ann := play.world.user("Ann"))
    await play.say(direct, ann, "/export", FAST)
    await play.settle(pace=FAST)
    [sent] = direct.shown
    assert json.loads(sent.picture or b"")["player"]["name"] == "Ann"


@pytest.mark.gateway
async def test_own_data_that_wait(play: PlayingDiscord) -> None:
    """While a player's direct messages are limited for long, games in the server go on."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    began = play.clock.now()
    play.world.fail_next("create_message", too_many_requests(137), channel=direct)
    channel.say(ann, f"{play.world.bot.mention} /export")
    await play.reach(lambda: play.world.calls("create_message"), FAST)
    channel.say(ann, f"{play.world.bot.mention} /newgame easy")
    await play.reach(lambda: channel.shown, FAST)
    assert play.clock.now() < began + 60
    await play.settle(pace=FAST)
    assert [message.text for message in direct.shown] == [words("export.here")]
    assert channel.last.text == words("export.sent")


@pytest.mark.gateway
async def test_own_replay(play: PlayingDiscord) -> None:
    """/evf in a server sends the replay in a direct message, or says how to ask for it."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await won(play, channel, ann)
    await mention(play, channel, ann, "/evf")
    assert channel.last.text == words("export.sent")
    assert direct.last.text == words("code.replay")
    ann.closed = True
    await mention(play, channel, ann, "/evf")
    assert words("alone.slash", command="/evf") in channel.last.text


@pytest.mark.gateway
async def test_own_data_twice(play: PlayingDiscord) -> None:
    """A second /export sends another document, and says so in the player's language."""
    ann = play.world.user("Ann", "ru")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await play.slash(channel, ann, "help")
    for sent in (1, 2):
        await mention(play, channel, ann, "/export")
        assert channel.last.text == words("export.sent", "ru")
        assert len(direct.shown) == sent


@pytest.mark.gateway
async def test_own_data_to_nobody(play: PlayingDiscord) -> None:
    """A player who takes no direct messages is told how to ask; no data are posted."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    ann.closed = True
    await mention(play, channel, ann, "/export")
    assert words("alone.closed") in channel.last.text
    assert words("alone.slash", command="/export") in channel.last.text
    assert all(message.picture is None for message in channel.shown)


@pytest.mark.gateway
async def test_long_code_to_nobody(play: PlayingDiscord) -> None:
    """A long /code by a player who takes no direct messages is answered with how to ask."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    await mention(play, channel, ann, "/newgame 90 90 1500")
    for text in ("aa50", "/giveup yes"):
        await play.say(channel, ann, f"{play.world.bot.mention} {text}")
    ann.closed, boards = True, len(channel.shown)
    channel.say(ann, f"{play.world.bot.mention} /code")
    await play.reach(lambda: len(channel.shown) == boards + 1, FAST)
    assert words("alone.slash", command="/code") in channel.last.text


@pytest.mark.gateway
@pytest.mark.parametrize("name", ["create_dm", "create_message"])
async def test_own_data_in_time(play: PlayingDiscord, name: str) -> None:
    """If Discord replies 503, the data are sent a little later, once."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    play.world.fail_next(name, server_error(503), times=3)
    channel.say(ann, f"{play.world.bot.mention} /export")
    await play.reach(lambda: channel.shown, FAST)
    await play.settle(pace=FAST)
    assert [message.text for message in channel.shown] == [words("export.sent")]
    assert [message.text for message in direct.shown] == [words("export.here")]


@pytest.mark.gateway
async def test_deletion_in_a_server(play: PlayingDiscord) -> None:
    """The button that deletes data works for the player who asked for it alone."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel = play.world.guild("Field", ann, bob).channel("mines")
    await mention(play, channel, ann, "/delete")
    refused = await play.press(channel.last, bob, words("delete.yes"))
    assert refused.reply.viewer is bob
    assert refused.reply.text == words("alone.slash", command="/delete")
    done = await play.press(channel.last, ann, words("delete.yes"))
    assert done.reply.text == words("delete.done")


@pytest.mark.gateway
async def test_pictures(play: PlayingDiscord) -> None:
    """Typed commands for an exercise, a review and a card have pictures, as chosen ones do."""
    ann = play.world.user("Ann")
    direct = play.world.dm(ann)
    await won(play, direct, ann)
    for command in ("train", "review", "card", "stats"):
        await play.say(direct, ann, f"/{command}")
        written = direct.last
        chosen = (await play.slash(direct, ann, command)).reply
        assert bool(written.picture) == bool(chosen.picture) == (command != "stats"), command


@pytest.mark.gateway
async def test_solver_to_the_end(play: PlayingDiscord) -> None:
    """A typed /solve all plays to the end, after which no stop button is left."""
    ann = play.world.user("Ann")
    direct = play.world.dm(ann)
    play.bot._chat._service._clock = BotClock(play.clock)
    await play.slash(direct, ann, "newgame", rows=5, cols=5, mines=3)
    await play.say(direct, ann, "/solve all", FAST)
    assert (await play.session(direct)).game.outcome is not None
    assert label("solve_stop") not in str(direct.last.labels)
    assert len(direct.shown) == 1


class Slow(SolverPool):
    """A solver that has no review ready within a second."""

    def __init__(self) -> None:
        """Be as quick as the others in tests, but for reviews."""
        super().__init__(0.02, deadline=60, waits_for_kernels=True)

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return the review, if there is time for it."""
        done = await super().review(game, patience)
        return done if patience > 1 else Progress(0, len(game.history))


async def test_long_review() -> None:
    """The announcement of a slow review becomes the review."""
    async with playing_discord(advisor=Slow()) as play:
        ann = play.world.user("Ann")
        direct = play.world.dm(ann)
        await play.deal(direct, ann, WALL)
        await play.say(direct, ann, "f1", FAST)
        await play.say(direct, ann, "/review")
        announced, *_ = direct.last.versions
        assert words("review.go_on") in str(announced.components)
        assert direct.last.text.startswith("Review")
        assert direct.last.picture


@pytest.mark.gateway
async def test_language_of_the_client(play: PlayingDiscord) -> None:
    """A player who chose no language is answered in the one that their client told last."""
    bob = play.world.user("Bob", "ru")
    direct = play.world.dm(bob)
    await play.sent(direct, bob, "newgame", rows=5, cols=5, mines=5)
    off = words("typed.off_board_letters", "ru", rows=5, cols=5, last="e")
    said = off, words("help.newgame", "ru")
    for text, expected in zip(("zz99", "/help"), said, strict=True):
        await play.say(direct, bob, text, FAST)
        assert expected.replace("*", "") in direct.last.text
    await play.say(direct, bob, "/newgame 5 5 5", FAST)
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
        await mention(play, channel, ann, "/newgame 5 5 5")
        assert label("hint_price", language) in str(channel.last.labels)
        for one, spoken in ((bob, "zh"), (cid, language)):
            await play.slash(channel, one, "again")
            assert label("hint_price", spoken) in str(channel.last.labels)
            await mention(play, channel, one, "/newgame 6 6 5")
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
            await mention(play, channel, ann, said)
            assert words(answer, language) in channel.last.text
        await play.slash(channel, bob, "help")
        await mention(play, channel, bob, "привет")
        assert words("greet.hello") in channel.last.text


@pytest.mark.gateway
async def test_language_that_was_chosen(play: PlayingDiscord) -> None:
    """What a channel's administrators chose comes before the server's language."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel = play.world.guild("Field", ann, bob).channel("mines")
    await play.slash(channel, ann, "language", language="ru")
    await mention(play, channel, bob, "/newgame 5 5 200")
    assert channel.last.text == words("newgame.range_mines", "ru", low=1, high=24)


@pytest.mark.gateway
async def test_without_files(play: PlayingDiscord) -> None:
    """Where the bot may send no files, typed commands are answered with boards as text."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    channel.deny(play.world.bot, Permission.ATTACH_FILES)
    channel.say(ann, f"{play.world.bot.mention} /newgame expert")
    await play.reach(lambda: channel.shown, FAST)
    await play.settle(pace=FAST)
    [board] = channel.shown
    assert "```" in board.text
    assert words("newgame.form", numbers="3 4") in board.text, "there is no cell to tap"
    assert words("board.no_files") in board.text
    await mention(play, channel, ann, "c3")
    assert "```" in channel.last.text
    assert words("board.no_files") not in channel.last.text, "it is said once"
    before = len(channel.shown)
    await mention(play, channel, ann, "/train")
    assert "```" in channel.last.text
    assert len(channel.shown) == before + 1
    channel.denied.clear()
    await mention(play, channel, ann, "/board")
    assert channel.last.picture
    await play.bot._courier.redraw(f"discord:{channel.id}", 1)
    assert channel.last.picture, "also when it changes"


@pytest.mark.gateway
async def test_without_history(play: PlayingDiscord) -> None:
    """Where the bot may not read the history, it answers a message without replying to it."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    channel.deny(play.world.bot, Permission.READ_MESSAGE_HISTORY)
    channel.say(ann, f"{play.world.bot.mention} /language ru")
    await play.reach(lambda: channel.shown, FAST)
    await play.settle(pace=FAST)
    assert [message.text for message in channel.shown] == [words("language.set", "ru")]
    assert channel.last.reply_to is None


@pytest.mark.gateway
async def test_without_files_later(play: PlayingDiscord) -> None:
    """A board with a picture becomes text once the bot may send no files, and says so once."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    board = (await play.slash(channel, ann, "newgame", level="expert")).reply
    play.world.fail_next("update_message", missing_permissions())
    for is_first in (True, False):
        await play.bot._courier.redraw(f"discord:{channel.id}", 1)
        assert "```" in board.text
        assert not board.picture
        assert (words("board.no_files") in board.text) is is_first


@pytest.mark.gateway
async def test_without_leave_to_write_later(play: PlayingDiscord) -> None:
    """A board that is refused as a picture and as text is not tried again."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    await play.slash(channel, ann, "newgame", level="expert")
    before = len(play.world.calls("update_message"))
    play.world.fail_next("update_message", missing_permissions(), times=9)
    await play.bot._courier.redraw(f"discord:{channel.id}", 1)
    assert len(play.world.calls("update_message")) == before + 2


@pytest.mark.gateway
@pytest.mark.parametrize("text", ["c3", "/board", "/hint", "/help", "/save x", "/export"])
async def test_repeated_events(play: PlayingDiscord, text: str) -> None:
    """A message that Discord repeats after a resume has nothing sent or changed."""
    ann = play.world.user("Ann")
    direct = play.world.dm(ann)
    await play.say(direct, ann, "/newgame 5 5 12", FAST)
    direct.say(ann, text)
    await play.passing(BotClock(play.clock).sleep(60), FAST)
    await play.settle(pace=FAST)
    shown, calls = [(each, each.text) for each in direct.shown], calls_of(play)
    play.world.handshake.repeated = 20
    play.world.gateway.reconnect()
    await play.passing(BotClock(play.clock).sleep(60), FAST)
    await play.settle(pace=FAST)
    assert play.world.handshake.resumes
    assert [(each, each.text) for each in direct.shown] == shown
    assert calls_of(play) == calls


def calls_of(play: PlayingDiscord) -> list[str]:
    """Return the calls about messages that were made."""
    return [call.name for call in play.world.requests if call.name.endswith("_message")]


async def test_how_to_type(play: PlayingDiscord) -> None:
    """Boards and the lesson ask for a typed move in a way that the bot receives there.

    It receives no replies to boards that commands made, and by HTTP no messages at all.
    """
    ann = play.world.user("Ann")
    channel, home = play.world.guild("Sweepers", ann).channel("mines"), play.world.dm(ann)
    for place in (channel, home):
        by_form = place is channel or play.bot.endpoint is not None
        board = (await play.slash(place, ann, "newgame", rows=5, cols=5, mines=12)).reply
        lesson = (await play.slash(place, ann, "learn")).reply
        for command, cell in (("open", "d4"), ("flag", "c2"), ("chord", "b3")):
            lesson = (await play.slash(place, ann, command, cell=cell)).reply
        assert "Cells can be typed, too" in lesson.text
        await play.slash(place, ann, "settings", change="text on")
        text = (await play.slash(place, ann, "newgame", rows=5, cols=5, mines=12)).reply
        for said in (board.text, lesson.text, text.text):
            assert ("ress ⌨ and type" in said) == by_form
            assert "reply to this message" not in said.lower()


async def test_marks_in_the_lesson(play: PlayingDiscord) -> None:
    """The lesson names marks where the bot receives messages, and commands elsewhere."""
    ann = play.world.user("Ann")
    channel, home = play.world.guild("Sweepers", ann).channel("mines"), play.world.dm(ann)
    for place in (channel, home):
        by_command = place is channel or play.bot.endpoint is not None
        await play.slash(place, ann, "learn")
        await play.slash(place, ann, "open", cell="d4")
        for command, cell, then in (
            ("flag", "a1", ("?a1", "/unflag a1")),
            ("unflag", "a1", ("!c2", "/flag c2")),
            ("flag", "c2", ("@b3", "/chord b3")),
        ):
            lesson = (await play.slash(place, ann, command, cell=cell)).reply
            assert then[by_command] in lesson.text
            assert then[not by_command] not in lesson.text


async def test_the_lesson_as_text(play: PlayingDiscord) -> None:
    """Where boards are text the lesson in a direct message says to write, by HTTP to command."""
    ann = play.world.user("Ann")
    home, by_http = play.world.dm(ann), play.bot.endpoint is not None
    await play.slash(home, ann, "settings", change="text on")
    lesson = (await play.slash(home, ann, "learn")).reply
    assert ("Write d4" in lesson.text) != by_http
    for command, cell, then in (
        ("open", "d4", ("write !c2", "write /flag c2")),
        ("flag", "c2", ("Write @b3", "write /chord b3")),
        ("chord", "b3", ("Now write c1, or its row and column", "press ⌨ and type")),
    ):
        lesson = (await play.slash(home, ann, command, cell=cell)).reply
        assert then[by_http] in lesson.text


async def heard(play: PlayingDiscord, user: User, text: str, to: Message, *, wanted: bool) -> bool:
    """Tell whether the bot answers ``text``, sent as a reply that rings the author of ``to``."""
    channel, before = to.home, len(to.home.shown)
    channel.say(user, text, to)
    if not wanted:  # an answer to ``text`` would come before that to /privacy
        await mention(play, channel, user, "/privacy")
        await play.settle(pace=FAST)
        return len(channel.shown) > before + 1
    await play.reach(lambda: channel.history[-1].message.own, FAST)
    await play.settle(pace=FAST)
    return True


@pytest.mark.gateway
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
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel = play.world.guild("Field", ann, bob).channel("mines")
    await mention(play, channel, ann, "/games")
    said = channel.last
    await mention(play, channel, ann, "/newgame 9 9 10")
    assert await heard(play, bob, text, channel.last, wanted=to_board) == to_board
    assert await heard(play, bob, text, said, wanted=to_words) == to_words


@pytest.mark.gateway
@pytest.mark.parametrize("direct", [False, True])
async def test_exercise(play: PlayingDiscord, *, direct: bool) -> None:
    """A cell in a reply to an exercise answers that one, and opens nothing in a running game."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    field = play.world.guild("Field", ann, bob).channel("mines")
    place: Channel = play.world.dm(ann) if direct else field
    await mention(play, place, ann, "/newgame easy")
    await mention(play, place, ann, "/train")
    asked = place.last
    made = await waiting(play, f"discord:{ann.id}")
    before = len(play.world.calls("create_message"))
    place.say(ann, made.board.grid.name(made.answer[0]), asked)
    await play.settle(answered=before + 1, pace=FAST)
    assert place.last.text.startswith("✅")
    assert not (await play.session(place)).game.history
    if not direct:
        assert not await heard(play, bob, "what about 3?", asked, wanted=False)


@pytest.mark.gateway
async def test_named(play: PlayingDiscord) -> None:
    """A bare mention is greeted; words beside a mention are read as a request to the bot."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Field", ann).channel("mines")
    await mention(play, channel, ann, "")
    assert words("greet.hello") in channel.last.text
    assert channel.last.labels
    await mention(play, channel, ann, "good bot")
    assert channel.last.text == words("unknown.nothing", numbers=NUMBERS)
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    before = len(play.world.calls("create_message"))
    channel.say(ann, f"{play.world.bot.mention} mode flag", board)
    await play.settle(answered=before + 1)
    assert (await play.session(channel)).flagging


@pytest.mark.gateway
async def test_nothing_written(play: PlayingDiscord) -> None:
    """A message without words, as of a sticker, is answered in private, not in a server."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    channel.say(ann, "")
    await play.say(direct, ann, "", FAST)
    assert direct.last.text == words("unknown.nothing", numbers=NUMBERS)
    assert not channel.shown


@pytest.mark.parametrize(("kind", "is_asked"), [(0, True), (19, True), (3, False), (7, False)])
def test_lines_of_discord(kind: int, is_asked: bool) -> None:  # noqa: FBT001  # a case
    """Messages and replies are read; a line that Discord writes, such as of a call, is not."""
    line = Written("3", "2", Author("1", "ann"), type=kind)
    assert (asked_by(line, "4", None) is not None) is is_asked


@pytest.mark.parametrize("text", ["@everyone try <@4>", "@here <@4> 3 4", "/help <@4> @here"])
def test_said_to_all(text: str) -> None:
    """A message that rings everybody is not read, although it mentions the bot."""
    said = Written("3", "2", Author("1", "ann"), text, guild_id="9", mentions=(Author("4", "bot"),))
    assert asked_by(said, "4", None) is not None
    assert asked_by(msgspec.structs.replace(said, mention_everyone=True), "4", None) is None


@pytest.mark.parametrize("server", [None, "9"])
@pytest.mark.parametrize("name", ["<@4>", "<@!4>"])
def test_named_alone(name: str, server: str | None) -> None:
    """A bare mention, in either form, is read as a greeting, a command after it as a command."""
    said = Written("3", "2", Author("1", "ann"), name, guild_id=server, mentions=(Author("4"),))
    request = asked_by(said, "4", None)
    assert request is not None
    assert request.action == Greet()
    hint = asked_by(msgspec.structs.replace(said, content=f"{name} /hint"), "4", None)
    assert hint is not None
    assert isinstance(hint.action, Hint)


@pytest.mark.parametrize("slash", ["/", "／"])
def test_commands_among_answers(slash: str) -> None:
    """A reply behind a slash, a Chinese keyboard's as well, is read as a command."""
    said = Written("3", "2", Author("1", "ann"), f"{slash}hint", 19, "9", mentions=(Author("4"),))
    request = asked_by(said, "4", None)
    assert request is not None
    assert isinstance(request.action, Hint)


@pytest.mark.parametrize("is_told", [True, False])
def test_invited_without_being_rung(*, is_told: bool) -> None:
    """/invite in a reply that rings nobody invites its author, if Discord says who that is."""
    answered = Answered(Author("2", "bob") if is_told else None)
    said = Written("3", "2", Author("1", "ann"), "<@4> /invite", referenced_message=answered)
    request = asked_by(msgspec.structs.replace(said, guild_id="9"), "4", None)
    assert request is not None
    wanted = Invite("discord:2", "bob") if is_told else Misread(INVITE_USAGE)
    assert request.action == wanted


def test_answer_to_another_bot() -> None:
    """A reply to another bot's message names no game, whatever its buttons are."""
    row = {"components": [{"type": 2, "style": 5, "url": "https://x"}, {"custom_id": "typed.3"}]}
    answered = Answered(Author("2", "other", bot=True), (row,))
    said = Written("3", "2", Author("1", "ann"), "<@4> c3", referenced_message=answered)
    request = asked_by(said, "4", None)
    assert request is not None
    assert request.game is None


@pytest.mark.parametrize("server", [None, "9"])
def test_rights_that_are_not_known(server: str | None) -> None:
    """In a server unknown to the library nobody may change settings; in private a player may."""
    said = Written("3", "2", Author("1", "ann"), "<@4> /settings text on", guild_id=server)
    request = asked_by(said, "4", None)
    assert request is not None
    assert request.may_set is (server is None)


@pytest.mark.parametrize("server", [None, "9"])
@pytest.mark.parametrize(
    ("text", "own"),
    [("> c4\nd5", "d5"), ("d5\n > c4", "d5"), ("d5\n>>> c4\nb2", "d5"), ("**d5**", "**d5**")],
)
def test_quoted_lines(text: str, own: str, server: str | None) -> None:
    """Of an answer to a board only what is no quotation is read."""
    row = {"components": [{"custom_id": "1m.o.0.0"}]}
    answered = Answered(Author("4", "bot", bot=True), (row,))
    said = Written("3", "2", Author("1", "ann"), text, 19, server, referenced_message=answered)
    request = asked_by(said, "4", None)
    assert request is not None
    assert (request.action, request.game) == (Typed(own), 1)


@pytest.mark.parametrize("text", ["> c4", ">>> c4\nd5", "> <@4> /hint"])
def test_nothing_but_quoted(text: str) -> None:
    """A quotation alone asks nothing in a server; in private it is answered like what says none."""
    said = Written("3", "2", Author("1", "ann"), text, 19, "9", mentions=(Author("4"),))
    assert asked_by(said, "4", None) is None
    request = asked_by(msgspec.structs.replace(said, guild_id=None), "4", None)
    assert request is not None
    assert request.action == Misread(Text("unknown.nothing", numbers=NUMBERS))


@pytest.mark.parametrize("own", ["c4", "/giveup yes"])
def test_named_in_a_quotation(own: str) -> None:
    """Who quotes what was said to the bot says nothing to it, unless that answers its board."""
    quoted = f"> <@4> b2\n{own}"
    said = Written("3", "2", Author("1", "ann"), quoted, 0, "9", mentions=(Author("4"),))
    assert asked_by(said, "4", None) is None
    row = {"components": [{"custom_id": "1m.o.0.0"}]}
    answered = Answered(Author("4", "bot", bot=True), (row,))
    request = asked_by(msgspec.structs.replace(said, referenced_message=answered), "4", None)
    assert request is not None
    assert request.action == read(own)


@pytest.mark.gateway
async def test_written_at_once(play: PlayingDiscord) -> None:
    """Messages that arrive at once, as after a break, are carried out in their order."""
    ann = play.world.user("Ann")
    direct = play.world.dm(ann)
    await play.say(direct, ann, "/newgame 5 5 5", FAST)
    for text in ("/newgame 9 9 10", "a1"):
        direct.say(ann, text)
    await play.settle(answered=3, pace=FAST)
    assert len((await play.session(direct, 2)).game.history) == 1
