"""The library's calls through aiohttp: what arrives, what is raised, and no word of the token."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest, NetworkError, TelegramError, TimedOut
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.platforms.telegram.requests import AiohttpRequest, NotSent, NotSentInTime
from tests.bot.platforms.telegram.telegram_rig import OurRig, answering, our_rig
from tests.emulators.helpers import buttons, greeted
from tests.emulators.test_telegram_files import png
from tests.patience import PATIENCE_S

SECRET = "7000000001:AAsecretsecret"  # noqa: S105  # no real token


@asynccontextmanager
async def method_of(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncIterator[str]:
    """Run a server that answers as told; give a method's address on it."""
    async with answering(answer) as server:
        yield f"{server}/bot{SECRET}/getMe"


def saying(body: bytes, status: int = 200) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a handler that always answers ``body``."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status, content_type="text/html")

    return answer


async def silence(_: web.Request) -> web.Response:
    """Never answer."""
    await asyncio.Event().wait()
    raise AssertionError


async def test_parameters_arrive(rig: OurRig) -> None:
    """A keyboard and text sent as JSON are what the emulator shows."""
    chat = greeted(rig)
    await rig.bot.send_message(chat.id, "Tap «a» 🚩", reply_markup=buttons("a", "b"))
    assert (chat.last.text, chat.last.labels) == ("Tap «a» 🚩", [["a", "b"]])


async def test_pictures_arrive(rig: OurRig) -> None:
    """Uploads go as multipart, with and without attach://, and can be fetched again."""
    chat = greeted(rig)
    sent = await rig.bot.send_photo(chat.id, png(8, 8), caption="one")
    assert chat.last.picture == png(8, 8)
    media = InputMediaPhoto(png(9, 9), caption="two")
    await rig.bot.edit_message_media(media, chat.id, sent.message_id)
    assert (chat.last.picture, chat.last.text) == (png(9, 9), "two")
    await rig.bot.send_document(chat.id, b"bytes", filename="game.txt")
    document = rig.world.calls("sendDocument")[0].result["document"]
    file = await rig.bot.get_file(document["file_id"])
    assert bytes(await file.download_as_bytearray()) == b"bytes"


async def test_a_lone_surrogate_is_telegrams_to_refuse() -> None:
    """Half a character reaches the server escaped, for Telegram to refuse."""
    got: list[bytes] = []

    async def note(request: web.Request) -> web.Response:
        got.append(await request.read())
        return web.json_response({"ok": False, "description": "Bad Request: bad text"}, status=400)

    data = RequestData([RequestParameter.from_input("text", "\ud800")])
    async with method_of(note) as url, AiohttpRequest() as request:
        with pytest.raises(BadRequest):
            await request.post(url, data)
    assert got == [b'{"text": "\\ud800"}']


async def test_many_calls_share_few_connections() -> None:
    """Calls beyond the pool's connections wait for one, and none is lost."""
    open_now = [0, 0]

    async def count(_: web.Request) -> web.Response:
        open_now[0] += 1
        open_now[1] = max(open_now)
        await asyncio.sleep(0)
        open_now[0] -= 1
        return web.json_response({"ok": True, "result": True})

    async with method_of(count) as url, AiohttpRequest(connections=4) as request:
        await asyncio.gather(*(request.post(url, pool_timeout=PATIENCE_S) for _ in range(50)))
    assert open_now[1] <= 4


async def test_as_many_at_once_as_allowed() -> None:
    """120 calls go on at once, more than aiohttp allows by default."""
    come, all_come = [0], asyncio.Event()

    async def gather(_: web.Request) -> web.Response:
        come[0] += 1
        if come[0] == 120:
            all_come.set()
        await all_come.wait()
        return web.json_response({"ok": True, "result": True})

    async with method_of(gather) as url, AiohttpRequest() as request:
        calls = (
            request.post(url, read_timeout=PATIENCE_S, connect_timeout=PATIENCE_S)
            for _ in range(120)
        )
        assert all(await asyncio.gather(*calls))


async def test_a_full_pool_is_told_apart() -> None:
    """A call that gets no connection in time raises NotSentInTime, and is not sent."""
    arrived = list[str]()

    async def wait(call: web.Request) -> web.StreamResponse:
        arrived.append(call.path)
        return await silence(call)

    async with method_of(wait) as url, AiohttpRequest(connections=1) as request:
        first = asyncio.create_task(request.post(url))
        await asyncio.sleep(0)
        with pytest.raises(NotSentInTime, match="Pool timeout"):
            await request.post(f"{url}2", pool_timeout=0.01)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
    assert not [path for path in arrived if path.endswith("2")]


async def test_silence_is_timed_out() -> None:
    """No answer in time raises TimedOut, not NotSent: the call may have been carried out."""
    async with method_of(silence) as url, AiohttpRequest() as request:
        with pytest.raises(TimedOut) as caught:
            await request.post(url, read_timeout=0.05)
        assert not isinstance(caught.value, NotSent)
        with pytest.raises(TimedOut):
            await request.retrieve(url, read_timeout=0.05)


async def test_an_answer_without_an_end_is_timed_out() -> None:
    """An answer that goes on without an end is timed out as silence is."""

    async def go_on(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        while True:
            await answer.write(b" ")
            await asyncio.sleep(0)

    async with method_of(go_on) as url, AiohttpRequest() as request:
        with pytest.raises(TimedOut):
            await request.post(url, read_timeout=0.05, write_timeout=0.05, connect_timeout=0.05)


async def test_no_redirection_is_followed() -> None:
    """A redirection raises an error and is not followed: its target is not Telegram."""
    asked: list[str] = []

    async def redirect(request: web.Request) -> web.Response:
        asked.append(request.path)
        if request.path == "/elsewhere":
            return web.json_response({"ok": True, "result": True})
        return web.Response(status=302, headers={"Location": "/elsewhere"})

    async with method_of(redirect) as url, AiohttpRequest() as request:
        with pytest.raises(NetworkError):
            await request.post(url)
    assert "/elsewhere" not in asked


async def test_none_lifts_a_limit() -> None:
    """None lifts a limit, as in the library's own request class."""
    async with method_of(saying(b'{"ok":true,"result":[]}')) as url, AiohttpRequest() as request:
        none = {"read_timeout": None, "write_timeout": None, "connect_timeout": None}
        assert await request.post(url, **none, pool_timeout=None) == []


async def test_nobody_there() -> None:
    """A refused connection raises NotSent: the server has not got the call.

    It names the server, as that may be a wrong setting.
    """
    said = r"aiohttp\.ClientConnectorError: Cannot connect to host 127\.0\.0\.1:1 "
    async with AiohttpRequest() as request:
        with pytest.raises(NotSent, match=said) as caught:
            await request.post(f"http://127.0.0.1:1/bot{SECRET}/getMe")
    assert SECRET not in caught.value.message


async def test_connecting_takes_too_long() -> None:
    """A connection that is not made in time raises NotSentInTime."""
    async with method_of(silence) as url, AiohttpRequest() as request:
        with pytest.raises(NotSentInTime, match="connecting"):
            await request.post(url, connect_timeout=1e-9)


async def test_a_connection_that_breaks() -> None:
    """A server that hangs up raises NetworkError, not NotSent: it may have carried the call out."""

    async def hang_up(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async with method_of(hang_up) as url, AiohttpRequest() as request:
        with pytest.raises(NetworkError, match=r"aiohttp\.ServerDisconnectedError") as caught:
            await request.post(url)
        assert not isinstance(caught.value, NotSent)


@pytest.mark.parametrize(
    ("body", "status", "kind", "words"),
    [
        (b"<html>/bot%s/getMe not found</html>", 502, NetworkError, "Bad Gateway"),
        (b"<html>/bot%s/getMe not found</html>", 404, TelegramError, "Not Found"),
        (b"[1]", 400, BadRequest, "Bad Request"),
        (b'{"ok":false,"description":"Bad Request: no"}', 400, BadRequest, "^No$"),
        (b"<html>log in to %s</html>", 200, NetworkError, "Invalid server response"),
        (b"[" * 100_000, 200, NetworkError, "Invalid server response"),
        (b"{}", 200, NetworkError, "Invalid server response"),
        (b"", 302, NetworkError, "Found"),
    ],
)
async def test_error_pages_are_no_answer(
    body: bytes, status: int, kind: type[TelegramError], words: str
) -> None:
    """Error pages and rubbish raise the library's errors, without a token that they quote."""
    body = body.replace(b"%s", SECRET.encode())
    async with method_of(saying(body, status)) as url, AiohttpRequest() as request:
        with pytest.raises(kind, match=words) as caught:
            await request.post(url)
    assert_silent(caught.value)


async def test_no_failure_quotes_the_token(caplog: pytest.LogCaptureFixture) -> None:
    """Neither error, nor traceback, nor log holds the token, whatever goes wrong."""
    caplog.set_level(0)
    urls = [
        f"http://127.0.0.1:1/bot{SECRET}/getMe",
        f"http://[bad/bot{SECRET}/getMe",
        f"http://nowhere.invalid/bot{SECRET}/getMe",
        f"ftp://127.0.0.1/bot{SECRET}/getMe",
    ]
    async with method_of(silence) as silent, AiohttpRequest() as request:
        for url in [*urls, silent]:
            with pytest.raises(NetworkError) as caught:
                await request.post(url, read_timeout=0.05)
            assert_silent(caught.value)
    assert SECRET not in caplog.text


def assert_silent(error: BaseException) -> None:
    """Check that ``error`` and all that led to it say nothing of the token."""
    assert SECRET not in "".join(traceback.format_exception(error))
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__  # type: ignore[assignment]  # checked above
        assert SECRET not in f"{error!r} {error}"


async def test_a_closed_pool_opens_again() -> None:
    """Nothing is sent before initialisation or after the end; a second start works."""
    request, arrived = AiohttpRequest(), 0
    assert request.read_timeout == 5

    async def answer(_: web.Request) -> web.Response:
        nonlocal arrived
        arrived += 1
        return web.json_response({"ok": True, "result": arrived})

    async with method_of(answer) as url:
        for start in (1, 2):
            with pytest.raises(NetworkError, match="not initialized"):
                await request.post(url)
            await request.initialize()
            await request.initialize()
            assert await request.post(url) == start
            await request.shutdown()
            await request.shutdown()
        with pytest.raises(NetworkError, match="not initialized"):
            await request.post(url)
        assert arrived == 2


async def test_a_keyboard_is_the_same_in_both_forms() -> None:
    """The board's keyboard arrives alike with a picture (a form) and without (JSON)."""
    markup = InlineKeyboardMarkup(
        [[InlineKeyboardButton("⬜", callback_data=f"o{row}{col}") for col in range(8)]
         for row in range(11)]
    )  # fmt: skip
    async with our_rig() as rig:
        chat = greeted(rig)
        await rig.bot.send_message(chat.id, "x", reply_markup=markup)
        await rig.bot.send_photo(chat.id, png(8, 8), reply_markup=markup)
        text, photo = chat.shown
        assert text.content.keyboard == photo.content.keyboard
        assert len(text.labels) == 11
