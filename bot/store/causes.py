"""Causes: what an error of a server is called in logs, and whether waiting may help."""

from __future__ import annotations

from typing import Final

from redis.exceptions import (
    AskError,
    AuthenticationError,
    ClusterDownError,
    MasterDownError,
    MaxConnectionsError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

_WRITES_NOTHING: Final = (ReadOnlyError, OutOfMemoryError)
"""Errors of a server that refuses writes for now, and still reads."""
_ALSO_WRITES_NOTHING: Final = ("NOREPLICAS", "MISCONF")
"""How others of these begin: of them the library makes no kinds of their own."""
_PASSING: Final = (ClusterDownError, MasterDownError, AskError, TryAgainError)
"""Other errors of a server that may carry the same command out in a moment."""
_BUSY: Final = "BUSY "
"""How that of a server begins which is at somebody's long script."""
_REFUSALS: Final = (ResponseError, AuthenticationError)
_CAUSES: Final[tuple[tuple[type[Exception], str], ...]] = (
    (NoPermissionError, "the store's user needs what deploy/valkey/users.acl allows"),
    (AuthenticationError, "the store wants another user or password than REDIS_URL has"),
    (ReadOnlyError, "READONLY, the store is a replica"),
    (OutOfMemoryError, "OOM, the store's memory is full"),
    (MaxConnectionsError, "all connections to the store are in use"),
    (ResponseError, "the store refuses"),
    (Exception, "the store does not answer"),
)
"""Kinds of errors, the first that fits, and their causes; RUNBOOK.md names what to do."""


def is_refusal(error: Exception) -> bool:
    """Tell whether a server has answered that it will not do what was asked, now or later."""
    origin = _origin(error)
    return (
        isinstance(origin, _REFUSALS)
        and not isinstance(origin, _PASSING)
        and not str(origin).startswith(_BUSY)
        and not writes_nothing(error)
    )


def writes_nothing(error: Exception) -> bool:
    """Tell whether ``error`` comes from a server that refuses writes for now, and still reads."""
    origin = _origin(error)
    return isinstance(origin, _WRITES_NOTHING) or str(origin).startswith(_ALSO_WRITES_NOTHING)


def cause_of(error: Exception) -> str:
    """Return what ``error`` comes from, and its own words.

    A server that does not know a command quotes what was sent: that is left out.
    """
    origin = _origin(error)
    cause = next(cause for kind, cause in _CAUSES if isinstance(origin, kind))
    said = str(origin).partition(", with args")[0]
    return f"{cause}: {said}" if said else cause


def _origin(error: BaseException) -> BaseException:
    """Return the error in which ``error`` began.

    The library wraps what a server refuses at a Unix socket, and what a cluster's nodes do.
    """
    is_of_nodes = isinstance(error, RedisClusterException)
    behind = error.__cause__ or (error.__context__ if is_of_nodes else None)
    return _origin(behind) if isinstance(behind, RedisError | RedisClusterException) else error
