"""Statistics equal what the stored histories imply, whatever happened on the way."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Finished
from bot.app.documents.mode import openers
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, Stats, Tally
from bot.app.errands.results import Results, result_of
from bot.store import MailboxStore
from core.review import Review
from tests.bot.app.conftest import Table

PLAYERS = ("ann", "bob", "zoe")
_MOVES = ("a1", "c1", "c2", "b2", "!c1", "?c1", "@a1 @b1", "/hint", "/giveup", "/stats")
_AGAIN = ("c1", "/undo", "/undo", "/undo")
"""So that ends are undone, and games end again."""
_ROUNDS = 12


class Doubtful:
    """Carries effects out later, twice, in another order and by several workers at once."""

    def __init__(self, table: Table) -> None:
        """Hold back the effects of ``table``."""
        self._table = table
        self._held: list[tuple[str, object]] = []
        table.store.carry = self._hold

    async def _hold(self, space: str, effect: object) -> None:
        self._held.append((space, effect))

    async def carry_out(self, rng: Random) -> None:
        """Carry out all that was held back."""
        work = self._held * 2
        rng.shuffle(work)
        backend = self._table.backend
        stores = [MailboxStore(backend, DocumentCodec()) for _ in range(3)]
        carriers = [Results(store, self._table.advisor) for store in stores]
        await asyncio.gather(*(rng.choice(carriers)(*each) for each in work))

    def ends(self) -> dict[int, int]:
        """Return when each game ended, at last if that was undone before."""
        finished = [effect for _, effect in self._held if isinstance(effect, Finished)]
        return {effect.session.number: effect.at for effect in finished}


async def implied(table: Table, ends: dict[int, int]) -> dict[str, Stats]:
    """Return the statistics of all players by the stored games, which ended at ``ends``."""
    found = dict.fromkeys(PLAYERS, Stats())
    for number in range(1, _ROUNDS + 1):
        session = await table.session(number)
        if session.game.outcome is None:
            continue
        review = await table.advisor.review(session.game, 60)
        assert isinstance(review, Review)
        for seat in openers(session):
            player = session.players[seat].removeprefix("test:")
            found[player] = found[player].add(result_of(session, ends[number], seat, review))
    return found


async def play(table: Table, rng: Random) -> None:
    """Play some games, with every message sent up to three times."""
    for number in range(1, _ROUNDS + 1):
        await table.deal("2x3/1 ##M ###", undo=rng.random() < 0.6, lives=rng.choice((1, 1, 2)))
        alone = rng.choice(PLAYERS) if rng.random() < 0.5 else None
        for step in range(rng.randint(2, 20)):
            words, player = rng.choice(_MOVES + _AGAIN), alone or rng.choice(PLAYERS)
            once = f"{number}:{step}"
            await asyncio.gather(
                *(table.ask(words, player, once) for _ in range(rng.randint(1, 3)))
            )


@pytest.mark.parametrize("seed", range(8))
async def test_equal_to_the_histories(table: Table, seed: int) -> None:
    """After any games, with repeated, late and undone results, the figures agree."""
    rng = Random(seed)
    doubtful = Doubtful(table)
    await play(table, rng)
    await table.store.settled()
    await doubtful.carry_out(rng)
    expected = await implied(table, doubtful.ends())
    assert any(map(figures, expected.values()))
    for player, stats in expected.items():
        found = await table.store.view(
            player_space(f"test:{player}"), lambda docs, _: docs.get(STATS)
        )
        assert isinstance(found, Stats | None)
        assert figures(found or Stats()) == figures(stats)


def figures(stats: Stats) -> dict[tuple[str, str], Tally]:
    """Return the tallies that have games, to be compared: an end that was undone leaves one at 0.

    Chances are added up in another order, so they differ in the last digits.
    """
    return {
        (level, mode): replace(
            tally, guesses=replace(tally.guesses, expected=round(tally.guesses.expected, 9))
        )
        for level, modes in stats.tallies.items()
        for mode, tally in modes.items()
        if tally.games
    }
