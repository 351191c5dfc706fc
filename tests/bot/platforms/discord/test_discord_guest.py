"""Where a player brings the bot along: it is no member there, and can only answer."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.i18n import Text
from bot.platforms.discord import limits
from bot.platforms.discord.events import read_interaction
from bot.platforms.discord.spoilers import TOY_COLS, TOY_ROWS
from bot.platforms.discord.view import TYPED
from core.game import Outcome
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    label,
    opening_keys,
    words,
)
from tests.emulators.discord.channel import Channel, Sort
from tests.emulators.discord.limits import FOLLOW_UPS
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import unknown


def places(play: PlayingDiscord) -> tuple[User, User, list[Channel]]:
    """Return a player with the bot installed, another, and places without the bot."""
    ann, bob = play.world.user("Ann", installed=True), play.world.user("Bob")
    guild = play.world.guild("Strangers", bob, ann, installed=False)
    return ann, bob, [guild.channel("talk"), play.world.private(ann, bob)]


async def test_whole_game(play: PlayingDiscord) -> None:
    """Players begin a game, win it, review it and begin another, with no call refused."""
    ann, bob, channels = places(play)
    for channel in channels:
        board = await play.begin(channel, ann, rows=5, cols=5, mines=12)
        await play.win(board, bob, channel)
        assert (await play.session(channel)).game.outcome is Outcome.WON
        assert channel.shown == [board]
        review = (await play.press(board, ann, label("review"))).reply
        assert "Review" in review.text
        again = (await play.press(board, ann, label("again"))).reply
        assert len(list(opening_keys(again))) == 25
    assert not play.refused()


async def test_nothing_is_promised(play: PlayingDiscord) -> None:
    """Where the bot can only answer, settings that take more are neither made nor listed."""
    ann, bob, (_, talk) = places(play)
    told = (await play.slash(talk, ann, "settings", change="table on")).reply
    assert told.text == "I cannot write here on my own: ask with /daily."
    told = (await play.slash(talk, ann, "settings", change="quiet 22-7")).reply
    assert told.text == words("settings.no_quiet")
    told = (await play.slash(talk, ann, "settings")).reply
    assert words("settings.players", who=Text("players.open")) in told.text
    assert words("settings.quiet_off") not in told.text
    assert words("settings.not_pinned") not in told.text
    home = play.world.guild("Home", bob).channel("mines")
    told = (await play.slash(home, bob, "settings", change="table on")).reply
    assert "Tables of the day: sent here" in told.text


async def test_solver_at_work(play: PlayingDiscord) -> None:
    """Watching the solver changes the board by answers alone, once for each step."""
    ann, _, channels = places(play)
    for channel in channels:
        board = await play.begin(channel, ann, level="easy")
        await play.press(board, ann, label("menu"))
        await play.press(board, ann, label("watch"))
        before = len(board.versions)
        watched = board.press(ann, label("solve_all"))
        await watched.settled()
        await play.play_out(channel)
        steps = (await play.session(channel)).hints
        assert len(board.versions) == before + steps > before
        assert board.labels[0] == [label("again"), label("levels")]
        assert not watched.follow_ups
        assert channel.shown == [board]
    assert not play.refused()


async def test_old_board(play: PlayingDiscord) -> None:
    """The answer to a press on an old board sends it anew, and deletes the old one."""
    ann, _, channels = places(play)
    for channel in channels:
        old = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
        play.clock.advance(limits.OLD_S + 1)
        await play.press(old, ann, next(opening_keys(old))[0])
        assert old.deleted
        assert channel.shown == [channel.last]
        assert len((await play.session(channel)).game.history) == 1
        board = channel.last
        await play.press(board, ann, (await play.safe_keys(board, channel))[0])
        assert channel.shown == [board]


async def test_spoilers(play: PlayingDiscord) -> None:
    """The largest board of spoilers takes no more follow-ups than Discord allows."""
    ann, _, channels = places(play)
    for channel in channels:
        size = {"rows": TOY_ROWS, "cols": TOY_COLS, "mines": 100}
        asked = await play.slash(channel, ann, "spoiler", **size)
        assert len(asked.follow_ups) <= FOLLOW_UPS
        assert channel.shown == [asked.reply, *asked.follow_ups]
    assert not play.refused()


async def test_duel(play: PlayingDiscord) -> None:
    """Ann's board follows her duel's invitation, and changes when Bob joins and she moves."""
    ann, bob, channels = places(play)
    for channel in channels:
        asked = await play.slash(channel, ann, "duel", level="simple")
        invitation, board = channel.shown
        assert invitation is asked.reply
        assert len(list(opening_keys(board))) > 0
        theirs = (await play.press(invitation, bob, "⚔ Accept")).reply
        await play.press(board, ann, (await play.safe_keys(board, channel, 1))[0])
        assert channel.shown == [invitation, board, theirs]
        assert len(board.versions) == 3  # as it began, with the rival, and after the move
    assert not play.refused()


@pytest.mark.gateway
async def test_answers_that_cross(play: PlayingDiscord) -> None:
    """When an older answer arrives last, the bot edits the board to its newest state."""
    ann, bob, (channel, _) = places(play)
    board = await play.begin(channel, ann, rows=5, cols=5, mines=12)
    slow, quick = (await play.safe_keys(board, channel))[:2]
    async with play.world.faults.holding("create_interaction_response", most=1) as gate:
        late = board.press(ann, slow)
        await play.reach(lambda: gate.held)
        newer = board.press(bob, quick)
        await play.passing(newer.settled())
        newest = board.keys
    await play.passing(late.settled())
    assert board.keys != newest
    await play.settle()
    assert board.keys == newest
    assert len((await play.session(channel)).game.history) == 3
    assert not play.refused()


async def test_where_apps_are_kept_quiet(play: PlayingDiscord) -> None:
    """Where a server hides the answers of guest bots, the player alone sees the board."""
    ann, channel = play.as_guest()
    channel.deny(ann, Permission.USE_EXTERNAL_APPS)
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    assert board.viewer is ann
    await play.press(board, ann, next(opening_keys(board))[0])
    assert len(board.versions) == 2
    assert not channel.shown
    assert not play.refused()


@pytest.mark.parametrize(("locale", "language"), [("en-US", "ru"), ("zh-CN", "zh")])
async def test_language_where_apps_are_kept_quiet(
    play: PlayingDiscord, locale: str, language: str
) -> None:
    """Where neither a player's language nor the server's is known, a greeting's is kept.

    Discord gives American English to every server, whoever is in it.
    """
    ann = play.world.user("Ann", "de", installed=True)
    guild = play.world.guild("Strangers", play.world.user("Bob"), ann, installed=False)
    guild.locale = locale
    channel = guild.channel("talk")
    channel.deny(ann, Permission.USE_EXTERNAL_APPS)
    board = (await play.slash(channel, ann, "newgame", level="medium")).reply
    form = (await play.press(board, ann, f"{TYPED}.1")).modal
    assert form
    await play.settle(form.submit("привет"))
    asked = (await play.slash(channel, ann, "delete")).reply
    assert words("delete.sure", language) in asked.text


async def test_board_of_a_deleted_game(play: PlayingDiscord) -> None:
    """A board that only answers can change is deleted with its player's data."""
    ann, channel = play.as_guest()
    channel.deny(ann, Permission.USE_EXTERNAL_APPS)
    board = (await play.slash(channel, ann, "newgame", level="easy")).reply
    assert board.viewer is ann
    asked = (await play.slash(channel, ann, "delete")).reply
    await play.press(asked, ann, words("delete.yes"))
    assert asked.text == words("delete.done")
    assert board.deleted


async def test_each_for_oneself(play: PlayingDiscord) -> None:
    """Where answers are hidden from others, each player has games and settings of their own.

    A duel is offered as a code to be passed on, since nobody else would see a button.
    """
    ann, bob = (play.world.user(name, installed=True) for name in ("Ann", "Bob"))
    guild = play.world.guild("Strangers", play.world.user("Eve"), ann, bob, installed=False)
    channel = guild.channel("talk")
    for user in (ann, bob):
        channel.deny(user, Permission.USE_EXTERNAL_APPS)
    first = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    assert "press ⌨" in first.text
    told = (await play.slash(channel, bob, "open", cell="a1")).reply
    assert "no game here" in told.text
    await play.slash(channel, bob, "settings", change="text on")
    await play.press(first, ann, next(opening_keys(first))[0])
    assert len(list(opening_keys(first))) > 0
    offered = await play.slash(channel, ann, "duel", level="easy")
    assert not offered.reply.labels
    code = re.search(r"/duel (\w+)", offered.reply.text)
    assert code is not None
    joined = (await play.slash(channel, bob, "duel", code=code[1])).reply
    assert joined.viewer is bob
    assert "Ann" in joined.text
    assert not channel.shown
    assert not play.refused()


async def test_what_others_may_show_to_all(play: PlayingDiscord) -> None:
    """A player whose own answers are hidden can play on a board that all see."""
    ann, bob = (play.world.user(name, installed=True) for name in ("Ann", "Bob"))
    guild = play.world.guild("Strangers", play.world.user("Eve"), ann, bob, installed=False)
    channel = guild.channel("talk")
    channel.deny(bob, Permission.USE_EXTERNAL_APPS)
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    assert channel.shown == [board]
    await play.press(board, bob, next(opening_keys(board))[0])
    assert (await play.session(channel)).names == ("Bob",)
    assert not play.refused()


async def test_boards_that_follow_others(play: PlayingDiscord) -> None:
    """/board deletes the newest board only if it is the same player's and its token is valid."""
    ann, bob, channels = places(play)
    bob.installed = True
    for channel in channels:
        first = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
        board = (await play.slash(channel, ann, "board")).reply
        assert first.deleted
        others = (await play.slash(channel, bob, "board")).reply
        again = (await play.slash(channel, ann, "board")).reply
        assert channel.shown == [board, others, again]
        play.clock.advance(limits.TOKEN_S + 1)
        last = (await play.slash(channel, ann, "board")).reply
        await play.settle()
        assert channel.shown == [board, others, again, last]
        await play.press(board, ann, next(opening_keys(board))[0])
        assert len((await play.session(channel)).game.history) == 1
    assert not play.refused()


async def test_what_was_said_of_a_board(play: PlayingDiscord) -> None:
    """A board that only answers can change tells the last move in the chosen coordinates."""
    ann, _, (_, channel) = places(play)
    board = await play.begin(channel, ann, rows=5, cols=5, mines=3)
    board = (await play.slash(channel, ann, "solve", how="step")).reply
    before = board.content
    await play.slash(channel, ann, "settings", change="coordinates one")
    assert re.search(r"Opens \d:\d", board.text)
    await play.slash(channel, ann, "settings", change="coordinates letters")
    assert re.search(r"Opens [a-e]\d", board.text)
    assert board.content == before
    assert not play.refused()


async def test_language_of_a_board(play: PlayingDiscord) -> None:
    """A board that a setting changes stays in the language of the player who began it."""
    ann, bob = play.world.user("Ann", "ru", installed=True), play.world.user("Bob")
    channel = play.world.private(ann, bob)
    board = (await play.slash(channel, ann, "newgame")).reply
    before = len(board.versions)
    await play.sent(channel, ann, "settings", change="coordinates one")
    assert len(board.versions) == before + 1
    assert words("board.mode_open", "ru") in board.text
    assert not play.refused()


async def test_what_no_answer_can_change(play: PlayingDiscord) -> None:
    """A board whose token has expired is left as it is until it is pressed."""
    ann, _, channels = places(play)
    for channel in channels:
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
        boards, key = play.bot._chat._boards, (f"discord:{channel.id}", 1)
        shown = boards._shown[key]
        boards._shown[key] = replace(shown, look=())
        play.clock.advance(limits.TOKEN_S + 1)
        await boards.redraw(*key, unasked=False)
        assert len(board.versions) == 1
        await play.press(board, ann, next(opening_keys(board))[0])
        assert len(board.versions) == 2
    assert not play.refused()


async def test_another_worker() -> None:
    """A worker that has not sent a guest's board itself does not try to edit or delete it."""
    async with deployment() as shared:
        async with shared.worker() as play:
            ann, _, channels = places(play)
            boards = [
                (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
                for channel in channels
            ]
        async with shared.worker() as play:
            for channel, board in zip(channels, boards, strict=True):
                await play.bot.redraw(f"discord:{channel.id}", 1)
                again = (await play.slash(channel, ann, "board")).reply
                await play.settle()
                assert channel.shown == [board, again]
            assert not play.refused()


async def test_the_bot_joins_later() -> None:
    """After the bot has joined a server, it edits its earlier board there by itself."""
    async with deployment() as shared, shared.worker() as play:
        ann, _, (channel, _) = places(play)
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
        assert channel.guild is not None
        channel.guild.invite_bot()
        await play.press(board, ann, next(opening_keys(board))[0])
        before = len(board.versions)
        play.bot._chat._boards._shown.clear()
        await play.bot.redraw(f"discord:{channel.id}", 1)
        assert len(board.versions) == before + 1
        assert not play.refused()


async def test_notices_stay(play: PlayingDiscord) -> None:
    """A later edit changes the board, not the notice that only the presser sees."""
    ann, bob, (channel, _) = places(play)
    bob.installed = True
    await play.slash(channel, ann, "duel", level="simple")
    invitation, board = channel.shown
    rival = (await play.press(invitation, bob, invitation.labels[0][0])).reply
    await play.settle()
    key = (await play.safe_keys(board, channel))[0]
    await play.press(board, ann, key)
    again = board.forge(ann, key)
    await play.settle(again)
    (notice,) = again.follow_ups
    said, before = notice.content, board.content
    await play.press(rival, bob, (await play.safe_keys(rival, channel, 2))[0])
    await play.settle()
    assert notice.content == said
    assert board.content != before
    assert not play.refused()


@pytest.mark.parametrize("denied", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
async def test_channel_without_rights(play: PlayingDiscord, denied: Permission) -> None:
    """Where the bot may not view or write, it plays by answers alone, with no call refused."""
    ann, channel = play.in_server()
    channel.deny(channel.hub.bot, denied)
    await play.slash(channel, ann, "duel", level="easy")
    assert len(channel.shown) == 2
    board = await play.begin(channel, ann, rows=5, cols=5, mines=12)
    await play.press(board, ann, "2h.0")
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("watch"))
    before = len(board.versions)
    watched = board.press(ann, label("solve_all"))
    await watched.settled()
    await play.play_out(channel, 2)
    assert len(board.versions) > before
    assert board.labels[0] == [label("again"), label("levels")]
    assert not play.refused()


async def test_thread_without_rights(play: PlayingDiscord) -> None:
    """In a thread the bot is a guest if it may not write in threads, whatever else it may."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel = guild.channel("mines")
    thread = guild.thread(channel, "hard ones")
    channel.deny(channel.hub.bot, Permission.SEND_MESSAGES)
    begun = await play.slash(thread, ann, "newgame", rows=5, cols=5, mines=12)
    assert not read_interaction(begun.payload()).guest
    channel.deny(channel.hub.bot, Permission.SEND_MESSAGES_IN_THREADS)
    assert read_interaction(begun.payload()).guest


async def watched(play: PlayingDiscord, channel: Channel, ann: User) -> None:
    """Watch the solver play a game to its end, each step shown once, with no call refused."""
    begun = await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)
    assert read_interaction(begun.payload()).guest
    board = begun.reply
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("watch"))
    before = len(board.versions)
    await board.press(ann, label("solve_all")).settled()
    await play.play_out(channel)
    assert len(board.versions) == before + (await play.session(channel)).hints
    assert board.labels[0] == [label("again"), label("levels")]
    assert not play.refused()


async def test_private_thread(play: PlayingDiscord) -> None:
    """In a private thread that the bot was not added to a board changes by answers alone."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    await watched(play, guild.thread(guild.channel("mines"), "us", Sort.PRIVATE_THREAD), ann)


@pytest.mark.gateway
async def test_private_thread_with_the_bot(play: PlayingDiscord) -> None:
    """In a private thread that the bot was added to, a board whose answer fails is sent."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    thread = guild.thread(guild.channel("mines"), "us", Sort.PRIVATE_THREAD)
    thread.added = True
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    asked = thread.slash(ann, "newgame", rows=5, cols=5, mines=12)
    assert read_interaction(asked.payload()).guest
    await play.reach(lambda: thread.shown)
    await play.settle()
    [board] = thread.shown
    await play.press(board, ann, next(opening_keys(board))[0])
    assert len((await play.session(thread)).game.history) == 1
    assert play.refused() == ["create_interaction_response"]


async def test_voice_channel(play: PlayingDiscord) -> None:
    """In a voice channel that the bot may not join, a board changes by answers alone."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel = guild.channel("lounge", Sort.VOICE)
    assert not read_interaction((await play.slash(channel, ann, "help")).payload()).guest
    channel.deny(channel.hub.bot, Permission.CONNECT)
    await watched(play, channel, ann)


async def test_another_board_while_the_solver_plays(play: PlayingDiscord) -> None:
    """A board asked for anew while the solver plays goes on there, and the old one is deleted."""
    ann, channel = play.as_guest()
    old = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    for key in ("menu", "watch"):
        await play.press(old, ann, label(key))
    old.press(ann, label("solve_all"))
    await play.settle(channel.slash(ann, "board"))
    await play.play_out(channel)
    assert old.deleted
    assert channel.last.labels[0] == [label("again"), label("levels")]
    assert not play.refused()
