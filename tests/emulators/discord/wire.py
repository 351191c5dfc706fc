"""What goes over the wire: JSON objects and Discord's errors with their codes and words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]


class ApiError(Exception):
    """A refusal: HTTP status, Discord's code and words, for forms the faults by field."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        """Keep the parts; ``more`` are further fields of the body."""
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.more = more
        self.headers: dict[str, str] = {}
        self.page: bytes | None = None

    def card(self) -> Json:
        """Return the answer's body."""
        return {"message": self.message, "code": self.code} | self.more


class Form:
    """Collects what is wrong with a request's fields."""

    def __init__(self) -> None:
        """Start without faults."""
        self.tree: Json = {}

    def fault(self, path: Path, code: str, message: str) -> None:
        """Note a fault at ``path``, keys and indices from the body's top."""
        place = self.tree
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: Any, least: int, most: int) -> None:
        """Note a text or list that is not from ``least`` to ``most`` long."""
        size = len(value) if isinstance(value, str | list) else 0
        if size > most and least == 0:
            self.fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= size <= most:
            self.fault(
                path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
            )

    def required(self, path: Path) -> None:
        """Note a field that is missing."""
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")

    def check(self) -> None:
        """Raise ApiError 50035 when there are faults."""
        if self.tree:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self.tree)


def refused_form(path: Path, code: str, message: str) -> ApiError:
    """Return the 50035 of a form with a single fault."""
    form = Form()
    form.fault(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", errors=form.tree)


def unknown(code: int, what: str) -> ApiError:
    """Return a 404, as for "Unknown Message"."""
    return ApiError(404, code, f"Unknown {what}")


def missing_access() -> ApiError:
    """Return the 403 of a channel the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return the 403 of something the bot may not do."""
    return ApiError(403, 50013, "Missing Permissions")


def server_error(status: int = 500) -> ApiError:
    """Return a 5xx, an error of Discord's own."""
    words = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}
    return ApiError(status, 0, f"{status}: {words.get(status, 'Error')}")


def too_many_requests(
    seconds: float, *, everywhere: bool = False, via: bool = True, scope: str = "user"
) -> ApiError:
    """Return a 429: of a bucket, of all calls, or (no ``via``) of a proxy before the API."""
    error = ApiError(429, 0, "You are being rate limited.", retry_after=seconds)
    error.more["global"] = everywhere
    error.headers = {"Retry-After": str(max(1, -int(-seconds // 1)))}
    error.headers["X-RateLimit-Scope"] = "global" if everywhere else scope
    if everywhere:
        error.headers["X-RateLimit-Global"] = "true"
    if not via:
        error.headers["Via"] = ""
    return error


def page_before(status: int, page: bytes) -> ApiError:
    """Return the refusal of a proxy before the API: a page for people."""
    error = ApiError(status, 0, "a page")
    error.page = page
    error.headers = {"Via": ""}
    return error


def present(**fields: object) -> Json:
    """Return the fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def moment(seconds: float) -> str:
    """Return Unix time as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
