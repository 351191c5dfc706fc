"""Games in servers, threads and direct messages: who plays which, and who is told what."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.access import Access
from bot.app.requests.actions import Action, Choice, Resign, SetChoice, ShowBoard
from bot.app.requests.button import write_button
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from core.game import Outcome
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
    pinning,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission

SMALL = {"rows": 5, "cols": 5, "mines": 12}


async def test_three_on_one_board(play: PlayingDiscord) -> None:
    """Three players win one board in a thread by turns, and the board says what each opened."""
    people = [play.world.user(name) for name in ("Ann", "Bob", "Eve")]
    guild = play.world.guild("Sweepers", *people)
    thread = guild.thread(guild.channel("mines"), "a game")
    board = (await play.slash(thread, people[0], "newgame", **SMALL)).reply
    await play.press(board, people[0], next(opening_keys(board))[0])
    turn = 1
    while safe := await play.safe_keys(board, thread):
        await play.press(board, people[turn % 3], safe[0])
        turn += 1
    session = await play.session(thread)
    assert session.game.outcome is Outcome.WON
    assert set(session.names) == {"Ann", "Bob", "Eve"}
    [told] = re.findall("^Opened: .*", board.text, re.MULTILINE)
    opened = re.findall(r"(Ann|Bob|Eve) (\d+)", told)
    assert {name for name, _ in opened} == set(session.names)
    assert sum(int(cells) for _, cells in opened) == 25 - 12
    assert thread.shown == [board]


async def test_games_side_by_side(play: PlayingDiscord) -> None:
    """Several games in a channel do not touch each other, nor one in a thread of it."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    guild = play.world.guild("Sweepers", ann, bob)
    channel = guild.channel("mines")
    thread = guild.thread(channel, "apart")
    first = (await play.slash(channel, ann, "newgame", **SMALL)).reply
    second = (await play.slash(channel, bob, "newgame", **SMALL)).reply
    third = (await play.slash(thread, bob, "newgame", **SMALL)).reply
    await play.press(first, ann, next(opening_keys(first))[0])
    await play.press(second, bob, next(opening_keys(second))[0])
    await play.press(third, ann, next(opening_keys(third))[0])
    assert [len((await play.session(channel, n)).game.history) for n in (1, 2)] == [1, 1]
    assert len((await play.session(thread)).game.history) == 1
    before = first.content
    await play.press(second, ann, (await play.safe_keys(second, channel, 2))[0])
    assert first.content == before
    assert channel.shown == [first, second]
    assert thread.shown == [third]


async def test_for_oneself(play: PlayingDiscord) -> None:
    """Ann's solo game tells Bob alone that it is somebody else's, until she invites him."""
    ann, bob, channel = play.two_in_server()
    board = (await play.slash(channel, ann, "newgame", **SMALL)).reply
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("access_open"))
    await play.press(board, ann, label("access_solo"))
    assert (await play.session(channel)).access is Access.SOLO
    key = next(opening_keys(board))[0]
    before = board.content
    told = (await play.press(board, bob, key)).reply
    assert told.viewer is bob
    assert "somebody else's game" in told.text
    assert board.content == before
    changing = await play.slash(channel, bob, "access", who="open")
    assert changing.reply.viewer is bob
    assert (await play.session(channel)).access is Access.SOLO
    await play.press(board, ann, key)
    assert len((await play.session(channel)).game.history) == 1
    await play.slash(channel, ann, "invite", player=bob)
    await play.press(board, bob, (await play.safe_keys(board, channel))[0])
    assert len((await play.session(channel)).game.history) == 2


@pytest.mark.gateway
@pytest.mark.parametrize("by_answer", [False, True])
async def test_invited_in_words(play: PlayingDiscord, by_answer: bool) -> None:  # noqa: FBT001  # pytest gives it
    """A typed /invite takes a mention or a reply to a message, and refuses a bot."""
    ann, bob, channel = play.two_in_server()
    await play.slash(channel, ann, "newgame", **SMALL)
    board = (await play.slash(channel, ann, "access", who="invited")).reply
    asked = channel.say(bob, "may I?")
    me = play.world.bot.mention
    before = len(play.world.calls("create_message"))
    channel.say(ann, f"{me} /invite")
    await play.settle(answered=before + 1)
    assert "Reply with /invite" in channel.last.text
    other = play.world.user("Robot")
    other.is_bot = True
    channel.say(ann, f"{me} /invite {other.mention}")
    await play.settle(answered=before + 2)
    assert "A bot needs no invitation" in channel.last.text
    named = "" if by_answer else bob.mention
    channel.say(ann, f"{me} /invite {named}", asked if by_answer else None)
    await play.settle(answered=before + 3)
    assert "Bob may play" in channel.last.text
    await play.press(board, bob, next(opening_keys(board))[0])
    assert len((await play.session(channel)).game.history) == 1


async def test_parked_and_gone_on_with(play: PlayingDiscord) -> None:
    """A game is parked under a name, another is played, and the first is resumed."""
    ann, channel = play.in_private()
    board = await play.begin(channel, ann, **SMALL)
    await play.slash(channel, ann, "save", name="morning")
    await play.begin(channel, ann, **SMALL)
    listed = (await play.slash(channel, ann, "games")).reply
    assert "morning" in listed.text
    again = (await play.slash(channel, ann, "load", name="morning")).reply
    assert board.deleted
    await play.press(again, ann, (await play.safe_keys(again, channel))[0])
    assert len((await play.session(channel)).game.history) == 2


async def test_told_to_one(play: PlayingDiscord) -> None:
    """/hint, /proof before the end and /evf are answered to the one who asks alone."""
    ann, channel = play.in_server()
    await play.begin(channel, ann, **SMALL)
    told = (await play.slash(channel, ann, "hint")).reply
    assert told.viewer is ann
    assert "Step 1 of 4" in told.text
    assert told.picture
    assert told.labels == [[label("show_everyone")]]
    early = (await play.slash(channel, ann, "proof")).reply
    assert early.viewer is ann
    assert "The proof comes when the game is over" in early.text
    await play.slash(channel, ann, "giveup")
    over = (await play.slash(channel, ann, "hint")).reply
    assert over.viewer is ann
    assert not over.labels
    assert (await play.slash(channel, ann, "evf")).reply.viewer is ann
    assert len(channel.shown) == 1


@pytest.mark.parametrize("may", [False, True])
async def test_pinned(play: PlayingDiscord, may: bool) -> None:  # noqa: FBT001  # pytest gives it
    """New boards are pinned where a server wants that and the bot may; else the settings say so.

    An interaction tells what the bot may, so it does not try to pin where Discord would refuse.
    """
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel = guild.channel("mines")
    if may:
        guild.role("pinner", Permission.PIN_MESSAGES, play.world.bot)
    first = (await play.slash(channel, ann, "newgame", **SMALL)).reply
    settings = (await play.slash(channel, ann, "settings")).reply
    await play.press(settings, ann, write_button(SetChoice(Choice.PIN, "on")))
    assert (words("settings.pinned") in settings.text) is may
    assert (words("settings.cannot_pin") in settings.text) is not may
    board = (await play.slash(channel, ann, "newgame", **SMALL)).reply
    assert (first.pinned, board.pinned) == (False, may)
    pins = len(play.world.calls("create_pin"))
    await play.press(board, ann, next(opening_keys(board))[0])
    assert len(play.world.calls("create_pin")) == pins == may
    play.bot._courier.show(
        f"discord:{channel.id}", await shown_again(play, channel, ann), anew=True
    )
    await play.settle()
    assert board.deleted
    assert channel.last.pinned == may


@pytest.mark.gateway
async def test_no_line_for_each_pin(play: PlayingDiscord) -> None:
    """A board that typed moves send anew stays pinned, and Discord's lines about it are deleted."""
    ann, me = play.world.user("Ann"), play.world.bot
    channel = await pinning(play, ann)
    board = (await play.slash(channel, ann, "newgame", **SMALL)).reply
    for move in ("a1", "!e5"):
        assert board.pinned
        await play.say(channel, ann, f"{me.mention} {move}")
        assert board.deleted
        board = channel.last
    await play.reach(lambda: board.pinned)
    assert len(play.world.calls("create_pin")) == 3
    await play.world.called("delete_message", 5)
    assert [each for each in channel.messages if each.own] == [board]


@pytest.mark.parametrize("how", ["press", "command", "giveup", "solve", "unanswered"])
async def test_taken_down(play: PlayingDiscord, how: str) -> None:
    """A pinned board is unpinned when its game is over, however it ends."""
    ann = play.world.user("Ann")
    channel = await pinning(play, ann)
    board = await play.dealt(channel, ann, "2x2/1 M# ##", first=3)
    assert board.pinned
    match how:
        case "press":
            await play.win(board, ann, channel)
        case "command":
            await play.slash(channel, ann, "open", cell="b1 a2")
        case "giveup":
            await play.slash(channel, ann, "giveup")
        case "solve":
            while not (await play.session(channel)).game.outcome:
                await play.slash(channel, ann, "solve", how="step")
        case _:  # by a worker that could not answer any more
            await play.bot._chat._service.carry_out(asking(channel, ann, Resign()))
            await play.settle()
    assert (await play.session(channel)).game.outcome
    assert not any(message.pinned for message in channel.shown)


async def shown_again(play: PlayingDiscord, channel: Channel, user: User) -> Reply:
    """Return a reply that shows the newest game."""
    return await play.bot._chat._service.carry_out(asking(channel, user, ShowBoard()))


def asking(channel: Channel, user: User, action: Action) -> Request:
    """Return a request of ``user`` that no event of Discord's has caused."""
    chat = Chat(f"discord:{channel.id}", private=False, in_place=True)
    return Request("test:1", chat, Player(f"discord:{user.id}", user.name), action)
