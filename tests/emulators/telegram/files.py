"""Files on Telegram's servers: photos in sizes, animations, documents."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from tests.emulators.telegram.limits import PHOTO_BYTES, PHOTO_RATIO, PHOTO_SIDES
from tests.emulators.telegram.wire import Json, bad_request

FOLDERS: Final = {"photo": "photos", "animation": "animations", "document": "documents"}
WORDS: Final = {"photo": "Photo", "animation": "Animation", "document": "Document"}
SIZES: Final = (90, 320)  # longest sides of the smaller pictures Telegram makes of a photo
LARGEST: Final = 2560  # longest side it keeps
JPEG_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2, 0xC3})
JPEG_HEADER: Final = 9  # bytes of a frame header up to its width


@dataclass(frozen=True)
class Upload:
    """A file as it came in a request."""

    name: str
    mime: str
    content: bytes


@dataclass(frozen=True)
class StoredFile:
    """A file kept, with the fields it shows wherever it is sent."""

    kind: str
    path: str
    content: bytes
    card: Json  # the value of the message's field ``kind``


class Files:
    """All files by every identifier that leads to them."""

    def __init__(self) -> None:
        """Start empty."""
        self._numbers = count(1)
        self._by_id: dict[str, StoredFile] = {}
        self.by_path: dict[str, StoredFile] = {}

    def store(self, kind: str, upload: Upload) -> StoredFile:
        """Keep ``upload`` as a new file; raise ApiError 400 for a photo Telegram refuses."""
        number = next(self._numbers)
        path = f"{FOLDERS[kind]}/file_{number}{suffix(upload.name)}"
        file = StoredFile(kind, path, upload.content, self._card(kind, upload, number))
        self.by_path[path] = file
        for identifier in identifiers(file):
            self._by_id[identifier] = file
        return file

    def get(self, file_id: str) -> StoredFile | None:
        """Return the file ``file_id`` stands for."""
        return self._by_id.get(file_id)

    def reuse(self, kind: str, file_id: str) -> StoredFile:
        """Return a file to be sent again; raise ApiError 400 if unknown or of another kind."""
        file = self.get(file_id)
        if file is None:
            raise bad_request(
                "wrong remote file identifier specified: can't unserialize it"
                if "." not in file_id
                else "failed to get HTTP URL content"
            )
        if file.kind != kind:
            raise bad_request(f"can't use file of type {WORDS[file.kind]} as {WORDS[kind]}")
        return file

    def _card(self, kind: str, upload: Upload, number: int) -> Json:
        if kind == "photo":
            return {"photo": sizes(upload, number)}
        card = named(upload, number)
        if kind == "document":
            return {"document": card}
        width, height = dimensions(upload.content) or (320, 320)
        moving = {"width": width, "height": height, "duration": 1}
        return {"animation": card | moving, "document": card}


def identifiers(file: StoredFile) -> list[str]:
    """Return every file_id of ``file``."""
    shown = file.card["photo"] if file.kind == "photo" else [file.card["document"]]
    return [one["file_id"] for one in shown]


def identity(number: int, size: int, content: bytes) -> Json:
    """Return the identifiers of one size of file ``number``."""
    digest = sha256(content + bytes([size])).hexdigest()
    return {
        "file_id": f"AgAC{number:06d}{size}{digest[:40]}",
        "file_unique_id": f"AQAD{digest[:12]}",
    }


def named(upload: Upload, number: int) -> Json:
    """Return the fields of a file with a name."""
    about = {"file_name": upload.name, "mime_type": upload.mime, "file_size": len(upload.content)}
    return identity(number, 0, upload.content) | about


def sizes(upload: Upload, number: int) -> list[Json]:
    """Return a photo's sizes, smallest first; raise ApiError 400 for a photo Telegram refuses."""
    width, height = photo_dimensions(upload.content)
    longest = max(width, height)
    sides = [side for side in SIZES if side < longest] + [min(longest, LARGEST)]
    return [
        identity(number, index, upload.content)
        | {
            "width": max(1, round(width * side / longest)),
            "height": max(1, round(height * side / longest)),
            "file_size": max(1, round(len(upload.content) * (side / longest) ** 2)),
        }
        for index, side in enumerate(sides)
    ]


def photo_dimensions(content: bytes) -> tuple[int, int]:
    """Return width and height of a photo in pixels; raise ApiError 400 where it is refused."""
    if len(content) > PHOTO_BYTES:
        raise bad_request(
            f"file of size {len(content)} bytes is too big for a photo; "
            f"the maximum size is {PHOTO_BYTES} bytes"
        )
    found = dimensions(content)
    if found is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = found
    if width + height > PHOTO_SIDES or max(found) > PHOTO_RATIO * min(found):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height


def dimensions(content: bytes) -> tuple[int, int] | None:
    """Return width and height from the header of a PNG, GIF or JPEG, in pixels."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
    elif content[:6] in {b"GIF87a", b"GIF89a"} and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
    elif content.startswith(b"\xff\xd8"):
        return jpeg_dimensions(content)
    else:
        return None
    return (width, height) if width and height else None


def jpeg_dimensions(content: bytes) -> tuple[int, int] | None:
    """Return width and height from a JPEG's frame header, in pixels."""
    at = 2
    while at + JPEG_HEADER <= len(content) and content[at] == 0xFF:
        if content[at + 1] in JPEG_FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", content[at + 2 : at + 4])[0])
    return None


def suffix(name: str) -> str:
    """Return the file name's ending with its dot, or nothing."""
    return "." + name.rpartition(".")[2] if "." in name else ""
