"""Bytes written by earlier releases: read, played on, and written in the present form.

Each file in ``releases`` has what the code of its commit left in the store after three games in one
chat, of which the first was won, the second lost and the third begun; base64 of every document, and
of the effect that was not carried out.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.decision import EFFECT
from bot.app.documents.codec import DocumentCodec, DocumentError
from bot.app.documents.effects import Finished
from bot.app.documents.mode import Mode
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import ChatState, Session, Settings
from bot.app.documents.stats import STATS, Guesses, Result, Stats
from bot.app.documents.upgrades import FORM
from bot.app.screens.stats_page import stats_page
from bot.store.backend import ABSENT, Batch, Put
from bot.store.envelope import unseal
from core.game import Outcome, replay
from tests.bot.app.conftest import Table
from tests.bot.app.documents.test_documents import CHATS, RESULTS, SESSIONS

CODEC = DocumentCodec()
RELEASES = Path(__file__).parent / "releases"
ROOM = "chat:terminal:room"


def release(name: str) -> tuple[dict[str, bytes], list[bytes]]:
    """Return the documents of a release by space and name, and its effects."""
    kept = json.loads((RELEASES / f"{name}.json").read_text())
    documents = {key: b64decode(text) for key, text in kept["documents"].items()}
    return documents, [b64decode(text) for text in kept["effects"]]


releases = pytest.mark.parametrize("name", ["terminal", "telegram"])


def decoded(documents: dict[str, bytes], key: str) -> Any:
    """Return the document of a space and name."""
    return CODEC.decode(key.rpartition("/")[2], unseal(documents[key]))


@releases
def test_everything_is_read(name: str) -> None:
    """Every document and effect of an earlier release is read as what it was."""
    documents, (effect,) = release(name)
    games = [decoded(documents, f"{ROOM}/game:{number}") for number in (1, 2, 3)]
    assert [game.game.outcome for game in games] == [Outcome.WON, Outcome.LOST, None]
    assert sum(games[2].game.flagged) == 1
    assert games[2].hints == 1
    for session in games:
        assert session.players[0] == "terminal:ann"
        assert session.names[0].casefold() == "ann"
        assert len(session.names) == len(session.players)
        game = session.game
        assert replay(game.rules, game.minefield, game.history) == game
    chat = decoded(documents, f"{ROOM}/chat")
    assert isinstance(chat, ChatState)
    assert chat.settings.language == "ru"
    assert (chat.current, chat.next_number) == (3, 4)
    stats = decoded(documents, "player:terminal:ann/stats")
    assert isinstance(stats, Stats)
    ended = CODEC.decode(EFFECT, unseal(effect))
    assert isinstance(ended, Finished)
    assert ended.session == games[1]


@releases
async def test_played_on(name: str, table: Table) -> None:
    """A game of an earlier release goes on, and is then kept in the present form."""
    documents, _ = release(name)
    table.chat = "terminal:room"
    for number, (key, blob) in enumerate(documents.items()):
        space, _, document = key.rpartition("/")
        await table.backend.commit(_put(space, document, blob, f"old {number}"))
    reply = await table.ask("?a1", player="ann")
    assert reply.screen is not None
    assert reply.screen.number == 3
    assert reply.language == "ru"
    kept = (await table.backend.read(chat_space("terminal:room"), ("game:3",)))[1]["game:3"]
    assert unseal(kept.blob)[:1] == FORM
    session = CODEC.decode("game:3", unseal(kept.blob))
    assert isinstance(session, Session)
    assert not any(session.game.flagged)


@releases
@pytest.mark.parametrize("more", [0, 1, 2])
def test_progress(name: str, more: int) -> None:
    """A win rate is plotted of games whose order is known, not of those that were only counted."""
    documents, _ = release(name)
    stats = decoded(documents, "player:terminal:ann/stats")
    won = Result("simple", Mode.RANKED, True, 1_800_000_000_000, 9000, 3, Guesses(), clicks=3)
    for _ in range(more):
        stats = stats.add(won)
    picture = stats_page(stats, "Ann", "simple", Settings(), own=True).picture
    assert (picture is not None) is (more > 1)


def _put(space: str, name: str, blob: bytes, operation: str) -> Batch:
    return Batch(
        operation, space, (operation,), (operation,), {name: ABSENT}, {name: Put(blob)}, ()
    )


@given(SESSIONS, CHATS, st.lists(RESULTS, max_size=5))
def test_later_documents_of_form_1(
    session: Session, chat: ChatState, results: list[Result]
) -> None:
    """Documents that later releases wrote in form 1 are read as they were."""
    stats = Stats()
    for result in results:
        stats = stats.add(result)
    documents = {"game:1": session, "chat": chat, STATS: stats, EFFECT: Finished("c", session, 1)}
    for name, document in documents.items():
        data = CODEC.encode(name, document)
        assert data.startswith(FORM)
        assert CODEC.decode(name, b"\1" + data[1:]) == document


FIELDS = st.recursive(
    st.none() | st.booleans() | st.integers(0, 99) | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=9),
    max_leaves=12,
)


@given(st.sampled_from(["chat", "game:1", STATS, EFFECT]), FIELDS)
def test_foreign_fields(name: str, fields: Sequence[object]) -> None:
    """Fields in the first form that make no document are refused as such."""
    with suppress(DocumentError):
        CODEC.decode(name, b"\1" + msgspec.msgpack.encode(fields))


@pytest.mark.parametrize("form", [b"", b"\0", b"\3", b"\xff"])
def test_unknown_forms(form: bytes) -> None:
    """A form that this version does not know is refused, not guessed at."""
    with pytest.raises(DocumentError, match="unknown form"):
        CODEC.decode("chat", form + CODEC.encode("chat", ChatState())[1:] if form else b"")
