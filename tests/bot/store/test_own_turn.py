"""Boards shown in turns taken before the move: by two workers, on every backend."""

from __future__ import annotations

import asyncio
import random
from itertools import count

import pytest

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Redraw
from bot.app.documents.shown import Shown
from bot.app.requests.actions import Action, NewGame, Press
from bot.app.requests.request import Chat, Player, Request
from bot.app.service import Service
from bot.app.turns import Budget, Rate, TurnKeeper
from bot.clock import LoopClock
from bot.delivery import Courier, Scene, Turns
from bot.store.mailbox import MailboxStore
from core.move import Flag, Unflag
from tests.bot.store.conftest import Backends

CHAT = Chat("test:1", in_place=True)
FREE = Budget("test", Rate(0.000_001, 1000), Rate(0.000_001, 1000))
PRESSES = 40


class Board:
    """The one message that both workers change."""

    def __init__(self, rng: random.Random) -> None:
        """Take as long as ``rng`` says to change."""
        self.revisions: list[int] = []
        self._rng = rng

    async def change(self, scene: Scene, shown: Shown) -> Shown | None:
        """Note what is shown in the end, as a platform would have it."""
        await self._pass()
        self.revisions.append(scene.screen.revision)
        await self._pass()
        return shown

    async def send(self, scene: Scene) -> Shown | None:
        """Note what is shown."""
        return await self.change(scene, Shown("1", "text"))

    async def retire(self, chat: str, shown: Shown) -> None:
        """Take nothing away: there is but one message."""

    async def _pass(self) -> None:
        for _ in range(self._rng.randrange(10)):
            await asyncio.sleep(0)


class Worker:
    """A bot's process, as far as boards go."""

    _operations = count()

    def __init__(self, store: MailboxStore, keeper: TurnKeeper, board: Board) -> None:
        """Show what ``store`` has on ``board``."""
        self.store = store
        self.courier = Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, board)
        self._advisor = SolverPool(0.1)
        self._service = Service(store, self._advisor)
        store.carry = self._carry

    async def press(self, action: Action, game: int | None = 1) -> None:
        """Press, and have the board shown in the turn that was asked for before."""
        asked = Request(
            str(next(self._operations)), CHAT, Player("test:ann", "Ann"), action, game=game
        )
        with self.courier.expecting(CHAT.id):
            reply = await self._service.carry_out(asked)
            self.courier.show(CHAT.id, reply)

    async def close(self) -> None:
        """Let all be shown."""
        await self.store.settled()
        await self.courier.drain()
        self._advisor.close()

    async def _carry(self, _space: str, effect: object) -> None:
        assert isinstance(effect, Redraw)
        await self.courier.redraw(effect.chat, effect.number)


@pytest.mark.parametrize("seed", range(3))
async def test_never_an_older_board(backends: Backends, seed: int) -> None:
    """However two workers' moves mix, no older board follows a newer one; the newest is last."""
    rng = random.Random(seed)
    made = [backends.make() for _ in range(2)]
    keepers = (
        [made[0].turn_keeper()] * 2
        if backends.kind == "memory"
        else [backend.turn_keeper() for backend in made]
    )
    board = Board(rng)
    workers = [
        Worker(MailboxStore(backend, DocumentCodec()), keeper, board)
        for backend, keeper in zip(made, keepers, strict=True)
    ]
    await workers[0].press(NewGame(), None)
    await workers[0].close()

    async def play(worker: Worker, cell: int) -> None:
        for number in range(PRESSES):
            move = Unflag(cell) if number % 2 else Flag(cell)
            await worker.press(Press(move, 0))
            for _ in range(rng.randrange(20)):
                await asyncio.sleep(0)

    await asyncio.gather(play(workers[0], 0), play(workers[1], 1))
    for worker in workers:
        await worker.close()
    assert board.revisions == sorted(board.revisions)
    assert board.revisions[-1] == 2 * PRESSES
