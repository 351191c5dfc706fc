"""Secrecy: before the end, two layouts that look the same to a player are answered the same."""

from __future__ import annotations

import logging
from itertools import combinations

import pytest
from msgspec.structs import replace

from bot.app.requests.board_actions import PlayShared
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.platforms.terminal import View
from bot.render import load_theme
from core.game import Game, Outcome, ReplayError, replay
from core.minefield import Minefield
from core.rules import Rules
from tests.bot.app.conftest import TRANSLATOR, Table
from tests.strategies import random_game, seeded

REQUESTS = (
    "/board",
    "/hint",
    "/hint",
    "/hint",
    "/hint",
    "/hint all",
    "!a1",
    "?a1",
    "@b2",
    "/undo",
    "/mode flag",
    "9 9",
    "what",
    "/games",
    "/save x",
    "/load x",
    "/stats",
    "/code",
    "/evf",
    "/card",
    "/export",
    "/proof",
    "/top",
    "/daily",
    "/daily table",
    "/share",
    "/play {code}",
    "/board",
    "/hint all",
    "/solve",
    "/solve stop",
    "/train ?",
    "/review",
    "/review 1",
    "/review replay",
    "/newgame 200 1 1",
    "/start",
)


def twins(seed: int) -> tuple[Game, Game] | None:
    """Return two running games with the same moves and board, and different mines, if there are."""
    rng = seeded(seed)
    rules = Rules(rng.randint(3, 4), rng.randint(3, 4), rng.randint(2, 4))
    game = random_game(rng, rules, rng.randint(1, 3))
    if game.outcome or game.minefield is None:
        return None
    opened = {cell for cell in rules.grid.cells() if game.board.opened[cell]}
    exploded = {cell for cell in rules.grid.cells() if game.board.exploded[cell]}
    for mines in combinations(rules.grid.cells(), rules.mines):
        if not opened.isdisjoint(mines) or not exploded.issubset(mines):
            continue
        other = Minefield.of(rules.grid, mines)
        try:
            twin = replay(rules, other, game.history)
        except ReplayError:
            continue
        if other.mines != game.minefield.mines and twin.board == game.board:
            return game, twin
    return None


TWINS = [pair for pair in map(twins, range(120)) if pair]


def seen(reply: Reply) -> list[object]:
    """Return everything that leaves the app for ``reply``, drawn in every theme."""
    screen = reply.screen and replace(reply.screen, elapsed=0)
    shown: list[object] = [repr(replace(reply, screen=screen))]
    for theme in ("plain", "emoji"):
        view = View(TRANSLATOR, load_theme(theme), colours=True, fitted=False)
        shown += view.lines(replace(reply, screen=screen))
    return shown


async def answers(game: Game) -> list[list[object]]:
    """Return what a player gets to see of ``game``."""
    table = Table()
    table.service = Service(table.store, table.advisor, seeded(1))  # draws the same codes
    await table.put(game)
    shown, code = [], ""
    for text in REQUESTS:
        reply = await table.ask(text.format(code=code))
        shown.append(seen(reply))
        if isinstance(reply.link, PlayShared):
            code = reply.link.code
            await table.store.settled()
    await table.store.close()
    table.advisor.close()
    assert code
    return shown


def test_there_are_twins() -> None:
    """The search finds enough pairs to be meaningful."""
    assert len(TWINS) >= 30


@pytest.mark.parametrize("pair", TWINS[:30], ids=lambda pair: str(pair[0].board).split()[0])
async def test_twins_look_the_same(
    pair: tuple[Game, Game], caplog: pytest.LogCaptureFixture
) -> None:
    """Texts, screens, drawings, reprs and logs do not depend on where the unseen mines are."""
    logs = []
    shown = []
    for game in pair:
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            shown.append(await answers(game))
        logs.append([record.getMessage() for record in caplog.records])
        assert "ERROR" not in {record.levelname for record in caplog.records}
    assert shown[0] == shown[1]
    assert logs[0] == logs[1]


def test_twins_differ() -> None:
    """The comparison can fail: after the end the twins are told apart."""
    game, twin = TWINS[0]
    lost = [replace(each, outcome=Outcome.GIVEN_UP) for each in (game, twin)]
    assert lost[0].board != lost[1].board
