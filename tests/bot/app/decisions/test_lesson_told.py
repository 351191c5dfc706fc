"""The lesson tells a player what can be done as it is told."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.coordinates import Coordinates
from bot.i18n.language import LANGUAGES
from tests.bot.app.conftest import TRANSLATOR, Table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("coordinates", [Coordinates.LETTERS, Coordinates.ONE])
@pytest.mark.parametrize("in_place", [True, False])
async def test_flags_that_are_wrong(
    table: Table, language: str, coordinates: Coordinates, *, in_place: bool
) -> None:
    """Two wrong flags are taken off by writing what the lesson says, one after the other."""
    table.private, table.in_place = True, in_place
    await table.ask(f"/settings coordinates {coordinates}")
    await table.ask("/learn")
    await table.ask("d4")
    reply = await table.ask("!a1 !b1")
    for left in (1, 0):
        assert reply.screen
        assert reply.screen.lesson
        told = TRANSLATOR.say(reply.screen.lesson, language)
        [written] = re.findall(r"\?[^.。]+", told)
        reply = await table.ask(written)
        assert reply.screen
        assert sum(reply.screen.board.flagged) == left
