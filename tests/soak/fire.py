"""Exactly once under fire: everything fails all the time, and every move is kept once.

``python -m tests.soak.fire --seconds 600`` has people in a given number of chats play with
workers of the whole bot on both platforms, through a webhook and an HTTP endpoint, on a real server
behind a proxy. Every few seconds something is killed, cut, held back or refused, and some of the
deliveries are doubled, overtaken or their answers lost. Then each stored history is replayed, and
compared with what was acknowledged; statistics, tables and boards with what the histories imply.
Prints the figures, and exits with 1 if anything was lost, doubled or wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.store import MailboxStore
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.emulators.discord.server import Server as DiscordServer
from tests.emulators.discord.world import Options as DiscordOptions
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.server import Server as TelegramServer
from tests.emulators.telegram.world import Options, World
from tests.outbox import outbox
from tests.ports import free_port
from tests.soak import discord_check, telegram_check
from tests.soak.fire_check import Implied, Verdict, judge_games
from tests.soak.fire_faults import Faults, Struck
from tests.soak.fire_front import Front
from tests.soak.fire_people import Party
from tests.soak.fire_places import DiscordPlace, Gaps, Place, TelegramPlace
from tests.soak.fire_road import Road
from tests.soak.kept import games_of
from tests.soak.logged import complaints
from tests.soak.telegram_people import Acknowledgements
from tests.soak.telegram_workers import (
    Nursery,
    Workers,
    listens,
    until,
    webhook_worker,
)
from tests.soak.valkey import Valkey

_READY_S: Final = 300.0
_STORE_PATIENCE_S: Final = 60.0
_SETTLED_S: Final = 400.0
"""Time for the last boards: Telegram allows 30 a second, and retries after up to a minute."""
_LOOK_S: Final = 2.0
_SHARE: Final = 0.02
"""The share of deliveries that each kind of fate befalls."""
_TOGETHER: Final = 3
"""People in a group."""


@dataclass
class Table:
    """Everything put together."""

    parties: list[Party]
    known: Acknowledgements
    gaps: Gaps
    faults: Faults
    fronts: list[Front]
    store: MailboxStore
    backend: RedisBackend
    unsure: int = 0
    """Chats whose last press failed."""

    async def play(self, pace: float, seconds: float, moves: int) -> None:
        """Let everybody play under fire for ``seconds``, or until ``moves`` are acknowledged."""
        stopping = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(self.known.watch())
            playing = [group.create_task(each.play(pace, stopping)) for each in self.parties]
            striking = group.create_task(self.faults.strike(stopping))
            end = time.monotonic() + seconds
            while time.monotonic() < end and self.gaps.number < moves:  # noqa: ASYNC110  # both bounds
                await asyncio.sleep(0.1)
            stopping.set()
            self.gaps.end()
            await striking
            for front in self.fronts:
                front.share = 0
            await asyncio.wait(playing)
            watching.cancel()

    async def settled(self) -> tuple[Verdict, float]:
        """Return the verdict once it is good, or as it is after _SETTLED_S; and the seconds."""
        began = time.monotonic()
        for each in self.parties:
            await each.learn_newest()
        self.unsure = sum([await each.place.look() for each in self.parties])
        while True:
            left = len(await outbox(self.backend))
            wrong = await self._wrong_boards()
            took = time.monotonic() - began
            if not (left or wrong) or took > _SETTLED_S:
                break
            await asyncio.sleep(_LOOK_S)
        games = {
            each.place.space: await games_of(each.place.space, self.store) for each in self.parties
        }
        verdict = judge_games(self.parties, games)
        verdict.left = left
        verdict.wrong += wrong
        implied, advisor = Implied(), SolverPool(0.1)
        for space, here in games.items():
            for session in here.values():
                if session.game.outcome is not None:
                    await implied.count(space.removeprefix("chat:"), session, advisor)
        advisor.close()
        players = [player for each in self.parties for player in each.place.players]
        verdict.wrong += await implied.differences(players, self.store)
        verdict.hurried = implied.hurried
        return verdict, took

    async def _wrong_boards(self) -> list[str]:
        places: list[Place] = [each.place for each in self.parties if each.place.games]
        telegram = [each for each in places if isinstance(each, TelegramPlace)]
        discord = [each for each in places if isinstance(each, DiscordPlace)]
        wrong = await telegram_check.wrong_boards(telegram, self.store)
        return wrong + await discord_check.wrong_boards(discord, self.store)


@asynccontextmanager
async def table(data: Path, given: argparse.Namespace) -> AsyncIterator[Table]:
    """Put everything together; its files are in ``data``."""
    workers, chats, seed = given.workers, given.chats, given.seed
    async with AsyncExitStack() as stack:
        server = Valkey(data)
        await server.start()
        stack.callback(server.kill)
        road = Road(server.socket, data / "road")
        await stack.enter_async_context(road.open())
        backend = RedisBackend(connect(server.url), Keys(), _STORE_PATIENCE_S)
        store = MailboxStore(backend, DocumentCodec())
        stack.push_async_callback(store.close)

        world = World(Options(clock=WallClock(), flood=False, check=False))
        telegram = await stack.enter_async_context(TelegramServer(world).running())
        options = DiscordOptions(clock=WallClock(), flood=False, check=False)
        discord = await stack.enter_async_context(DiscordServer(options).running())
        ports = [(free_port(), free_port()) for _ in range(workers)]
        fronts = [Front([each[n] for each in ports], seed + n, _SHARE) for n in range(2)]
        for front in fronts:
            await stack.enter_async_context(front.running())
        nursery = Nursery(data / "workers.log")
        stack.callback(nursery.close)
        environments = [
            webhook_worker(telegram.api_url, data / f"worker{n}", fronts[0].port, first)
            | {
                "REDIS_URL": f"unix://{quote(str(road.path))}",
                "DISCORD_TOKEN": discord.world.token,
                "DISCORD_API_URL": discord.api_url,
                "DISCORD_PUBLIC_KEY": discord.world.endpoint.verify_key,
                "DISCORD_HTTP_LISTEN": f"127.0.0.1:{second}",
            }
            for n, (first, second) in enumerate(ports)
        ]
        running = Workers(nursery, environments)
        stack.push_async_callback(running.end)
        await running.start()
        every_port = [port for both in ports for port in both]
        await until(lambda: all(map(listens, every_port)), _READY_S, "the workers do not start")
        discord.world.endpoint.url = f"http://127.0.0.1:{fronts[1].port}/"

        known, gaps = Acknowledgements(world), Gaps()
        places = _places(world, discord, known, chats, seed)
        parties = [Party(place, store, gaps, seed * chats + n) for n, place in enumerate(places)]
        struck = Struck(running, workers, server, road, world, discord.world)
        faults = Faults(struck, given.every, seed)
        yield Table(parties, known, gaps, faults, fronts, store, backend)


def _places(
    world: World, discord: DiscordServer, known: Acknowledgements, chats: int, seed: int
) -> list[Place]:
    """Return the chats: private ones and a few groups on Telegram, channels on Discord."""
    rng, places = random.Random(seed), list[Place]()
    guild = discord.world.guild("Field", discord.world.user("Owner"))
    for number in range(chats):
        size = rng.randint(2, _TOGETHER)
        if number % 10 < 5:
            user = world.user(f"Ann {number}")
            places.append(TelegramPlace(world.private(user), [user], known, number))
        elif number % 10 < 6:
            users = [world.user(f"Bob {number} {each}") for each in range(size)]
            group = world.supergroup(f"Group {number}", *users)
            places.append(TelegramPlace(group, users, known, number))
        else:
            people = [discord.world.user(f"Cid {number} {each}") for each in range(size)]
            guild.join(*people)
            places.append(DiscordPlace(guild.channel(f"field-{number}"), people))
    return places


async def run(data: Path, given: argparse.Namespace) -> Verdict:
    """Play under fire and judge; print the figures."""
    began = time.monotonic()
    async with table(data, given) as everything:
        playing = time.monotonic()
        await everything.play(given.pace, given.seconds, given.moves)
        played = time.monotonic() - playing
        verdict, settled = await everything.settled()
    fates = sum((front.fates for front in everything.fronts), Counter[str]())
    sent = [each for party in everything.parties for each in party.sent]
    longest = max((party.longest_s for party in everything.parties), default=0.0)
    print(
        f"seed {given.seed}: {given.workers} workers, {given.chats:,} chats, {played:.0f} s of "
        f"play in {time.monotonic() - began:.0f} s\n{verdict}\n"
        f"{sum(everything.faults.done.values())} faults: {dict(everything.faults.done)}; "
        f"workers ended by themselves: {everything.faults.revived}; deliveries: "
        f"{dict(fates)}\n{len(sent) - verdict.moves} moves not known to be kept; "
        f"longest gap with nothing acknowledged anywhere while all played "
        f"{everything.gaps.longest_s:.1f} s, longest wait for one move {longest:.0f} s; "
        f"{everything.unsure} chats whose last press failed, and who press once more; "
        f"every board right and every effect carried out after {settled:.0f} s",
        *verdict.wrong[:5],
        sep="\n",
        flush=True,
    )
    return verdict


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--moves", type=int, default=sys.maxsize)
    parser.add_argument("--chats", type=int, default=2000)
    parser.add_argument("--pace", type=float, default=15, help="seconds between a person's moves")
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--every", type=float, default=3, help="seconds between faults")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(run(Path(folder), given))
        logged = complaints(Path(folder) / "workers.log")
        print(f"logged: {dict(logged.most_common(5)) or 'nothing'}")
    return 0 if verdict.good else 1


if __name__ == "__main__":
    sys.exit(main())
