"""Uploads, and the attachments they become."""

from __future__ import annotations

import mimetypes
import re
import struct
from dataclasses import dataclass, replace

from tests.emulators.discord.limits import UPLOAD_BYTES
from tests.emulators.discord.snowflakes import Snowflakes
from tests.emulators.discord.wire import ApiError, Json, present


@dataclass(frozen=True)
class Upload:
    """A file as it came in a request."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Attachment:
    """A file of a message."""

    id: int
    name: str
    content: bytes
    url: str
    alt: str | None = None

    def card(self) -> Json:
        """Return the attachment object."""
        width, height = dimensions(self.content) or (None, None)
        return present(
            id=str(self.id),
            filename=self.name,
            size=len(self.content),
            url=self.url,
            proxy_url=self.url,
            width=width,
            height=height,
            content_type=mimetypes.guess_type(self.name)[0],
            description=self.alt,
        )

    def media(self) -> Json:
        """Return the media object of a component that shows this file."""
        card = self.card()
        fields = ("url", "proxy_url", "width", "height", "content_type")
        named = {"id": str(self.id), "attachment_id": str(self.id)}
        return named | {name: card.get(name) for name in fields}

    def described(self, alt: str | None) -> Attachment:
        """Return the same file with another alternative text."""
        return replace(self, alt=alt)


class Files:
    """All files by the path they are served at."""

    def __init__(self, ids: Snowflakes) -> None:
        """Start empty."""
        self._ids = ids
        self.base = ""  # address of the server, known once it listens
        self.by_path: dict[str, Attachment] = {}

    def store(self, upload: Upload, channel: int, name: str, alt: str | None) -> Attachment:
        """Keep ``upload`` for ``channel``; raise ApiError 40005 when it is too large."""
        if len(upload.content) > UPLOAD_BYTES:
            raise ApiError(413, 40005, "Request entity too large")
        number, safe = self._ids.next(), re.sub(r"[^\w.-]", "_", name)
        path = f"/attachments/{channel}/{number}/{safe}"
        file = Attachment(number, safe, upload.content, f"{self.base}{path}", alt)
        self.by_path[path] = file
        return file


def dimensions(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG in pixels."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    return None
