"""Reading: the bytes of an update become an ``Incoming``, or are set aside.

Nothing that is set aside is logged with its content: people wrote it.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from telegram import Bot, Update

from bot.platforms.telegram.intake import shapes
from bot.platforms.telegram.intake.incoming import Incoming
from bot.platforms.telegram.intake.kind import Kind

LARGEST_UPDATE: Final = 1024 * 1024
"""Bytes; an update with all 100 buttons has under 20,000."""

_LOG = logging.getLogger(__name__)
_UPDATE_ID: Final = re.compile(rb'"update_id"\s*:\s*(\d{1,18})(?![\d.eE])')
_QUOTED: Final = ("entities", "caption_entities", "photo", "link_preview_options")
"""Fields of quoted messages that cost time to make objects of, and that no game asks for."""

_Object: TypeAlias = dict[str, Any]


class Reason(StrEnum):
    """Why an update is set aside."""

    TOO_LARGE = "too large"
    TOO_DEEP = "nested too deeply"
    NOT_JSON = "no JSON"
    WRONG_TYPES = "not in the form of an update"
    OTHER_KIND = "of a kind not asked for"
    LIBRARY = "not understood by the library"


@dataclass(frozen=True, slots=True)
class SetAside:
    """An update that cannot be handled, and is acknowledged: it would be the same again."""

    reason: Reason
    update_id: int | None = None


def log_aside(aside: SetAside, size: int) -> None:
    """Log an update of ``size`` bytes that is set aside."""
    level = logging.INFO if aside.reason is Reason.OTHER_KIND else logging.WARNING
    words = "Set update %s aside (%d bytes): %s"
    _LOG.log(level, words, aside.update_id, size, aside.reason.value)


class _Numbered(msgspec.Struct):
    update_id: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


_JSON: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder()
_NUMBER: Final = msgspec.json.Decoder(_Numbered)


class Reader:
    """Makes the library's objects, attached to ``bot``."""

    def __init__(self, bot: Bot) -> None:
        """Read for ``bot``."""
        self._bot = bot

    def read(self, body: bytes) -> Incoming | SetAside:
        """Return what ``body`` holds; never raises."""
        read = self._read(body)
        if isinstance(read, SetAside):
            log_aside(read, len(body))
        return read

    def _read(self, body: bytes) -> Incoming | SetAside:
        if len(body) > LARGEST_UPDATE:
            return SetAside(Reason.TOO_LARGE, number_of(body))
        try:
            data = _JSON.decode(body)
            shape = msgspec.convert(data, shapes.Update)
        except msgspec.ValidationError:
            return SetAside(Reason.WRONG_TYPES, number_of(body))
        except ValueError:
            return SetAside(Reason.NOT_JSON, number_of(body))
        except RecursionError:
            # The decoder's own guard, so a deep body costs no more than its first 1,000 levels,
            # 10,000 on Python 3.13, or as many as the stack has room for from 3.14 on.
            return SetAside(Reason.TOO_DEEP, number_of(body))
        return self._build(data, shape)

    def _build(self, data: _Object, shape: shapes.Update) -> Incoming | SetAside:
        kind = next((kind for kind in Kind if data.get(kind) is not None), None)
        if kind is None:
            return SetAside(Reason.OTHER_KIND, shape.update_id)
        board_data = strip(data, kind)
        pressed = shape.callback_query.message if shape.callback_query else None
        try:
            update = Update.de_json(
                {"update_id": shape.update_id, kind.value: data[kind]}, self._bot
            )
        except RecursionError:
            return SetAside(Reason.TOO_DEEP, shape.update_id)
        except Exception:  # noqa: BLE001  # whatever the library makes of foreign input
            return SetAside(Reason.LIBRARY, shape.update_id)
        return Incoming(shape.update_id, kind, update, shape.lane(kind), board_data, pressed)


def number_of(body: bytes) -> int | None:
    """Return the update_id of ``body``, found even if the rest cannot be read; else None."""
    try:
        return _NUMBER.decode(body).update_id
    except (ValueError, RecursionError):
        found = _UPDATE_ID.search(body)
        return int(found[1]) if found else None


def strip(data: _Object, kind: Kind) -> str | None:
    """Remove from ``data``, an update, what is only quoted; return the data that names the board.

    Telegram sends the whole keyboard back with each press, and with each reply. The library makes
    no object of the message pressed: that took half of the time that a press took to read.
    """
    if kind is Kind.PRESS:
        return _strip_quoted(data[kind].pop("message", None))
    if kind is not Kind.MESSAGE:
        return None
    message = data[kind]
    message.pop("reply_markup", None)
    _strip_quoted(message.get("pinned_message"))
    return _strip_quoted(message.get("reply_to_message"))


def _strip_quoted(message: object) -> str | None:
    if not isinstance(message, dict):
        return None
    for name in _QUOTED:
        message.pop(name, None)
    return _first_data(message.pop("reply_markup", None))


def _first_data(markup: Any) -> str | None:
    try:
        buttons = (button for row in markup["inline_keyboard"] for button in row)
        data = next((one["callback_data"] for one in buttons if "callback_data" in one), None)
    except (TypeError, KeyError):
        return None
    return data if isinstance(data, str) else None
