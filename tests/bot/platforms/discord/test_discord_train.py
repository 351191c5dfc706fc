"""The trainer on Discord: a picture, and the cells to choose from as buttons."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from bot.app.documents.practice import ORDER, Task, Training
from bot.app.documents.state import Settings
from bot.app.requests.coach_actions import Answer
from bot.app.screens.illustration import BoardPicture
from bot.app.screens.train_page import question
from bot.platforms.discord.components import size
from bot.platforms.discord.view import View
from core.trainer import Drill, exercise
from tests.bot.platforms.dealing import waiting
from tests.bot.platforms.discord.playing_discord import (
    TRANSLATOR,
    PlayingDiscord,
    words,
)

pytestmark = pytest.mark.gateway


async def test_exercises_on_one_message(play: PlayingDiscord) -> None:
    """An exercise is answered with a press, explained in its place, and followed by the next."""
    ann, channel = play.in_server()
    message = (await play.slash(channel, ann, "train")).reply
    assert message.picture
    made = await waiting(play.store, f"discord:{ann.id}")
    names = [made.board.grid.name(cell) for cell in made.answer]
    shown = next(name for row in message.labels for name in row if name in names)
    await play.press(message, ann, shown)
    assert "✅" in message.text
    assert message.labels == [[words("train.next"), words("train.progress")]]
    await play.press(message, ann, words("train.next"))
    assert channel.shown == []
    assert len(message.versions) == 3
    assert any("try." in data for data in message.keys)
    assert len(message.parts) <= 40


async def test_typed_answer(play: PlayingDiscord) -> None:
    """An exercise can be answered with the command, also with a cell that has no button."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "train")
    made = await waiting(play.store, f"discord:{ann.id}")
    told = await play.slash(channel, ann, "train", cell=made.board.grid.name(made.answer[0]))
    assert "✅" in told.reply.text
    shown: set[str] = set()
    names: set[str] = set()
    while names <= shown:
        shown = set(chain(*(await play.slash(channel, ann, "train")).reply.labels))
        board = (await waiting(play.store, f"discord:{ann.id}")).board
        names = {board.grid.name(cell) for cell in board.closed() if not board.flagged[cell]}
        told = await play.slash(channel, ann, "train", cell=min(names - shown or names))
    assert "❌" in told.reply.text


@pytest.mark.parametrize("drill", list(Drill))
def test_room_for_an_answer(drill: Drill) -> None:
    """However large the board is, the message keeps to the limit and holds a right answer.

    Cells are in reading order.
    """
    view = View(TRANSLATOR)
    for seed in range(8):
        task = Task(drill, seed)
        made = exercise(drill, Random(seed))
        reply = question(made, task, Training(), Settings(), tapped=True)
        assert reply.picture
        assert isinstance(reply.picture.subject, BoardPicture)
        payload = view.message(reply, ephemeral=False, drawn=b"picture")
        assert sum(map(size, payload.components)) <= 40
        labels = [
            button["label"] for part in payload.components for button in part.get("components", ())
        ]
        assert labels[-1] == words("train.progress")
        assert {made.board.grid.name(cell) for cell in made.answer} & set(labels)
        names = map(made.board.grid.name, made.board.grid.cells())
        assert [name for name in names if name in labels] == labels[:-1]
        assert reply.taps[made.answer[0]] == Answer(ORDER.index(drill), seed, made.answer[0])


async def test_exercises_for_one(play: PlayingDiscord) -> None:
    """/train is for the one who asks; a typed one stays as it is when another presses it."""
    ann, bob, channel = play.two_in_server()
    assert (await play.slash(channel, ann, "train")).reply.viewer is ann
    await play.say(channel, ann, f"{play.world.bot.mention} /train")
    written = channel.last
    before = written.text
    press = await play.press(written, bob, written.keys[0])
    assert press.reply.viewer is bob
    assert (written.text, channel.last) == (before, written)
