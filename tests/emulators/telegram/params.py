"""A request's parameters: read from JSON, forms or uploads, and asked for by type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import BodyPartReader, web

from tests.emulators.telegram import wire
from tests.emulators.telegram.files import Upload
from tests.emulators.telegram.wire import Json, bad_request

# Parameters that a form carries as JSON; all others are text or numbers.
SERIALIZED: Final = frozenset(
    {"allowed_updates", "button", "caption_entities", "commands", "entities", "media",
     "link_preview_options", "message_ids", "reply_markup", "reply_parameters", "results", "scope"}
)  # fmt: skip
TRUE: Final = frozenset({"true", "yes", "1"})


@dataclass(frozen=True)
class Params:
    """Named values, text as it came in a form, and uploads by their part's name."""

    values: Json
    uploads: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a string, empty when it is missing."""
        return str(self.values.get(name, ""))

    def integer(self, name: str, default: int = 0) -> int:
        """Return a number; raise ApiError 400 when it is none."""
        value = self.values.get(name, default)
        try:
            return int(value)
        except (TypeError, ValueError):
            raise bad_request(f"invalid {name} specified") from None

    def flag(self, name: str) -> bool:
        """Return whether a switch is on."""
        return str(self.values.get(name, "")).lower() in TRUE

    def data(self, name: str) -> Any:
        """Return a JSON-serialized object, or None."""
        return self.values.get(name)

    def upload(self, value: str) -> Upload | None:
        """Return the file that ``value``, an ``attach://`` address, stands for."""
        name = value.removeprefix("attach://")
        return self.uploads.get(name) if name != value else None


async def read(request: web.Request) -> Params:
    """Return the parameters of ``request``; raise ApiError 400 for a body that is not readable."""
    values: Json = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        values |= parsed(await request.text())
    elif request.content_type.startswith("multipart/"):
        await read_parts(request, values, uploads)
    else:
        values |= dict(await request.post())
    return Params({name: deserialized(name, value) for name, value in values.items()}, uploads)


async def read_parts(request: web.Request, values: Json, uploads: dict[str, Upload]) -> None:
    """Sort a multipart body into ``values`` and ``uploads``."""
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        assert part.name is not None
        if part.filename is None:
            values[part.name] = await part.text()
        else:
            mime = part.headers.get("Content-Type", "application/octet-stream")
            uploads[part.name] = Upload(part.filename, mime, bytes(await part.read()))


def deserialized(name: str, value: Any) -> Any:
    """Return ``value`` as the object it is; raise ApiError 400 when it cannot be read."""
    if name not in SERIALIZED or not isinstance(value, str):
        return value
    return parsed(value, f"can't parse {name.replace('_', ' ')} JSON object")


def parsed(text: str, words: str = "can't parse request JSON object") -> Any:
    """Return the object ``text`` stands for; raise ApiError 400 with ``words``."""
    try:
        return wire.read(text or "null")
    except ValueError:
        raise bad_request(words) from None
