"""What the worker knows of the boards that its answers have shown."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import pytest

from bot.app.decision import Documents
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import chat_space
from bot.app.ports import StoreUnavailable
from bot.app.requests.actions import Delete, Press
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.store.backend import Batch, Stored, Verdict
from bot.store.memory import MemoryBackend
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    key_of,
    label,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User


class Forgetful(MemoryBackend):
    """Documents in memory; the store is away for commits of where a board is shown."""

    away = True

    async def commit(self, batch: Batch) -> Verdict:
        """Commit, unless it stores where a board is shown."""
        if self.away and any(name.startswith("shown:") for name in batch.writes):
            raise StoreUnavailable("away")
        return await super().commit(batch)


class Slow(MemoryBackend):
    """Documents in memory, where the result of a commit can be held back."""

    def __init__(self, *, changing: bool = False, most: float = math.inf) -> None:
        """Begin with an open door; commits that write wait for it only if ``changing``.

        At ``most`` so many commits wait.
        """
        super().__init__()
        self._changing = changing
        self._most = most
        self.held = 0
        self.door = asyncio.Event()
        self.door.set()

    async def commit(self, batch: Batch) -> Verdict:
        """Commit; the result waits for the door."""
        verdict = await super().commit(batch)
        is_slow = (self._changing or not batch.writes) and self.held < self._most
        if is_slow and not self.door.is_set():
            self.held += 1
            await self.door.wait()
        return verdict


@dataclass
class Two:
    """Two workers with an endpoint each, and a board of Ann's; presses can go to either."""

    first: PlayingDiscord
    second: PlayingDiscord
    urls: dict[str, str]
    ann: User
    bob: User
    board: Message

    def by(self, worker: str) -> None:
        """Have the next presses sent to ``worker``."""
        self.first.world.endpoint.url = self.urls[worker]


@asynccontextmanager
async def two_workers(backend: MemoryBackend) -> AsyncIterator[Two]:
    """Run two workers on ``backend``; the second has sent a board and takes presses."""
    async with deployment(backend=backend) as shared, shared.worker(by_http=True) as first:
        world, url = first.world, first.world.endpoint.url
        async with shared.worker(by_http=True) as second:
            ann, bob = world.user("Ann"), world.user("Bob")
            channel = world.guild("Sweepers", ann).channel("mines")
            begun = await second.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)
            urls = {"first": url or "", "second": world.endpoint.url or ""}
            yield Two(first, second, urls, ann, bob, begun.reply)


async def test_answer_of_another_worker() -> None:
    """A worker's late answer to a press that changed nothing leaves another's newer board shown."""
    backend = Slow()
    async with two_workers(backend) as two:
        first, second, board = two.first, two.second, two.board
        key = key_of(board, 12)
        await second.press(board, two.ann, key)
        two.by("first")
        backend.door.clear()
        late = board.forge(two.bob, key)
        await first.reach(lambda: late.callback is Callback.DEFERRED_UPDATE)
        two.by("second")
        await second.press(board, two.ann, label("mode_open"))
        shown = board.keys
        assert backend.held == 1
        backend.door.set()
        await first.world.called("update_original_webhook_message")
        for worker in (first, second):
            await worker.settle()
        assert (await second.session(board.home)).flagging
        assert board.keys == shown


async def test_answers_that_cross() -> None:
    """When two presses are answered at once, the bot edits the board after both."""
    backend = Slow(changing=True)
    async with playing_discord(backend=backend) as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        await play.press(board, ann, key_of(board, 12))
        assert not play.world.calls("update_message")
        backend.door.clear()
        presses = [board.press(bob, label("mode_open"))]
        await play.reach(lambda: backend.held)
        presses.append(board.press(ann, label("menu")))
        at_once, where = play.bot._chat._boards._in_work._answers, f"discord:{channel.id}"
        await play.reach(lambda: len(at_once.get(where, ())) == len(presses))
        backend.door.set()
        for each in presses:
            await play.settle(each)
        await play.world.called("update_message")
        assert (await play.session(channel)).flagging


@pytest.mark.parametrize(
    ("prompt", "controls"),
    [(True, ["mode_open"]), (False, ["mode_open"]), (True, ["mode_open", "menu"])],
    ids=["prompt", "late", "one more"],
)
async def test_answers_of_two_workers_that_cross(
    monkeypatch: pytest.MonkeyPatch, *, prompt: bool, controls: list[str]
) -> None:
    """When an older answer overwrites a newer one, a worker edits the board to the newer state."""
    if not prompt:
        monkeypatch.setattr("bot.platforms.discord.boards._PROMPT_S", 0.0)
    backend = Slow(changing=True, most=1)
    async with two_workers(backend) as two:
        first, second, board, world = two.first, two.second, two.board, two.first.world
        two.by("first")
        backend.door.clear()
        older = board.forge(two.bob, key_of(board, 12))
        await first.reach(lambda: backend.held)
        two.by("second")
        for control in controls:
            newer = board.press(two.ann, label(control))
            await second.reach(partial(_is_updated, newer))
        shown = board.keys
        if not prompt:
            await second.settle()
            assert world.calls("update_message")
        edits = len(world.calls("update_message"))
        backend.door.set()
        await first.reach(partial(_is_updated, older))
        assert not prompt or board.keys != shown  # a late one may be overwritten by now
        await first.reach(lambda: len(world.calls("update_message")) > edits)
        for worker in (first, second):
            await worker.settle()
        assert board.keys == shown


class Held(MemoryBackend):
    """Documents in memory, where each step that changes something is answered when a test says."""

    def __init__(self) -> None:
        """Begin as quick as ever."""
        super().__init__()
        self.most = 0
        self.doors: list[asyncio.Event] = []

    async def commit(self, batch: Batch) -> Verdict:
        """Commit; the answers to the next ``most`` wait, each for a door of its own."""
        verdict = await super().commit(batch)
        if batch.writes and len(self.doors) < self.most:
            self.doors.append(asyncio.Event())
            await self.doors[-1].wait()
        return verdict


async def test_crossed_before_the_last_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two presses in work at once the first crosses an older answer, which is waited for."""
    monkeypatch.setattr("bot.platforms.discord.boards._PROMPT_S", 60.0)
    backend = Held()
    async with two_workers(backend) as two:
        first, second, board, clock = two.first, two.second, two.board, two.second.clock

        def waits() -> bool:
            return any(
                30 < due - clock.now() <= 60 for due, by in clock._sleepers.values() if by == "bot"
            )

        assert not waits()
        two.by("first")
        backend.most = 2
        older = board.forge(two.bob, key_of(board, 12))
        await first.reach(lambda: len(backend.doors) == 1)
        two.by("second")
        newer = [board.press(two.ann, label("mode_open"))]
        await second.reach(lambda: len(backend.doors) == 2)
        newer.append(board.press(two.ann, label("menu")))
        at_once = second.bot._chat._boards._in_work._answers
        await second.reach(lambda: [len(each) for each in at_once.values()] == [2])
        backend.doors[1].set()
        for each in newer:
            await second.reach(partial(_is_updated, each))
        shown = board.keys
        await second.reach(lambda: waits() or first.world.calls("update_message"))
        backend.doors[0].set()
        await first.reach(partial(_is_updated, older))
        assert board.keys != shown
        for worker in (first, second):
            await worker.settle()
        assert board.keys == shown


def _is_updated(press: Interaction) -> bool:
    """Tell whether the answer to ``press`` has changed its message."""
    return press.callback is Callback.UPDATE


@pytest.mark.http
async def test_pressed_before_its_id_is_known(play: PlayingDiscord) -> None:
    """A press on a board whose message id is still asked for stays shown, without edits."""
    world, ann = play.world, play.world.user("Ann")
    channel = world.guild("Sweepers", ann).channel("mines")
    async with world.faults.holding("get_original_webhook_message") as gate:
        begun = channel.slash(ann, "newgame", rows=5, cols=5, mines=15)
        await play.reach(lambda: gate.held and begun.reply)
        board = begun.reply
        opened = board.press(ann, key_of(board, 12))
        await play.reach(lambda: opened.callback is Callback.UPDATE)
        shown = board.keys
    for each in (begun, opened):
        await play.settle(each)
    assert board.keys == shown
    assert not world.calls("update_message")
    await play.press(board, ann, label("mode_open"))
    assert not world.calls("update_message")


@pytest.mark.gateway
async def test_left_by_another_worker(play: PlayingDiscord) -> None:
    """A redraw that a killed worker left is done, though this worker's answer showed the board."""
    ann, channel = play.in_private()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
    before = board.content
    await play.press(board, ann, key_of(board, 12))
    shown = board.keys
    board.versions.append(before)  # as by the killed worker's last edit, which came late
    await play.passing(play.bot.redraw(f"discord:{channel.id}", 1))
    assert board.keys == shown


class Blind(MemoryBackend):
    """Documents in memory, which cannot be read when a test says so."""

    blind = False

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Read, unless blind."""
        if self.blind:
            raise StoreUnavailable("away")
        return await super().snapshot(space, names)


async def test_not_looked_at_again(caplog: pytest.LogCaptureFixture) -> None:
    """A press that changes nothing is answered although the store cannot be read afterwards."""
    backend = Blind()
    async with playing_discord(backend=backend) as play:
        ann, channel = play.in_private()
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        key = key_of(board, 12)
        await play.press(board, ann, key)
        backend.blind = True
        again = board.forge(ann, key)
        await play.settle(again)
        assert again.callback is Callback.UPDATE
    assert "a board was not looked at again: away" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


async def test_place_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    """A board whose place could not be stored is played all the same; the next press stores it."""
    backend = Forgetful()

    def look(documents: Documents, _now: int) -> object:
        return documents.get(shown_name(1))

    async with playing_discord(backend=backend) as play:
        ann, channel = play.in_private()
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
        space = chat_space(f"discord:{channel.id}")
        assert await play.store.view(space, look) is None
        backend.away = False
        assert not (await play.press(board, ann, next(opening_keys(board))[0])).failed
        assert await play.store.view(space, look) == Shown(str(board.id), "board")
    assert "was not kept" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.gateway
async def test_typed_move_that_crosses_a_press(play: PlayingDiscord) -> None:
    """A board sent for a typed move while a press on the old one is decided ends up to date."""
    ann, bob, channel = play.two_in_server()
    old = await play.begin(channel, ann, rows=5, cols=5, mines=12)
    cells = dict(opening_keys(old))
    typed, pressed = (await play.safe_keys(old, channel))[:2]
    name = (await play.session(channel)).game.rules.grid.name(cells[typed])
    service, decided = play.bot._chat._service, asyncio.Event()
    carry_out = service.carry_out

    async def wait_then_decide(request: Request) -> Reply:
        if isinstance(request.action, Press):
            await decided.wait()
        return await carry_out(request)

    service.carry_out = wait_then_decide  # type: ignore[method-assign]
    press = old.press(bob, pressed)
    await play.reach(lambda: f"discord:{channel.id}" in play.bot._chat._boards._in_work)
    async with play.world.faults.holding("create_message") as gate:
        channel.say(ann, f"{play.world.bot.mention} {name}")
        await play.reach(lambda: gate.held)
        decided.set()
        await play.passing(press.settled())
    await play.settle()
    assert len((await play.session(channel)).game.history) == 3
    assert cells[pressed] not in dict(opening_keys(channel.last)).values()
    assert channel.shown == [channel.last]


@pytest.mark.gateway
async def test_deleted_while_a_press_is_answered(play: PlayingDiscord) -> None:
    """A player who deletes their data while a press is answered is not named on its board."""
    ann, bob, channel = play.two_in_server()
    board = await play.begin(channel, ann, rows=5, cols=5, mines=12)
    await play.press(board, bob, (await play.safe_keys(board, channel))[0])
    assert "Bob" in board.text
    service, said = play.bot._chat._service, asyncio.Event()
    carry_out = service.carry_out

    async def decide_then_wait(request: Request) -> Reply:
        reply = await carry_out(request)
        if isinstance(request.action, Delete):
            await said.wait()
        return reply

    service.carry_out = decide_then_wait  # type: ignore[method-assign]
    async with play.world.faults.holding("create_interaction_response", most=1) as gate:
        press = board.press(ann, label("mode_open"))
        await play.reach(lambda: gate.held)
        channel.say(bob, f"{play.world.bot.mention} /delete yes")
        await play.reach_session(channel, lambda session: "Bob" not in session.names)
    await play.passing(press.settled())
    await play.reach(lambda: f"discord:{channel.id}" not in play.bot._chat._boards._in_work)
    said.set()
    await play.settle()
    assert "Bob" not in board.text
