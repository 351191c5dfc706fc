"""Whole games on every kind of board, by presses, commands and words, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.requests.actions import Choice, SetChoice
from bot.app.requests.button import write_button
from bot.i18n import LANGUAGES, Text
from bot.platforms.discord import slash
from core.game import Game, Outcome
from tests.bot.platforms.discord.playing_discord import (
    TRANSLATOR,
    PlayingDiscord,
    label,
    opening_keys,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

LOCALES = {"en": "en-US"} | slash.LOCALES
SIZES = {"buttons": (5, 5, 6), "emoji": (10, 14, 24), "picture": (15, 15, 30)}
"""Few mines, so that no cell is walled off by them far from every number."""
MOST_PRESSES = 400


def option_name(option: str, language: str) -> str:
    """Return what an option of a command is called in ``language``."""
    return TRANSLATOR.say(Text(f"option_name.{option}"), language)


async def begun(
    play: PlayingDiscord, channel: Channel, user: User, language: str, size: tuple[int, int, int]
) -> Message:
    """Begin a game of ``size``, and return its board."""
    names = (option_name(each, language) for each in ("rows", "cols", "mines"))
    options = dict(zip(names, size, strict=True))
    return (await play.slash(channel, user, "newgame", **options)).reply


def left(game: Game) -> list[str]:
    """Return the names of the cells that are still to be opened."""
    assert game.minefield is not None
    mines = game.minefield.mines
    grid = game.rules.grid
    return [grid.name(c) for c in grid.cells() if not game.opened[c] and not mines[c]]


@pytest.mark.parametrize(
    ("kind", "language"), [("buttons", "en"), ("emoji", "ru"), ("picture", "zh")]
)
async def test_by_presses(play: PlayingDiscord, kind: str, language: str) -> None:
    """A board is won by presses alone, on one message, which has no cell buttons at the end."""
    ann, channel = play.in_private("Ann", LOCALES[language])
    board = await begun(play, channel, ann, language, SIZES[kind])
    assert bool(board.picture) == (kind == "picture")
    await play.press(board, ann, next(opening_keys(board))[0])
    for _ in range(MOST_PRESSES):
        if (await play.session(channel)).game.outcome is not None:
            break
        safe = await play.safe_keys(board, channel)
        await play.press(board, ann, safe[0] if safe else label("frontier", language))
        assert len(board.parts) <= 40
    assert (await play.session(channel)).game.outcome is Outcome.WON
    assert channel.shown == [board]
    assert board.labels[0][0] == label("again", language)
    assert not list(opening_keys(board))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_text_by_commands(play: PlayingDiscord, language: str) -> None:
    """A board as text is won by slash commands; it has no picture and no buttons for cells."""
    ann, channel = play.in_private("Ann", LOCALES[language])
    settings = (await play.slash(channel, ann, "settings")).reply
    to_text = write_button(SetChoice(Choice.TEXT, "on"))
    assert to_text in settings.keys
    await play.press(settings, ann, to_text)
    board = await begun(play, channel, ann, language, (6, 6, 8))
    assert "```" in board.text
    assert not list(opening_keys(board))
    cell = option_name("cell", language)
    options: dict[str, Any] = {cell: "c3"}
    await play.slash(channel, ann, "open", **options)
    while cells := left((await play.session(channel)).game):
        options = {cell: " ".join(cells[:4])}
        board = (await play.slash(channel, ann, "open", **options)).reply
    assert (await play.session(channel)).game.outcome is Outcome.WON
    assert channel.last is board
    assert "```" in board.text
    assert not board.picture


@pytest.mark.gateway
@pytest.mark.parametrize("language", LANGUAGES)
async def test_by_words(play: PlayingDiscord, language: str) -> None:
    """A board is won by typed moves: in a direct message, and by mentions in a server."""
    ann = play.world.user("Ann", LOCALES[language])
    for channel in (play.world.dm(ann), play.world.guild("Sweepers", ann).channel("mines")):
        before = "" if channel.guild is None else f"{play.world.bot.mention} "
        await begun(play, channel, ann, language, (6, 6, 8))
        await play.say(channel, ann, f"{before}c3")
        if cells := left((await play.session(channel)).game):
            await play.say(channel, ann, before + " ".join(cells))
        assert (await play.session(channel)).game.outcome is Outcome.WON
        assert len(channel.shown) == 1
