"""A process that takes turns for two chats: ``python -m`` with a server's address and a prefix."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Final

from bot.app.turns import Budget, Rate
from bot.clock import LoopClock
from bot.delivery.turns import Turns
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.turns_redis import RedisTurns
from tests.patience import PATIENCE_S

_EACH: Final = 10
"""How often each of three asks for a turn."""


async def take_turns(turns: Turns, *, dies: bool = False) -> list[tuple[str, float, float]]:
    """Take turns; return for which chat, and from when to when (``time.monotonic``) each was held.

    Who ``dies`` tells that a turn is held, and never gives it back.
    """
    # A busy machine may let who is not to die stand still for longer than half a second.
    budget = Budget("race", Rate(0.002, 3), Rate(0.001, 3), 0.5 if dies else PATIENCE_S)
    held = list[tuple[str, float, float]]()

    async def send(chat: str) -> None:
        for _ in range(_EACH):
            turn = await turns.take(chat, budget)
            if dies:
                _say("held")
                await asyncio.Event().wait()
            began = time.monotonic()
            await asyncio.sleep(0.001)
            held.append((chat, began, time.monotonic()))
            turn.done()

    await asyncio.gather(*(send(chat) for chat in ("a", "a", "b")))
    await turns.settled()
    return held


def _say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def _main(url: str, prefix: str) -> None:
    client = connect(url)
    turns = Turns(RedisTurns(client, Keys(prefix)), LoopClock())
    _say("ready")
    word = await asyncio.to_thread(sys.stdin.readline)
    _say(json.dumps(await take_turns(turns, dies=word == "hold\n")))
    await client.aclose()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
