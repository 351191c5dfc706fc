"""What a message shows: text, picture, buttons."""

from __future__ import annotations

from dataclasses import dataclass

from tests.emulators.telegram.files import StoredFile
from tests.emulators.telegram.keyboard import Keyboard
from tests.emulators.telegram.wire import Json, present


@dataclass(frozen=True)
class Content:
    """One state of a message. Two equal ones are "not modified"."""

    text: str = ""  # the caption where there is a file
    entities: tuple[Json, ...] = ()
    file: StoredFile | None = None
    keyboard: Keyboard = ()
    options: Json | None = None  # has_media_spoiler, show_caption_above_media
    service: Json | None = None  # the fields of a service message

    @property
    def labels(self) -> list[list[str]]:
        """Return the buttons' labels, row by row."""
        return [[one["text"] for one in row] for row in self.keyboard]

    def card(self) -> Json:
        """Return the fields of a Message object that this state fills."""
        words, marks = ("caption", "caption_entities") if self.file else ("text", "entities")
        keyboard = {"inline_keyboard": [list(row) for row in self.keyboard]}
        fields = present(
            reply_markup=keyboard if self.keyboard else None,
            **{words: self.text or None, marks: list(self.entities) or None},
        )
        return (
            fields
            | (self.file.card if self.file else {})
            | (self.options or {})
            | (self.service or {})
        )
