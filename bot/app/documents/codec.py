"""Documents: how a chat's state, its sessions, statistics and effects are kept as bytes.

Each document begins with a byte that tells its form, so that a worker never guesses at what a
newer one has written, and reads what an older one has (``bot.app.documents.upgrades``).
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import asdict

from bot.app.decision import EFFECT
from bot.app.documents.dailies import DAILIES, Dailies
from bot.app.documents.day import DAY_KEY, DayGame, DayKey
from bot.app.documents.digests import DIGESTS, Digests
from bot.app.documents.duel import CLAIM, DUEL, REMATCH, Claim, Duel, RematchAsked
from bot.app.documents.effects import (
    DayOver,
    DuelJoined,
    DuelMoved,
    DuelOver,
    Finished,
    Published,
    Redraw,
    Retracted,
)
from bot.app.documents.forgotten import FORGOTTEN, Forgotten
from bot.app.documents.practice import TRAINING, Training
from bot.app.documents.profile import PROFILE, Profile
from bot.app.documents.quota import QUOTA, Quota
from bot.app.documents.reader import READER, Reader
from bot.app.documents.shared import SHARED, SharedBoard
from bot.app.documents.shown import Shown
from bot.app.documents.skill import SKILL, Skill
from bot.app.documents.solved import SOLVED, Solved
from bot.app.documents.spaces import CHAT, GAME
from bot.app.documents.state import ChatState, Session
from bot.app.documents.stats import STATS, Stats
from bot.app.documents.table import Table
from bot.app.documents.upgrades import FORM, FormError, upgraded
from core import codec


class DocumentError(ValueError):
    """Raised when bytes are not a document of a known form."""


class _StoredSession(Session, frozen=True, array_like=True):
    """A session with its game as bytes; whatever fields a session has are kept."""

    game: bytes  # type: ignore[assignment]  # in the place of the game, not beside it


class _StoredEffect(msgspec.Struct, frozen=True, array_like=True):
    """An effect of a kind."""

    kind: str
    chat: str
    """The chat's id, or the code that a board is published under."""
    body: bytes
    """A session, a board, or the whole effect; or whether a board is shown unasked."""
    at: int
    """The moment, or the number of the game whose board is shown."""


_UNREADABLE: Final = (
    msgspec.MsgspecError,
    UnicodeDecodeError,  # msgspec's for text that is no UTF-8
    RecursionError,  # msgspec's for fields too deep in each other
    codec.CodecError,
    KeyError,
)
"""What is raised by bytes of a known form that hold no document."""


_REDRAW: Final = "redraw"
_UNASKED: Final = b"unasked"
_PUBLISHED: Final = "published"
_WITH_SESSION: Final[dict[str, type[Finished | Retracted]]] = {
    "finished": Finished,
    "retracted": Retracted,
}
"""Effects that are kept with their session, by the word that is kept for their kind."""
_WHOLE: Final[dict[str, type[DuelJoined | DuelMoved | DuelOver | DayOver]]] = {
    "dueljoined": DuelJoined,
    "duelmoved": DuelMoved,
    "duelover": DuelOver,
    "dayover": DayOver,
}
"""Effects that are kept as they are."""
_KIND_OF: Final[dict[type, str]] = {
    effect: kind for kind, effect in (*_WITH_SESSION.items(), *_WHOLE.items())
}


class DocumentCodec:
    """Turns documents into bytes and back, by name; DocumentError for bytes of no known form."""

    def encode(self, name: str, document: object) -> bytes:
        """Return the document ``name`` as bytes."""
        return _encode(_store_effect(document) if name == EFFECT else document)

    def decode(self, name: str, data: bytes) -> object:
        """Return the document ``name`` that ``data`` holds."""
        try:
            return _decode(name, upgraded(name, data))
        except FormError as error:
            raise DocumentError(str(error)) from error
        except _UNREADABLE as error:
            raise DocumentError(f"{name} cannot be read") from error


_KINDS: Final[dict[str, type[msgspec.Struct]]] = {
    CHAT: ChatState,
    STATS: Stats,
    QUOTA: Quota,
    PROFILE: Profile,
    "shown": Shown,
    SHARED: SharedBoard,
    "board": SharedBoard,
    "table": Table,
    "day": DayGame,
    DIGESTS: Digests,
    DAILIES: Dailies,
    FORGOTTEN: Forgotten,
    DAY_KEY: DayKey,
    TRAINING: Training,
    READER: Reader,
    SKILL: Skill,
    SOLVED: Solved,
    DUEL: Duel,
    REMATCH: RematchAsked,
    CLAIM: Claim,
}
"""The types of documents by the first word of their names, but for those of games and effects."""


def _encode(document: object) -> bytes:
    stored = _store_session(document) if isinstance(document, Session) else document
    return FORM + msgspec.msgpack.encode(stored)


def _store_session(session: Session) -> _StoredSession:
    return _StoredSession(**(asdict(session) | {"game": codec.encode(session.game)}))


def _store_effect(effect: object) -> _StoredEffect:
    if isinstance(effect, Redraw):
        unasked = _UNASKED if effect.unasked else b""
        return _StoredEffect(_REDRAW, effect.chat, unasked, effect.number)
    if isinstance(effect, Published):
        board = msgspec.msgpack.encode(effect.board)
        return _StoredEffect(_PUBLISHED, effect.code, board, 0)
    kind = _KIND_OF[type(effect)]
    if isinstance(effect, Finished | Retracted):
        return _StoredEffect(kind, effect.chat, _encode(effect.session), effect.at)
    return _StoredEffect(kind, "", msgspec.msgpack.encode(effect), 0)


def _decode(name: str, data: bytes) -> object:
    kind = _KINDS.get(name.partition(":")[0])
    if kind is not None:
        return msgspec.msgpack.decode(data, type=kind)
    return _effect(data) if name == EFFECT else _session(data)


def _effect(data: bytes) -> object:
    stored = msgspec.msgpack.decode(data, type=_StoredEffect)
    if stored.kind == _REDRAW:
        return Redraw(stored.chat, stored.at, stored.body == _UNASKED)
    if stored.kind == _PUBLISHED:
        board = msgspec.msgpack.decode(stored.body, type=SharedBoard)
        return Published(stored.chat, board)
    if stored.kind in _WHOLE:
        return msgspec.msgpack.decode(stored.body, type=_WHOLE[stored.kind])
    session = _session(upgraded(GAME, stored.body))
    return _WITH_SESSION[stored.kind](stored.chat, session, stored.at)


def _session(data: bytes) -> Session:
    stored = msgspec.msgpack.decode(data, type=_StoredSession)
    return Session(**(asdict(stored) | {"game": codec.decode(stored.game)}))
