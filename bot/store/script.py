"""Script: a step that a Redis or Valkey server takes as a whole."""

from __future__ import annotations

from hashlib import sha1
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from bot.config import Wait
from bot.store.link import Link


class Script:
    """A script that is sent whole only to a server that has not seen it."""

    def __init__(self, name: str) -> None:
        """Read the script from the file ``name`` beside this one."""
        self._text = (files("bot.store") / name).read_text("utf-8")
        self._sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def run(
        self, link: Link, keys: list[str], args: list[Any], wait: Wait | None = None
    ) -> tuple[Any, bool]:
        """Return what the script answers to ``keys`` and ``args``, and whether it is confirmed."""
        rest = (len(keys), *keys, *args)
        try:
            return await link.call(keys[0], ("EVALSHA", self._sha, *rest), wait)
        except NoScriptError:
            return await link.call(keys[0], ("EVAL", self._text, *rest), wait)
