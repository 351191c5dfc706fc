"""Odd and hostile input on Discord: each case by its number."""

from __future__ import annotations

import tracemalloc
from collections.abc import AsyncIterator

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
    playing_discord,
)
from tests.bot.platforms.telegram.naughty import NAUGHTY
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User

APOLOGY = "Something went wrong"
NAMES = ["@everyone", "**bold** `x`", "\u202eevil", "\u200b", "<b>&", "a" * 32, "😀" * 32, "<@1>"]


@pytest.fixture
async def play() -> AsyncIterator[PlayingDiscord]:
    """Return a running bot at the gateway."""
    async with playing_discord() as play:
        yield play


async def answer(play: PlayingDiscord, direct: Channel, user: User, text: str) -> str:
    """Return what a direct message is answered with."""
    await play.say(direct, user, text)
    return direct.last.text


async def test_discord_case_27(play: PlayingDiscord) -> None:
    """Case 27: a board of 100,000 by 100,000 is refused in words, and nothing of it allocated."""
    ann = play.world.user("Ann")
    direct = play.world.dm(ann)
    await answer(play, direct, ann, "/start")
    tracemalloc.start()
    said = await answer(play, direct, ann, "/newgame 100000 100000 1")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert said == "The number of rows must be from 2 to 100."
    assert peak < 4_000_000, "a hundred thousand rows would take more as bits"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("0 5 3", "The number of rows must be from 2 to 100."),
        ("5 5 25", "The number of mines on this board must be from 1 to 24."),
        ("-5 5 3", "Write /newgame ROWS COLS MINES"),
        ("9" * 1900 + " 5 3", "The number of rows must be from 2 to 100."),
        ("5² 5 3", "Write /newgame ROWS COLS MINES"),
        ("٥ ٥ ٣", "Write /newgame ROWS COLS MINES"),
        ("５ ５ ３", "New game: simple, 5×5, 3 mines."),
    ],
)
async def test_discord_cases_28_29(play: PlayingDiscord, wish: str, words: str) -> None:
    """Cases 28, 29: impossible sizes and odd digits are refused with the range, or read aright."""
    ann = play.world.user("Ann")
    assert words in await answer(play, play.world.dm(ann), ann, f"/newgame {wish}")


async def test_discord_case_30(play: PlayingDiscord) -> None:
    """Case 30: off the board, open, flagged, finished, no game: each has its sentence."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")

    async def opened(cell: str) -> str:
        return (await play.slash(channel, ann, "open", cell=cell)).reply.text

    assert "There is no game here now." in await opened("a1")
    await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)
    assert "off the board" in await opened("f1")
    await play.slash(channel, ann, "flag", cell="e5")
    assert "e5 has a flag on it." in await opened("e5")
    await opened("a1")
    assert "a1 is open already." in await opened("a1")
    await play.slash(channel, ann, "giveup")
    assert "This game is over." in await opened("b4")


@pytest.mark.parametrize("name", NAMES)
async def test_discord_case_31(play: PlayingDiscord, name: str) -> None:
    """Case 31: a player of any name plays; nobody is mentioned, and the board stays in order."""
    ann = play.world.user(name)
    channel = play.world.guild("Sweepers", ann).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    press = await play.press(board, ann, next(opening_keys(board))[0])
    assert not press.failed
    card = board.card()
    assert not card["mention_everyone"]
    assert card["mentions"] == []
    assert "\u202e" not in board.text


async def test_discord_case_33(play: PlayingDiscord) -> None:
    """Case 33: forged or foreign data is answered, and changes nothing."""
    ann, eve = play.world.user("Ann"), play.world.user("Eve")
    guild = play.world.guild("Sweepers", ann, eve)
    mine, theirs = guild.channel("mines"), guild.channel("others")
    await play.slash(mine, ann, "newgame", rows=5, cols=5, mines=3)
    board = (await play.slash(theirs, eve, "newgame", rows=5, cols=5, mines=3)).reply
    before = await play.session(mine), await play.session(theirs)
    forged = ["1m.o.25.0", "1m.o.9999999.0", "999999999m.o.0.0", "x" * 100, "\u202e", "typed.x"]
    for data in [*forged, "1undo", "1l.9999999", "1i.9999999"]:
        press = board.forge(eve, data)
        await play.settle(press)
        assert press.answered, data
    assert (await play.session(mine), (await play.session(theirs)).game) == (
        before[0],
        before[1].game,
    )


async def test_discord_case_34(play: PlayingDiscord) -> None:
    """Case 34: on somebody's solo board others are told so, alone, and change nothing."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    await play.slash(channel, ann, "access", who="solo")
    refused = await play.press(board, bob, next(opening_keys(board))[0])
    assert refused.reply.viewer is bob
    assert "Это чужая игра." in refused.reply.text
    assert not (await play.session(channel)).game.history


async def test_discord_case_35(play: PlayingDiscord) -> None:
    """Case 35: twenty presses at once: each cell is opened once, all are answered, one board."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    cell = next(opening_keys(board))[0]
    presses = [board.press(ann, cell) for _ in range(20)]
    for press in presses:
        await play.settle(press)
    assert all(press.answered for press in presses)
    assert len((await play.session(channel)).game.history) == 1
    assert channel.shown == [board]


async def test_discord_case_36(play: PlayingDiscord) -> None:
    """Case 36: two players open one cell at once: it is one's move."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    cell = next(opening_keys(board))[0]
    presses = [board.press(ann, cell), board.press(bob, cell)]
    for press in presses:
        await play.settle(press)
    assert not any(press.failed for press in presses)
    (move,) = (await play.session(channel)).game.history
    assert move.by in {0, 1}


async def test_discord_case_38(play: PlayingDiscord) -> None:
    """Case 38: a player who floods is told to wait, alone, and others are not."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel = play.world.guild("Sweepers", ann, bob).channel("mines")
    for _ in range(40):
        new = await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)
        if new.reply.viewer is ann:
            break
    else:
        pytest.fail("nobody is told to wait")
    other = await play.slash(channel, bob, "newgame", rows=5, cols=5, mines=3)
    assert other.reply.viewer is None


async def test_discord_case_32(play: PlayingDiscord) -> None:
    """Case 32: every naughty string that is written, or is the data of a button, is answered."""
    texts = [text[:2000] for text in NAUGHTY if text.strip()]
    people = [play.world.user(f"Player {number}") for number in range(len(texts))]
    for text, user in zip(texts, people, strict=True):
        play.world.dm(user).say(user, text)
    await play.settle(answered=len(texts))
    assert not any(APOLOGY in play.world.dm(user).last.text for user in people)
    ann = people[0]
    direct = play.world.dm(ann)
    board = (await play.slash(direct, ann, "newgame", rows=5, cols=5, mines=3)).reply
    presses = [board.forge(ann, text[:100]) for text in NAUGHTY]
    for press in presses:
        await play.settle(press)
    assert all(press.answered for press in presses)
    assert not (await play.session(direct)).game.history
