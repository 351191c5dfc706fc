"""Lessons on Discord: they ask for moves in a way that the bot receives where they are given."""

from __future__ import annotations

import pytest

from core.game import Outcome
from core.lesson import Goal, lesson_step
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    words,
)


@pytest.mark.gateway
async def test_lesson(play: PlayingDiscord) -> None:
    """The lesson has its player open, flag, chord and type, then says that it is done."""
    ann, channel = play.in_private("Ann", "ru")
    await play.slash(channel, ann, "learn")
    goals = []
    for _ in range(4):
        board = (await play.session(channel)).game.board
        step = lesson_step(board)
        goals.append(step.goal)
        cell = step.clue if step.goal is Goal.CHORD else step.cells[0]
        assert cell is not None
        name = board.grid.name(cell)
        sign = {Goal.FLAG: "!", Goal.CHORD: "@"}.get(step.goal, "")
        await play.say(channel, ann, f"{sign}{name}")
    assert goals == [Goal.OPEN, Goal.FLAG, Goal.CHORD, Goal.TYPE]
    assert (await play.session(channel)).game.outcome is Outcome.WON
    assert words("lesson.done", "ru") in channel.last.text


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
