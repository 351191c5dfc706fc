"""The boards of the day and the modes on Telegram: by buttons alone, and by links from groups."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.documents import listed
from core.game import Outcome
from core.generate import warm as warm_generator
from core.solver import warm as warm_solver
from tests.bot.platforms.telegram.playing import Playing, keys, label, opening_keys, playing
from tests.emulators.telegram.message import Message


@pytest.fixture
async def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playing]:
    """Return a running bot that believes any time, however short."""
    monkeypatch.setattr(listed, "is_possible", lambda _time, _bbbv: True)
    warm_solver()
    warm_generator()
    async with playing(tmp_path) as play:
        yield play


@pytest.mark.parametrize("language", ["en", "ru", "zh-hans"])
async def test_daily(play: Playing, language: str) -> None:
    """The board of the day is chosen from the overview, solved with buttons, and shared."""
    ann, chat = play.in_private("Ann", language)
    overview = await play.say(chat, ann, "/daily")
    assert [len(row) for row in overview.labels] == [3, 1]
    choice = overview.labels
    await play.press(overview, ann, label("tables", language[:2]))
    await play.press(overview, ann, label("daily", language[:2]))
    assert overview.labels == choice, "the tables lead back to it"
    chosen = await play.press(overview, ann, overview.labels[0][0])
    assert chosen.answered, "its words are many, and begin with an emoji"
    board = chat.last
    assert len(board.labels) == 9
    await play.win(board, ann, ann)
    session = await play.session(ann)
    assert session.game.outcome is Outcome.WON
    await play.press(board, ann, label("share", language[:2]))
    assert chat.last.text.endswith("?start=daily")
    assert followed(chat.last).startswith("https://t.me/share/url?"), "to be sent to others"
    again = await play.say(chat, ann, "/start daily")
    assert "✅" in again.text
    proof = await play.press(board, ann, label("proof", language[:2]))
    assert proof.toast


def followed(message: Message) -> str:
    """Return the address that the last button opens."""
    return str(message.content.keyboard[-1][-1]["url"])


async def test_daily_in_group(play: Playing) -> None:
    """A group's /daily links to the boards, and lists those who have asked for it in the group."""
    ann, bob = play.world.user("Ann"), play.world.user("<b>Bob & Co</b>")
    group = play.world.supergroup("Sweepers", ann, bob)
    chat = play.world.private(bob)
    await play.say(chat, bob, "/daily easy")
    board = chat.last
    await play.win(board, bob, bob)
    assert "Bob" not in (await play.say(group, ann, "/daily")).text
    shown = await play.say(group, bob, "/daily")
    assert "1. <b>Bob & Co</b> 0:" in shown.text
    assert shown.text.endswith("?start=daily")
    assert followed(shown) == shown.text.split()[-1], "to be played"


async def test_no_guess_and_scanner(play: Playing) -> None:
    """A board without guessing is chosen by buttons, and its scanner used by two presses."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/start")
    await play.press(chat.last, ann, label("levels"))
    await play.press(chat.last, ann, "🧠 Without guessing")
    await play.press(chat.last, ann, "0n.medium.noguess")
    board = chat.last
    first = await play.press(board, ann, next(opening_keys(board))[0])
    assert "Logic alone solves this board" in first.toast
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("scan"))
    seen = (await play.session(ann)).game.board
    closed = {f"1scan.{seen.grid.name(cell)}" for cell in seen.closed()}
    scanned = await play.press(board, ann, next(key for key in keys(board) if key in closed))
    assert "🔍" in scanned.toast
    assert "scanner used" in board.text
