"""What players of a soak do on one shared board, and whether it came out right.

A player's moves are the same every time, so a process that was killed goes on where its journal of
acknowledged moves ends: with the same move under the same operation id.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import IO

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.app.errands.results import Results
from bot.app.requests.actions import Action, NewGame, Typed
from bot.app.requests.request import Chat, Player, Request
from bot.app.requests.wish import Wish
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.store import MailboxStore, carrying_out, open_store
from core import codec
from core.game import replay
from core.move import Flag, Move, Open, Unflag
from core.rules import Rules

SIZE = (100, 100, 5000)
"""Half of the cells are mines, so that openings stay small."""
PLAYERS = 2
CHAT = Chat("soak:den", private=False)
_RULES = Rules(*SIZE)
_OPENS = range(2000)
_FLAGS = range(5000, 10_000)
"""Cells that are flagged lie far from those that are opened: by six rows below the first open its
opening reached them in one game of a thousand, and no flag can be put on an open cell."""
_FLAGS_BETWEEN_OPENS = 24
_FIRST = ("a25", "!cv28")
"""The first move of each player, on a cell between those that are opened and flagged later."""
_APOLOGIES = ("game.busy", "game.failed", "game.damaged")


@dataclass(frozen=True)
class Acknowledged:
    """A line of a journal: the move, whether it surely changed the board, and when."""

    number: int
    surely: bool
    at: float


def moves(session: Session, player: int) -> Iterator[Move]:
    """Return the moves of ``player``: flags put and taken, and safe cells opened now and then."""
    minefield = session.game.minefield
    assert minefield
    safe = (cell for cell in _OPENS if cell % PLAYERS == player and not minefield.mines[cell])
    mine = [cell for cell in _FLAGS if cell % PLAYERS == player]
    toggles = (move(cell) for cell in mine for move in (Flag, Unflag))
    while chunk := list(islice(toggles, _FLAGS_BETWEEN_OPENS)):
        yield from chunk
        yield from map(Open, islice(safe, 1))


def typed(move: Move) -> Typed:
    """Return ``move`` as a player would write it."""
    marks = {Flag: "!", Unflag: "?", Open: ""}
    assert isinstance(move, Flag | Unflag | Open)
    return Typed(marks[type(move)] + _RULES.grid.name(move.cell))


@asynccontextmanager
async def table(data: Path) -> AsyncIterator[tuple[MailboxStore, Service]]:
    """Return the store in ``data`` and the service on it, put together as the bot's own."""
    advisor = SolverPool(0.1)
    try:
        async with (
            open_store(None, data, DocumentCodec()) as store,
            carrying_out(store, Results(store, advisor)),
        ):
            yield store, Service(store, advisor)
    finally:
        advisor.close()


async def ask(service: Service, player: int, operation: str, action: Action) -> Reply:
    """Ask until there is an answer that is no apology, as a platform that redelivers would."""
    request = Request(operation, CHAT, Player(f"soak:{player}", "soak"), action)
    while True:
        reply = await service.handle(request)
        if not any(text.key in _APOLOGIES for text in reply.texts):
            return reply


async def read_session(store: MailboxStore) -> Session:
    """Return the game as it is stored."""
    session = await store.view(chat_space(CHAT.id), lambda documents, _: documents.get("game:1"))
    assert isinstance(session, Session)
    return session


async def set_table(data: Path) -> None:
    """Start the game, with a first move of each player, so that they have their seats."""
    async with table(data) as (_, service):
        await ask(service, 0, "new", NewGame(Wish(size=SIZE)))
        for player, first in enumerate(_FIRST):
            await ask(service, player, f"first:{player}", Typed(first))


def read_journal(path: Path) -> list[Acknowledged]:
    """Return the moves that ``path`` says were acknowledged; a last line cut off does not count."""
    text = path.read_text() if path.exists() else ""
    lines = [line.split() for line in text.splitlines(keepends=True) if line.endswith("\n")]
    return [Acknowledged(int(n), surely == "surely", float(at)) for n, surely, at in lines]


async def play(data: Path, journal: Path, player: int, until: int) -> None:
    """Play the moves up to number ``until`` that the journal does not have yet."""
    number = len(read_journal(journal))
    async with table(data) as (store, service):
        mine = list(moves(await read_session(store), player))[:until]
        with journal.open("a") as file:
            while number < len(mine):
                reply = await ask(service, player, f"{player}:{number}", typed(mine[number]))
                changed = reply.screen is not None and bool(reply.screen.changed)
                _write(file, number, surely=changed or not isinstance(mine[number], Open))
                number += 1


def _write(journal: IO[str], number: int, *, surely: bool) -> None:
    """Note an acknowledged move, so that it outlives this process."""
    journal.write(f"{number} {'surely' if surely else 'perhaps'} {time.time()}\n")
    journal.flush()
    os.fsync(journal.fileno())


@dataclass(frozen=True)
class Outcome:
    """What became of the acknowledged moves."""

    moves: int
    lost: int
    doubled: int
    strange: int
    """Moves in the history that nobody sent, or that are not in the order of their player."""
    replays: bool
    longest_gap: float
    """Seconds between two acknowledgements of a player."""

    @property
    def good(self) -> bool:
        """Whether no move was lost, doubled or strange, and the game is what its history gives."""
        return self.replays and not (self.lost or self.doubled or self.strange)

    def __str__(self) -> str:
        """Return the figures in a line."""
        return (
            f"{self.moves} acknowledged moves, {self.lost} lost, {self.doubled} doubled, "
            f"{self.strange} strange; the game {'equals' if self.replays else 'IS NOT'} the replay "
            f"of its history; longest gap {self.longest_gap:.2f} s"
        )


async def judge(data: Path, journals: list[Path]) -> Outcome:
    """Compare the stored game with what the players' ``journals`` say was acknowledged."""
    async with table(data) as (store, _):
        session = await read_session(store)
    verdicts = [_judge(session, p, read_journal(path)) for p, path in enumerate(journals)]
    game = session.game
    replayed = replay(game.rules, game.minefield, game.history)
    return Outcome(
        moves=sum(moves for moves, *_ in verdicts),
        lost=sum(lost for _, lost, *_ in verdicts),
        doubled=sum(doubled for *_, doubled, _, _ in verdicts),
        strange=sum(strange for *_, strange, _ in verdicts),
        replays=codec.encode(replayed) == codec.encode(session.game),
        longest_gap=max(gap for *_, gap in verdicts),
    )


def _judge(
    session: Session, player: int, journal: list[Acknowledged]
) -> tuple[int, int, int, int, float]:
    """Return a player's moves, those lost, doubled and strange, and the longest gap."""
    mine = list(moves(session, player))
    seat = session.players.index(f"soak:{player}")
    # The first move of each player set the table.
    made = [timed.move for timed in session.game.history if timed.by == seat][1:]
    lost = {mine[each.number] for each in journal if each.surely} - set(made)
    # The last move may be committed although its player was killed before the answer came.
    sent = {move: number for number, move in enumerate(mine[: len(journal) + 1])}
    order = [sent.get(move, -1) for move in made]
    strange = order.count(-1) + sum(a > b for a, b in pairwise(order))
    times = [each.at for each in journal]
    gap = max((b - a for a, b in pairwise(times)), default=0.0)
    return len(journal), len(lost), len(made) - len(set(made)), strange, gap


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
