"""Turns on a real server: behaviour that only a server and several processes can show."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.app.ports import StoreUnavailable
from bot.app.turns import Budget, Rate, Return, Ticket
from bot.clock import LoopClock
from bot.delivery import Turns
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.turns_memory import MemoryTurns
from bot.store.turns_redis import RedisTurns
from tests.bot.store import turn_taker
from tests.bot.store.turn_keepers import BUDGET, Keepers, ticket
from tests.bot.store.turn_taker import take_turns
from tests.patience import PATIENCE_S

QUICK = Budget("quick", Rate(0.000_001, 1), Rate(0.000_001, 1), lease=0.3)


@pytest.fixture
async def keepers(server: EmbeddedServer) -> AsyncIterator[Keepers]:
    """Return a maker of keepers on the server, with state of the test's own."""
    made = Keepers("redis", server)
    yield made
    await made.client.aclose()


@pytest.fixture
def turns(keepers: Keepers) -> Turns:
    """Return turns as the bot makes them, in real time."""
    return Turns(RedisTurns(keepers.client, keepers.keys), LoopClock())


def test_a_platform_s_keys_share_a_slot() -> None:
    """A cluster can run the script: a chat's key and its platform's have the same hash tag."""
    keys = Keys(prefix="x")
    assert keys.sending("tg", "chat") == "x:{s:tg}:c:chat"
    assert keys.sending_overall("tg") == "x:{s:tg}:all"


async def test_in_real_time(turns: Turns, keepers: Keepers) -> None:
    """By the server's clock a third turn comes when the rate allows it, and not before."""
    budget, began = replace(BUDGET, chat=Rate(0.2, 2)), time.monotonic()
    for _ in range(3):
        async with await turns.take("chat", budget):
            pass
    assert time.monotonic() - began >= 0.2
    await turns.settled()
    left = await keepers.client.pttl(keepers.keys.sending("test", "chat"))
    assert left <= 400, "less where the machine stands still: it may be gone already"
    assert left != -1, "it is kept for ever"


async def test_nothing_is_left(turns: Turns, keepers: Keepers) -> None:
    """A chat's state is deleted once it holds no information."""
    async with await turns.take("chat", QUICK):
        assert await keepers.client.exists(keepers.keys.sending("quick", "chat"))
    await turns.settled()
    assert not await keepers.client.exists(keepers.keys.sending("quick", "chat"))


async def test_a_forgotten_script(turns: Turns, keepers: Keepers) -> None:
    """A server that no longer knows the script is sent it again."""
    for _ in range(2):
        await keepers.client.script_flush()
        async with await turns.take("chat", QUICK):
            pass
    await turns.settled()


async def test_only_silence_is_written_to_disk(keepers: Keepers) -> None:
    """Turns cause no write to disk; only silences asked for by the platform are written."""

    async def written() -> int:
        size: int = (await keepers.client.info("persistence"))["aof_current_size"]
        return size

    keeper, grown = RedisTurns(keepers.client, keepers.keys), []
    for _ in range(20):
        before = await written()
        for how in (Return(), Return(unused=True)):
            await keeper.ask(mine := ticket(), 0)
            await keeper.give_back(mine, how)
        grown.append(await written() - before)
    # Now and then the server itself writes that another test's keys have expired.
    assert grown.count(0) > len(grown) // 2
    for how in (Return(postpone=30), Return(postpone_all=30)):
        before = await written()
        await keeper.give_back(mine, how)
        assert await written() > before


async def test_a_clock_set_back(keepers: Keepers) -> None:
    """If the server's clock goes back an hour, waits and leases are neither longer nor shorter."""
    keeper, clock = keepers.make(), keepers.clock
    await keeper.ask(dead := ticket(), 0)
    await keeper.ask(refused := ticket("postponed"), 0)
    await keeper.give_back(refused, Return(postpone=100))
    clock.move(-3600)
    again = ticket("postponed")
    assert await keeper.ask(again, 0) == 100
    other = ticket()
    assert await keeper.ask(other, 0) == 0.05
    clock.move(10)
    assert await keeper.ask(other, 10) == 0
    assert await keeper.ask(dead, 10) == 0.05
    clock.move(90)
    assert await keeper.ask(again, 100) == 0
    assert [await keeper.ask(ticket(n), 0) for n in "abc"] == [0, 0, 0.1]


async def test_a_clock_set_ahead(keepers: Keepers) -> None:
    """If the server's clock goes ahead an hour and back again, nobody waits longer."""
    keeper, clock = keepers.make(), keepers.clock
    for jump in (0, 3600, -3600):
        clock.move(jump)
        mine = ticket()
        assert await keeper.ask(mine, 0) == 0
        await keeper.give_back(mine, Return())
        clock.move(2)


async def test_a_server_that_is_away(tmp_path: Path) -> None:
    """Without a server a turn is StoreUnavailable, and nobody waits for one."""
    client = connect(f"unix://{tmp_path}/none")
    turns = Turns(RedisTurns(client, Keys()), LoopClock())
    with pytest.raises(StoreUnavailable, match="does not answer"):
        await turns.take("chat", BUDGET)
    await turns.settled()
    await client.aclose()


async def test_a_server_that_comes_back(tmp_path: Path) -> None:
    """A server that is away for a moment is waited for, as for documents: answers need turns."""
    server = EmbeddedServer(tmp_path / "valkey")
    client = connect(f"unix://{server.socket}")
    keeper = RedisTurns(client, Keys(), patience=PATIENCE_S)
    asking = asyncio.create_task(keeper.ask(ticket(), 0))
    await asyncio.to_thread(server.attach)
    try:
        assert await asking == 0
    finally:
        await client.aclose()
        server.detach()


RATES = st.builds(Rate, st.sampled_from([0.1, 0.37, 2.0]), st.integers(1, 3))
BUDGETS = st.builds(Budget, st.just("test"), RATES, RATES, st.just(3.0))
STEPS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.0, 0.05, 0.3, 3.0]),
        st.integers(0, 7),
        st.sampled_from([0.0, 0.1, 1.0])
        | st.builds(
            Return,
            st.booleans(),
            st.sampled_from([0.0, 0.0, 1.0, 5.0]),
            st.sampled_from([0.0, 0.0, 0.7]),
        ),
    ),
    min_size=8,
    max_size=40,
)


@settings(max_examples=150)
@given(budget=BUDGETS, steps=STEPS)
@example(  # a turn given back unused just as its lease has ended
    Budget("test", Rate(0.1, 1), Rate(0.1, 2), 3.0),
    [
        (0.0, 1, 0.0),
        (3.0, 3, Return(postpone_all=0.7)),
        (0.0, 1, Return(unused=True)),
        (0.0, 0, 0.0),
        (0.0, 1, 0.0),
    ],
)
def test_the_script_does_what_memory_does(
    server: EmbeddedServer, budget: Budget, steps: list[tuple[float, int, float | Return]]
) -> None:
    """At the same times both keepers give the same answers to the same requests.

    What tests prove of turns in memory, whatever couriers do, holds on the server too.
    """
    asyncio.run(compare(server, budget, steps))


async def compare(
    server: EmbeddedServer, budget: Budget, steps: list[tuple[float, int, float | Return]]
) -> None:
    """Take ``steps`` with both: after a time, a ticket asks having waited, or ends its turn."""
    keepers = Keepers("redis", server)
    script, memory = keepers.make(), MemoryTurns(keepers.clock)
    tickets = [Ticket("ab"[number % 2], budget, str(number)) for number in range(8)]
    for passed, number, how in steps:
        keepers.clock.move(passed)
        if isinstance(how, Return):
            await script.give_back(tickets[number], how)
            await memory.give_back(tickets[number], how)
        else:
            asked = await script.ask(tickets[number], how)
            assert asked == await memory.ask(tickets[number], how)
    await keepers.client.aclose()


def rival(server: EmbeddedServer, keepers: Keepers) -> subprocess.Popen[str]:
    """Start another process that takes turns, and wait until it could begin."""
    command = [sys.executable, "-m", turn_taker.__name__, f"unix://{server.socket}"]
    process = subprocess.Popen(  # noqa: S603  # our own command line
        [*command, keepers.keys.prefix], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def tell(process: subprocess.Popen[str], word: str) -> None:
    """Let the other process go, and hold its turns if ``word`` is hold."""
    assert process.stdin
    process.stdin.write(f"{word}\n")
    process.stdin.flush()


async def test_processes_race(server: EmbeddedServer, keepers: Keepers, turns: Turns) -> None:
    """Of two processes that want the same chats never two send at once, and both get through."""
    other = rival(server, keepers)
    tell(other, "go")
    held = await take_turns(turns)
    held += json.loads((await asyncio.to_thread(other.communicate))[0])
    assert len(held) == 2 * 30
    for chat in "ab":
        times = sorted((began, ended) for of, began, ended in held if of == chat)
        assert all(times[n][1] <= times[n + 1][0] for n in range(len(times) - 1))


async def test_a_worker_is_killed(server: EmbeddedServer, keepers: Keepers, turns: Turns) -> None:
    """The turns of a killed process are free when their leases end."""
    victim = rival(server, keepers)
    assert victim.stdout
    began = time.monotonic()
    tell(victim, "hold")
    assert [victim.stdout.readline() for _ in range(2)] == ["held\n"] * 2
    os.kill(victim.pid, signal.SIGKILL)
    victim.communicate()
    held = await take_turns(turns)
    assert len(held) == 30
    assert min(began_at for _, began_at, _ in held) - began > 0.4
