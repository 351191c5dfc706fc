"""Trial: whether a server is as the bot needs it, found out before anybody plays."""

from __future__ import annotations

import logging
from collections.abc import Callable
from hashlib import sha1
from typing import Any, Final
from uuid import uuid4

from redis.exceptions import ResponseError

from bot.app.ports import StoreUnfit
from bot.store.causes import cause_of
from bot.store.keys import PROBES, Keys
from bot.store.link import Command, Link, sound, told

_LOG: Final = logging.getLogger(__name__)
_OLDEST: Final = 7
"""Version of a server that has all options of the commands, such as LT of PEXPIRE."""
_EXPIRY_MS: Final = 60_000
"""What a trial leaves behind if it may not delete it ends by itself."""
_SUBSCRIBED_S: Final = 5.0


async def try_out(link: Link, keys: Keys, *, waits: bool) -> None:
    """Do once, on keys of no chat, what the bot does; StoreUnfit if the server is not fit for it.

    Raises RedisError or OSError for what it refuses. ``waits``: commits wait for replicas.
    """
    described = await link.everywhere(("INFO",))
    servers: list[dict[str, Any]] = told(described)
    for facts in servers:
        _judge(facts, is_cluster=link.is_cluster)
    space = await _reached(link, lambda space: keys.document(space, "trial"))
    document, aside = keys.document(space, "trial"), keys.quarantine(space, "trial")
    seen, effects, channel = keys.seen(space), keys.last(space), keys.channel(space)
    script = "return 0"
    commands: list[Command] = [
        ("TIME",),
        ("SET", document, "", "PX", _EXPIRY_MS),
        ("GET", document),
        ("MGET", document),
        ("GETRANGE", document, 0, 7),
        ("RENAME", document, aside),
        ("DEL", aside),
        ("ZADD", seen, 0, space),
        ("PEXPIRE", seen, _EXPIRY_MS, "LT"),
        ("ZSCORE", seen, space),
        ("ZREMRANGEBYSCORE", seen, "-inf", 0),
        ("XADD", effects, "*", "space", space),
        ("PEXPIRE", effects, _EXPIRY_MS, "LT"),
        ("XRANGE", effects, "-", "+"),
        ("XDEL", effects, "0-1"),
        ("DEL", effects),
        ("EVAL", script, 0),
        ("EVALSHA", sha1(script.encode(), usedforsecurity=False).hexdigest(), 0),
        *([("WAIT", 0, 1)] if waits else []),
        (link.publishing, channel, ""),
    ]
    turns = keys.sending_overall(await _reached(link, keys.sending_overall))
    tried = [*((document, command) for command in commands), (turns, ("GET", turns))]
    sound(await link.spread(tried))
    async with link.subscription(channel) as listening:
        await listening.get_message(timeout=_SUBSCRIBED_S)
    if not waits and any(facts.get("aof_enabled") == 0 for facts in servers):
        _LOG.warning("the store keeps no append-only file: if it dies, it forgets the last moves")
    # Nothing else needs INFO, which is in the category @dangerous: many a user may not use it.
    if refused := next((each for each in described if isinstance(each, ResponseError)), None):
        _LOG.warning("%s; so its version and policy are not known", cause_of(refused))


async def _reached(link: Link, key_of: Callable[[str], str]) -> str:
    """Return a name of no chat whose key, by ``key_of``, is on a server that answers."""
    names = [uuid4().hex for _ in range(PROBES)]
    answers = await link.spread([(key_of(name), ("TIME",)) for name in names])
    for name, answer in zip(names, answers, strict=True):
        if not isinstance(answer, Exception):
            return name
    raise answers[0]


def _judge(facts: dict[str, Any], *, is_cluster: bool) -> None:
    """Raise StoreUnfit for what a server says of itself that would lose games."""
    version = str(facts.get("redis_version", ""))
    major = version.partition(".")[0]
    if major.isdigit() and int(major) < _OLDEST:
        raise StoreUnfit(f"The store is of version {version}: it must be {_OLDEST} or newer.")
    if facts.get("cluster_enabled") and not is_cluster:
        raise StoreUnfit(
            "The store is a cluster: REDIS_URL must begin with redis+cluster:// or "
            "rediss+cluster://."
        )
    policy = facts.get("maxmemory_policy", "noeviction")
    if facts.get("maxmemory") and policy != "noeviction":
        raise StoreUnfit(
            f"The store would evict games when its memory is full: its maxmemory-policy is "
            f"{policy} and must be noeviction."
        )
