"""Documents: what is written is read back the same, and foreign bytes are refused."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.decision import EFFECT
from bot.app.documents.codec import DocumentCodec, DocumentError
from bot.app.documents.dailies import DAILIES, Claim, Dailies
from bot.app.documents.day import DAY_KEY, DayGame, DayKey
from bot.app.documents.digests import DIGESTS, Digests
from bot.app.documents.effects import DayOver, Finished, Published, Redraw, Retracted
from bot.app.documents.forgotten import FORGOTTEN, Forgotten
from bot.app.documents.profile import PROFILE, Profile
from bot.app.documents.quota import QUOTA, Quota
from bot.app.documents.shared import SHARED, SharedBoard
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.state import (
    ChatState,
    Entry,
    GameClock,
    HintState,
    Session,
    Settings,
    Warned,
)
from bot.app.documents.stats import STATS, Guesses, Mode, Result, Stats
from bot.app.documents.table import Table, TimeEntry
from bot.app.documents.upgrades import FORM
from bot.app.requests.access import Access
from bot.app.requests.day import OnDay
from bot.app.requests.menu import Page
from core import codec
from core.game import Game
from core.rules import Rules
from tests.strategies import games

CODEC = DocumentCodec()
FORMS = [bytes([form]) for form in range(1, FORM[0] + 1)]
"""The forms that are known: the present one, and those before it."""
NAMES = st.text(max_size=8)
TIMES = st.integers(0, 10**13)
CLOCKS = st.builds(GameClock, TIMES, st.none() | TIMES, TIMES)
TOLD = st.lists(st.tuples(NAMES, st.integers(0, 4)), max_size=3).map(tuple)
SESSIONS = st.builds(
    Session,
    st.integers(1, 10**6),
    NAMES,
    games(),
    st.lists(NAMES).map(tuple),
    st.lists(NAMES).map(tuple),
    CLOCKS,
    st.booleans(),
    st.none() | st.builds(HintState, st.integers(0, 99), st.integers(0, 4), TOLD),
    st.integers(0, 99),
    st.sampled_from(Page),
    st.none() | st.integers(0, 999),
    st.sampled_from(Access),
    st.lists(NAMES).map(tuple),
    st.none() | st.builds(Warned, st.integers(0, 99), st.integers(0, 999), NAMES),
    st.none() | NAMES,
    st.booleans(),
    NAMES,
    st.booleans(),
    st.none() | NAMES,
    st.booleans(),
    st.booleans(),
    st.none() | st.integers(0, 999),
    st.none() | st.builds(OnDay, st.integers(0, 10**6), NAMES),
)
CHATS = st.builds(
    ChatState,
    st.none() | st.integers(1, 99),
    st.integers(1, 99),
    st.lists(st.builds(Entry, st.integers(1, 99), st.none() | NAMES)).map(tuple),
    st.none() | st.just(Rules(9, 9, 10, lives=2)),
    st.builds(Settings, st.none() | NAMES, st.booleans(), NAMES, st.booleans()),
    st.none() | NAMES,
)
RESULTS = st.builds(
    Result,
    st.sampled_from(["easy", "custom"]),
    st.sampled_from(Mode),
    st.booleans(),
    TIMES,
    st.integers(0, 10**6),
    st.integers(0, 99),
    st.builds(Guesses, st.integers(0, 9), st.integers(0, 9), st.floats(0, 9)),
    st.integers(0, 9),
)


@given(SESSIONS)
def test_sessions(session: Session) -> None:
    """A session in any state survives being stored."""
    assert CODEC.decode("game:1", CODEC.encode("game:1", session)) == session


@given(CHATS)
def test_chats(chat: ChatState) -> None:
    """A chat's state survives being stored."""
    assert CODEC.decode("chat", CODEC.encode("chat", chat)) == chat


@given(st.lists(RESULTS, max_size=30))
def test_stats(results: list[Result]) -> None:
    """Statistics survive being stored."""
    stats = Stats()
    for result in results:
        stats = stats.add(result)
    assert CODEC.decode(STATS, CODEC.encode(STATS, stats)) == stats


@given(st.sampled_from([Finished, Retracted]), SESSIONS, TIMES)
def test_effects(kind: type[Finished | Retracted], session: Session, at: int) -> None:
    """An effect survives until another worker carries it out."""
    effect = kind("chat", session, at)
    assert CODEC.decode(EFFECT, CODEC.encode(EFFECT, effect)) == effect


@given(NAMES, st.integers(1, 99))
def test_redraws(chat: str, number: int) -> None:
    """An effect to show a board again survives being stored."""
    effect = Redraw(chat, number)
    assert CODEC.decode(EFFECT, CODEC.encode(EFFECT, effect)) == effect


@given(NAMES, NAMES)
def test_shown(message: str, look: str) -> None:
    """Where a game is shown survives being stored."""
    name, shown = shown_name(1), Shown(message, look)
    assert CODEC.decode(name, CODEC.encode(name, shown)) == shown


@given(TIMES)
def test_quota(due: int) -> None:
    """What a player has used up survives being stored."""
    assert CODEC.decode(QUOTA, CODEC.encode(QUOTA, Quota(due))) == Quota(due)


@given(st.binary(max_size=40))
def test_profile(digest: bytes) -> None:
    """What a platform was told survives being stored."""
    assert CODEC.decode(PROFILE, CODEC.encode(PROFILE, Profile(digest))) == Profile(digest)


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


def test_other_forms_are_not_guessed_at() -> None:
    """A document in the unknown form of a newer worker is refused."""
    with pytest.raises(DocumentError, match="unknown form"):
        CODEC.decode("chat", b"\3" + CODEC.encode("chat", ChatState())[1:])


def test_size() -> None:
    """A new game of the default level takes about a hundred bytes, its envelope included."""
    session = Session(1, "telegram:123456789", Game.new(Rules(10, 10, 10)))
    assert len(CODEC.encode("game:1", session)) <= 101


@given(NAMES, st.integers(0, 99_999))
def test_day_over(chat: str, day: int) -> None:
    """The effect that sends a chat its table of the day survives being stored."""
    effect = DayOver(chat, day)
    assert CODEC.decode(EFFECT, CODEC.encode(EFFECT, effect)) == effect


@given(games(), NAMES, st.none() | TIMES)
def test_published(game: Game, code: str, won_in: int | None) -> None:
    """A shared board, and the effect that makes it available, survive being stored."""
    board = SharedBoard.of(game, won_in)
    assert CODEC.decode(SHARED, CODEC.encode(SHARED, board)) == board
    effect = Published(code, board)
    assert CODEC.decode(EFFECT, CODEC.encode(EFFECT, effect)) == effect


@given(games(), games())
def test_secrets_are_not_printed(one: Game, other: Game) -> None:
    """What a log may print shows neither a board's layout nor the key of days to come."""
    first, second = (SharedBoard(codec.encode(game), 9) for game in (one, other))
    size, other_size = (f"{len(board.game)} bytes" for board in (first, second))
    printed = repr(Published("code", first)).replace(size, other_size)
    assert printed == repr(Published("code", second))
    assert repr(DayKey(b"one")) == repr(DayKey(b"other"))


@given(
    st.builds(Dailies, st.dictionaries(NAMES, st.builds(Claim, st.integers(0, 99), st.none()))),
    st.lists(st.builds(TimeEntry, TIMES, NAMES, NAMES)),
    st.binary(),
)
def test_days(dailies: Dailies, entries: list[TimeEntry], key: bytes) -> None:
    """What is kept of the daily boards survives being stored."""
    kept = {
        DAILIES: dailies,
        "table:easy": Table(tuple(entries), 3, 2),
        DAY_KEY: DayKey(key),
        "day:easy": DayGame(20000, 3),
        DIGESTS: Digests(3, 2, "ru", "7"),
        FORGOTTEN: Forgotten(3),
    }
    for name, document in kept.items():
        assert CODEC.decode(name, CODEC.encode(name, document)) == document
