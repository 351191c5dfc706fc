"""Handing over on Telegram: somebody leaves a group, and somebody says nothing for a day."""

from __future__ import annotations

import pytest

from bot.app.documents.state import SILENT_MS
from tests.bot.platforms.telegram.playing import Playing, opening_keys


@pytest.mark.parametrize(
    ("language", "word"), [("en", "open to everybody"), ("ru", "общая"), ("zh", "人人")]
)
async def test_left(play: Playing, language: str, word: str) -> None:
    """When a player leaves, the bot says once that the game they had is open to everybody."""
    ann, bob = play.world.user("Ann", language), play.world.user("Bob", language)
    group = play.world.supergroup("Sweepers", ann, bob)
    await play.say(group, ann, f"/language {language}")
    await play.say(group, bob, "/newgame easy")
    board = await play.say(group, bob, "/access solo")
    group.announce(bob, left_chat_member=bob.card())
    await play.settle()
    assert group.last is not board
    assert word in group.last.text
    sent = len(play.world.calls("sendMessage"))
    group.announce(bob, left_chat_member=bob.card())
    await play.settle()
    assert len(play.world.calls("sendMessage")) == sent


async def test_silent_in_the_name_of_the_group(play: Playing) -> None:
    """A game that is taken over in the group's name is open to all: its owner could not tap."""
    ann, bob, group = play.two_in_group()
    await play.say(group, bob, "/newgame easy")
    await play.say(group, bob, "/access solo")
    await play.skip_time(SILENT_MS / 1000 + 1)
    group.say_anonymously("/takeover")
    await play.settle()
    board = group.last
    assert "This game now belongs to Sweepers." in board.text
    assert "Opened" in (await play.press(board, ann, next(opening_keys(board))[0])).toast


@pytest.mark.parametrize("as_channel", [False, True])
async def test_heir_in_the_name_of_a_group(play: Playing, *, as_channel: bool) -> None:
    """No game is handed to a group or channel, in whose name nobody can tap: it is open to all."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group, channel = play.world.supergroup("Sweepers", ann, bob), play.world.channel("News", ann)
    await play.say(group, bob, "/newgame easy")
    group.say_as(channel if as_channel else group, "/flag h8")
    await play.settle()
    board = await play.say(group, bob, "/access solo")
    group.announce(bob, left_chat_member=bob.card())
    await play.settle()
    assert "open to everybody" in group.last.text
    assert "Opened" in (await play.press(board, ann, next(opening_keys(board))[0])).toast
