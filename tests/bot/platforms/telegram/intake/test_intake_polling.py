"""Polling against the emulator: every update handled once, none lost, nobody held up."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot.app.ports import StoreUnavailable
from bot.platforms.telegram.intake import Kind, PollingEnded, Shelf
from bot.platforms.telegram.intake import polling as polling_module
from bot.platforms.telegram.intake.reading import Reason
from tests.bot.platforms.telegram.intake.conftest import SetAsides
from tests.bot.platforms.telegram.intake.hands import Hands, polling, reach
from tests.bot.platforms.telegram.intake.updates_made import raw, said
from tests.bot.platforms.telegram.telegram_rig import OurRig
from tests.emulators.helpers import buttons
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.rig import client
from tests.emulators.telegram.wire import ApiError
from tests.written import written


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Return a shelf with nothing on it."""
    return Shelf(tmp_path / "updates")


@pytest.fixture
def _crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a single slow update be one too many."""
    monkeypatch.setattr(polling_module, "_CROWDED", 0)


def people(rig: OurRig, *names: str) -> list[PrivateChat]:
    """Return the private chats of people called ``names``."""
    return [rig.world.private(rig.world.user(name)) for name in names]


async def confirmed(rig: OurRig) -> None:
    """Wait until every update is confirmed to Telegram."""
    await reach(rig, lambda: not rig.world.updates.pending())


async def test_every_kind_is_handled_and_confirmed(rig: OurRig, shelf: Shelf) -> None:
    """Every kind asked for arrives, and only those are asked for."""
    hands, [ann] = Hands(), people(rig, "Ann")
    async with polling(rig, hands, shelf):
        await rig.world.changes.until(lambda: rig.world.poller.waiting)
        ann.send("hello")
        await rig.bot.send_message(ann.id, "x", reply_markup=buttons("a"))
        ann.last.press(ann.user, "A")
        rig.world.inline(ann.user, "8 8 10")
        ann.block_bot()
        await confirmed(rig)
    assert sorted(hands.done) == ["A", "hello", "inline_query"]
    assert rig.world.updates.allowed == sorted(["message", "callback_query", "inline_query"])


async def test_order_in_a_lane(rig: OurRig, shelf: Shelf) -> None:
    """A chat's updates are handled in order, even behind a slow one; another chat goes ahead."""
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a1")
    for text in ("a1", "a2", "a3"):
        ann.send(text)
    bob.send("b1")
    async with polling(rig, hands, shelf):
        await reach(rig, lambda: hands.done == ["b1"])
        assert hands.begun == ["a1", "b1"]
        hands.free("a1")
        await confirmed(rig)
    assert hands.done == ["b1", "a1", "a2", "a3"]


async def test_nothing_is_lost_when_killed(rig: OurRig, shelf: Shelf) -> None:
    """An update whose handler did not return comes again to the next worker (case 3)."""
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        bob.send("b1")
        ann.send("a1")
        await reach(rig, lambda: "a1" in hands.begun and "b1" in hands.done)
        await worker.kill()
        hands.free("a1")
        await asyncio.sleep(0)
    assert hands.done == ["b1"], "its work has ended with it"
    assert "a1" in [one.body["message"]["text"] for one in rig.world.updates.pending()]
    after = Hands()
    async with polling(rig, after, shelf):
        await confirmed(rig)
    assert "a1" in after.done


async def test_a_slow_update_stays_with_telegram(rig: OurRig, shelf: Shelf) -> None:
    """A slow update that holds the offset is not acknowledged or repeated, and delays nobody.

    Nor does the bot poll for it without a pause.
    """
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        ann.send("a1")
        for text in ("b1", "b2", "b3"):
            bob.send(text)
            before = len(rig.world.calls("getUpdates"))
            await reach(rig, lambda: text in hands.done)  # noqa: B023  # awaited at once
            assert len(rig.world.calls("getUpdates")) <= before + 2
        assert len(rig.world.updates.pending()) == 4
        await reach(rig, lambda: any(0 < pause < 1 for pause in worker.clock.asked))
        await reach(rig, lambda: worker.clock.asked.count(1.0) > 3)
        assert await shelf.kept() == [], "only where too many are slow"
        hands.free("a1")
        await confirmed(rig)
    assert hands.begun == ["a1", "b1", "b2", "b3"]
    assert await shelf.kept() == []


async def test_where_there_is_always_something_new(
    rig: OurRig, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon after another batch the bot polls again before all of this batch is done."""
    monkeypatch.setattr(polling_module, "_SETTLE_SECONDS", 3600.0)
    monkeypatch.setattr(polling_module, "_BUSY_SECONDS", 3600.0)
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a1")
    async with polling(rig, hands, shelf):
        bob.send("b1")
        await confirmed(rig)
        ann.send("a1")
        await reach(rig, lambda: hands.begun == ["b1", "a1"])
        bob.send("b2")
        await reach(rig, lambda: hands.done == ["b1", "b2"])
        hands.free("a1")
        await confirmed(rig)
    assert hands.begun == ["b1", "a1", "b2"]


@pytest.mark.usefixtures("_crowded")
async def test_a_slow_update_goes_to_the_shelf_and_back(rig: OurRig, shelf: Shelf) -> None:
    """An update that holds the offset goes to disk, survives a kill, and is then handled first."""
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        ann.send("a1")
        await confirmed(rig)
        assert [number for number, _ in await shelf.kept()] == [700_000_001]
        bob.send("b1")
        await confirmed(rig)
        assert hands.done == ["b1"]
        await worker.kill()
    after = Hands()
    ann.send("a2")
    async with polling(rig, after, shelf):
        await confirmed(rig)
    assert after.done == ["a1", "a2"]
    assert await shelf.kept() == []


@pytest.mark.usefixtures("_crowded")
async def test_the_shelf_is_cleared_when_done(rig: OurRig, shelf: Shelf) -> None:
    """A slow update that ends at last is handled once and leaves the shelf."""
    hands, [ann] = Hands(), people(rig, "Ann")
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        ann.send("a1")
        await confirmed(rig)
        hands.free("a1")
        await reach(rig, lambda: hands.done == ["a1"])
        await worker.stop(rig)
    assert (hands.begun, await shelf.kept()) == (["a1"], [])


async def test_hundreds_of_slow_updates_starve_nobody(rig: OurRig, shelf: Shelf) -> None:
    """Behind more slow updates than a batch holds another chat is served; each begins once."""
    slow = people(rig, *(f"Slow {number}" for number in range(150)))
    [bob] = people(rig, "Bob")
    hands = Hands()
    names = [f"s{number}" for number in range(150)]
    hands.hold(*names)
    for chat, name in zip(slow, names, strict=True):
        chat.send(name)
    bob.send("b1")
    async with polling(rig, hands, shelf) as worker:
        await reach(rig, lambda: hands.done == ["b1"])
        hands.free(*names)
        await confirmed(rig)
        await worker.stop(rig)
    assert sorted(hands.begun) == sorted([*names, "b1"])
    assert await shelf.kept() == []


async def test_an_update_on_the_shelf_and_with_telegram(rig: OurRig, shelf: Shelf) -> None:
    """An update that is on the shelf and with Telegram, as after a kill, is handled once."""
    [ann] = people(rig, "Ann")
    ann.send("a1")
    body = rig.world.updates.posted[0]
    await shelf.keep(body["update_id"], raw(body))
    await shelf.keep(5, b"rubbish")
    hands = Hands()
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        await confirmed(rig)
        hands.free("a1")
        await reach(rig, lambda: hands.done)
        await worker.stop(rig)
    assert hands.begun == ["a1"]
    assert await shelf.kept() == []


class FullShelf(Shelf):
    """A disk that is full."""

    async def keep(self, update_id: int, body: bytes) -> None:
        """Refuse."""
        del update_id, body
        raise OSError(28, "No space left on device")

    async def drop(self, update_id: int) -> None:
        """Refuse."""
        del update_id
        raise OSError(30, "Read-only file system")


@pytest.mark.usefixtures("_crowded")
async def test_without_a_disk_telegram_keeps_it(
    rig: OurRig, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An update that cannot be put on disk stays with Telegram, is not lost, and is logged."""
    await Shelf(tmp_path).keep(3, raw(said(3, "old")))
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a1")
    async with polling(rig, hands, FullShelf(tmp_path)):
        ann.send("a1")
        await reach(rig, lambda: "cannot be put away: No space" in caplog.text)
        bob.send("b1")
        await reach(rig, lambda: "b1" in hands.done)
        assert len(rig.world.updates.pending()) == 2
        hands.free("a1")
        await confirmed(rig)
    assert "Update 3 stays on the shelf" in caplog.text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x" * 300, "File name too long"),
        ("file", "Not a directory"),
        ("file/updates", "Not a directory"),
        ("/proc/self/task", "No such file"),  # where root may not write either
    ],
)
async def test_a_folder_that_cannot_be_used(
    rig: OurRig, tmp_path: Path, name: str, told: str
) -> None:
    """Polling does not begin where it cannot see or keep what waits, and names DATA_DIR."""
    (tmp_path / "file").touch()
    async with polling(rig, Hands(), Shelf(tmp_path / name)) as worker:
        await reach(rig, worker.task.done)
        with pytest.raises(PollingEnded, match=f"read from DATA_DIR: {told}"):
            await worker.task


@pytest.mark.usefixtures("_crowded")
async def test_a_disk_that_is_full_for_a_while(rig: OurRig, tmp_path: Path) -> None:
    """An update that finds the disk full is put away as soon as there is room."""

    class FullAtFirst(Shelf):
        failed = False

        async def keep(self, update_id: int, body: bytes) -> None:
            if not self.failed:
                self.failed = True
                raise OSError(28, "No space left on device")
            await super().keep(update_id, body)

    shelf = FullAtFirst(tmp_path)
    hands, [ann] = Hands(), people(rig, "Ann")
    hands.hold("a1")
    async with polling(rig, hands, shelf):
        ann.send("a1")
        await confirmed(rig)
        assert shelf.failed
        assert [number for number, _ in await shelf.kept()] == [700_000_001]
        assert not hands.done


@pytest.mark.usefixtures("_crowded")
async def test_done_while_being_put_away(rig: OurRig, tmp_path: Path) -> None:
    """An update that ends while the disk is busy does not stay on the shelf."""
    busy, go_on = asyncio.Event(), asyncio.Event()

    class SlowShelf(Shelf):
        async def keep(self, update_id: int, body: bytes) -> None:
            busy.set()
            await go_on.wait()
            await super().keep(update_id, body)

    shelf = SlowShelf(tmp_path)
    hands, [ann] = Hands(), people(rig, "Ann")
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        ann.send("a1")
        await reach(rig, busy.is_set)
        hands.free("a1")
        await reach(rig, lambda: hands.done)
        go_on.set()
        await confirmed(rig)
        await worker.stop(rig)
    assert await shelf.kept() == []


async def test_numbers_jump_and_fall(rig: OurRig, shelf: Shelf) -> None:
    """Whatever numbers Telegram gives, each update is handled once and confirmed (case 4)."""
    hands, [ann] = Hands(), people(rig, "Ann")
    async with polling(rig, hands, shelf):
        for number, text in ((700_000_001, "a"), (900_000_000, "b"), (5, "c"), (6, "d")):
            rig.world.updates.next_id = number
            ann.send(text)
            await confirmed(rig)
        ann.send("e")
        rig.world.updates.next_id = 3
        ann.send("f")
        await confirmed(rig)
    assert hands.done == list("abcdef")


async def test_no_offset_after_it_is_confirmed(rig: OurRig, shelf: Shelf) -> None:
    """After confirming an offset the bot polls without one, as a lower number may follow."""
    hands, [ann] = Hands(), people(rig, "Ann")
    async with polling(rig, hands, shelf):
        ann.send("a")
        await confirmed(rig)
        polls = len(rig.world.calls("getUpdates"))
        await reach(rig, lambda: len(rig.world.calls("getUpdates")) > polls)
        assert "offset" not in rig.world.calls("getUpdates")[-1].params.values
    assert hands.done == ["a"]


async def test_the_same_update_again(rig: OurRig, shelf: Shelf) -> None:
    """An update that stands in a batch twice is handled once (case 1)."""
    hands, [ann] = Hands(), people(rig, "Ann")
    ann.send("a")
    rig.world.updates.repeat(rig.world.updates.posted[0])
    async with polling(rig, hands, shelf):
        await confirmed(rig)
    assert hands.done == ["a"]


async def test_rubbish_between_good_updates(
    rig: OurRig, shelf: Shelf, set_asides: SetAsides
) -> None:
    """Unreadable updates are set aside, logged and confirmed; the others are handled (case 5)."""
    hands, [ann] = Hands(), people(rig, "Ann")
    ann.send("a")
    large: dict[str, object] = {"message": {"x": "y" * 1_100_000}}
    bodies: list[dict[str, object]] = [{"unheard_of": []}, {"message": 5}, large]
    for body in bodies:
        rig.world.updates.inject({"update_id": rig.world.updates.next_id} | body)
    ann.send("b")
    rig.world.updates.inject({"message": "nameless"})
    hands.hold("b")
    async with polling(rig, hands, shelf):
        await reach(rig, lambda: len(rig.world.calls("getUpdates")) >= 3)
        hands.free("b")
        ann.send("c")
        await confirmed(rig)
    assert hands.done == ["a", "b", "c"]
    assert set_asides() == {Reason.OTHER_KIND: 1, Reason.WRONG_TYPES: 2, Reason.TOO_LARGE: 1}


async def test_one_poisoned_update(
    rig: OurRig, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    """An update the handler fails on is logged and acknowledged, and the next one handled."""
    hands, [ann] = Hands(), people(rig, "Ann")
    hands.failures["a"] = [ZeroDivisionError()]
    hands.failures["b"] = [asyncio.CancelledError()]
    for text in "abc":
        ann.send(text)
    async with polling(rig, hands, shelf):
        await confirmed(rig)
    assert hands.done == ["c"]
    for number in (1, 2):
        assert caplog.text.count(f"Update 70000000{number} (message) failed") == 1


async def test_the_store_is_away(
    rig: OurRig, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    """Without the store nothing is acknowledged; each lane tries on until it is back (case 7)."""
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.failures["a"] = [StoreUnavailable("its memory is full") for _ in range(3)]
    hands.failures["b"] = [StoreUnavailable("its memory is full")]
    for text in ("a", "a2"):
        ann.send(text)
    bob.send("b")
    async with polling(rig, hands, shelf) as worker:
        await reach(rig, lambda: len(hands.begun) == 2)
        assert len(rig.world.updates.pending()) == 3
        await confirmed(rig)
        await reach(rig, lambda: len(hands.done) == 3)
        pauses = [pause for pause in worker.clock.asked if pause not in {0.01, 0.25, 1.0}]
        told = caplog.text.count("The store cannot be reached")
        hands.failures["c"] = [StoreUnavailable("it is away again")]
        ann.send("c")
        await confirmed(rig)
    assert hands.done == ["b", "a", "a2", "c"]
    assert len(pauses) == 4
    assert max(pauses) >= 2 * min(pauses) > 0, "it is asked less and less often"
    assert told in {1, 2}
    assert "updates wait: its memory is full" in caplog.text
    assert caplog.text.count("updates wait: it is away again") == 1


async def test_only_so_much_at_once(
    rig: OurRig, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With enough updates in work the bot fetches no more; Telegram keeps them."""
    monkeypatch.setattr(polling_module, "IN_WORK", 2)
    hands, chats = Hands(), people(rig, "A", "B", "C")
    hands.hold("0", "1")
    chats[0].send("0")
    chats[1].send("1")
    async with polling(rig, hands, shelf):
        await reach(rig, lambda: len(hands.begun) == 2)
        chats[2].send("2")
        polls = len(rig.world.calls("getUpdates"))
        now = rig.clock.now()
        await reach(rig, lambda: rig.clock.now() > now + 10)
        assert (hands.begun, len(rig.world.calls("getUpdates"))) == (["0", "1"], polls)
        hands.free("0", "1")
        await confirmed(rig)
    assert hands.done == ["0", "1", "2"]


async def test_a_second_poller(rig: OurRig, shelf: Shelf, caplog: pytest.LogCaptureFixture) -> None:
    """Another poller is logged once, and the bot polls again later (case 14)."""
    async with client(rig.server) as other:
        hands, [ann] = Hands(), people(rig, "Ann")
        async with polling(rig, hands, shelf):
            for _ in range(3):
                await reach(rig, lambda: rig.world.poller.waiting)
                await other.get_updates(timeout=0)
            ann.send("a")
            await confirmed(rig)
        assert hands.done == ["a"]
        assert caplog.text.count("Somebody else polls with this bot's token") == 1
        assert "Updates come again" in caplog.text


async def test_a_webhook_is_taken_away_once(
    rig: OurRig, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    """A webhook left behind is removed; one that is set again is somebody's, and stays."""
    hands, [ann] = Hands(), people(rig, "Ann")
    await rig.bot.set_webhook("http://127.0.0.1:1/hook")
    async with polling(rig, hands, shelf):
        await reach(rig, lambda: rig.world.poller.waiting)
        await rig.bot.set_webhook("http://127.0.0.1:1/hook")
        await reach(rig, lambda: "again and again" in caplog.text)
        assert rig.world.webhook.endpoint is not None
        await rig.bot.delete_webhook()
        ann.send("a")
        await confirmed(rig)
    assert caplog.text.count("it is removed") == 1
    assert len(rig.world.calls("deleteWebhook")) == 2
    assert hands.done == ["a"]


async def test_a_webhook_that_cannot_be_taken_away(rig: OurRig, shelf: Shelf) -> None:
    """If removing the webhook fails, the bot pauses as after any other error."""
    await rig.bot.set_webhook("http://127.0.0.1:1/hook")
    rig.world.fail_next("deleteWebhook", ApiError(500, "Internal Server Error"))
    async with polling(rig, Hands(), shelf) as worker:
        await reach(rig, lambda: len(worker.clock.asked) >= 3)
    assert len(rig.world.calls("deleteWebhook")) == 1


async def test_a_refused_token_ends_it(rig: OurRig, shelf: Shelf) -> None:
    """An unknown token ends polling with an error that names TELEGRAM_TOKEN."""
    rig.world.fail_next("getUpdates", ApiError(401, "Unauthorized"))
    async with polling(rig, Hands(), shelf) as worker:
        await reach(rig, worker.task.done)
        with pytest.raises(PollingEnded, match="TELEGRAM_TOKEN"):
            await worker.task


@pytest.mark.parametrize(
    ("error", "least"),
    [(ApiError(502, "Bad Gateway"), 0.5), (ApiError(429, "Too Many", retry_after=37), 37)],
)
async def test_trouble_is_waited_out(
    rig: OurRig, shelf: Shelf, error: ApiError, least: float
) -> None:
    """After an error the bot pauses, after a 429 for as long as Telegram says, and polls again."""
    hands, [ann] = Hands(), people(rig, "Ann")
    rig.world.fail_next("getUpdates", error, times=3)
    ann.send("a")
    async with polling(rig, hands, shelf) as worker:
        await confirmed(rig)
        pauses = [pause for pause in worker.clock.asked if pause not in {0.01, 0.25, 1.0}]
    assert len(pauses) == 3
    assert min(pauses) >= least
    assert hands.done == ["a"]


async def test_a_lost_answer_confirms_nothing(rig: OurRig, shelf: Shelf) -> None:
    """Lost answers to polls lose and repeat no update: each is handled once and confirmed."""
    hands, [ann] = Hands(), people(rig, "Ann")
    async with polling(rig, hands, shelf):
        ann.send("a")
        rig.world.lose_answer("getUpdates", times=2)
        await confirmed(rig)
        ann.send("b")
        await confirmed(rig)
    assert hands.done == ["a", "b"]


async def test_stopping_finishes_and_confirms(rig: OurRig, shelf: Shelf) -> None:
    """Told to stop, the worker finishes what is in work, confirms it, and takes nothing new."""
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a")
    async with polling(rig, hands, shelf) as worker:
        ann.send("a")
        await reach(rig, lambda: hands.begun)
        worker.stopping.set()
        await asyncio.sleep(0)
        bob.send("b")
        hands.free("a")
        await reach(rig, worker.task.done)
    assert hands.done == ["a"]
    assert [one.body["message"]["text"] for one in rig.world.updates.pending()] == ["b"]
    assert rig.world.updates.allowed == sorted(Kind), "as the next worker wants them"


@pytest.mark.usefixtures("_crowded")
async def test_stopping_leaves_the_shelf_to_the_next(rig: OurRig, shelf: Shelf) -> None:
    """An update on the shelf stays there, and does not hold up a worker told to stop."""
    hands, [ann] = Hands(), people(rig, "Ann")
    hands.hold("a1")
    async with polling(rig, hands, shelf) as worker:
        ann.send("a1")
        await confirmed(rig)
        told = rig.clock.now()
        await worker.stop(rig)
        assert rig.clock.now() - told < 1
    assert [number for number, _ in await shelf.kept()] == [700_000_001]


async def test_stopping_has_an_end(
    rig: OurRig, shelf: Shelf, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work that does not end is left unconfirmed and logged, as is a confirmation that fails."""
    monkeypatch.setattr(polling_module, "_SHELVE_SECONDS", 1000.0)
    hands, [ann, bob] = Hands(), people(rig, "Ann", "Bob")
    hands.hold("a")
    bob.send("b")
    ann.send("a")
    async with polling(rig, hands, shelf) as worker:
        await reach(rig, lambda: hands.begun == ["b", "a"])
        rig.world.fail_next("getUpdates", ApiError(502, "Bad Gateway"), times=9)
        await worker.stop(rig)
    assert "1 updates are not done; they come again" in caplog.text
    assert "comes again: Bad Gateway" in caplog.text
    assert rig.world.updates.pending()


async def test_nothing_to_confirm(rig: OurRig, shelf: Shelf) -> None:
    """A worker that stops with nothing to confirm makes no further call."""
    async with polling(rig, Hands(), shelf) as worker:
        await rig.world.changes.until(lambda: rig.world.poller.waiting)
        await worker.stop(rig)
    assert len(rig.world.calls("getUpdates")) == 1


async def test_logs_say_when_all_is_well_again(
    rig: OurRig, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    """Repeated trouble is logged once, and its end as well; new trouble is logged again.

    The pauses after new trouble are short again.
    """
    caplog.set_level(logging.WARNING)
    [ann] = people(rig, "Ann")
    rig.world.fail_next("getUpdates", ApiError(502, "Bad Gateway"), times=5)
    async with polling(rig, Hands(), shelf) as worker:
        await reach(rig, lambda: "Updates come again" in caplog.text)
        assert caplog.text.count("Updates cannot be polled, trying on: Bad Gateway") == 1
        longest, before = max(worker.clock.asked), len(worker.clock.asked)
        rig.world.fail_next("getUpdates", ApiError(502, "Bad Gateway"))
        ann.send("a")
        await reach(rig, lambda: caplog.text.count("Updates come again") == 2)
        assert max(worker.clock.asked[before:]) < longest
    for log in (caplog.text, written(caplog.records)):  # however soon one follows on the other
        assert log.count("Updates cannot be polled, trying on: Bad Gateway") == 2
        assert log.count("Updates come again") == 2
