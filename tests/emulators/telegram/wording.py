"""Texts and captions of a call, read and measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tests.emulators.telegram.entities import blank, formatted
from tests.emulators.telegram.limits import CAPTION, TEXT
from tests.emulators.telegram.wire import Json, bad_request


@dataclass(frozen=True)
class Wording:
    """The names of the parameters, the limit, and Telegram's words for what is too long."""

    text: str
    entities: str
    limit: int
    too_long: str

    def read(self, values: Json) -> tuple[str, tuple[Json, ...]]:
        """Return text and entities; raise ApiError 400 for bad HTML or too many characters."""
        source: Any = values.get(self.text) or ""
        mode = str(values.get("parse_mode") or "")
        text, entities = formatted(str(source), mode, values.get(self.entities))
        if len(text) > self.limit:
            raise bad_request(self.too_long)
        return text, entities

    def read_some(self, values: Json) -> tuple[str, tuple[Json, ...]]:
        """Return text and entities that show something; raise ApiError 400 otherwise."""
        if not values.get(self.text):
            raise bad_request("message text is empty")
        text, entities = self.read(values)
        if blank(text):
            raise bad_request("text must be non-empty")
        return text, entities


SENT_TEXT: Final = Wording("text", "entities", TEXT, "message is too long")
EDITED_TEXT: Final = Wording("text", "entities", TEXT, "MESSAGE_TOO_LONG")
INLINE_TEXT: Final = Wording("message_text", "entities", TEXT, "MESSAGE_TOO_LONG")
SENT_CAPTION: Final = Wording("caption", "caption_entities", CAPTION, "message caption is too long")
EDITED_CAPTION: Final = Wording("caption", "caption_entities", CAPTION, "MEDIA_CAPTION_TOO_LONG")


def media_options(values: Json) -> Json | None:
    """Return how a picture is shown: under a spoiler, below its caption."""
    names = {"has_spoiler": "has_media_spoiler", "show_caption_above_media": None}
    shown = {
        field or name: True
        for name, field in names.items()
        if str(values.get(name, "")).lower() == "true"
    }
    return shown or None
