"""Updates that come twice, and workers that end in the middle of one."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import pytest

from bot.app.ports import StoreUnavailable
from bot.config import Webhook
from bot.store.backend import Backend, Batch, Verdict
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.memory import MemoryBackend
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.bot.platforms.telegram.playing import (
    Playing,
    deployment,
    label,
    opening_keys,
    two_workers,
    words,
)
from tests.bot.platforms.troubled import TroubledBackend
from tests.bot.store.users import process_of
from tests.emulators.faults import Fault
from tests.emulators.passing_loop import PassingLoop
from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.files import Upload
from tests.emulators.telegram.message import Sender
from tests.emulators.telegram.people import User
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.wire import ApiError
from tests.emulators.test_telegram_files import png
from tests.patience import PATIENCE_S

T = TypeVar("T")


async def check_twice_at_once(workers: list[Playing]) -> None:
    """Give each update to both workers at the same time; check that it is carried out once."""
    first, second = workers
    ann = first.world.user("Ann")
    chat = first.world.private(ann)
    chat.say(ann, "/newgame easy")
    body = first.posted()
    await asyncio.gather(*(worker.take(body) for worker in workers))
    await first.settle(second)
    assert (await first.session(ann)).number == 1
    data, cell = next(opening_keys(chat.last))
    press = chat.last.press(ann, data)
    body = first.posted()
    await asyncio.gather(*(worker.take(body) for worker in workers for _ in range(3)))
    await first.settle(second)
    session = await second.session(ann)
    assert [timed.move.cell for timed in session.game.history] == [cell]  # type: ignore[union-attr]  # an open
    assert press.answered
    assert chat.last.labels[0][0] != "⬜" or not session.game.opened[0]
    assert len(chat.shown) == 1, "the second one finds the board that the first has sent"


async def test_case_01_memory(tmp_path: Path) -> None:
    """Case 1: the same update at once on two workers is applied once, on a store in memory."""
    async with two_workers(tmp_path, [TroubledBackend()]) as workers:
        await check_twice_at_once(workers)


class Elsewhere(RedisBackend):
    """Documents on a real server, another process: no time passes until it has answered."""

    async def _insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        with PassingLoop.running().working():
            return await super()._insist(attempt)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Return a running server."""
    server = EmbeddedServer(tmp_path / "valkey")
    server.attach()
    yield server
    server.detach()


async def test_case_01_valkey(tmp_path: Path, server: EmbeddedServer) -> None:
    """Case 1: the same update at once on two workers is applied once, on a real server."""
    keys = Keys(prefix=uuid4().hex)
    backends: list[Backend] = [
        Elsewhere(connect(f"unix://{server.socket}"), keys) for _ in range(2)
    ]
    async with two_workers(tmp_path, backends) as workers:
        await check_twice_at_once(workers)


async def test_a_server_that_takes_long(server: EmbeddedServer) -> None:
    """However long a real server takes to answer, no time has passed when it does."""
    backend = Elsewhere(connect(f"unix://{server.socket}"), Keys(), PATIENCE_S)
    process, clock = process_of(server), VirtualClock(0.0)
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    try:
        async with clock.passing():
            asked = asyncio.create_task(backend.snapshot("room", ("log",)))
            await asyncio.sleep(0.1)
            assert (clock.now(), asked.done()) == (0, False)
            os.kill(process, signal.SIGCONT)
            await asked
            assert clock.now() == 0
    finally:
        os.kill(process, signal.SIGCONT)
    await backend.close()


async def begun(first: Playing, second: Playing, level: str) -> tuple[User, PrivateChat]:
    """Have Ann begin a game in her private chat, on the first of two workers."""
    ann = first.world.user("Ann")
    chat = first.world.private(ann)
    chat.say(ann, f"/newgame {level}")
    await first.take(first.posted())
    await first.settle(second)
    return ann, chat


def sendings(play: Playing) -> int:
    """Return how many messages the bot has sent, those included that it has deleted."""
    return len(play.world.calls("sendMessage")) + len(play.world.calls("sendPhoto"))


async def test_album_of_two_workers(tmp_path: Path) -> None:
    """An album whose pictures are read by different workers at once is answered once."""
    async with two_workers(tmp_path, [MemoryBackend()]) as (first, second):
        ann, chat = await begun(first, second, "easy")
        photo = first.world.hub.files.store("photo", Upload("board.png", "image/png", png(8, 8)))
        for album, words in (("1", ""), ("2", "/newgame expert")):
            before, bodies = sendings(first), []
            for caption in (words, "", "", ""):
                sent = chat.draft(Sender(ann), Content(caption, file=photo))
                sent.effects = {"media_group_id": album}
                chat.post(sent)
                bodies.append(first.posted())
            await first.take(bodies[0])
            takers = zip((second, first, second), bodies[1:], strict=True)
            await asyncio.gather(*(worker.take(body) for worker, body in takers))
            await first.settle(second)
            assert sendings(first) == before + 1


async def test_pictures_of_two_workers(tmp_path: Path) -> None:
    """A worker sends a picture again if another worker has replaced it since."""
    webhook = Webhook("https://mines.example/telegram", "127.0.0.1", 0, "s" * 32)
    async with two_workers(tmp_path, [MemoryBackend()], webhook) as (first, second):
        ann, chat = await begun(first, second, "expert")
        board = chat.last
        seen = [board.picture]
        for worker, way in ((second, "▶"), (first, "◀")):
            board.press(ann, way)
            await worker.take(first.posted())
            await first.settle(second)
            seen.append(board.picture)
        assert seen[0]
        assert seen[1] != seen[0]
        assert seen[2] == seen[0]


async def test_an_edit_that_takes_long(tmp_path: Path) -> None:
    """While an edit hangs for longer than a lease, no other worker sends; the newest comes last."""
    async with two_workers(tmp_path, [MemoryBackend()]) as (first, second):
        ann, chat = await begun(first, second, "easy")
        board = chat.last
        async with first.world.faults.holding("editMessageText") as edits:
            board.press(ann, next(opening_keys(board))[0])
            await first.take(first.posted())
            await first.reach(lambda: edits.held)
            board.press(ann, label("mode_open"))
            await second.take(first.posted())
            await first.pass_time(40)
            assert edits.held == 1
        await first.settle(second)
        session = await first.session(ann)
        assert session.flagging
        assert [version.labels for version in board.versions][-1] == board.labels
        assert any("🚩" in each for row in board.labels for each in row)


async def test_a_token_taken_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A board that could not be shown with a token that was taken back is shown with the next.

    Why it is not is told in a line.
    """
    async with two_workers(tmp_path, [MemoryBackend()]) as (first, second):
        ann, chat = await begun(first, second, "easy")
        board, faults = chat.last, first.world.faults
        for method in ("editMessageText", "answerCallbackQuery"):
            faults.add(Fault(method, ApiError(401, "Unauthorized"), times=99))
        board.press(ann, next(opening_keys(board))[0])
        await first.take(first.posted())
        await first.pass_time(30)
        await first.kill()
        faults.clear()
        assert "a board was not shown: retry after 2.0 s" in caplog.text
        assert "Traceback" not in caplog.text
        assert len(board.versions) == 1
        for method in ("editMessageText", "answerCallbackQuery"):
            assert f"{method} was refused, see TELEGRAM_TOKEN: Unauthorized" in caplog.text
        await second.store.sweep(0)
        await second.settle()
        assert len(board.versions) == 2


async def test_a_method_that_a_server_lacks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What a server, one of one's own, does not know how to send holds up nothing else."""
    async with two_workers(tmp_path, [MemoryBackend()]) as (first, second):
        ann, chat = await begun(first, second, "easy")
        lacks = ApiError(404, "Not Found: method not found")
        first.world.faults.add(Fault("sendDocument", lacks))
        for text in ("/export", "/help"):
            chat.say(ann, text)
            await first.take(first.posted())
        await first.pass_time(5)
        assert any("/newgame" in (message.text or "") for message in chat.shown)
        assert "sendDocument was refused: Not Found: method not found" in caplog.text
        await first.settle(second)


async def test_case_02(tmp_path: Path) -> None:
    """Case 2: if a worker ends between commit and answer, the retry only answers and redraws."""
    async with serving() as server:
        world, shared = server.world, deployment(server, tmp_path)
        ann = world.user("Ann")
        chat, space = world.private(ann), f"telegram:{ann.id}"
        async with shared.worker() as first:
            board = await first.say(chat, ann, "/newgame easy")
            async with (
                world.faults.holding("getUpdates") as polls,
                world.faults.holding("answerCallbackQuery") as answers,
                world.faults.holding("editMessageText") as edits,
            ):
                press = board.press(ann, next(opening_keys(board))[0])
                await first.reach(lambda: edits.held)
                before = await first.session(space)
                await first.kill()
                # Its calls end with it, once the emulator sees that their connections are closed.
                await first.reach(lambda: not (polls.held or answers.held or edits.held))
        assert world.updates.pending(), "it was not acknowledged"
        assert len(board.versions) == 1
        async with shared.worker() as second:
            await second.settle()
            after = await second.session(space)
        assert after.game == before.game
        assert len(after.game.history) == 1
        assert press.answered
        assert len(board.versions) == 2


async def test_case_02_of_a_hint(tmp_path: Path) -> None:
    """Case 2 of a hint: what it told is told by the retry, for the board alone tells nothing."""
    async with serving() as server:
        world, shared = server.world, deployment(server, tmp_path)
        ann = world.user("Ann")
        chat = world.private(ann)
        async with shared.worker() as first:
            await first.dealt(chat, ann, "2x3/1 ##M ###")
            async with (
                world.faults.holding("getUpdates") as polls,
                world.faults.holding("sendMessage") as sends,
            ):
                chat.say(ann, "/hint")
                await first.reach(lambda: sends.held)
                await first.kill()
                await first.reach(lambda: not (polls.held or sends.held))
        assert world.updates.pending(), "it was not acknowledged"
        async with shared.worker() as second:
            await second.settle()
            assert (await second.session(chat)).hints == 1
        assert "Step 1 of 4" in chat.last.text


@pytest.mark.parametrize("how", ["pressed", "typed"])
async def test_case_03(tmp_path: Path, how: str) -> None:
    """Case 3: if a worker ends before the commit, the retry applies the move, once."""
    backend = TroubledBackend()
    async with serving() as server:
        world, shared = server.world, deployment(server, tmp_path, backend)
        ann = world.user("Ann")
        chat, space = world.private(ann), f"telegram:{ann.id}"
        async with shared.worker() as first:
            board = await first.say(chat, ann, "/newgame easy")
            backend.shut()
            if how == "pressed":
                board.press(ann, next(opening_keys(board))[0])
            else:
                chat.say(ann, "1 1")
            await first.reach(lambda: backend.held)
            await first.kill()
            backend.open()
        assert world.updates.pending(), "it was not acknowledged"
        async with shared.worker() as second:
            await second.settle()
            assert len((await second.session(space)).game.history) == 1
        assert "Opened" in chat.last.text


async def test_case_07(tmp_path: Path) -> None:
    """Case 7: while the store is away nothing is lost; when it is back, all is answered."""
    backend = TroubledBackend()
    async with serving() as server, deployment(server, tmp_path, backend).worker() as play:
        ann, chat = play.in_private()
        board = await play.say(chat, ann, "/newgame easy")
        backend.away = True
        press = board.press(ann, next(opening_keys(board))[0])
        chat.say(ann, "/help")
        await play.pass_time(60)
        assert not press.answered
        assert chat.last is board
        backend.away = False
        await play.reach(lambda: press.answered and "/newgame 10 10 10" in chat.last.text)
        await play.settle()
        assert "Opened" in press.toast
        assert "Opened" in board.text


def fail_between(play: Playing, monkeypatch: pytest.MonkeyPatch, times: int) -> Iterator[int]:
    """Have the store be away ``times`` for the last of several lines; return the count of tries."""
    commit, tries = play.backend.commit, count()

    async def fail(batch: Batch) -> Verdict:
        if any(each.endswith(".1") for each in batch.operations) and next(tries) < times:
            raise StoreUnavailable("away between two lines")
        return await commit(batch)

    monkeypatch.setattr(play.backend, "commit", fail)
    return tries


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/newgame 8 8 10\n!8 8", "Flagged h8"),
        ("/learn\n!1 3", "Flagged c1"),
        ("/load 1\n!8 8", "Flagged h8"),
        ("/help\n/newgame", "Minesweeper!"),
    ],
)
async def test_between_lines(
    play: Playing, monkeypatch: pytest.MonkeyPatch, text: str, said: str, times: int
) -> None:
    """A message comes again until its last line is carried out, on the board that it asked for.

    Nothing of it is said twice.
    """
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame 8 8 10")
    old = await play.dealt(chat, ann, "3x4/2 ##M# ##M# ####")
    before, known = await play.session(ann, 2), {*chat.shown}
    tries = fail_between(play, monkeypatch, times)
    await play.answer(chat, ann, text, old)
    assert next(tries) > times
    assert (await play.session(ann, 2)).game == before.game
    assert sum(said in each.text for each in chat.shown if each not in known) == 1


async def test_between_lines_without_game(play: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done before is no reason to leave out what stands below it, without a game too."""
    ann, chat = play.in_private()
    fail_between(play, monkeypatch, 1)
    await play.say(chat, ann, "/settings tap off\n/newgame 8 8 10")
    assert "New game" in chat.last.text
    assert not any(words("lines.left") in each.text for each in chat.shown)
