"""A chat that is played on, and told of things, while another worker moves it: nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from bot.app.documents.effects import DuelJoined, DuelMoved, DuelOver, Finished
from bot.app.errands.results import Results
from bot.app.requests.actions import Delete, Press
from bot.app.service import Service
from core.game import Outcome
from core.move import Open
from tests.bot.app.conftest import Table, effects_held
from tests.bot.app.duelling import WEEK_MS, begin_here
from tests.bot.app.errands.pausing import Pausing
from tests.bot.app.errands.test_moving import WALL

OLD, NEW = "test:room", "test:hall"
_MOST_UPDATES = 7
"""More than a move takes, or what is told meanwhile."""
pauses = pytest.mark.parametrize("left", range(_MOST_UPDATES))
whoever = pytest.mark.parametrize("pausing", ["moving", "telling"])


class Workers:
    """One moves the room to the hall, another carries out what was left to it."""

    def __init__(self, table: Table) -> None:
        """Both work on the store of ``table``, which carries out nothing any more."""
        self._table = table
        self.moving = table.another(Pausing)
        self.telling = table.another(Pausing)
        self.left = effects_held(table.store)

    async def move(self) -> None:
        """Move the chat."""
        await Service(self.moving, self._table.advisor).move_chat(OLD, NEW)

    async def tell(self, kind: type) -> None:
        """Carry out the effects of a kind."""
        await self._table.store.settled()
        for effect in self.left:
            if isinstance(effect, kind):
                await Results(self.telling, self._table.advisor)("", effect)

    async def mix(self, pausing: str, left: int, tell: Callable[[], Awaitable[None]]) -> None:
        """Have one do all of its work before update ``left`` of the other, or after its last."""
        paused = self.moving if pausing == "moving" else self.telling
        both = (self.move, tell) if pausing == "moving" else (tell, self.move)
        first, second = both
        paused.left, paused.meanwhile = left, second
        await first()
        if paused.meanwhile is not None:
            paused.meanwhile = None
            await second()
        await self.close()
        self._table.chat = NEW

    async def close(self) -> None:
        """Let both end."""
        await self.moving.close()
        await self.telling.close()


@pauses
async def test_moves(table: Table, left: int) -> None:
    """A move, a new game and a choice made in the old chat are there in the new one."""
    await table.deal(WALL)
    await table.ask("d1")

    async def play() -> None:
        await table.ask("d2", game=1)
        await table.ask("/newgame easy")
        await table.ask("/language ru")

    await Workers(table).mix("moving", left, play)
    assert len((await table.session()).game.history) == 3
    table.chat = OLD
    assert (await table.ask("/board", game=2)).screen
    table.chat = NEW
    assert (await table.ask("/games")).language == "ru"


@pauses
async def test_moves_beside_another_game(table: Table, left: int) -> None:
    """So is a move where the new chat has had a game before, which stays."""
    table.chat = NEW
    await table.deal("2x3/1 ##M ###")
    table.chat = OLD
    await table.deal(WALL)
    await table.ask("d1")

    async def play() -> None:
        table.chat = OLD
        await table.ask("d2", game=1)

    await Workers(table).mix("moving", left, play)
    assert len((await table.session(2)).game.history) == 3
    assert (await table.session()).game.rules.rows == 2


@pauses
@whoever
async def test_how_far_a_rival_is(table: Table, pausing: str, left: int) -> None:
    """What is told of the other player of a duel reaches the board where it is."""
    table.private, table.in_place = False, True
    await begin_here(table)
    workers = Workers(table)
    await table.ask("/giveup yes", "bob", game=2)
    await workers.mix(pausing, left, lambda: workers.tell(DuelMoved))
    duel = (await table.session()).duel
    assert duel
    assert duel.standing.outcome is Outcome.GIVEN_UP


@pauses
@whoever
async def test_given_up(table: Table, pausing: str, left: int) -> None:
    """A game for which nobody comes for a week is given up where it is."""
    table.private, table.in_place = False, True
    await begin_here(table)
    carry, workers = table.store.carry, Workers(table)
    await table.settled("/giveup yes", game=1)
    [told] = [each for each in workers.left if isinstance(each, DuelMoved)]
    assert carry
    await carry("", told)
    await table.wait(WEEK_MS + 1)
    await workers.mix(pausing, left, lambda: workers.tell(DuelOver))
    assert (await table.session(2)).game.outcome is Outcome.GIVEN_UP


@pauses
@whoever
async def test_earned(table: Table, pausing: str, left: int) -> None:
    """What was achieved with a game is noted where it is."""
    await table.deal("2x3/1 ##M ###")
    workers = Workers(table)
    await table.ask("c2")
    await workers.mix(pausing, left, lambda: workers.tell(Finished))
    assert (0, "first_win") in (await table.session()).earned


@pauses
async def test_deleted(table: Table, left: int) -> None:
    """Whose data are being deleted has a part in no game that is moved meanwhile."""
    table.private = False
    await table.deal(WALL)
    workers = Workers(table)

    async def delete() -> None:
        asked = table.request(Delete(sure=True))
        await Service(workers.telling, table.advisor).carry_out(asked)

    await workers.mix("telling", left, delete)
    assert not (await table.session()).is_of("test:ann")


@pytest.mark.parametrize("left", range(2, _MOST_UPDATES))
async def test_deleted_there(table: Table, left: int) -> None:
    """Nor in any that is still to come when they are deleted in the new chat."""
    table.private = False
    await table.deal(WALL)

    async def delete() -> None:
        table.chat = NEW
        await table.ask(Delete(sure=True))

    await Workers(table).mix("moving", left, delete)
    assert not (await table.session()).is_of("test:ann")


@pauses
async def test_deleted_before_the_rival_is_told(table: Table, left: int) -> None:
    """Who had left a duel before their joining it is told of is not taken for one who moved."""
    table.private, table.in_place = False, True
    invited = await table.settled("/duel easy")
    assert invited.link
    workers = Workers(table)
    await table.ask(invited.link, "bob")
    await table.ask(Delete(sure=True), "bob")
    await workers.tell(DuelMoved)
    workers.telling.counts_views = True
    await workers.mix("telling", left, lambda: workers.tell(DuelJoined))
    kept = b"".join(stored.blob.lower() for stored, _ in table.backend.documents.values())
    assert b"bob" not in kept


@pytest.mark.parametrize("left", range(2, _MOST_UPDATES))
async def test_asked_there(table: Table, left: int) -> None:
    """Nobody in the new chat finds it half brought, nor loses what is still to come."""
    await table.deal(WALL)
    await table.ask("/save precious")
    replies = []

    async def ask() -> None:
        table.chat = NEW
        replies.append(await table.ask("/load precious"))

    await Workers(table).mix("moving", left, ask)
    assert replies[0].texts[0].key == "load.done"
    assert await table.board() == ["02##", "03##", "02##"]


@pytest.mark.parametrize("left", range(_MOST_UPDATES))
@pytest.mark.parametrize("further", range(_MOST_UPDATES))
async def test_moved_on_meanwhile(table: Table, left: int, further: int) -> None:
    """Games arrive once, wherever who brings them stands still while their chat is moved on."""
    await table.deal(WALL)
    table.chat = NEW
    await table.deal("2x3/1 ##M ###")
    workers, stands, goes_on = Workers(table), asyncio.Event(), asyncio.Event()

    async def stand_still() -> None:
        stands.set()
        await goes_on.wait()

    async def begin_to_move() -> None:
        moving.append(asyncio.create_task(workers.move()))
        ends = asyncio.create_task(stands.wait())
        await asyncio.wait((moving[0], ends), return_when=asyncio.FIRST_COMPLETED)
        stands.set()

    moving: list[asyncio.Task[None]] = []
    workers.moving.left, workers.moving.meanwhile = left, stand_still
    workers.telling.left, workers.telling.meanwhile = further, begin_to_move
    await Service(workers.telling, table.advisor).move_chat(NEW, "test:palace")
    goes_on.set()
    await (moving[0] if moving else workers.move())
    await workers.close()
    for table.chat in (OLD, "test:palace"):
        assert len(await table.say("/games")) == 4
    table.chat = OLD
    screen = await table.shown("/board", game=1)
    assert screen.board.grid.rows == 3


async def test_pressed_after_many_moves(table: Table) -> None:
    """A button of a board finds its game however often the chat has moved since."""
    await table.deal(WALL)
    ids = [OLD, *(f"test:{number}" for number in range(7))]
    for old, new in pairwise(ids):
        await table.service.move_chat(old, new)
    pressed = await table.shown(Press(Open(3), 1), game=1)
    assert pressed.board.opened[3]


async def test_repeated_after_the_move(table: Table) -> None:
    """What was carried out in the old chat, and comes again, is not done in the new one as well."""
    await table.deal(WALL)
    for _ in range(2):
        reply = await table.ask("/newgame easy", operation="again")
        await table.service.move_chat(OLD, NEW)
    assert reply.repeated
    assert (reply.chat, reply.screen and reply.screen.number) == (NEW, 2)
    table.chat = NEW
    assert len(await table.say("/games")) == 4
