"""What travels: JSON objects and the errors Telegram answers with, in its own words."""

from __future__ import annotations

from typing import Any, TypeAlias

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


def present(**fields: object) -> Json:
    """Return the fields that are not None; Telegram leaves out what is not there."""
    return {name: value for name, value in fields.items() if value is not None}
