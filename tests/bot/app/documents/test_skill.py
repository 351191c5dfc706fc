"""Skill: wins above expectation by chat and month, also late and after a chat has moved."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.effects import Finished
from bot.app.documents.skill import LEAST_GAMES, Rated, Skill
from bot.app.documents.solved import Solved, SolvedBy
from bot.app.documents.stats import Worth
from tests.bot.app.conftest import Table

WIN, LOSS = (
    Worth.of(won=True, expected=0.5, accuracy=None),
    Worth.of(won=False, expected=0.5, accuracy=None),
)
LAYOUT = "2x3/1 ##M ###"


def table_of(**games: str) -> Skill:
    """Return the table after games of players, + for a win."""
    skill = Skill()
    for player, results in games.items():
        for each in results:
            skill = skill.add(player, player.title(), WIN if each == "+" else LOSS)
    return skill


def test_ranks() -> None:
    """The best share above expectation leads, equals share a rank, too few games have none."""
    skill = table_of(ann="++++-", bob="+++++", cid="-++++", dan="++++")
    assert [(rank, each.player) for rank, each in skill.ranked()] == [
        (1, "bob"),
        (2, "ann"),
        (2, "cid"),
    ]
    assert [each.player for _, each in skill.without("bob").ranked()] == ["ann", "cid"]


def test_harder_boards() -> None:
    """With equal wins and games, those lead whom luck would have given fewer wins."""
    skill = Skill()
    for player, expected in (("ann", 0.5), ("bob", 0.25)):
        for won in (True, True, True, False, False):
            worth = Worth.of(won=won, expected=expected, accuracy=None)
            skill = skill.add(player, player.title(), worth)
    told = [(each.player, each.expected_wins, each.above) for _, each in skill.ranked()]
    assert told == [("bob", 1.25, 0.35), ("ann", 2.5, 0.1)]


@given(st.permutations([("ann", WIN)] * 3 + [("bob", LOSS)] * 3 + [("cid", WIN)]))
def test_any_order(games: list[tuple[str, Worth]]) -> None:
    """The order of games does not matter."""
    skill = Skill()
    for player, worth in games:
        skill = skill.add(player, player.title(), worth)
    assert skill == table_of(ann="+++", bob="---", cid="+")


def test_a_new_name() -> None:
    """A player is listed by the name that they had in their last game."""
    skill = table_of(ann="+++++").add("ann", "Anna", LOSS)
    assert [(each.name, each.games) for _, each in skill.ranked()] == [("Anna", 6)]


def test_what_is_kept() -> None:
    """However many play, as many are kept, and those are the ones with most games or boards."""
    added, put, solved, kept = Skill(), Skill(), Solved(), list[tuple[int, int, int]]()
    for games in range(1, 1001):
        player = f"{games:04}"
        added = added.add(player, "A", Worth(games))
        put = put.put(Rated(player, "A", games, 0, 0))
        solved = solved.put(SolvedBy(player, "A", games))
        kept.append((len(added.rated), len(put.rated), len(solved.by)))
    assert kept[-1] == kept[len(kept) // 2]
    assert added == put
    assert put.rated[0].games == solved.by[0].boards == 1000


async def play(table: Table, player: str, results: str) -> None:
    """Let ``player`` play ranked games in the group."""
    table.private = False
    for each in results:
        await table.deal(LAYOUT, player=player)
        if each == "+":
            await table.ask("c2", player)
        else:
            for _ in range(2):
                await table.ask("c1", player)
        await table.store.settled()


async def test_shown(table: Table) -> None:
    """A group's page ranks those with enough games; a private chat and another group do not."""
    await play(table, "ann", "+" * (LEAST_GAMES - 1))
    nobody = "Nobody is in this table for January 1970: it takes 5 ranked games."
    assert (await table.say("/top skill"))[1] == nobody
    await play(table, "ann", "-")
    page = await table.say("/top skill")
    assert page[1].startswith("  1. Ann ")
    assert ": 4 of 5, expected " in page[1]
    assert "🎯 Beyond luck (/top skill)" in await table.say("/top")
    table.chat = "test:other"
    assert "🎯 Beyond luck (/top skill)" not in await table.say("/top")
    table.chat, table.private = "test:ann", True
    assert (await table.say("/top skill"))[1].endswith(": it takes 20 ranked games.")


async def test_moved(table: Table) -> None:
    """A group that gets another id keeps its tables, even for games that ended before."""
    await play(table, "ann", "+" * LEAST_GAMES)
    before = (await table.say("/top"))[1:]
    ended = await table.session()
    for _ in range(2):
        await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    assert (await table.say("/top"))[1:] == before
    carry = table.store.carry
    assert carry
    late = Finished("test:room", ended, table.time.now)
    await asyncio.gather(*(carry("", late) for _ in range(3)))
    assert (await table.say("/top"))[1:] == before
    await table.service.move_chat("test:hall", "test:palace")
    table.chat = "test:palace"
    assert (await table.say("/top"))[1:] == before
    await play(table, "ann", "+")
    assert ": 6 of 6" in (await table.say("/top skill"))[1]
    await table.ask("/listed off")
    assert "Ann" not in " ".join(await table.say("/top"))


async def test_unlisted(table: Table) -> None:
    """A player who wants to be in no table is in none; that nobody has played is not said."""
    table.private = False
    await table.ask("/listed off")
    await play(table, "ann", "+" * LEAST_GAMES)
    nobody = "Nobody is in this table for January 1970: it takes 5 ranked games."
    assert (await table.say("/top skill"))[1:] == [nobody]
