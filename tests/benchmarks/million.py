"""A million open games in one server: its memory, its files, and how long it takes to start again.

``python -m tests.benchmarks.million --games 1000000`` plays a few hundred games to somewhere in
their middle, keeps them under as many chats as it is told through the store's own encoding and
keys, and prints what each kind of document takes, how long the server needs to start again after
kill -9, and whether what it then holds is what was written.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from redis import Redis

from bot.app.decision import Documents
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.game_clock import GameClock
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import chat_space, player_space
from bot.app.documents.state import ChatState, Entry, Session
from bot.app.documents.stats import STATS, Stats
from bot.app.errands.results import result_of
from bot.store import MailboxStore
from bot.store.envelope import seal
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from core import codec
from core.game import Game, Played, replay
from core.generate import uniform
from core.move import Flag, Open
from core.rules import LEVELS
from tests.memory import resident
from tests.soak.valkey import Valkey

_LEVELS: Final = ("easy", "beginner", "medium", "expert")
_SAMPLES: Final = 400
_PIPELINE: Final = 2000
_CHECKED: Final = 1000
_PLAYED: Final = 100
"""Games in the statistics of a player."""
_OPERATIONS: Final = 20
"""Moves in the last 48 hours of a chat, whose ids are remembered."""
_REVISION: Final = struct.Struct(">Q")
_MOMENT: Final = 1_790_000_000_000
"""Some time, in ms since the epoch."""

Kind = Callable[[int], Iterator[tuple[str, bytes]]]


def played(level: str, share: float, rng: random.Random) -> Game:
    """Return a game in which ``share`` of the safe cells were opened, and some mines flagged."""
    rules = LEVELS[level].rules(rng)
    game = Game.new(rules)
    cells = list(range(len(rules.grid)))
    rng.shuffle(cells)
    at = 0
    for cell in cells:
        mines = game.minefield.mines if game.minefield else b""
        at += rng.randrange(400, 4000)
        move = Flag(cell) if mines and mines[cell] else Open(cell)
        result = game.play(move, lambda rules, cell: uniform(rules, cell, rng), at=at)
        game = result.game if isinstance(result, Played) else game
        if sum(game.opened) >= share * (len(rules.grid) - rules.mines):
            break
    return game


class Samples:
    """Real documents, which are kept again and again under other names."""

    def __init__(self, seed: int) -> None:
        """Play the games."""
        rng = random.Random(seed)
        self._codec = DocumentCodec()
        shares = [(_LEVELS[n % len(_LEVELS)], rng.uniform(0.05, 0.9)) for n in range(_SAMPLES)]
        games = [played(level, share, rng) for level, share in shares]
        self.games = [game for game in games if game.outcome is None]
        ended = [played(level, 1.0, rng) for level in _LEVELS for _ in range(_PLAYED // 4)]
        self._stats = [self._blob(STATS, _stats(ended, rng)) for _ in range(50)]

    def game(self, number: int) -> Iterator[tuple[str, bytes]]:
        """Return the document of the game of chat ``number``."""
        yield f"game:{1 + number % 9}", self._blob("game", self.session(number))

    def chat(self, number: int) -> Iterator[tuple[str, bytes]]:
        """Return what the chat remembers, and where its game is shown."""
        rules, game = self.session(number).game.rules, 1 + number % 9
        state = ChatState(game, game + 1, (Entry(game),), rules)
        yield "chat", self._blob("chat", state)
        yield shown_name(game), self._blob("shown", Shown(str(5000 + number), "text"))

    def stats(self, number: int) -> Iterator[tuple[str, bytes]]:
        """Return the statistics of a player."""
        yield STATS, self._stats[number % len(self._stats)]

    def session(self, number: int) -> Session:
        """Return the game of chat ``number``."""
        player = f"telegram:{1_000_000_000 + number}"
        game = self.games[number % len(self.games)]
        clock = GameClock(0, _MOMENT, _MOMENT + game.elapsed(0))
        return Session(1 + number % 9, player, game, (player,), ("Ann Example",), clock)

    def _blob(self, name: str, document: object) -> bytes:
        return _REVISION.pack(_MOMENT * 1000) + seal(self._codec.encode(name, document))


def _stats(ended: list[Game], rng: random.Random) -> Stats:
    stats = Stats()
    for number, game in enumerate(rng.sample(ended, len(ended) // 2)):
        session = Session(1, "p", game, ("p",), ("Ann",))
        stats = stats.add(result_of(session, _MOMENT + number * 60_000, 0, None))
    return stats


def chat_of(number: int) -> str:
    """Return the space of chat ``number``."""
    return chat_space(f"telegram:{1_000_000_000 + number}")


def player_of(number: int) -> str:
    """Return the space of the player in chat ``number``."""
    return player_space(f"telegram:{1_000_000_000 + number}")


def write(client: Redis, space: Callable[[int], str], kind: Kind, numbers: range) -> None:
    """Write documents of ``kind`` for ``numbers``."""
    keys = Keys()
    documents = ((space(n), name, blob) for n in numbers for name, blob in kind(n))
    while batch := list(islice(documents, _PIPELINE)):
        pipe = client.pipeline(transaction=False)
        for where, name, blob in batch:
            pipe.set(keys.document(where, name), blob)
        pipe.execute()


def remember(client: Redis, chats: range) -> None:
    """Write for each chat the operations that it has seen: each with its batch, as commits do."""
    keys, rng = Keys(), random.Random(1)
    for first in range(chats.start, chats.stop, _PIPELINE // 20):
        pipe = client.pipeline(transaction=False)
        for number in range(first, min(first + _PIPELINE // 20, chats.stop)):
            seen: dict[str, int] = {}
            for each in range(_OPERATIONS):
                seen[f"telegram:{700_000_000 + number * _OPERATIONS + each}"] = _MOMENT + each
                seen[f"{rng.getrandbits(128):032x}"] = _MOMENT + each
            pipe.zadd(keys.seen(chat_of(number)), seen)
        pipe.execute()


async def differences(server: Valkey, samples: Samples, games: int, seed: int) -> int:
    """Return how many of some games read through the store are not what was written."""
    backend = RedisBackend(connect(server.url), Keys())
    store, wrong = MailboxStore(backend, DocumentCodec()), 0
    for number in random.Random(seed).sample(range(games), min(_CHECKED, games)):
        expected = samples.session(number)
        name = f"game:{expected.number}"
        found = await store.view(chat_of(number), partial(_document, name=name))
        game = expected.game
        replayed = replay(game.rules, game.minefield, game.history)
        wrong += found != expected or codec.encode(replayed) != codec.encode(expected.game)
    await store.close()
    return wrong


async def measure(folder: Path, games: int, remembering: int, seed: int) -> None:
    """Fill the server, kill it, start it again, and print what that took."""
    server, samples = Valkey(folder), Samples(seed)
    await server.start()
    try:
        _fill(server, samples, games, remembering)
        await _restarted(server)
        wrong = await differences(server, samples, games, seed)
        print(f"{wrong} of {min(_CHECKED, games)} games read back are not what was written")
        await _rewritten(server)
        await _restarted(server)
    finally:
        server.kill()


def _document(documents: Documents, _now: int, *, name: str) -> object | None:
    return documents.get(name)


def _fill(server: Valkey, samples: Samples, games: int, remembering: int) -> None:
    everyone = range(games)
    with server.client() as client:
        _told(server, "games", games, lambda: write(client, chat_of, samples.game, everyone))
        what = "chats with their board's place"
        _told(server, what, games, lambda: write(client, chat_of, samples.chat, everyone))
        what = f"players' statistics of {_PLAYED // 2} games in {len(_LEVELS)} levels"
        _told(server, what, games, lambda: write(client, player_of, samples.stats, everyone))
        what = f"chats with {_OPERATIONS} operations to remember"
        _told(server, what, remembering, lambda: remember(client, range(remembering)))
    size = sum(len(codec.encode(game)) for game in samples.games) / len(samples.games)
    moves = sum(len(game.history) for game in samples.games) / len(samples.games)
    print(f"a game is {size:.0f} bytes with {moves:.0f} moves on average; levels {_LEVELS}")


def _told(server: Valkey, what: str, number: int, fill: Callable[[], None]) -> None:
    before, began, appended = server.memory(), time.monotonic(), server.appended
    fill()
    took = time.monotonic() - began
    each = (server.memory() - before) / number
    written = (server.appended - appended) / number
    print(
        f"{number:,} {what}: {each:.0f} bytes of memory each, {written:.0f} bytes of file, "
        f"{took:.0f} s to write; {server.memory() / 2**20:,.0f} MiB in all",
        flush=True,
    )


async def _restarted(server: Valkey) -> None:
    server.kill()
    size = server.appended / 2**20
    took = await server.start()
    print(
        f"started again after kill -9 in {took:.1f} s from {size:,.0f} MiB of files; "
        f"{server.memory() / 2**20:,.0f} MiB used, {resident(server.process):,.0f} MiB resident",
        flush=True,
    )


async def _rewritten(server: Valkey) -> None:
    """Have the server rewrite its file, as it does by itself when that has doubled."""
    began = time.monotonic()
    with server.client() as client:
        # After such growth it has mostly begun to by itself.
        if not client.info("persistence")["aof_rewrite_in_progress"]:
            client.bgrewriteaof()
        while client.info("persistence")["aof_rewrite_in_progress"]:  # noqa: ASYNC110  # another process
            await asyncio.sleep(0.1)
    print(f"the file was rewritten in {time.monotonic() - began:.0f} s", flush=True)


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--remembering", type=int, help="chats, a tenth of the games by default")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        remembering = given.remembering or given.games // 10
        asyncio.run(measure(Path(folder), given.games, remembering, given.seed))


if __name__ == "__main__":
    main()
