"""Face, mines and time stand above every board on Discord, and pictures have an alt text."""

from __future__ import annotations

import re

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    key_of,
    opening_keys,
)
from tests.bot.platforms.status_line import assert_status, nearly_won

LANGUAGES = [("en-US", "Minesweeper"), ("ru", "Сапёра"), ("zh-CN", "扫雷")]
OPTIONS = {"en-US": "rows cols mines", "ru": "строки столбцы мины", "zh-CN": "行 列 雷"}


@pytest.mark.parametrize(("locale", "word"), LANGUAGES)
@pytest.mark.parametrize("side", [5, 9, 16])
async def test_direct(play: PlayingDiscord, side: int, locale: str, word: str) -> None:
    """A board as buttons, emoji or a picture, and a hint, have the status line at any time."""
    ann, direct = play.in_private("Ann", locale)
    size = dict.fromkeys(OPTIONS[locale].split(), side)
    size[OPTIONS[locale].split()[-1]] = 3
    fresh = (await play.slash(direct, ann, "newgame", **size)).reply
    assert_status(fresh.text, locale)
    board = await play.dealt(direct, ann, nearly_won(side), side * (side - 1))
    assert_status(board.text, locale)
    hint = (await play.slash(direct, ann, "hint")).reply
    assert_status(hint.text, locale)
    assert len(hint.alt_texts) == 1
    await play.press(board, ann, key_of(board, side - 1))
    assert_status(board.text, locale)
    assert board.text.startswith("😎")
    pictures = [board.alt_texts, hint.alt_texts]
    assert len(pictures[0]) == (side == 16)
    assert all(word in text for text in [*board.alt_texts, *hint.alt_texts])


async def test_as_text(play: PlayingDiscord) -> None:
    """A board as text and a blindfold board have the status line."""
    ann, direct = play.in_private()
    await play.slash(direct, ann, "settings", change="text on")
    board = (await play.slash(direct, ann, "newgame", level="medium")).reply
    assert_status(board.text)
    assert "# # #" in board.text
    await play.slash(direct, ann, "open", cell="a1")
    assert_status(direct.last.text)
    unseen = (await play.slash(direct, ann, "newgame", level="easy", blindfold=True)).reply
    assert_status(unseen.text)


async def test_for_several(play: PlayingDiscord) -> None:
    """The boards of a channel, a duel, a tournament and of spoilers have a status line."""
    ann, bob, channel = play.two_in_server()
    board = (await play.slash(channel, ann, "newgame", level="easy")).reply
    assert_status(board.text)
    await play.press(board, ann, next(opening_keys(board))[0])
    invited = await play.slash(channel, ann, "duel", level="simple")
    await play.settle(answered=1)
    await play.press(invited.reply, bob, "⚔ Accept")
    await play.slash(channel, ann, "tournament", rounds=2, level="simple")
    await play.settle()
    boards = [each for each in channel.messages if list(opening_keys(each))]
    assert len(boards) == 4
    for each in boards:
        assert_status(each.text)
    toy = (await play.slash(channel, bob, "spoiler", rows=5, cols=5, mines=4)).reply
    assert re.match(r"🙂 A toy of 5×5 with 4 mines: .* <t:\d+:R>\n", toy.text)


async def test_of_the_day(play: PlayingDiscord) -> None:
    """The board of the day has the status line."""
    ann = play.world.user("Ann")
    assert_status((await play.slash(play.world.dm(ann), ann, "daily", level="easy")).reply.text)


async def test_looking_back(play: PlayingDiscord) -> None:
    """Pictures of a finished game and its replay say in their alt text what they show."""
    ann, direct = play.in_private()
    await play.deal(direct, ann, nearly_won(9), 72)
    await play.slash(direct, ann, "open", cell="i1")
    review = await play.slash(direct, ann, "review")
    [line] = review.reply.alt_texts
    name, values = line.split(": ")
    assert name == "Chance to win, move by move"
    assert re.match(r"A line of 2 values, from .*%; lowest .*%, highest 100%\.", values)
    await play.press(review.reply, ann, next(key for key in review.reply.keys if "replay" in key))
    [animation] = direct.last.alt_texts
    assert animation.startswith("The whole game as an animation. It ends like this: Minesweeper")
