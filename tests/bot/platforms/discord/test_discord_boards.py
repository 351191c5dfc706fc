"""What the worker knows of the boards that its answers have shown."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from bot.app.ports import Documents, StoreUnavailable
from bot.app.service import chat_space
from bot.app.shown import Shown, shown_name
from bot.store.backend import Batch, Stored, Verdict
from bot.store.memory import MemoryBackend
from tests.bot.platforms.discord.playing_discord import (
    keys,
    label,
    office,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.interactions import Callback


class Forgetful(MemoryBackend):
    """Documents in memory, away whenever it is to be kept where a board is shown."""

    away = True

    async def commit(self, batch: Batch) -> Verdict:
        """Commit, unless it is about a board's place."""
        if self.away and any(name.startswith("shown:") for name in batch.writes):
            raise StoreUnavailable("away")
        return await super().commit(batch)


class Slow(MemoryBackend):
    """Documents in memory, where a step may take long to be answered."""

    def __init__(self, *, changing: bool = False) -> None:
        """Begin as quick as ever; steps that change something stay so unless ``changing``."""
        super().__init__()
        self._changing = changing
        self.held = 0
        self.door = asyncio.Event()
        self.door.set()

    async def commit(self, batch: Batch) -> Verdict:
        """Commit; the answer waits for the door."""
        verdict = await super().commit(batch)
        if (self._changing or not batch.writes) and not self.door.is_set():
            self.held += 1
            await self.door.wait()
        return verdict


async def test_answer_of_another_worker() -> None:
    """A late answer to a press that changed nothing does not leave the board as it was before."""
    backend = Slow()
    async with office(backend=backend) as shared, AsyncExitStack() as stack:
        first = await stack.enter_async_context(shared.worker(by_http=True))
        world, slow_url = first.world, first.world.endpoint.url
        second = await stack.enter_async_context(shared.worker(by_http=True))
        ann, bob = world.user("Ann"), world.user("Bob")
        channel = world.guild("Sweepers", ann).channel("mines")
        board = (await second.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        key = list(opening_keys(board))[12][0]
        await second.press(board, ann, key)
        quick_url, world.endpoint.url = world.endpoint.url, slow_url
        backend.door.clear()
        late = board.forge(bob, key)
        await first.reach(lambda: late.callback is Callback.DEFERRED_UPDATE, 5)
        world.endpoint.url = quick_url
        await second.press(board, ann, label("mode_open"))
        shown = keys(board)
        assert backend.held == 1
        backend.door.set()
        await world.called("update_original_webhook_message")
        for worker in (first, second):
            await worker.settle()
        assert (await second.session(channel)).flagging
        assert keys(board) == shown


async def test_answers_that_cross() -> None:
    """Where two answers are given at once the board is edited after them: either may come last."""
    backend = Slow(changing=True)
    async with playing_discord(backend=backend) as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        await play.press(board, ann, list(opening_keys(board))[12][0])
        assert not play.world.calls("update_message")
        backend.door.clear()
        presses = [board.press(bob, label("mode_open"))]
        await play.reach(lambda: backend.held, 0.01)
        presses.append(board.press(ann, label("menu")))
        at_once, where = play.bot._chat._boards._busy, f"discord:{channel.id}"
        await play.reach(lambda: len(at_once.get(where, ())) == len(presses), 0.01)
        backend.door.set()
        for each in presses:
            await play.settle(each)
        await play.world.called("update_message")
        assert (await play.session(channel)).flagging


class Holding(MemoryBackend):
    """Documents in memory, where one step may be long in being answered."""

    def __init__(self) -> None:
        """Begin as quick as ever."""
        super().__init__()
        self.door: asyncio.Event | None = None

    async def commit(self, batch: Batch) -> Verdict:
        """Commit; the first answer waits for the door that has been put up."""
        verdict = await super().commit(batch)
        if self.door is not None and not self.door.is_set() and not self._held:
            self._held = True
            await self.door.wait()
        return verdict

    _held = False


@pytest.mark.parametrize("prompt", [True, False], ids=["prompt", "late"])
async def test_answers_of_two_workers_that_cross(
    monkeypatch: pytest.MonkeyPatch, *, prompt: bool
) -> None:
    """An older answer that comes last is overwritten: by the later step, or by itself if late."""
    if not prompt:
        monkeypatch.setattr("bot.platforms.discord.boards._PROMPT_S", 0.0)
    backend = Holding()
    async with office(backend=backend) as shared, AsyncExitStack() as stack:
        first = await stack.enter_async_context(shared.worker(by_http=True))
        world, slow_url = first.world, first.world.endpoint.url
        second = await stack.enter_async_context(shared.worker(by_http=True))
        ann, bob = world.user("Ann"), world.user("Bob")
        channel = world.guild("Sweepers", ann).channel("mines")
        board = (await second.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        quick_url, world.endpoint.url = world.endpoint.url, slow_url
        backend.door = asyncio.Event()
        older = board.forge(bob, list(opening_keys(board))[12][0])
        await first.reach(lambda: backend._held, 0.001)
        world.endpoint.url = quick_url
        newer = board.press(ann, label("mode_open"))
        await second.reach(lambda: newer.callback is Callback.UPDATE, 0.001)
        shown = keys(board)
        if not prompt:
            await second.settle()
            assert world.calls("update_message")
        backend.door.set()
        await first.reach(lambda: older.callback is Callback.UPDATE, 0.001)
        assert keys(board) != shown
        edits = len(world.calls("update_message"))
        await first.reach(lambda: len(world.calls("update_message")) > edits)
        for worker in (first, second):
            await worker.settle()
        assert keys(board) == shown


async def test_pressed_before_its_id_is_known() -> None:
    """A press on a board whose message's id is still asked for is the last word, without edits."""
    async with playing_discord(by_http=True) as play:
        world, ann = play.world, play.world.user("Ann")
        channel = world.guild("Sweepers", ann).channel("mines")
        async with world.faults.holding("get_original_webhook_message") as gate:
            begun = channel.slash(ann, "newgame", rows=5, cols=5, mines=15)
            await play.reach(lambda: gate.held and begun.reply, 0.01)
            board = begun.reply
            opened = board.press(ann, list(opening_keys(board))[12][0])
            await play.reach(lambda: opened.callback is Callback.UPDATE, 0.01)
            shown = keys(board)
        for each in (begun, opened):
            await play.settle(each)
        assert keys(board) == shown
        assert not world.calls("update_message")
        await play.press(board, ann, label("mode_open"))
        assert not world.calls("update_message")


async def test_left_by_another_worker() -> None:
    """What a worker that was killed has left to do is done, though here the board was answered."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        channel = play.world.dm(ann)
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        before = board.content
        await play.press(board, ann, list(opening_keys(board))[12][0])
        shown = keys(board)
        board.versions.append(before)  # by its last, late edit
        await play.passing(play.bot.redraw(f"discord:{channel.id}", 1))
        assert keys(board) == shown


class Blind(MemoryBackend):
    """Documents in memory, which cannot be looked at when a test says so."""

    blind = False

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Read, unless blind."""
        if self.blind:
            raise StoreUnavailable("away")
        return await super().snapshot(space, names)


async def test_not_looked_at_again(caplog: pytest.LogCaptureFixture) -> None:
    """A press that changes nothing is answered though the store cannot be asked after it."""
    backend = Blind()
    async with playing_discord(backend=backend) as play:
        ann = play.world.user("Ann")
        channel = play.world.dm(ann)
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=15)).reply
        key = list(opening_keys(board))[12][0]
        await play.press(board, ann, key)
        backend.blind = True
        again = board.forge(ann, key)
        await play.settle(again)
        assert again.callback is Callback.UPDATE
    assert "a board was not looked at again: away" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


async def test_place_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    """A board whose place could not be kept is played all the same, and the next press tells it."""
    backend = Forgetful()

    def look(documents: Documents, _now: int) -> object:
        return documents.get(shown_name(1))

    async with playing_discord(backend=backend) as play:
        ann = play.world.user("Ann")
        channel = play.world.dm(ann)
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
        space = chat_space(f"discord:{channel.id}")
        assert await play.store.view(space, look) is None
        backend.away = False
        assert not (await play.press(board, ann, next(opening_keys(board))[0])).failed
        assert await play.store.view(space, look) == Shown(str(board.id), "board")
    assert "was not kept" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]
