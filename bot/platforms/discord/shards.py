"""Shards: the connections to the gateway, as many as Discord wants of the bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from enum import StrEnum
from typing import Final, TypeAlias

import discord

from bot.app.ports import Clock, StoreUnavailable
from bot.delivery import Turns, cancelled, ended
from bot.platforms import PlatformRefused
from bot.platforms.discord.api import Api
from bot.platforms.discord.gateway import GatewayClient
from bot.platforms.discord.outage import AGAIN_S, OUTAGE, log_in, named, patiently
from bot.platforms.discord.starts import Starts, StartsSpentError
from bot.shard_range import ShardRange

_LOG = logging.getLogger(__name__)
_FINAL: Final = {
    4004: "Discord no longer accepts DISCORD_TOKEN.",
    4010: "Discord refuses the number of this shard.",
    4011: "The bot is in too many servers for its shards; a start, or DISCORD_SHARDS, makes more.",
    4012: "Discord no longer offers this version of its gateway.",
    4013: "Discord does not know an intent that the bot asks for.",
    4014: "Discord has not granted an intent to the bot.",
}
"""Why connecting again would not help, by close code: docs, gateway close event codes."""
_GOODBYE_S: Final = 2.0
"""Time for Discord's answer to a close; it takes a fraction of that, if it comes."""

MakeClient: TypeAlias = Callable[[int, int], GatewayClient]
"""Makes the client of a shard, from its number and the number of shards."""


class ShardState(StrEnum):
    """Whether a shard takes events, so that the bot plays in the servers that are on it."""

    CONNECTED = "connected"
    CONNECTING = "connecting"
    WAITING = "waiting"
    """It waits for more identifies, which may take a day."""


class Shards:
    """Keeps a connection for each shard.

    The library's client for all shards of a process would end all of them when one has trouble, and
    try a first connection again without end, whatever the reason.
    """

    def __init__(  # noqa: PLR0913, PLR0917  # the parts it is put together from
        self,
        token: str,
        api: Api,
        make: MakeClient,
        clock: Clock,
        turns: Turns,
        mine: ShardRange | None = None,
    ) -> None:
        """Connect the clients that ``make`` gives, with ``token``, each in its turn.

        ``mine`` are this process's shards, None for as many as Discord recommends.
        """
        self._token = token
        self._api = api
        self._make = make
        self._clock = clock
        self._turns = turns
        self._mine = mine
        self._clients: list[GatewayClient] = []
        self._made = asyncio.Event()
        self._waiting: set[GatewayClient] = set()
        """Those that wait for more identifies."""

    async def run(self) -> None:
        """Stay connected until cancelled; raises PlatformRefused."""
        start = await patiently(self._api.start, self._clock)
        mine = self._mine or ShardRange(0, start.shards - 1, start.shards)
        if mine.count < start.shards:
            _LOG.warning("Discord recommends %d shards, the bot has %d", start.shards, mine.count)
        starts = Starts(self._api, self._turns, start.at_once)
        async with AsyncExitStack() as stack:
            for shard in mine:
                client = self._make(shard, mine.count)
                self._clients.append(await stack.enter_async_context(client))
            self._made.set()
            await self._stay_all(starts)

    async def ready(self) -> None:
        """Wait until every shard has begun a session and knows its servers."""
        await self._made.wait()
        for client in self._clients:
            await client.wait_until_ready()

    def count(self, state: ShardState) -> int:
        """Return how many shards are in ``state``."""
        return sum(self._state(client) is state for client in self._clients)

    def _state(self, client: GatewayClient) -> ShardState:
        if client.is_connected:
            return ShardState.CONNECTED
        return ShardState.WAITING if client in self._waiting else ShardState.CONNECTING

    async def _stay_all(self, starts: Starts) -> None:
        """Keep all shards connected; when one is refused, none of the others goes on."""
        staying = [asyncio.create_task(self._stay(client, starts)) for client in self._clients]
        try:
            # asyncio.gather would keep a stop waiting here until the last has hung up.
            done, _ = await asyncio.wait(staying, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            # They hang up first: a client that is closed while it listens closes with code 4000,
            # which keeps its session. On a dead connection this takes long, until it is cut.
            await ended(self._clock, _GOODBYE_S, cancelled(staying))
            await asyncio.gather(*(client.close() for client in self._clients))
            await cancelled(staying)

    async def _stay(self, client: GatewayClient, starts: Starts) -> None:
        """Keep a shard connected, in one session after another; raises PlatformRefused."""
        await log_in(client, self._token, self._clock)
        while True:
            try:
                await starts.take(client.shard_id or 0)
                await client.stay()
            except StartsSpentError as error:
                # If all ended, nobody could play until Discord gives more.
                if not any(each.is_ready() for each in self._clients):
                    raise
                _LOG.error("%s Shard %d waits for that.", error, client.shard_id or 0)
                self._waiting.add(client)
                await self._clock.sleep(error.renewed_s)
                self._waiting.remove(client)
            except discord.ConnectionClosed as error:
                said = f"Discord has closed the connection for good, with code {error.code}."
                raise PlatformRefused(_FINAL.get(error.code, said)) from error
            except StoreUnavailable as error:
                _LOG.error("the store gives no turn to identify, trying on: %s", error)
            except OUTAGE as error:
                _LOG.error("the gateway cannot be reached, trying on: %s", named(error))
            except Exception:  # noqa: BLE001  # a fault in the library ends its connection: start anew
                _LOG.exception("the connection to the gateway failed")
            finally:
                await client.hang_up()
            await self._clock.sleep(AGAIN_S)
