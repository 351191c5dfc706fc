"""HTTP server: what is read whole is handed over, and answered once, in order."""

from __future__ import annotations

import asyncio
import socket
import struct
import weakref
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from itertools import pairwise
from typing import Any, Final

import pytest
from httptools import HttpParserCallbackError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.http_server import LARGEST, HttpServer, Request
from tests.garbage import uncollected
from tests.patience import PATIENCE_S

POST: Final = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n%b"
OTHER: Final = b"POST / HTTP/1.1\r\nHost: here\r\n%b\r\n\r\n"


async def read() -> None:
    """Let the server read what was just sent: the loop finds it in this turn, and reads it in it.

    This goes on in the next turn.
    """
    for _ in range(2):
        await asyncio.sleep(0)


class Desk:
    """A server whose requests are answered when a test says so."""

    def __init__(self) -> None:
        """Begin without requests."""
        self.server = HttpServer(self.take)
        self.port = 0
        self.came: asyncio.Queue[Request] = asyncio.Queue()
        self.echoes = False
        """Whether requests are answered at once, with their own bodies."""

    def take(self, request: Request) -> None:
        """Note a request."""
        self.came.put_nowait(request)
        if self.echoes:
            assert request.answer(HTTPStatus.OK, request.body, "text/plain")

    async def next(self) -> Request:
        """Return the next request."""
        async with asyncio.timeout(PATIENCE_S):
            return await self.came.get()

    async def catch_up(self) -> None:
        """Wait until the server has read what was sent: it has answered somebody who came later."""
        async with visiting(self) as last:
            last.send(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
            assert await last.rest()


class Visitor:
    """Somebody who is connected."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Read by ``reader``, write by ``writer``."""
        self.reader = reader
        self.writer = writer

    def send(self, *parts: bytes) -> None:
        """Send ``parts``."""
        self.writer.write(b"".join(parts))

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the head and the body of the next answer."""
        async with asyncio.timeout(PATIENCE_S):
            first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
            head = dict(line.split(": ", 1) for line in lines)
            body = await self.reader.readexactly(int(head.get("Content-Length", "0")))
        return int(first.split(" ")[1]), head, body

    async def rest(self) -> bytes:
        """Return what comes until the other side has ended the connection."""
        async with asyncio.timeout(PATIENCE_S):
            return await self.reader.read()


@asynccontextmanager
async def visiting(desk: Desk) -> AsyncIterator[Visitor]:
    """Connect to ``desk``."""
    reader, writer = await asyncio.open_connection("127.0.0.1", desk.port)
    try:
        yield Visitor(reader, writer)
    finally:
        writer.transport.abort()


@asynccontextmanager
async def opened() -> AsyncIterator[Desk]:
    """Run a server."""
    desk = Desk()
    desk.port = await desk.server.listen("127.0.0.1", 0)
    try:
        yield desk
    finally:
        desk.server.abort()
        async with asyncio.timeout(PATIENCE_S):
            await desk.server.close()


class Time:
    """The time of the running loop, which passes as a test lets it, however slow the machine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Begin at its time."""
        loop = asyncio.get_running_loop()
        self._now = loop.time()
        monkeypatch.setattr(loop, "time", lambda: self._now)

    async def pass_by(self, seconds: float) -> None:
        """Let ``seconds`` pass, and what is due then be done."""
        self._now += seconds
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return the loop's time."""
    return Time(monkeypatch)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """Return a running server."""
    async with opened() as desk:
        yield desk


@pytest.fixture
async def ann(desk: Desk) -> AsyncIterator[Visitor]:
    """Return somebody who is connected."""
    async with visiting(desk) as visitor:
        yield visitor


async def test_a_request_and_its_answer(desk: Desk, ann: Visitor) -> None:
    """A POST comes with its head and body; the answer has its status, time, type and length."""
    ann.send(OTHER % b"X-One: two\r\nContent-Length: 4", b"body")
    request = await desk.next()
    assert request.head == {b"host": b"here", b"x-one": b"two", b"content-length": b"4"}
    assert request.body == b"body"
    assert request.answer(HTTPStatus.OK, b"{}", "application/json")
    status, head, body = await ann.answer()
    assert (status, body) == (200, b"{}")
    assert parsedate_to_datetime(head.pop("Date")).tzinfo
    assert head == {
        "Content-Type": "application/json",
        "Connection": "keep-alive",
        "Content-Length": "2",
    }


async def test_the_next_request(desk: Desk, ann: Visitor) -> None:
    """Of a request nothing is left in the next one on the same connection."""
    ann.send(OTHER % b"X-One: two\r\nContent-Length: 4", b"body")
    (await desk.next()).answer(HTTPStatus.OK)
    ann.send(b"POST / HTTP/1.1\r\n\r\n")
    request = await desk.next()
    assert (request.head, request.body) == ({}, b"")


async def test_an_answer_without_a_body(desk: Desk, ann: Visitor) -> None:
    """An answer with no body has no content type, and a length of 0."""
    ann.send(POST % (0, b""))
    (await desk.next()).answer(HTTPStatus.UNAUTHORIZED)
    status, head, _ = await ann.answer()
    assert (status, head["Content-Length"]) == (401, "0")
    assert "Content-Type" not in head


@given(
    bodies=st.lists(st.binary(max_size=40), min_size=1, max_size=4),
    cuts=st.lists(st.integers(1, 400), max_size=6),
    is_chunked=st.booleans(),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_it_comes(bodies: list[bytes], cuts: list[int], *, is_chunked: bool) -> None:
    """Requests sent in any pieces, chunked or not, are each read whole and answered in order."""
    if is_chunked:
        chunks = (b"".join(b"1\r\n%c\r\n" % byte for byte in body) for body in bodies)
        sent = b"".join(
            OTHER % b"Transfer-Encoding: chunked" + each + b"0\r\n\r\n" for each in chunks
        )
    else:
        sent = b"".join(POST % (len(body), body) for body in bodies)
    edges = [0, *sorted(cut for cut in cuts if cut < len(sent)), len(sent)]

    async def sent_so() -> None:
        async with opened() as desk, visiting(desk) as visitor:
            desk.echoes = True
            for start, end in pairwise(edges):
                visitor.send(sent[start:end])
                await read()
            assert [(await visitor.answer())[2] for _ in bodies] == bodies

    asyncio.run(sent_so())


async def test_one_after_the_other(desk: Desk, ann: Visitor) -> None:
    """Of requests sent at once, each is handed over when the one before has been answered."""
    ann.send(*(POST % (1, b"%d" % number) for number in range(3)))
    for number in range(3):
        request = await desk.next()
        assert request.body == b"%d" % number
        assert desk.came.empty()
        request.answer(HTTPStatus.OK, request.body, "text/plain")
        assert (await ann.answer())[2] == b"%d" % number


async def test_one_while_another_is_in_work(desk: Desk, ann: Visitor) -> None:
    """Nothing more is read while a request waits for the one before, and it is not lost."""
    ann.send(POST % (1, b"x"))
    first = await desk.next()
    ann.send(POST % (1, b"y"))
    await desk.catch_up()
    [each] = desk.server.connections
    assert not each._transport.is_reading()
    first.answer(HTTPStatus.OK)
    assert (await desk.next()).body == b"y"
    assert each._transport.is_reading()


async def test_much_at_once(desk: Desk, ann: Visitor) -> None:
    """Thousands of requests sent at once are all answered, however quickly that is done."""
    desk.echoes = True
    number = 5_000
    ann.send(b"POST / HTTP/1.1\r\n\r\n" * number)
    assert {(await ann.answer())[0] for _ in range(number)} == {200}


@pytest.mark.parametrize(
    "last",
    [OTHER % b"Connection: close", b"POST / HTTP/1.0\r\n\r\n"],
    ids=["close", "1.0"],
)
async def test_the_last_request(desk: Desk, ann: Visitor, last: bytes) -> None:
    """After the answer to somebody who does not go on, the connection is closed."""
    ann.send(last)
    (await desk.next()).answer(HTTPStatus.OK)
    assert (await ann.answer())[1]["Connection"] == "close"
    assert not await ann.rest()


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "OPTIONS"])
async def test_only_posts(desk: Desk, ann: Visitor, method: str) -> None:
    """Any other method is refused with a 405 that allows POST; the connection goes on."""
    ann.send(method.encode(), b" / HTTP/1.1\r\n\r\n", POST % (1, b"x"))
    status, head, _ = await ann.answer()
    assert (status, head["Allow"]) == (405, "POST")
    assert (await desk.next()).body == b"x"


@pytest.mark.parametrize(
    "what",
    [
        b"\x16\x03\x01\x02\x00\x01",
        b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        OTHER % b"Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 4" + b"body",
    ],
    ids=["TLS", "length", "both lengths", "upgrade"],
)
async def test_what_is_no_request(desk: Desk, ann: Visitor, what: bytes) -> None:
    """What cannot be read whole is refused with a 400, and nothing after it is taken."""
    ann.send(what)
    status, head, _ = await ann.answer()
    assert (status, head["Connection"]) == (400, "close")
    assert not await ann.rest()
    assert desk.came.empty()


async def test_no_request_after_two(desk: Desk, ann: Visitor) -> None:
    """If what follows on requests cannot be read, they are answered, and then it ends."""
    ann.send(POST % (1, b"x"), POST % (1, b"y"), b"\x16\x03\x01")
    for how in ("keep-alive", "close"):
        (await desk.next()).answer(HTTPStatus.OK)
        status, head, _ = await ann.answer()
        assert (status, head["Connection"]) == (200, how)
    assert not await ann.rest()


async def test_no_request_while_one_is_in_work(desk: Desk, ann: Visitor) -> None:
    """If nonsense comes while a request is in work, that one is answered, and is the last."""
    ann.send(POST % (1, b"x"))
    request = await desk.next()
    ann.send(b"\x16\x03\x01")
    await desk.catch_up()
    ann.send(bytes(2**16))
    await read()
    ann.send(bytes(2**16))  # not read when the answer comes, which is not lost by it
    request.answer(HTTPStatus.OK)
    assert (await ann.answer())[1]["Connection"] == "close"
    assert not await ann.rest()


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (POST % (LARGEST + 1, b""), bytes(2**16)),
        (OTHER % b"Transfer-Encoding: chunked", b"10000\r\n" + bytes(2**16) + b"\r\n"),
        (b"POST / HTTP/1.1\r\nX-One: ", b"x" * 2**16),
        (b"POST / HTTP/1.1\r\n", b"X-One: two\r\n" * 2**12),
    ],
    ids=["length", "chunks", "line", "lines"],
)
async def test_too_long(desk: Desk, ann: Visitor, head: bytes, piece: bytes) -> None:
    """A request of over 1 MiB is refused with a 413 that can be read while more is sent."""
    ann.send(head, piece * (LARGEST // len(piece) + 1), bytes(2**20))
    assert (await ann.answer())[0] == 413
    assert not await ann.rest()
    assert desk.came.empty()


async def test_long_enough(desk: Desk, ann: Visitor) -> None:
    """A request of 1 MiB is taken, however much came before; one that is longer is refused."""
    desk.echoes = True
    most = LARGEST - len(POST % (LARGEST, b""))
    for length, status in ((most, 200), (most, 200), (most + 1, 413)):
        ann.send(POST % (length, bytes(length)))
        assert (await ann.answer())[0] == status


async def test_expects_before_its_time(desk: Desk, ann: Visitor) -> None:
    """A sender of HTTP/1.0 is not told to go on, which that does not know."""
    ann.send(b"POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
    await read()
    ann.send(b"x")
    (await desk.next()).answer(HTTPStatus.OK)
    assert (await ann.answer())[0] == 200


async def test_takes_no_answers(desk: Desk, ann: Visitor) -> None:
    """Of somebody who sends without reading no more is taken once answers wait, and then it is."""
    desk.echoes = True
    request, number = POST % (10_000, bytes(10_000)), 2_000
    ann.send(request * number)
    await desk.catch_up()
    [each] = desk.server.connections
    while not each._is_full:
        await read()
    took = desk.came.qsize()
    await desk.catch_up()
    assert desk.came.qsize() == took
    assert not each._transport.is_reading()
    assert each._transport.get_write_buffer_size() < 2**17
    assert [(await ann.answer())[0] for _ in range(number)] == [200] * number


async def test_takes_no_last_answer(time: Time, desk: Desk, ann: Visitor) -> None:
    """Somebody who never reads their last answer is cut off after 3,630 seconds."""
    ann.reader._transport.pause_reading()  # type: ignore[attr-defined]  # StreamReader's own
    ann.send(OTHER % b"Connection: close")
    (await desk.next()).answer(HTTPStatus.OK, bytes(2**25), "text/plain")
    for seconds, there in ((3_600, 1), (31, 0)):
        await time.pass_by(seconds)
        assert len(desk.server.connections) == there


async def test_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    """What goes wrong in reading by our own fault is told to the loop, and is not called a 400."""
    told: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("bot.http_server.Connection.on_body", fail)
    asyncio.get_running_loop().set_exception_handler(lambda _, what: told.set_result(what))
    async with visiting(desk) as visitor, asyncio.timeout(PATIENCE_S):
        visitor.send(POST % (1, b"x"))
        assert isinstance((await told)["exception"], HttpParserCallbackError)
        assert not await visitor.rest()


async def test_blanks(desk: Desk, ann: Visitor) -> None:
    """Blanks around what a line of the head says are not part of it; RFC 9110, 5.5."""
    ann.send(b"POST / HTTP/1.1\r\nX-One: \t two words \t \r\n\r\n")
    assert (await desk.next()).head == {b"x-one": b"two words"}


@pytest.mark.parametrize("is_cut", [False, True])
async def test_fields_behind_a_body(desk: Desk, ann: Visitor, *, is_cut: bool) -> None:
    """What comes behind a body says nothing of this head, nor of the next; RFC 9110, 6.5.1."""
    sent = (OTHER % b"Transfer-Encoding: chunked\r\nX-One: two", b"1\r\nx\r\n0\r\n")
    for part in (*sent, b"X-One: three\r\nX-Two: four\r\n\r\n"):
        ann.send(part)
        if is_cut:
            await desk.catch_up()
    ann.send(POST % (0, b""))
    first = await desk.next()
    assert first.head == {b"host": b"here", b"transfer-encoding": b"chunked", b"x-one": b"two"}
    first.answer(HTTPStatus.OK)
    assert (await desk.next()).head == {b"host": b"here", b"content-length": b"0"}


async def test_goes_on_sending(time: Time, desk: Desk, ann: Visitor) -> None:
    """Somebody who goes on sending after a refusal is cut off ten seconds later."""
    ann.send(b"\x16\x03\x01")
    assert (await ann.answer())[0] == 400
    assert not await ann.rest()
    ann.send(b"\x16\x03\x01")
    await desk.catch_up()
    await time.pass_by(9.9)
    assert desk.server.connections
    await time.pass_by(0.2)
    assert not desk.server.connections


async def test_a_body_that_is_kept_back(desk: Desk, ann: Visitor) -> None:
    """A sender who asks first is told to go on, and then answered."""
    ann.send(OTHER % b"Content-Length: 1\r\nExpect: 100-continue")
    assert (await ann.answer())[0] == 100
    ann.send(b"x")
    (await desk.next()).answer(HTTPStatus.OK)
    assert (await ann.answer())[0] == 200


@pytest.mark.parametrize("is_read_first", [False, True])
async def test_a_body_that_is_kept_back_too_soon(
    desk: Desk, ann: Visitor, *, is_read_first: bool
) -> None:
    """Who asks while an earlier request is in work is not told what would be taken for its answer.

    Such a sender goes on by himself after a while; RFC 9110, 10.1.1.
    """
    ann.send(POST % (1, b"x"))
    if is_read_first:
        await desk.catch_up()
    ann.send(OTHER % b"Content-Length: 1\r\nExpect: 100-continue")
    first = await desk.next()
    await desk.catch_up()
    first.answer(HTTPStatus.OK)
    assert (await ann.answer())[0] == 200
    ann.send(b"y")
    assert (await desk.next()).body == b"y"


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nHost: he", POST % (5, b"b")])
async def test_nothing_whole_comes(time: Time, desk: Desk, ann: Visitor, sent: bytes) -> None:
    """A connection that brings no whole request for 3,630 seconds is closed."""
    ann.send(sent)
    await desk.catch_up()
    await time.pass_by(3_629)
    ann.send(sent[:1])
    await desk.catch_up()
    assert desk.server.connections
    await time.pass_by(2)
    assert not desk.server.connections
    assert not await ann.rest()


@pytest.mark.parametrize("takes", [3_000, 4_000])
async def test_a_long_request(time: Time, desk: Desk, ann: Visitor, takes: float) -> None:
    """A connection is kept while its request is in work, and for 3,630 seconds after the answer."""
    ann.send(POST % (1, b"x"))
    request = await desk.next()
    await time.pass_by(takes)
    request.answer(HTTPStatus.OK)
    assert (await ann.answer())[0] == 200
    for seconds in (3_600, 29):
        await time.pass_by(seconds)
        assert desk.server.connections
    await time.pass_by(2)
    assert not desk.server.connections


async def test_nobody_there_any_more(desk: Desk, ann: Visitor) -> None:
    """An answer that nobody is there to take any more was not sent."""
    ann.send(POST % (1, b"x"))
    request = await desk.next()
    ann.writer.transport.abort()
    async with asyncio.timeout(PATIENCE_S):
        await request._connection.lost
    assert not request.answer(HTTPStatus.OK)


async def test_nobody_there_as_it_is_sent(desk: Desk, ann: Visitor) -> None:
    """An answer was not sent if it turns out as it is being sent that nobody is there any more."""
    ann.send(POST % (1, b"x"), POST % (1, b"y"))
    request = await desk.next()
    line = ann.writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    ann.writer.transport.abort()  # which resets it now
    await asyncio.sleep(0)
    assert not request._connection.lost.done()
    assert not request.answer(HTTPStatus.OK)
    async with asyncio.timeout(PATIENCE_S):
        await request._connection.lost
    assert desk.came.empty()


@pytest.mark.parametrize("sent", [OTHER % b"Connection: close", b"\x16\x03\x01"])
async def test_nothing_is_left(desk: Desk, sent: bytes) -> None:
    """Of a connection that has ended nothing stays in memory, though the collector is off."""
    with uncollected():
        async with visiting(desk) as visitor:
            visitor.send(sent)
            await desk.catch_up()
            [connection] = desk.server.connections
            lost, left = connection.lost, weakref.ref(connection)
            del connection
            if sent.startswith(b"POST"):
                (await desk.next()).answer(HTTPStatus.OK)
            await visitor.answer()
        async with asyncio.timeout(PATIENCE_S):
            await lost
        await asyncio.sleep(0)
        assert left() is None


async def test_comes_at_the_end(desk: Desk) -> None:
    """Of somebody who has connected just before a server closes nothing is taken."""
    with socket.create_connection(("127.0.0.1", desk.port)) as late:
        late.sendall(POST % (1, b"x"))
        for _ in range(3):  # in this turn the loop is about to tell of the connection
            await asyncio.sleep(0)
        assert not desk.server.connections
        await desk.server.close()
        for _ in range(2):  # in which the connection begins, and then in which it is read
            await read()
    assert desk.came.empty()
    assert not desk.server.connections


async def test_the_end(desk: Desk, ann: Visitor) -> None:
    """A closing server ends idle connections, answers what is in work, and takes nothing more."""
    async with visiting(desk) as idle:
        ann.send(POST % (1, b"x"))
        request = await desk.next()
        closing = asyncio.create_task(desk.server.close())
        assert not await idle.rest()
        assert not closing.done()
    with pytest.raises(ConnectionError):
        await asyncio.open_connection("127.0.0.1", desk.port)
    ann.send(POST % (1, b"y"))
    await read()
    assert request.answer(HTTPStatus.OK)
    assert (await ann.answer())[1]["Connection"] == "close"
    async with asyncio.timeout(PATIENCE_S):
        await closing
    assert not await ann.rest()
    assert desk.came.empty()
