"""What a turn costs: taken and given back on the embedded server, through its Unix socket.

``python -m tests.benchmarks.turns`` prints turns a second and the CPU of the client and of the
server for each, for one courier after the other and for 25 at once, each with a chat of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from uuid import uuid4

from redis.asyncio import Redis

from bot.app.turns import Budget, Rate
from bot.clock import LoopClock
from bot.delivery import Turns
from bot.store.batching import BatchingRedis
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.turns_redis import RedisTurns

_FREE = Budget("bench", Rate(0.000_001, 1000), Rate(0.000_001, 1000))
"""No budget in the way: what is measured is the asking."""


async def measure(client: BatchingRedis, couriers: int, number: int) -> str:
    """Let couriers take turns, and return the figures in a line."""
    turns = Turns(RedisTurns(client, Keys(uuid4().hex)), LoopClock())
    served, began, cpu = await _server_cpu(client), time.perf_counter(), time.process_time()
    each = number // couriers
    took = await asyncio.gather(*(_courier(turns, str(n), each) for n in range(couriers)))
    await turns.settled()
    lasted, cpu = time.perf_counter() - began, time.process_time() - cpu
    served = await _server_cpu(client) - served
    waits = sorted(wait for courier in took for wait in courier)
    return (
        f"{couriers:3} at once: {number / lasted:,.0f} turns/s, CPU of the client "
        f"{cpu / number * 1e6:.0f} us a turn, of the server {served / number * 1e6:.0f} us; "
        f"take p50 {waits[number // 2] * 1e3:.2f} ms, p99 {waits[number * 99 // 100] * 1e3:.2f} ms"
    )


async def _courier(turns: Turns, chat: str, number: int) -> list[float]:
    took = []
    for _ in range(number):
        began = time.perf_counter()
        turn = await turns.take(chat, _FREE)
        took.append(time.perf_counter() - began)
        turn.done()
    return took


async def _server_cpu(client: Redis) -> float:
    used = await client.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])


async def _run(number: int) -> None:
    with tempfile.TemporaryDirectory() as data:
        server = EmbeddedServer(Path(data))
        server.attach()
        client = connect(f"unix://{server.socket}")
        try:
            for couriers in (1, 25):
                print(await measure(client, couriers, number))
        finally:
            await client.aclose()
            server.detach()


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5000, help="of all couriers together")
    asyncio.run(_run(parser.parse_args().turns))


if __name__ == "__main__":
    main()
