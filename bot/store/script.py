"""Script: a step that a Redis or Valkey server takes as a whole."""

from __future__ import annotations

from hashlib import sha1
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoScriptError


class Script:
    """A script that is sent whole only to a server that has not seen it."""

    def __init__(self, name: str) -> None:
        """Read the script from the file ``name`` beside this one."""
        self._text = (files("bot.store") / name).read_text("utf-8")
        self._sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def run(self, client: Redis, keys: list[str], args: list[Any]) -> Any:
        """Return what the script answers to ``keys`` and ``args``."""
        try:
            return await client.evalsha(self._sha, len(keys), *keys, *args)
        except NoScriptError:
            return await client.eval(self._text, len(keys), *keys, *args)
