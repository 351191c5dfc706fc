"""Wins beyond luck on Telegram: a group's page, kept when it becomes a supergroup."""

from __future__ import annotations

from tests.bot.platforms.telegram.playing import Playing, key_of

LAYOUT = "2x3/1 ##M ###"


async def test_migration(play: Playing) -> None:
    """A group's page of wins beyond luck is the same under the id of its supergroup."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group = play.world.group("Sweepers", ann, bob)
    await play.solver.warm()
    for _ in range(5):
        board = await play.dealt(group, ann, LAYOUT)
        await play.press(board, ann, key_of(board, 5))
        await play.pass_time(30)
    page = await play.say(group, bob, "/top skill")
    assert "1. Ann +" in page.text
    larger = play.world.migrate(group)
    await play.settle()
    moved = await play.say(larger, bob, "/top skill")
    assert moved.text == page.text
