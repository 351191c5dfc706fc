"""Large boards take long to draw, and hold up nobody else meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
import pytest_asyncio
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
    """Return the scene of a random game by ``rules``."""
    screen = screen_of(Session(1, "a", random_game(seeded(3), rules, 20)), 0, Settings())
    return Scene("x:1", screen, (), Settings(), "en", private=True, thread=None)


class Held(ThreadPoolExecutor):
    """Threads that start no work before ``go`` is set."""

    def __init__(self) -> None:
        """Begin with ``go`` unset."""
        super().__init__()
        self.go = Event()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run ``fn`` once ``go`` is set."""
        return super().submit(self._when_set, fn, *args, **kwargs)

    def _when_set(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.go.wait()
        return fn(*args, **kwargs)


@pytest_asyncio.fixture
async def held() -> AsyncIterator[Held]:
    """Return the threads that the test's event loop hands work to."""
    threads = Held()
    asyncio.get_running_loop().set_default_executor(threads)
    yield threads
    threads.go.set()


async def waits_for_thread(held: Held, work: Coroutine[Any, Any, object]) -> bool:
    """Tell whether ``work`` waits for a thread, so that the event loop goes on."""
    held.go.clear()
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    is_open = not task.done()
    held.go.set()
    await task
    return is_open


@pytest.mark.parametrize(("rules", "apart"), [(LARGE, True), (SMALL, False)])
async def test_large_boards_are_drawn_apart(held: Held, rules: Rules, *, apart: bool) -> None:
    """A large board is drawn in a thread, and the loop goes on; a small one is drawn at once."""
    shown = scene(rules)
    assert await waits_for_thread(held, DISCORD.shown(shown)) is apart
    assert await waits_for_thread(held, DISCORD.hint(shown)) is apart
    assert await waits_for_thread(held, TELEGRAM.shown(shown, inline=False)) is apart


@pytest.mark.parametrize(("rules", "apart"), [(LARGE, True), (SMALL, False)])
async def test_cells_of_large_boards_are_looked_through_apart(
    held: Held, rules: Rules, *, apart: bool
) -> None:
    """A large board's cells are proposed by a thread, a small one's at once; both are the same."""
    screen = scene(rules).screen
    assert await waits_for_thread(held, cell_choices_apart(screen, "open", "c")) is apart
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
