"""Achievements on Discord: the finished board announces them."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import playing_discord


async def test_first_win() -> None:
    """A player's first win is announced below its board."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        board = await play.begin(channel, ann, level="simple")
        await play.win(board, ann, channel)
        await play.settle()
        assert "🏅 Ann: a first win" in board.text


async def test_earned_before_the_answer() -> None:
    """A first win that is counted before Discord takes the answer is on its board as well."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        board = await play.begin(channel, ann, rows=2, cols=2, mines=2)
        (last,) = await play.safe_keys(board, channel)
        async with play.world.faults.holding("create_interaction_response", most=1) as gate:
            won = board.press(ann, last)
            await play.reach(lambda: gate.held)
            await play.reach_session(channel, lambda session: session.earned)
        await play.settle(won)
        assert "🏅 Ann: a first win" in board.text
