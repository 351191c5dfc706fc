"""Faults: exceptions in words that quote nobody.

The message of an exception may hold what a player has written, or a minefield: ``int()`` quotes the
text it could not read. So messages are logged only of exceptions that are known to speak of
connections and servers; of all others the type and the lines of code, which is where the fault is.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from typing import Final

_SPEAKING: Final = frozenset({"aiohttp", "bot", "redis", "telegram"})
"""The packages whose own exceptions are logged with their messages."""
_MOST: Final = 10
"""Exceptions of a chain of causes that are told, at most."""


def describe_fault(error: BaseException) -> str:
    """Return the traceback of ``error`` and of what led to it, the cause first."""
    told = [_told(each, how) for each, how in _chain(error)]
    return "\n".join(reversed(told))


def _chain(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Yield ``error`` and its causes, the latest first, each with words on how it led to the next.

    There are no such words for ``error`` itself.
    """
    following: BaseException | None = error
    how = ""
    for _ in range(_MOST):
        if following is None:
            return
        yield following, how
        if following.__cause__ is not None:
            following, how = following.__cause__, "\nwhich caused:"
        elif following.__suppress_context__:
            return
        else:
            following, how = following.__context__, "\nin whose handling was raised:"


def _told(error: BaseException, how: str) -> str:
    lines = "".join(traceback.format_tb(error.__traceback__))
    return f"{lines}{_named(error)}{how}"


def _named(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else _full_name(kind)
    if isinstance(error, BaseExceptionGroup):
        return "\n".join([name, *(describe_fault(each) for each in error.exceptions)])
    if isinstance(error, OSError) or kind.__module__.partition(".")[0] in _SPEAKING:
        return f"{name}: {error}"
    return name


def _full_name(kind: type[BaseException]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
