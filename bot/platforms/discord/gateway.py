"""Gateway: the connection by which Discord tells the bot what happens, through discord.py."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeAlias

import discord
from aiohttp import WSCloseCode
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.app.ports import Clock
from bot.platforms.discord.client import Client, whole
from bot.platforms.discord.intake import Intake
from bot.platforms.discord.outage import AGAIN_S, OUTAGE, named
from bot.platforms.discord.writing import PINNED, Written, read_message

_LOG = logging.getLogger(__name__)
INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
"""None of them privileged: texts come with direct messages, mentions and answers."""

_BEGINNINGS: Final = frozenset({"READY", "RESUMED"})
"""Events that must be read: without them the library does not know that it is connected."""
_GREETING_S: Final = 60.0
"""Time for a connection to be made and greeted by Discord."""
_TRIES: Final = 60
"""Tries to resume a session, some seconds apart: Discord keeps none for much longer, and the
session's address may be away for good."""

Take: TypeAlias = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
TakeMessage: TypeAlias = Callable[[Written, discord.Guild | None], None]


class GatewayClient(Client):
    """discord.py's client, which passes interactions and messages on as they came.

    The library would make objects of the message pressed and of each of its buttons, and look for
    a view of it, which takes longer than the game. Of messages it would require much that is not
    needed here.
    """

    def __init__(
        self,
        intake: Intake,
        take: Take,
        take_message: TakeMessage,
        clock: Clock,
        **options: Any,
    ) -> None:
        """Have ``intake`` give interactions to ``take``; give messages to ``take_message``.

        Where Discord cannot be reached, ``clock`` tells when to try again.
        """
        super().__init__(
            intents=INTENTS,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.0,  # nothing here waits for the guilds' data
            member_cache_flags=discord.MemberCacheFlags.none(),
            **options,
        )
        self._intake = intake
        self._take = take
        self._take_message = take_message
        self._clock = clock
        self._unread: set[str] = set()
        """The kinds of events of which one could not be read."""
        self._sockets: list[DiscordWebSocket] = []
        """The connections that were made and are not closed."""
        self.is_connected = False
        """Whether events come in, as far as is known."""
        # The library calls this with each connection, but keeps that only once it has identified.
        self._connection._update_references = self._note  # type: ignore[method-assign]  # noqa: SLF001
        parsers = self._connection.parsers
        for event in parsers.keys() - _BEGINNINGS:
            parsers[event] = partial(self._read, event, parsers[event])
        parsers["READY"] = partial(_read_ready, parsers["READY"])
        parsers["INTERACTION_CREATE"] = self._begin
        parsers["MESSAGE_CREATE"] = partial(self._read, "MESSAGE_CREATE", self._hear)
        parsers["MESSAGE_UPDATE"] = _ignore

    async def stay(self) -> None:
        """Identify and take events until the session is over; after a break it is resumed.

        The library's ``connect`` would, after long trouble, wait for 17 minutes before it tries
        again, identify anew by itself, and resume where there is no session. Raises
        ConnectionClosed where Discord wants no other connection.
        """
        ws: DiscordWebSocket | None = None
        session: dict[str, Any] = {"initial": True}
        tries = 0
        while tries <= _TRIES:
            try:
                made = DiscordWebSocket.from_client(self, shard_id=self.shard_id, **session)
                ws = await asyncio.wait_for(made, _GREETING_S)
                self.is_connected = True
                while True:
                    await ws.poll_event()
            except ReconnectWebSocket:
                pass  # if the session is over, the library has forgotten its id
            except OUTAGE as error:
                _LOG.error("the gateway cannot be reached, trying on: %s", named(error))
            finally:
                self.is_connected = False
            if ws is None or ws.session_id is None:
                return
            # A session that has had events since the last break is resumed at once.
            tries = tries + 1 if ws.sequence == session.get("sequence") else 0
            if tries:
                await self._clock.sleep(AGAIN_S)
            session = {"resume": True, "session": ws.session_id, "gateway": ws.gateway}
            session["sequence"] = ws.sequence

    async def on_error(self, event: str, /, *_args: Any, **_given: Any) -> None:
        """Log what went wrong in an event of the library's."""
        _LOG.exception("%s failed", event)

    async def hang_up(self) -> None:
        """Close the connections that are still open after ``stay``.

        The next ``stay`` begins a session anew, so the code tells Discord to end this one, in which
        the bot would look online until Discord misses it.
        """
        for socket in self._sockets:
            await socket.close(WSCloseCode.OK)

    def _note(self, ws: DiscordWebSocket) -> None:
        self._sockets = [*(each for each in self._sockets if not each.socket.closed), ws]

    def _read(self, event: str, parse: Callable[[Any], None], data: dict[str, Any]) -> None:
        """Read an event; set it aside if that fails: the error would end the library's connection.

        The next connection would get the same guild again, until the day's identifies are used up.
        """
        try:
            parse(data)
        except Exception:  # noqa: BLE001  # whatever is not expected in what Discord sends
            if event not in self._unread:
                _LOG.exception("%s could not be read, and is set aside, as others may be", event)
            self._unread.add(event)

    def _hear(self, data: dict[str, Any]) -> None:
        """Take a message that is somebody else's, or that says that something was pinned."""
        message = read_message(data)
        if not message.author.bot or message.type == PINNED:
            self._take_message(message, self.get_guild(int(message.guild_id or 0)))

    def _begin(self, data: dict[str, Any]) -> None:
        """Take an interaction; of one that is refused Discord tells its player that it failed."""
        self._intake.begin(partial(self._take, data))


def _read_ready(parse: Callable[[Any], None], data: dict[str, Any]) -> None:
    """Read the beginning of a session, completed with what the library wants of the bot."""
    parse(data | {"user": whole(data["user"]), "guilds": data.get("guilds", [])})


def _ignore(_data: dict[str, Any]) -> None:
    """Pass an event over: each board that the bot edits comes back as one."""
