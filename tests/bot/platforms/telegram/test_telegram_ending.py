"""A finished board keeps telling how its game ended, even after a late press on a cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.status_line import nearly_won
from tests.bot.platforms.telegram.playing import (
    Playing,
    deployment,
    key_of,
    words,
)
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User
from tests.emulators.telegram.rig import serving

OVER = words("refused.finished", cell="")


async def before_the_end(play: Playing, chat: Chat, ann: User) -> tuple[Message, str]:
    """Return a board that one more open wins, and the data of that cell's button."""
    board = await play.dealt(chat, ann, nearly_won(4), 12)
    return board, key_of(board, 3)


@pytest.mark.parametrize("is_group", [False, True])
async def test_pressed_twice(play: Playing, *, is_group: bool) -> None:
    """A second press on the last cell is told the game is over; the board still says it is won."""
    ann = play.world.user("Ann")
    chat = play.world.supergroup("Sweepers", ann) if is_group else play.world.private(ann)
    board, last = await before_the_end(play, chat, ann)
    first, second = board.forge(ann, last), board.forge(ann, last)
    await play.settle()
    assert first.toast.startswith("Opened d1. You won")
    assert second.toast == OVER
    assert "You won" in board.text
    assert OVER not in board.text


@pytest.mark.parametrize("is_group", [False, True])
async def test_pressed_after_a_restart(tmp_path: Path, *, is_group: bool) -> None:
    """After a restart a late press leaves the end of the game on the board."""
    async with serving() as server:
        shared = deployment(server, tmp_path)
        async with shared.worker() as play:
            ann = play.world.user("Ann")
            chat = play.world.supergroup("Sweepers", ann) if is_group else play.world.private(ann)
            board, last = await before_the_end(play, chat, ann)
            await play.press(board, ann, last)
            assert "You won" in board.text
        async with shared.worker() as play:
            late = board.forge(ann, last)
            await play.settle()
            assert late.toast == OVER
            assert "You won" in board.text


async def test_a_crowd_has_won(play: Playing) -> None:
    """Who has opened how much is told before what each of a crowd achieved, which has no end."""
    users = [play.world.user(f"Player number {number}") for number in range(30)]
    group = play.world.supergroup("Sweepers", *users)
    await play.dealt(group, users[0], f"2x31/31 {'#' * 31} {'M' * 31}")
    for at, user in enumerate(users):
        board = await play.say(group, user, f"/open 1 {at + 2}")
    await play.settle()
    _, _, told = board.text.partition("You won")
    who, _, achieved = told.partition("🏅")
    assert "Player number 7 1 and 22 more" in who
    assert achieved
