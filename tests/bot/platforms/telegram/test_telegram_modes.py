"""Modes on Telegram: a board that stays hidden, and one whose mines drift."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.playing import Playing, opening_keys, words


@pytest.mark.parametrize(
    ("language", "empty"), [("en", "Empty: "), ("ru", "Пусто: "), ("zh", "空格：")]
)
async def test_blindfold(play: Playing, language: str, empty: str) -> None:
    """A blindfold board has no cells to press, tells moves in words, and is shown on demand."""
    ann, chat = play.in_private("Ann", language)
    board = await play.say(chat, ann, "/newgame 8 8 10 blindfold")
    assert not list(opening_keys(board))
    how = words("newgame.how", language, numbers="3 4", cell="d3")
    assert how in board.text, "nothing is there to be tapped"
    board = await play.say(chat, ann, "d4")
    assert empty in board.text
    assert "4  # # # # # # # #" in board.text
    board = await play.say(chat, ann, "/board")
    assert "4  # # # # # # # #" not in board.text
    game = (await play.session(ann)).game
    board = await play.say(chat, ann, f"!{game.board.grid.name(game.board.closed()[0])}")
    assert "4  # # # # # # # #" in board.text


async def test_blindfold_on_a_large_board(play: Playing) -> None:
    """On a large blindfold board a move that opens too many cells tells how many they are."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame 100 100 100 blindfold")
    board = await play.say(chat, ann, "50 50")
    assert "cells, too many to tell. /board shows them." in board.text
    assert " # #" in board.text


async def test_drifting(play: Playing) -> None:
    """Once mines have drifted, a press that was made before the last move opens nothing."""
    ann, bob, group = play.two_in_group()
    board = await play.say(group, ann, "/newgame easy drifting")
    old = [data for data, _ in opening_keys(board)]
    press = await play.press(board, ann, old[27])
    assert "Mines may have drifted." in press.toast
    assert "drifting mines" in board.text
    stale = await play.press(board, bob, next(d for d, _ in opening_keys(board)))
    assert "changed since" not in stale.toast
    await play.take(_again(play))
    session = await play.session(group)
    assert len(session.game.history) == 2


def _again(play: Playing) -> dict[str, object]:
    """Return the newest press once more, under another id."""
    posted = play.posted()
    return {**posted, "update_id": posted["update_id"] + 1}
