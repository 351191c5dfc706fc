"""The end of a 429, when every worker has waited to show the same board."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.shown import Shown
from bot.app.requests.actions import NewGame, Press
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.app.turns import Budget, Rate
from bot.delivery import Courier, RetryLater, Scene, Turns
from bot.i18n import Text
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from core.move import Flag
from tests.bot.delivery.workers import VirtualTime

CHAT = Chat("test:1", in_place=True)
BUDGET = Budget("test", Rate(1.0, 3), Rate(0.001, 100))


class Frozen:
    """A message that cannot be changed before a moment; notes what is shown on it then."""

    def __init__(self, time: VirtualTime) -> None:
        """Take the time from ``time``."""
        self._time = time
        self.until = 0
        self.refused = 0
        self.shown: list[tuple[int, tuple[Text, ...]]] = []
        self.on: list[str] = []
        """The messages that it was shown on."""
        self.gone: list[str] = []
        """The messages that were taken away."""

    async def change(self, scene: Scene, shown: Shown) -> Shown | None:
        """Refuse, or note the revision and the texts."""
        self._refuse()
        self.shown.append((scene.screen.revision, scene.texts))
        self.on.append(shown.message)
        await self._time.sleep(0.2)
        return shown

    async def send(self, _scene: Scene) -> Shown | None:
        """Send the message."""
        return Shown("1", "text")

    async def retire(self, chat: str, shown: Shown) -> None:
        """Refuse, or note which message goes."""
        del chat
        self._refuse()
        self.gone.append(shown.message)

    def _refuse(self) -> None:
        if (left := self.until - self._time.now) > 0:
            self.refused += 1
            raise RetryLater(left / 1_000_000)


class Play:
    """Four workers with a game whose board cannot be changed for 137 s."""

    def __init__(self) -> None:
        """Begin with no game."""
        self.time = VirtualTime()
        self.board = Frozen(self.time)
        backend, keeper = MemoryBackend(), MemoryTurns(self.time)
        self.stores = [MailboxStore(backend, DocumentCodec()) for _ in range(4)]
        self.couriers = [
            Courier(store, Turns(keeper, self.time), lambda _: BUDGET, self.board)
            for store in self.stores
        ]
        self.advisor = SolverPool(0.1)
        self._asked = 0

    async def begin(self) -> None:
        """Have the game shown, and refuse everything from then on."""
        reply = await self.do(0, NewGame())
        self.couriers[0].show(CHAT.id, reply)
        await self.time.run(self.couriers[0].drain())
        self.board.until = self.time.now + 137_000_000

    async def do(self, worker: int, action: NewGame | Press) -> Reply:
        """Carry out ``action`` by ``worker``."""
        self._asked += 1
        game = 1 if isinstance(action, Press) else None
        player = Player("test:ann", "Ann")
        asked = Request(str(self._asked), CHAT, player, action, game=game)
        return await Service(self.stores[worker], self.advisor).carry_out(asked)

    async def flag(self, worker: int, cell: int, *texts: Text, place: Shown | None = None) -> None:
        """Flag a cell by ``worker``, which shows the board with ``texts``, on ``place``."""
        reply = await self.do(worker, Press(Flag(cell), 0))
        assert reply.screen is not None
        told = Reply(texts, screen=reply.screen, language=reply.language)
        self.couriers[worker].show(CHAT.id, told, place=place)

    async def end(self) -> None:
        """Let time pass until all is shown."""
        await self.time.run(*(courier.drain() for courier in self.couriers))


@pytest.fixture
async def play() -> AsyncIterator[Play]:
    """Return a game that is shown."""
    play = Play()
    await play.begin()
    yield play
    play.advisor.close()


async def test_shown_once(play: Play) -> None:
    """After a 429 one of the waiting workers shows the board as it is, once."""
    for worker in range(4):
        await play.flag(worker, worker)
        await play.time.settle()
    began = play.time.now
    await play.end()
    assert play.board.shown == [(4, ())]
    assert play.board.refused == 1
    assert play.time.now - began < 150_000_000


async def test_words_are_not_lost(play: Play) -> None:
    """A text that only one worker knows is shown with the board, and stays with the next."""
    for worker in range(3):
        await play.flag(worker, worker)
        await play.time.settle()
    said = Text("control.mode_open")
    await play.flag(3, 3, said)
    await play.end()
    assert play.board.shown[-1] == (4, (said,))
    assert len(play.board.shown) <= 2
    await play.time.run(play.couriers[3].redraw(CHAT.id, 1))
    assert play.board.shown[-2:] == [(4, (said,))] * 2


async def test_pressed_elsewhere(play: Play) -> None:
    """A message that was pressed shows the board, even if another worker has shown it elsewhere."""
    for worker in range(3):
        await play.flag(worker, worker)
        await play.time.settle()
    await play.flag(3, 3, place=Shown("0", "text"))
    await play.end()
    assert play.board.on == ["1", "0"]


async def test_replaced_meanwhile(play: Play) -> None:
    """A message that an answer replaced is removed, even if another worker showed the board."""
    for worker in range(3):
        await play.flag(worker, worker)
        await play.time.settle()
    await play.couriers[3].adopt(CHAT.id, 1, Shown("2", "text"))
    await play.end()
    assert play.board.gone == ["1"]


async def test_what_comes_later_is_shown(play: Play) -> None:
    """A move made while the board is being shown again is shown as well."""
    for worker in range(3):
        await play.flag(worker, worker)
        await play.time.settle()

    async def later() -> None:
        await play.time.sleep(137.1)
        await play.flag(3, 3)
        await play.time.sleep(0.5)
        await play.flag(2, 4)

    await play.time.run(later(), *(courier.drain() for courier in play.couriers))
    await play.end()
    revisions = [revision for revision, _ in play.board.shown]
    assert revisions == sorted(revisions)
    assert revisions[-1] == 5


@pytest.mark.parametrize("worker", range(3))
async def test_what_comes_while_another_shows(play: Play, worker: int) -> None:
    """A waiting worker's move, made while another shows the board, is shown as well."""
    for each in range(3):
        await play.flag(each, each)
        await play.time.settle()

    async def later() -> None:
        await play.time.sleep(137.1)
        assert play.board.shown
        await play.flag(worker, 3)

    await play.time.run(later(), *(courier.drain() for courier in play.couriers))
    await play.end()
    assert [revision for revision, _ in play.board.shown] == [3, 4]
