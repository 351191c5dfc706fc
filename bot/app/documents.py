"""Documents: how a chat's state, its sessions, statistics and effects are kept as bytes.

Each document begins with a byte that tells its form, so that a worker never guesses at what a
newer one has written.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import asdict

from bot.app.access import Access
from bot.app.desk import CHAT
from bot.app.effects import Finished, Redraw, Retracted
from bot.app.menu import Page
from bot.app.results import STATS
from bot.app.shown import Shown
from bot.app.state import ChatState, GameClock, HintState, Session, Warned
from bot.app.stats import Stats
from bot.app.training import TRAINING, Training
from core import codec
from core.grid import Cell

FORM: Final = b"\1"
EFFECT: Final = "effect"
"""The name under which effects are encoded."""


class DocumentError(ValueError):
    """Raised when bytes are not a document of a known form."""


class _StoredSession(msgspec.Struct, frozen=True, array_like=True):
    """A session with its game as bytes."""

    number: int
    owner: str
    game: bytes
    players: tuple[str, ...]
    names: tuple[str, ...]
    clock: GameClock
    flagging: bool
    hint: HintState | None
    hints: int
    page: Page
    focus: Cell | None
    access: Access
    invited: tuple[str, ...]
    warned: Warned | None
    thread: str | None
    private: bool
    language: str
    lesson: bool


class _StoredEffect(msgspec.Struct, frozen=True, array_like=True):
    """An effect with its session as bytes; ``at`` is the game's number where it has no session."""

    kind: str
    chat: str
    session: bytes
    at: int


_REDRAW: Final = "redraw"


_EFFECTS: Final[dict[str, type[Finished | Retracted]]] = {
    "finished": Finished,
    "retracted": Retracted,
}


_PLAIN: Final[dict[str, type[msgspec.Struct]]] = {
    CHAT: ChatState,
    STATS: Stats,
    TRAINING: Training,
}
"""The documents that are stored as they are, by name."""


class DocumentCodec:
    """Turns documents into bytes and back, by name; DocumentError for bytes of no known form."""

    def encode(self, name: str, document: object) -> bytes:
        """Return ``document`` as bytes."""
        if isinstance(document, Session):
            document = _store(document)
        elif isinstance(document, Redraw):
            document = _StoredEffect(_REDRAW, document.chat, b"", document.number)
        elif isinstance(document, Finished | Retracted):
            kind = type(document).__name__.lower()
            session = self.encode(name, document.session)
            document = _StoredEffect(kind, document.chat, session, document.at)
        return FORM + msgspec.msgpack.encode(document)

    def decode(self, name: str, data: bytes) -> object:
        """Return the document ``name`` that ``data`` holds."""
        if data[:1] != FORM:
            raise DocumentError(f"{name} has the unknown form {data[:1]!r}")
        try:
            return _decode(name, data[1:])
        except (msgspec.MsgspecError, codec.CodecError, KeyError) as error:
            raise DocumentError(f"{name} cannot be read") from error


def _store(session: Session) -> _StoredSession:
    return _StoredSession(**(asdict(session) | {"game": codec.encode(session.game)}))


def _decode(name: str, data: bytes) -> object:
    kind = Shown if name.startswith("shown:") else _PLAIN.get(name)
    if kind is not None:
        return msgspec.msgpack.decode(data, type=kind)
    if name == EFFECT:
        stored = msgspec.msgpack.decode(data, type=_StoredEffect)
        if stored.kind == _REDRAW:
            return Redraw(stored.chat, stored.at)
        return _EFFECTS[stored.kind](stored.chat, _session(stored.session[1:]), stored.at)
    return _session(data)


def _session(data: bytes) -> Session:
    stored = msgspec.msgpack.decode(data, type=_StoredSession)
    return Session(**(asdict(stored) | {"game": codec.decode(stored.game)}))
