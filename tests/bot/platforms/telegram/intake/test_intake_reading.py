"""Reading: what becomes of an update's bytes, whatever they are."""

from __future__ import annotations

import gc
import json
import logging
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import Message

from bot.platforms.telegram.api import make_bot
from bot.platforms.telegram.intake.incoming import Incoming
from bot.platforms.telegram.intake.kind import Kind
from bot.platforms.telegram.intake.reading import (
    LARGEST_UPDATE,
    Reader,
    Reason,
    SetAside,
    number_of,
)
from tests.bot.platforms.telegram.intake.conftest import SetAsides
from tests.bot.platforms.telegram.intake.updates_made import (
    ANN,
    CHAT,
    board,
    keyboard,
    press,
    raw,
    said,
)
from tests.emulators.telegram.server import TOKEN

FIRST = "o0000:Abcdefgh12:0017"


@pytest.fixture
def reader() -> Reader:
    """Return a reader whose bot calls nobody."""
    return Reader(make_bot(TOKEN))


def incoming(reader: Reader, update: Any) -> Incoming:
    """Return ``update`` read, which must succeed."""
    read = reader.read(raw(update))
    assert isinstance(read, Incoming), read
    return read


def test_a_press(reader: Reader) -> None:
    """A press comes with its data, the board's data, its chat as lane, and without a keyboard."""
    read = incoming(reader, press(7))
    assert (read.update_id, read.kind, read.lane) == (7, Kind.PRESS, "1001")
    assert read.board_data == FIRST
    query = read.update.callback_query
    assert query is not None
    assert query.data == "o0304:Abcdefgh12:0017"
    assert query.message is None
    assert read.pressed is not None
    assert (read.pressed.message_id, read.pressed.text) == (102, "Mines: 10")
    assert (read.pressed.chat.id, read.pressed.chat.type) == (1001, "private")
    assert query.get_bot() is reader._bot


def test_a_press_on_a_board_that_answers(reader: Reader) -> None:
    """A press on a board that answers a message has the board's data and that message's author."""
    asked = said(sender_chat={"id": -7, "type": "channel", "title": "C"})["message"]
    read = incoming(reader, press(1, board(reply_to_message=asked)))
    assert read.board_data == FIRST
    assert read.pressed is not None
    answered = read.pressed.reply_to_message
    assert answered is not None
    assert answered.sender_chat is not None
    assert answered.sender is not None
    assert (answered.sender_chat.id, answered.sender.id) == (-7, ANN["id"])


def test_a_press_on_an_inline_message(reader: Reader) -> None:
    """A press on an inline message has the message as its lane, and no board's data (case 16)."""
    update = press(1, inline_message_id="BAAA1")
    del update["callback_query"]["message"]
    read = incoming(reader, update)
    assert (read.lane, read.board_data) == ("BAAA1", None)
    del update["callback_query"]["inline_message_id"]
    assert incoming(reader, update).lane == "1001"


def test_a_press_on_an_inaccessible_message(reader: Reader) -> None:
    """A message too old to be shown is known by chat and number only (case 16)."""
    read = incoming(reader, press(1, {"chat": CHAT, "message_id": 102, "date": 0}))
    assert (read.lane, read.board_data) == ("1001", None)
    assert read.pressed is not None
    assert not read.pressed.date


def test_a_reply_to_a_board(reader: Reader) -> None:
    """Of a board that a message answers the data is kept, and the keyboard is not."""
    read = incoming(reader, said(reply_to_message=board()))
    assert (read.kind, read.board_data) == (Kind.MESSAGE, FIRST)
    message = read.update.message
    assert message is not None
    assert message.text == "c4"
    assert message.reply_to_message is not None
    assert message.reply_to_message.reply_markup is None


def test_what_else_carries_a_keyboard(reader: Reader) -> None:
    """A message and a board that it pins lose their keyboards, and name no board."""
    read = incoming(reader, said(reply_markup=keyboard(), pinned_message=board()))
    assert read.board_data is None
    message = read.update.message
    assert message is not None
    assert message.reply_markup is None
    assert isinstance(message.pinned_message, Message)
    assert message.pinned_message.reply_markup is None


def test_formatting_of_what_is_said_is_kept(reader: Reader) -> None:
    """A message keeps its entities, by which commands are found."""
    entity = {"type": "bot_command", "offset": 0, "length": 6}
    message = incoming(reader, said(text="/start", entities=[entity])).update.message
    assert message is not None
    assert len(message.entities) == 1


def test_an_inline_query(reader: Reader) -> None:
    """An inline query is read, in the lane of the player who types it."""
    body = {"id": "1", "from": ANN, "query": "8 8", "offset": ""}
    read = incoming(reader, {"update_id": 3, "inline_query": body})
    assert (read.kind, read.lane) == (Kind.INLINE_QUERY, "1001")
    assert read.update.inline_query is not None


@pytest.mark.parametrize("kind", ["chosen_inline_result", "my_chat_member", "edited_message"])
def test_other_kinds(reader: Reader, kind: str) -> None:
    """A kind that the bot does not handle is set aside; an earlier release asked for some."""
    aside = reader.read(json.dumps({"update_id": 3, kind: {"from": ANN}}).encode())
    assert aside == SetAside(Reason.OTHER_KIND, 3)


def test_an_anonymous_admin_in_a_topic(reader: Reader) -> None:
    """An administrator who writes as the group, in a topic, is in the group's lane (case 17)."""
    group = {"id": -100, "type": "supergroup", "title": "G", "is_forum": True}
    read = incoming(
        reader,
        said(chat=-100, sender_chat=group, message_thread_id=4, is_topic_message=True),
    )
    assert read.lane == "-100"
    assert read.update.message is not None
    assert read.update.message.message_thread_id == 4


@pytest.mark.parametrize(
    ("body", "reason", "number"),
    [
        (b"", Reason.NOT_JSON, None),
        (b"not json", Reason.NOT_JSON, None),
        (b"\xff\xfe", Reason.NOT_JSON, None),
        (b'{"update_id":9,"message":', Reason.NOT_JSON, 9),
        (b'{"update_id":9,"x":"\xff"}', Reason.NOT_JSON, 9),
        (b'{"update_id":9,"x":"\\ud800"}', Reason.NOT_JSON, 9),
        (b"[]", Reason.WRONG_TYPES, None),
        (b"5", Reason.WRONG_TYPES, None),
        (b"null", Reason.WRONG_TYPES, None),
        (b"{}", Reason.WRONG_TYPES, None),
        (b'{"update_id":"9"}', Reason.WRONG_TYPES, None),
        (b'{"update_id":-1}', Reason.WRONG_TYPES, None),
        (b'{"update_id":99999999999999999999}', Reason.WRONG_TYPES, None),
        (b'{"update_id":1e400}', Reason.WRONG_TYPES, None),
        (b'{"update_id":9,"message":5}', Reason.WRONG_TYPES, 9),
        (b'{"update_id":9,"message":{}}', Reason.WRONG_TYPES, 9),
        (b'{"update_id":9}', Reason.OTHER_KIND, 9),
        (b'{"update_id":9,"unheard_of":[]}', Reason.OTHER_KIND, 9),
        (raw({"update_id": 9, "edited_message": said()["message"]}), Reason.OTHER_KIND, 9),
        (raw({"update_id": 9, "channel_post": said()["message"]}), Reason.OTHER_KIND, 9),
        (raw(said(9, chat=[])), Reason.WRONG_TYPES, 9),  # type: ignore[arg-type]  # on purpose
        (raw(said(9, text={})), Reason.WRONG_TYPES, 9),  # type: ignore[arg-type]  # on purpose
        (raw(said(9, date="now")), Reason.WRONG_TYPES, 9),
        (raw(press(9, [1])), Reason.WRONG_TYPES, 9),
        (raw(press(9, data=5)), Reason.WRONG_TYPES, 9),
        (raw(said(9, photo=[5])), Reason.LIBRARY, 9),
        (raw(said(9, entities="x")), Reason.LIBRARY, 9),
    ],
)
def test_what_cannot_be_read(
    reader: Reader, set_asides: SetAsides, body: bytes, reason: Reason, number: int | None
) -> None:
    """Rubbish of every kind is set aside, logged, and known by its number if it has one."""
    assert reader.read(body) == SetAside(reason, number)
    assert set_asides() == {reason: 1}


@pytest.mark.parametrize("markup", [5, {}, {"inline_keyboard": 5}, {"inline_keyboard": [5]},
                                    {"inline_keyboard": [[5]]}, {"inline_keyboard": [[]]},
                                    {"inline_keyboard": [[{"callback_data": 5}]]}])  # fmt: skip
def test_odd_keyboards(reader: Reader, markup: Any) -> None:
    """A keyboard in an unknown form gives no board's data, and raises no error."""
    assert incoming(reader, press(1, board(reply_markup=markup))).board_data is None


def test_the_first_button_with_data(reader: Reader) -> None:
    """Buttons without data, such as links, are passed over."""
    rows = [[{"text": "a", "url": "https://x"}], [{"text": "b", "callback_data": "B"}]]
    assert (
        incoming(reader, press(1, board(reply_markup={"inline_keyboard": rows}))).board_data == "B"
    )


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
@pytest.mark.parametrize("depth", [100_000, 150_000])
def test_depth(reader: Reader, opening: bytes, depth: int) -> None:
    """An update 100,000 levels deep, or deeper, is set aside (case 5)."""
    body = b'{"update_id":9,"message":' + opening * depth
    assert reader.read(body) == SetAside(Reason.TOO_DEEP, 9)


def test_depth_that_the_library_meets(reader: Reader) -> None:
    """An update too deep for the library, though not for the decoder, is set aside too."""
    message = said()["message"]
    for _ in range(700):
        message = message | {"reply_to_message": message}
    assert reader.read(raw({"update_id": 9, "message": message})) == SetAside(Reason.TOO_DEEP, 9)


def test_size(reader: Reader) -> None:
    """An update of more than a megabyte is set aside as too large (case 5)."""
    body = raw(said(9, text="x" * LARGEST_UPDATE))
    assert reader.read(body) == SetAside(Reason.TOO_LARGE, 9)


def test_memory_stays_flat(reader: Reader, caplog: pytest.LogCaptureFixture) -> None:
    """Megabytes of rubbish leave nothing behind (case 5)."""
    caplog.set_level(logging.CRITICAL)  # pytest keeps every record that is logged
    bodies = [b"[" * LARGEST_UPDATE, b"x" * LARGEST_UPDATE, raw(said(text="x" * 900_000))]
    for body in bodies:
        reader.read(body)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for body in bodies * 20:
        reader.read(body)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 5_000


def test_nothing_said_is_logged(reader: Reader, caplog: pytest.LogCaptureFixture) -> None:
    """The log of an update that is set aside has its number and the reason, never its words."""
    caplog.set_level(logging.DEBUG)
    reader.read(raw(said(9, text="a secret", photo=5)))
    assert "Set update 9 aside" in caplog.text
    assert Reason.LIBRARY.value in caplog.text
    assert "secret" not in caplog.text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=10,
    ),
    st.sampled_from([*Kind, "poll"]),
    st.sampled_from(["message", "from", "chat", "data", "text", "reply_markup", "photo", "id"]),
)
def test_any_json_anywhere(value: Any, kind: str, field: str) -> None:
    """Reading an update with any value in any field raises no error."""
    reader = Reader(make_bot(TOKEN))
    reader.read(json.dumps(value).encode())
    for update in (said(), press()):
        body = next(iter(value for name, value in update.items() if name != "update_id"))
        reader.read(raw({"update_id": 1, kind: body | {field: value}}))


@given(st.binary(max_size=200))
def test_any_bytes(body: bytes) -> None:
    """Any bytes are set aside without an error, and their number is a number or None."""
    assert isinstance(Reader(make_bot(TOKEN)).read(body), SetAside)
    assert number_of(body) is None or isinstance(number_of(body), int)
