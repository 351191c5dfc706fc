"""Large boards take long to draw, and hold up nobody else meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.screens.illustration import BoardPicture, Illustration
from bot.app.screens.reply import Reply
from bot.app.screens.screen import screen_of
from bot.delivery import Scene
from bot.i18n import Translator
from bot.platforms.discord.choices import cell_choices, cell_choices_apart
from bot.platforms.discord.messages import drawn
from bot.platforms.discord.view import View as DiscordView
from bot.platforms.telegram.chat import _drawn
from bot.platforms.telegram.view import View as TelegramView
from bot.render.picture import draw_picture, load_picture_theme
from core.rules import Rules
from tests.strategies import random_game, seeded

TRANSLATOR = Translator()
DISCORD, TELEGRAM = DiscordView(TRANSLATOR), TelegramView(TRANSLATOR)
LARGE, SMALL = Rules(100, 100, 2000, lives=9), Rules(16, 30, 99, lives=9)


def scene(rules: Rules) -> Scene:
    """Return the scene of a random game by ``rules``."""
    screen = screen_of(Session(1, "a", random_game(seeded(3), rules, 20)), 0, Settings())
    return Scene("x:1", screen, (), "en", private=True)


async def waits_for_thread(work: Coroutine[Any, Any, object]) -> bool:
    """Tell whether ``work`` waits for a thread, so that the event loop goes on."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)  # too short to hear from a thread, whatever it has done by then
    is_open = not task.done()
    await task
    return is_open


@pytest.mark.parametrize(("rules", "apart"), [(LARGE, True), (SMALL, False)])
async def test_large_boards_are_drawn_apart(rules: Rules, *, apart: bool) -> None:
    """A large board is drawn in a thread, and the loop goes on; a small one is drawn at once."""
    shown = scene(rules)
    assert await waits_for_thread(DISCORD.shown(shown)) is apart
    assert await waits_for_thread(DISCORD.hint(shown)) is apart
    assert await waits_for_thread(TELEGRAM.shown(shown, inline=False)) is apart


async def test_pictures_of_replies_are_drawn_apart() -> None:
    """Whatever a reply's picture shows, it is drawn in a thread: a replay may take a second."""
    reply = Reply((), picture=Illustration(BoardPicture(scene(SMALL).screen)))
    assert await waits_for_thread(drawn(DISCORD, reply, ephemeral=False))
    drawing = TELEGRAM.drawing(reply)
    assert drawing
    assert await waits_for_thread(_drawn(TELEGRAM.message(reply), drawing, reply))


@pytest.mark.parametrize(("rules", "apart"), [(LARGE, True), (SMALL, False)])
async def test_cells_of_large_boards_are_looked_through_apart(rules: Rules, *, apart: bool) -> None:
    """A large board's cells are proposed by a thread, a small one's at once; both are the same."""
    screen = scene(rules).screen
    assert await waits_for_thread(cell_choices_apart(screen, "open", "c")) is apart
    assert await cell_choices_apart(screen, "open", "c") == cell_choices(screen, "open", "c")


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("rules", [LARGE, SMALL])
async def test_drawing_apart_shows_the_same(rules: Rules, *, over: bool) -> None:
    """A board drawn in a thread is the same; on Telegram its window is marked until it is over."""
    running = scene(rules)
    shown = replace(running, screen=replace(running.screen, over=over))
    assert await DISCORD.shown(shown) == DISCORD.scene(shown)
    there = await TELEGRAM.shown(shown, inline=False)
    assert there == TELEGRAM.scene(shown, inline=False)
    theme = load_picture_theme(shown.screen.theme)
    assert (there.picture == draw_picture(shown.screen, theme)) == over
    assert await TELEGRAM.shown(shown, inline=True) == TELEGRAM.scene(shown, inline=True)
