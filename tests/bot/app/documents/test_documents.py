"""Documents: what is written is read back the same, and foreign bytes are refused."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.app.decision import EFFECT
from bot.app.documents.codec import _KIND_OF, _KINDS, DocumentCodec, DocumentError
from bot.app.documents.day import DayKey
from bot.app.documents.effects import Published, Redraw
from bot.app.documents.quota import QUOTA
from bot.app.documents.shared import SharedBoard
from bot.app.documents.state import ChatState, Session
from bot.app.documents.stats import STATS, Result
from bot.app.documents.upgrades import FORM
from core import codec
from core.game import Game
from core.rules import Rules
from tests.strategies import games, rules

S = TypeVar("S", bound=msgspec.Struct)
CODEC = DocumentCodec()
FORMS = [bytes([form]) for form in range(1, FORM[0] + 1)]
"""The forms that are known: the present one, and those before it."""
NAMES = st.sampled_from(["", "Ann", "Зоя", "👩‍🚀"])
TIMES = st.integers(0, 10**13)
DRAWN: dict[Any, st.SearchStrategy[Any]] = {
    NoneType: st.none(),
    bool: st.booleans(),
    int: TIMES,
    float: st.floats(0, 9),
    str: NAMES,
    bytes: st.binary(max_size=8),
    Game: games(),
    Rules: rules(),
    SharedBoard: st.builds(
        SharedBoard, games().map(codec.encode), TIMES | st.none(), st.booleans()
    ),
}
"""What is drawn of types that are no structures, and of those whose fields have to fit together."""


def any_of(kind: type[S]) -> st.SearchStrategy[S]:
    """Draw a structure with anything in each of its fields, also in those that come with time."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field: anything(hints[field]) for field in kind.__struct_fields__})


@cache
def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Draw a value of any type that a field of a document has."""
    outer, inner = get_origin(kind), [anything(each) for each in get_args(kind) if each is not ...]
    if outer is dict:
        return st.dictionaries(*inner, max_size=2)
    if outer is tuple:
        several = st.lists(*inner, max_size=2) if ... in get_args(kind) else st.tuples(*inner)
        return several.map(tuple)
    if outer is UnionType:
        return st.one_of(inner)
    if kind in DRAWN:
        return DRAWN[kind]
    return st.sampled_from(kind) if issubclass(kind, Enum) else any_of(kind)


SESSIONS, CHATS, RESULTS = anything(Session), anything(ChatState), anything(Result)


@given(SESSIONS)
def test_sessions(session: Session) -> None:
    """A session in any state survives being stored."""
    assert CODEC.decode("game:1", CODEC.encode("game:1", session)) == session


@pytest.mark.parametrize("name", _KINDS)
@settings(max_examples=25)
@given(st.data())
def test_documents(name: str, data: st.DataObject) -> None:
    """A document of any kind, whatever is in it, survives being stored."""
    document = data.draw(anything(_KINDS[name]))
    assert CODEC.decode(name, CODEC.encode(name, document)) == document


@pytest.mark.parametrize("kind", [*_KIND_OF, Redraw, Published])
@settings(max_examples=25)
@given(st.data())
def test_effects(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    """An effect survives until another worker carries it out."""
    effect = data.draw(anything(kind))
    assert CODEC.decode(EFFECT, CODEC.encode(EFFECT, effect)) == effect


@example("chat", b"\xa1\xff")
@example("chat", b"\x91" * 10_000)
@example(EFFECT, b"\x94\xa1\xff")
@example(EFFECT, b"\x91" * 10_000)
@given(st.sampled_from(["chat", STATS, QUOTA, EFFECT, "game:1"]), st.binary(max_size=40))
def test_foreign_bytes(name: str, data: bytes) -> None:
    """Bytes that are no document are refused as such, whatever their form.

    The examples are a text that is no UTF-8 and fields too deep in each other.
    """
    for form in (b"", *FORMS):
        with suppress(DocumentError):
            CODEC.decode(name, form + data)


@given(st.sampled_from(FORMS), CHATS.map(partial(CODEC.encode, "chat")), st.data())
def test_damaged_bytes(form: bytes, whole: bytes, data: st.DataObject) -> None:
    """A document with one byte changed is read as another document, or refused."""
    at = data.draw(st.integers(1, len(whole) - 1))
    other = data.draw(st.binary(min_size=1, max_size=1))
    with suppress(DocumentError):
        CODEC.decode("chat", form + whole[1:at] + other + whole[at + 1 :])


def test_rules_that_there_are_not() -> None:
    """A chat that began a game of drifting mines with undo is refused, for no such game is."""
    chat = CODEC.encode("chat", ChatState(last_rules=Rules(5, 5, 5, undo=True)))
    with pytest.raises(DocumentError, match="cannot be read"):
        CODEC.decode("chat", chat.replace(b"drifting\xc2", b"drifting\xc3"))


def test_size() -> None:
    """A new game of the default level takes about a hundred bytes, its envelope included."""
    session = Session(1, "telegram:123456789", Game.new(Rules(10, 10, 10)))
    assert len(CODEC.encode("game:1", session)) <= 103


@given(games(), games())
def test_secrets_are_not_printed(one: Game, other: Game) -> None:
    """What a log may print shows neither a board's layout nor the key of days to come."""
    first, second = (SharedBoard(codec.encode(game), 9) for game in (one, other))
    size, other_size = (f"{len(board.game)} bytes" for board in (first, second))
    printed = repr(Published("code", first)).replace(size, other_size)
    assert printed == repr(Published("code", second))
    assert repr(DayKey(b"one")) == repr(DayKey(b"other"))
