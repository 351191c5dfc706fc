"""Upgrades: documents of earlier forms, brought to the present one when they are read.

A document tells its form by its first byte. A change that the structures' defaults cannot bridge
takes a new form, and a step here from the one before it: old documents are read for ever, and
written in the new form with their next change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from bot.app.documents.spaces import CHAT, GAME
from bot.app.requests.access import Access
from bot.app.requests.menu import Page

FORM: Final = b"\2"
"""The form that is written."""

Step: TypeAlias = Callable[[str, list[Any]], list[Any]]
"""Brings the fields of the document of a name from one form to the next."""

_LANGUAGE: Final = 4
"""The field where the release for the terminal kept a chat's language, later ones its settings."""


class FormError(ValueError):
    """Raised for a form that is not known: a newer version's, or none."""


def upgraded(name: str, data: bytes) -> bytes:
    """Return the fields of the document ``name`` as they are in the present form.

    Raises FormError; or, where the fields are not of their form, what msgspec raises: MsgspecError,
    UnicodeDecodeError or RecursionError.
    """
    form, body = data[:1], data[1:]
    if form == FORM:
        return body
    if form not in _STEPS:
        raise FormError(f"{name} has the unknown form {form!r}")
    fields = msgspec.msgpack.decode(body)
    if not isinstance(fields, list):
        raise msgspec.ValidationError("no fields")
    while form != FORM:
        form, step = _STEPS[form]
        fields = step(name, fields)
    return msgspec.msgpack.encode(fields)


def _from_1(name: str, fields: list[Any]) -> list[Any]:
    """Bring what the release for the terminal wrote to what those with platforms write.

    Both have form 1; what the later ones wrote stays as it is.
    """
    if name == CHAT and len(fields) > _LANGUAGE and not isinstance(fields[_LANGUAGE], list):
        return [*fields[:_LANGUAGE], [fields[_LANGUAGE]], *fields[_LANGUAGE + 1 :]]
    if name.startswith(GAME) and len(fields) == len(_TerminalSession.__struct_fields__):
        return _session(msgspec.convert(fields, _TerminalSession))
    return fields


class _TerminalSession(msgspec.Struct, frozen=True, array_like=True):
    """A session before it had names, pages of controls and access."""

    number: int
    owner: str
    game: bytes
    players: tuple[str, ...]
    clock: list[int | None]
    flagging: bool
    hint: list[int] | None
    hints: int


def _session(old: _TerminalSession) -> list[Any]:
    names = [player.rpartition(":")[2] for player in old.players]
    who: list[Any] = [old.number, old.owner, old.game, old.players, names]
    how: list[Any] = [old.clock, old.flagging, old.hint, old.hints, Page.PLAY, None]
    whose: list[Any] = [Access.OPEN, [], None, None]
    private, language, lesson = True, "en", False
    return [*who, *how, *whose, private, language, lesson]


_STEPS: Final[dict[bytes, tuple[bytes, Step]]] = {b"\1": (FORM, _from_1)}
"""From each earlier form to the next."""
