"""Achievements: each is earned once, by the game that reaches it, however events arrive."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.achievements import Achievement, achieved_in, credit, reached
from bot.app.documents.earned import note_earned
from bot.app.documents.effects import Finished, Redraw
from bot.app.documents.mode import Mode
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session
from bot.app.documents.stats import MILLION, STATS, Guesses, Result, Stats, Worth
from bot.app.screens.reply import Reply
from tests.bot.app.conftest import TRANSLATOR, Table, cells_left, named

LAYOUT = "2x3/1 ##M ###"


def result(  # noqa: PLR0913  # what a game may be like
    level: str = "easy",
    mode: Mode = Mode.RANKED,
    *,
    won: bool = True,
    at: int = 0,
    bbbv: int = 10,
    clicks: int = 30,
    expected: float = 0.9,
) -> Result:
    """Return how a game counts."""
    worth = Worth.of(won=won, expected=expected, accuracy=None)
    return Result(level, mode, won, at, 1000, bbbv, Guesses(), clicks=clicks, worth=worth)


def after(*results: Result) -> Stats:
    """Return the statistics after ``results``, each the game of its place."""
    stats = Stats()
    for at, each in enumerate(results):
        stats = credit(stats.add(each), each, f"game:{at}")
    return stats


@pytest.mark.parametrize(
    ("results", "achieved"),
    [
        ([result(won=False)], ""),
        ([result(mode=Mode.CASUAL)], ""),
        ([result()], "first_win"),
        ([result(mode=Mode.TOGETHER)], "together"),
        ([result("expert")], "first_win expert"),
        ([result("expert", mode=Mode.ASSISTED)], ""),
        ([result(bbbv=20, clicks=20)], "first_win efficient"),
        ([result(bbbv=20, clicks=21)], "first_win"),
        ([result(bbbv=19, clicks=5)], "first_win"),
        ([result(bbbv=20, clicks=0)], "first_win"),  # of which no clicks are known
        ([result(mode=Mode.CASUAL, bbbv=20, clicks=20)], ""),
        ([result(mode=Mode.TOGETHER, bbbv=20, clicks=20)], "together"),
        ([result(expected=0.1)], "first_win odds"),
        ([result("custom", expected=0.01)], "first_win"),
        ([result(at=at) for at in range(5)], "first_win in_a_row"),
        ([result(at=at, won=at != 2) for at in range(6)], "first_win"),
        (
            [result(mode=Mode.NO_GUESS, won=at % 3 > 0, at=at) for at in range(16)],
            "first_win no_guess",
        ),
        ([result(won=at % 3 > 0, at=at) for at in range(150)], "first_win hundred"),
        (
            [result(mode=(Mode.RANKED, Mode.NO_GUESS)[at % 2], at=at) for at in range(100)],
            "first_win in_a_row no_guess hundred",
        ),
        ([result("custom", at=at) for at in range(150)], "first_win"),
        ([result("custom", Mode.NO_GUESS, at=at) for at in range(16)], "first_win"),
        ([result("custom", at=at) for at in range(99)] + [result(at=99)], "first_win"),
    ],
)
def test_achievements(results: list[Result], achieved: str) -> None:
    """Each achievement is earned for what it names, and for nothing less."""
    assert set(after(*results).achievements) == set(achieved.split())


def test_once() -> None:
    """An achievement stays with the game that first earned it."""
    stats = after(result(), result(), result("expert"))
    assert stats.achievements == {"first_win": "game:0", "expert": "game:2"}
    assert achieved_in(stats, "game:2") == (Achievement.EXPERT,)
    assert achieved_in(stats, "game:1") == ()


@given(st.permutations(range(8)))
def test_any_order(order: list[int]) -> None:
    """Results that arrive late lead to the same achievements."""
    games = [result("expert" if at % 3 else "easy", at=at, won=at != 6) for at in range(8)]
    games[3] = result("expert", at=3, expected=1 / MILLION)
    shuffled = after(*(games[at] for at in order))
    assert shuffled.achievements.keys() == after(*games).achievements.keys()


def test_without_review() -> None:
    """A win that there was no time to review is not counted as against the odds."""
    plain = Result("easy", Mode.RANKED, True, 0, 1, 1, Guesses())  # a value
    assert reached(Stats().add(plain).tallies, plain) == {Achievement.FIRST_WIN}


class Chat(dict[str, object]):
    """The documents of a chat in a dictionary."""

    def get_all(self, names: Sequence[str]) -> list[object | None]:
        """Return the documents called so."""
        return [self.get(name) for name in names]


async def test_noted_once(table: Table) -> None:
    """What a game has achieved is noted once however often it is told, and of none that goes on."""
    await table.deal(LAYOUT)
    note = partial(note_earned, table.chat, number=1, seat=0, earned=("expert",))
    going_on = await table.session()
    assert note(Chat({"game:1": going_on}), 0).writes == {}
    await table.settled("c2")
    over = Chat({"game:1": await table.session()})
    once = note(over, 0)
    (written,) = once.writes.values()
    assert isinstance(written.document, Session)
    assert written.document.earned == ((0, "first_win"), (0, "expert"))
    assert once.effects == [], "no board is shown again that stays as it was sent"
    again = note(Chat({"game:1": written.document}), 0)
    assert list(again.writes.values()) == [written]
    in_place = replace(written.document, in_place=True)
    assert note(Chat({"game:1": in_place}), 0).effects == [Redraw(table.chat, 1)]


async def earned(table: Table, number: int = 1) -> list[str]:
    """Return what the board of a game says of achievements."""
    await table.store.settled()
    screen = await table.screen(number)
    return [TRANSLATOR.say(text, "en") for text in screen.earned]


async def test_shown(table: Table) -> None:
    """The finished board tells an achievement, the next one does not; the statistics list it."""
    for _ in range(2):
        await table.deal(LAYOUT)
        await table.settled("c2")
    assert await earned(table) == ["🏅 Ann: a first win"]
    assert await earned(table, 2) == []
    reply: Reply = await table.ask("/stats")
    said = [TRANSLATOR.say(text, "en") for text in reply.texts]
    assert said[-1] == "🏅 1 of 8: a first win"
    export = await table.ask("/export")
    assert export.file
    assert b'"first_win"' in export.file


async def test_shown_again(table: Table) -> None:
    """A finished board is shown again if it has earned something, and only then."""
    carry, shown = table.store.carry, list[int]()
    assert carry

    async def noted(space: str, effect: object) -> None:
        if isinstance(effect, Redraw):
            shown.append(effect.number)
        else:
            await carry(space, effect)

    table.store.carry, table.in_place = noted, True
    for number in (1, 2):
        await table.ask("/newgame 2 2 1")
        await table.ask("a1")
        game = (await table.session(number)).game
        await table.settled(named(game, *cells_left(game)))
    assert shown.count(1) == shown.count(2) + 1


async def test_together(table: Table) -> None:
    """Each of those who win together is named as having earned it."""
    table.private = False
    await table.deal(LAYOUT)
    await table.ask("b1")
    await table.ask("c2", "bob")
    await table.ask("a2", "bob")
    await table.ask("b2", "bob")
    assert await earned(table) == ["🏅 Ann: a win together", "🏅 Bob: a win together"]


async def test_replayed(table: Table) -> None:
    """The end of a game, told again at once or late, earns nothing more."""
    await table.deal(LAYOUT)
    await table.settled("c2")
    kept = await table.session()
    carry = table.store.carry
    assert carry
    end = Finished(table.chat, kept, table.time.now)
    await asyncio.gather(*(carry("", end) for _ in range(5)))
    assert await table.session() == kept
    await carry("", Finished("test:elsewhere", kept, table.time.now))  # where there is no such game
    stats = await table.store.view(player_space("test:ann"), lambda docs, _: docs.get(STATS))
    assert isinstance(stats, Stats)
    assert stats.achievements == {"first_win": "test:room:1"}
    assert "chat:test:elsewhere" not in {space for space, _ in table.backend.documents}
