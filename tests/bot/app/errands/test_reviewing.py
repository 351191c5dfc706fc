"""Reviews that take long are announced, and come by themselves as far as they are."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot.app.counsel import Progress
from bot.app.errands import reviewing
from bot.app.requests import coach_actions
from bot.app.requests.button import MAX_DATA, read_button, write_button
from core.game import Game
from tests.bot.app.conftest import Table, words
from tests.bot.app.looking_back import EVEN, lost_on_a_certain_mine


@pytest.fixture(autouse=True)
def _impatient(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce every review: none is made before, by which a game would be rated."""
    table.store.carry = None
    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)


async def test_first_words_before_the_rest(table: Table) -> None:
    """A review that takes long is announced, and then comes by itself."""
    await lost_on_a_certain_mine(table)
    asked = table.request("/review")
    first = await table.service.carry_out(asked)
    assert first.unfinished
    assert words(first)[1] == "Reviewing 2 moves …"
    whole = await table.service.more(asked, first)
    assert not whole.unfinished
    assert whole == replace(await table.ask("/review"), language=whole.language)


async def test_what_follows_is_of_the_same_game(table: Table) -> None:
    """A review that was announced stays about its game, even if another ends meanwhile."""
    await lost_on_a_certain_mine(table)
    asked = table.request("/review 2")
    first = await table.service.carry_out(asked)
    assert first.unfinished
    await table.deal(EVEN)
    await table.ask("/giveup")
    more = await table.service.more(asked, first)
    assert words(more)[0].startswith("Move 2 of 2")
    assert words(await table.ask(first.buttons[0][0].action)) == words(more)


@pytest.mark.parametrize("cell", ["2 3", "C2", f"row{20 * ' '}2{20 * ' '}column 3", "第2行第3列"])
async def test_button_of_what_follows(table: Table, cell: str) -> None:
    """However its cell was written, a review that was announced has a button that leads there."""
    await lost_on_a_certain_mine(table)
    first = await table.ask(f"/review 2 {cell}")
    assert first.unfinished
    (go_on,) = first.buttons[0]
    data = write_button(go_on.action, go_on.game)
    assert len(data.encode()) <= MAX_DATA
    assert read_button(data)[0] == coach_actions.Review(1, 2, "c2")


async def test_no_such_move_at_once(table: Table) -> None:
    """A missing move is told at once, even if the review itself takes long."""
    await lost_on_a_certain_mine(table)
    reply = await table.ask("/review 3")
    assert words(reply) == ["Game 1 has 2 moves to review: /review 1 to /review 2."]
    assert (reply.private, reply.unfinished) == (True, False)


async def test_progress(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a review goes on, it says how far it is."""

    async def half(_game: Game, _patience: float) -> Progress:
        await asyncio.sleep(0)
        return Progress(1, 2)

    await lost_on_a_certain_mine(table)
    monkeypatch.setattr(table.advisor, "review", half)
    asked = table.request("/review")
    more = await table.service.more(asked, await table.service.carry_out(asked))
    assert more.unfinished
    assert words(more)[1] == "Reviewing: 1 of 2 moves …"
    assert more.buttons[0][0].action == coach_actions.Review(1)
