"""Boards that take long to draw hold up nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.screens.screen import screen_of
from bot.delivery import Scene
from bot.i18n import Translator
from bot.platforms.discord.choices import cell_choices, cell_choices_apart
from bot.platforms.discord.view import View as DiscordView
from bot.platforms.telegram.view import View as TelegramView
from bot.render.picture import draw_picture, load_picture_theme
from core.rules import Rules
from tests.strategies import random_game, seeded

TRANSLATOR = Translator()
DISCORD, TELEGRAM = DiscordView(TRANSLATOR), TelegramView(TRANSLATOR)
LARGE, SMALL = Rules(100, 100, 2000, lives=9), Rules(16, 30, 99, lives=9)


def scene(rules: Rules) -> Scene:
    """Return a game in a chat."""
    screen = screen_of(Session(1, "a", random_game(seeded(3), rules, 20)), 0, Settings())
    return Scene("x:1", screen, (), Settings(), "en", private=True, thread=None)


async def goes_on(work: Coroutine[Any, Any, object]) -> bool:
    """Tell whether others had their turn before ``work`` was done."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    is_open = not task.done()
    await task
    return is_open


@pytest.mark.parametrize(("rules", "apart"), [(LARGE, True), (SMALL, False)])
async def test_large_boards_are_drawn_apart(rules: Rules, *, apart: bool) -> None:
    """While a large board is drawn the loop goes on; a thread would take longer than a small."""
    shown = scene(rules)
    assert await goes_on(DISCORD.shown(shown)) is apart
    assert await goes_on(DISCORD.hint(shown)) is apart
    assert await goes_on(TELEGRAM.shown(shown, inline=False)) is apart


@pytest.mark.parametrize(("rules", "apart"), [(LARGE, True), (SMALL, False)])
async def test_cells_of_large_boards_are_looked_through_apart(rules: Rules, *, apart: bool) -> None:
    """While cells of a large board are proposed the loop goes on; they are the same."""
    screen = scene(rules).screen
    assert await goes_on(cell_choices_apart(screen, "open", "c")) is apart
    assert await cell_choices_apart(screen, "open", "c") == cell_choices(screen, "open", "c")


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("rules", [LARGE, SMALL])
async def test_the_same_is_shown(rules: Rules, *, over: bool) -> None:
    """Wherever it is drawn, a board is shown as it is, with its window until it is over."""
    running = scene(rules)
    shown = replace(running, screen=replace(running.screen, over=over))
    assert await DISCORD.shown(shown) == DISCORD.scene(shown)
    there = await TELEGRAM.shown(shown, inline=False)
    assert there == TELEGRAM.scene(shown, inline=False)
    theme = load_picture_theme(shown.screen.theme)
    assert (there.picture == draw_picture(shown.screen, theme)) == over
    assert await TELEGRAM.shown(shown, inline=True) == TELEGRAM.scene(shown, inline=True)
