"""A call of the bot: what it asked for and what it got."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, MultipartReader, web

from tests.emulators.discord.files import Upload
from tests.emulators.discord.wire import ApiError, Json


@dataclass(eq=False)
class Call:
    """One request; ``name`` is Discord's own for the operation, as in its OpenAPI description."""

    name: str
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: dict[str, Upload]
    at: float
    result: Any = None
    error: ApiError | None = None
    answered: bool = False
    more: Json = field(default_factory=dict)  # headers that came with it

    def __getitem__(self, name: str) -> Any:
        """Return the body's field ``name``."""
        return self.body[name]

    def number(self, name: str) -> int:
        """Return the identifier ``name`` of the path; raise ApiError 50035 when it is none."""
        value = self.path[name]
        if not value.isascii() or not value.isdecimal():
            words = f'Value "{value}" is not snowflake.'
            errors = {name: {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": words}]}}
            raise ApiError(400, 50035, "Invalid Form Body", errors=errors)
        return int(value)

    def asks(self, name: str) -> bool:
        """Return whether a switch of the query is on."""
        return self.query.get(name, "").lower() in {"1", "true"}


async def read(request: web.Request, name: str, at: float) -> Call:
    """Return the call that ``request`` is; raise ApiError 50109 for a body that is no JSON."""
    uploads: dict[str, Upload] = {}
    if request.content_type.startswith("multipart/"):
        text = await read_parts(await request.multipart(), uploads)
    else:
        text = await request.text()
    path, query = dict(request.match_info), dict(request.query)
    headers = {name.lower(): value for name, value in request.headers.items()}
    return Call(name, path, query, parsed(text), uploads, at, more=headers)


async def read_parts(parts: MultipartReader, uploads: dict[str, Upload]) -> str:
    """Put the files of a body into ``uploads`` and return the JSON beside them."""
    text = ""
    async for part in parts:
        assert isinstance(part, BodyPartReader)
        assert part.name is not None
        if part.filename is None:
            text = await part.text()
        else:
            uploads[part.name] = Upload(part.filename, bytes(await part.read()))
    return text


def parsed(text: str) -> Any:
    """Return the JSON in ``text``; an empty object for no text."""
    try:
        return json.loads(text or "{}")
    except ValueError:
        words = "The request body contains invalid JSON."
        raise ApiError(400, 50109, words) from None
