"""What travels: JSON objects and the errors Telegram answers with, in its own words."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = dict[str, Any]


class ApiError(Exception):
    """An answer with ``ok: false``: HTTP status, description and response parameters."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        """Say it with ``description``; ``parameters`` are ResponseParameters."""
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def card(self) -> Json:
        """Return the answer's body."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad_request(words: str) -> ApiError:
    """Return Telegram's 400 with its prefix."""
    return ApiError(400, f"Bad Request: {words}")


def forbidden(words: str) -> ApiError:
    """Return Telegram's 403 with its prefix."""
    return ApiError(403, f"Forbidden: {words}")


def conflict(words: str) -> ApiError:
    """Return Telegram's 409 with its prefix."""
    return ApiError(409, f"Conflict: {words}")


def too_many_requests(seconds: int) -> ApiError:
    """Return Telegram's 429, which names the seconds to wait."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


def migrated(chat_id: int) -> ApiError:
    """Return the 400 of a group that lives on as the supergroup ``chat_id``."""
    return ApiError(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        migrate_to_chat_id=chat_id,
    )


def written(body: Json) -> bytes:
    """Return ``body`` as JSON; quickly, for benchmarks share the machine with the emulator."""
    try:
        return msgspec.json.encode(body)
    except UnicodeEncodeError:  # a lone surrogate, which can be sent escaped
        return json.dumps(body).encode()


def read(text: str) -> Any:
    """Return what the JSON ``text`` stands for; ValueError when it is none."""
    try:
        return msgspec.json.decode(text)
    except ValueError:  # or a lone surrogate, as above
        return json.loads(text)


def present(**fields: object) -> Json:
    """Return the fields that are not None; Telegram leaves out what is not there."""
    return {name: value for name, value in fields.items() if value is not None}
