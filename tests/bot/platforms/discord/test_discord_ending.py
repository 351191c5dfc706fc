"""What a finished board says: how it ended, even if it is pressed late, and what was earned."""

from __future__ import annotations

import pytest

from bot.i18n import Text, Translator
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    key_of,
)
from tests.bot.platforms.status_line import nearly_won

pytestmark = pytest.mark.gateway

OVER = Translator().say(Text("refused.finished", cell=""), "en")


@pytest.mark.parametrize("alone", [False, True])
async def test_pressed_twice(play: PlayingDiscord, *, alone: bool) -> None:
    """A second press on the last cell is told that the game is over; the board says it was won."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel = play.world.dm(ann) if alone else guild.channel("mines")
    board = await play.dealt(channel, ann, nearly_won(4), 12)
    last = key_of(board, 3)
    await play.press(board, ann, last)
    assert "You won" in board.text
    late = board.forge(ann, last)
    await play.settle(late)
    assert OVER in late.follow_ups[-1].text
    assert "You won" in board.text
    assert OVER not in board.text


@pytest.mark.parametrize("place", ["server", "direct", "guest"])
async def test_pressed_after_a_restart(place: str) -> None:
    """After a restart a late press is told that the game is over; the board says it was won."""
    async with deployment() as shared:
        async with shared.worker() as play:
            ann, bob = play.world.user("Ann", installed=place == "guest"), play.world.user("Bob")
            guild = play.world.guild("Sweepers", ann)
            channel = guild.channel("mines") if place == "server" else play.world.dm(ann)
            if place == "guest":
                channel = play.world.private(ann, bob)
            board = await play.dealt(channel, ann, nearly_won(4), 12)
            last = key_of(board, 3)
            await play.press(board, ann, last)
            assert "You won" in board.text
        async with shared.worker() as play:
            late = board.forge(ann, last)
            await play.settle(late)
            assert OVER in late.follow_ups[-1].text
            assert "You won" in board.text
            assert OVER not in board.text


async def test_earned_before_the_answer(play: PlayingDiscord) -> None:
    """A first win that is counted before Discord takes the answer is on its board as well."""
    ann, channel = play.in_server()
    board = await play.begin(channel, ann, rows=2, cols=2, mines=2)
    (last,) = await play.safe_keys(board, channel)
    async with play.world.faults.holding("create_interaction_response", most=1) as gate:
        won = board.press(ann, last)
        await play.reach(lambda: gate.held)
        await play.reach_session(channel, lambda session: session.earned)
    await play.settle(won)
    assert "🏅 Ann: a first win" in board.text
