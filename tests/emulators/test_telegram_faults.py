"""Trouble ordered from the Telegram emulator, its record of requests, and its clock."""

from __future__ import annotations

import asyncio
import json

import pytest
from aiohttp import ClientSession, FormData
from telegram.error import NetworkError, TelegramError

from tests.emulators.helpers import greeted
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.rig import Rig, emulated, refused, serving
from tests.emulators.telegram.server import TOKEN
from tests.emulators.telegram.wire import ApiError, Json, bad_request


async def test_the_next_call_fails_as_ordered(rig: Rig) -> None:
    """An ordered error fails the calls of its method in its chat, as often as ordered."""
    ann, bob = greeted(rig), greeted(rig, "Bob")
    rig.world.fail_next("sendMessage", bad_request("no"), chat=ann.id, times=2)
    await rig.bot.send_message(bob.id, "x")
    for _ in range(2):
        with refused(rig.world, "no"):
            await rig.bot.send_message(ann.id, "x")
    await rig.bot.send_message(ann.id, "x")
    rig.world.fail_next("getMe", ApiError(502, "Bad Gateway"))
    with pytest.raises(NetworkError):
        await rig.bot.get_me()


async def test_a_forced_flood_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced 429 names the seconds that the test asked for."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    async with emulated() as rig:
        rig.world.flood_next("sendMessage", 245)
        with refused(rig.world, "retry after 245"):
            await rig.bot.send_message(greeted(rig).id, "x")


async def test_trouble_that_no_call_meets() -> None:
    """Trouble that was ordered but met no call fails the test, unless it is taken back."""
    with pytest.raises(AssertionError, match=r"no call met .*sendMessage"):
        async with emulated() as rig:
            rig.world.lose_answer("sendMessage")
    async with emulated() as rig:
        rig.world.lose_answer("sendMessage")
        rig.world.faults.clear()


async def test_a_lost_answer(rig: Rig) -> None:
    """A call whose answer is lost is carried out, and its caller gets an error."""
    chat = greeted(rig)
    rig.world.lose_answer("sendMessage")
    with pytest.raises(NetworkError):
        await rig.bot.send_message(chat.id, "x")
    assert chat.last.text == "x"


async def test_calls_can_be_held(rig: Rig) -> None:
    """Held calls wait for the gate while others pass."""
    chat = greeted(rig)
    async with rig.world.faults.holding("sendMessage") as gate:
        sending = asyncio.create_task(rig.bot.send_message(chat.id, "x"))
        await rig.bot.send_chat_action(chat.id, "typing")
        await rig.world.changes.until(lambda: rig.world.calls("sendMessage"))
        assert (gate.held, chat.shown) == (1, [])
        gate.open()
        await sending
    assert chat.last.text == "x"


async def raw(session: ClientSession, url: str, **how: object) -> Json:
    """Return the answer to a hand-made request."""
    async with session.post(url, **how) as answer:  # type: ignore[arg-type]  # passed on untouched
        body = await answer.json()
        assert body.get("error_code", 200) == answer.status
        return dict(body)


async def test_all_ways_to_pass_parameters() -> None:
    """JSON, a form, a multipart form and the URL are read alike; method names ignore case."""
    async with serving() as server, ClientSession() as session:
        chat = server.world.private(server.world.user("Ann"))
        chat.send("/start")
        url = f"{server.base_url}{TOKEN}/SENDmessage"
        values = {"chat_id": str(chat.id), "text": "[x"}
        parts = FormData(values, default_to_multipart=True)
        for how in ({"json": values}, {"data": values}, {"data": parts}, {"params": values}):
            assert (await raw(session, url, **how))["result"]["text"] == "[x"
            server.world.flood.enabled = False


async def test_rubbish_is_refused() -> None:
    """Unreadable bodies, words in place of numbers and unknown methods are refused."""
    async with serving() as server, ClientSession() as session:
        server.world.private(server.world.user("Ann")).send("/start")
        url = f"{server.base_url}{TOKEN}"
        header = {"Content-Type": "application/json"}
        broken = await raw(session, f"{url}/getMe", data="{", headers=header)
        assert broken["description"] == "Bad Request: can't parse request JSON object"
        markup = {"reply_markup": "{", "chat_id": 1, "text": "x"}
        broken = await raw(session, f"{url}/sendMessage", data=markup)
        assert broken["description"] == "Bad Request: can't parse reply markup JSON object"
        number = await raw(session, f"{url}/getUpdates", json={"offset": "x"})
        assert number["description"] == "Bad Request: invalid offset specified"
        assert (await raw(session, f"{url}/sendDice"))["error_code"] == 404
        assert "sendDice: not modelled" in server.mismatches
        server.mismatches.clear()


@pytest.mark.parametrize(
    ("method", "values", "words"),
    [
        ("sendPhoto", {}, "there is no photo in the request"),
        ("sendPhoto", {"photo": "attach://gone"}, "there is no photo in the request"),
        ("sendPhoto", {"photo": "https://x.org/y.png"}, "failed to get HTTP URL content"),
        ("editMessageText", {"message_id": 2}, "message text is empty"),
        (
            "editMessageMedia",
            {"media": {"type": "x"}},
            "can't parse InputMedia: Unsupported type specified",
        ),
        (
            "editMessageMedia",
            {"message_id": 102, "media": {"type": "photo", "media": "attach://gone"}},
            "can't parse InputMedia: Media not found",
        ),
    ],
)
async def test_calls_without_what_they_need(
    rig: Rig, method: str, values: Json, words: str
) -> None:
    """A call that lacks its file or text is refused."""
    chat = greeted(rig)
    await rig.bot.send_message(chat.id, "board")
    with refused(rig.world, words):
        await rig.bot._post(method, {"chat_id": chat.id} | values)
    rig.server.mismatches.clear()


async def test_requests_are_recorded(rig: Rig) -> None:
    """Each call is kept with its parameters, time and outcome."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "x")
    with pytest.raises(TelegramError):
        await rig.bot.send_message(5, "x")
    good, bad = rig.world.calls("sendMessage")
    assert (good["chat_id"], good.at) == (str(chat.id), rig.clock.now())
    assert good.result["message_id"] == sent.message_id
    assert bad.error is not None
    assert json.loads(json.dumps(bad.error.card()))["error_code"] == 400


async def test_the_clock_moves_only_when_told() -> None:
    """Sleepers wake in order of their time, and ``skip`` passes to the named one."""
    clock = VirtualClock(100.0)
    naps = [asyncio.create_task(clock.sleep(seconds, "nap")) for seconds in (5, 3)]
    assert await clock.skip("nap") == 3
    assert await clock.skip("nap") == 2
    await asyncio.gather(*naps)
    assert clock.now() == 105.0


async def test_waiting_for_a_change_has_an_end() -> None:
    """Waiting for a change that never comes raises TimeoutError, and leaves other waiters be."""
    changes = Changes()
    patient = asyncio.create_task(changes.until(lambda: changes.next().done()))
    with pytest.raises(TimeoutError):
        await changes.until(lambda: False, seconds=0.01)
    assert not patient.done()
    patient.cancel()
