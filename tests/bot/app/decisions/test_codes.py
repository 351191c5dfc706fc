"""Codes of boards: given out once nothing is secret any more, and played as casual games."""

from __future__ import annotations

import threading

import pytest

from bot.app.requests.day import DAY_MS
from core import evf
from core.evf import write_evf
from core.minefield import Minefield
from core.score import count_bbbv
from tests.bot.app.conftest import Table

LAYOUT = "3x5/2 M#### ##### #M###"
CODE = "5x3n2:4,0,u8010"


async def test_out_and_in(table: Table) -> None:
    """A finished board has a code, which opens the same board as a casual game."""
    await table.deal(LAYOUT, first=4)
    assert (await table.say("/code"))[0].startswith("A board's code says where")
    await table.ask("/giveup yes")
    said = await table.say("/code")
    assert said[0] == f"For Simon Tatham's Mines, and for /play here: {CODE}"
    link = said[1].removeprefix("For the PTT calculator, and for /play here: ")
    assert link.endswith("?b=0503&m=g08")
    assert (await table.say(f"/play {CODE}"))[0].startswith("A board from a code: custom, 3×5")
    assert (await table.board())[0] == "#1000"
    await table.ask("/giveup yes")
    assert (await table.say(f"/play {link}"))[0].startswith("A board from a code: custom, 3×5")
    await table.settled("/giveup yes")
    assert any("casual" in line for line in await table.say("/stats"))


@pytest.mark.parametrize("others", ["/newgame easy", "/duel easy", "/tournament 2 easy"])
async def test_of_ones_own_while_another_plays(table: Table, others: str) -> None:
    """In a group, a player without a part in the running game is told of their own last one."""
    table.private = False
    await table.deal(LAYOUT, first=4)
    await table.ask("/giveup yes")
    await table.ask(others, "bob")
    said = [(await table.say(each))[0] for each in ("/code", "/evf", "/proof", "/share")]
    assert said[0].endswith(CODE)
    assert said[1].startswith("The game as a replay")
    assert said[2].startswith("Logic alone solves this board")
    assert said[3].startswith("💣 Minesweeper · custom 3×5")
    for action in ("/code", "/evf", "/proof"):
        assert (await table.ask(action, "bob")).texts == (await table.ask(action, game=2)).texts


@pytest.mark.parametrize("private", [True, False])
async def test_while_another_is_parked(table: Table, *, private: bool) -> None:
    """A game that was saved is not played, so what has ended is asked of the game before it."""
    table.private = private
    await table.deal(LAYOUT, first=4)
    await table.ask("/giveup yes")
    await table.ask("/newgame easy casual")
    await table.ask("/open d4")
    await table.ask("/save later")
    said = [(await table.say(each))[0] for each in ("/code", "/evf", "/proof", "/share")]
    assert said[0].endswith(CODE)
    assert said[1].startswith("The game as a replay")
    assert said[2].startswith("Logic alone solves this board")
    assert said[3].startswith("💣 Minesweeper · custom 3×5")
    assert (await table.say("/undo"))[0].startswith("There is no game here now.")


@pytest.mark.parametrize(
    ("size", "told"), [("100 100 2000", "100×100, 2,000"), ("60 60 700", "60×60, 700")]
)
async def test_long_codes(table: Table, size: str, told: str) -> None:
    """The codes of a large board come whole, as a file, and each opens the board.

    So it is also where only both together are too long.
    """
    await table.ask(f"/newgame {size}")
    await table.ask("30 30")
    await table.ask("/giveup yes")
    given = await table.ask("/code")
    assert given.file_name == "minesweeper.txt"
    assert given.file
    for code in given.file.decode().split():
        opened = await table.say(f"/play {code}")
        assert opened[0].startswith(f"A board from a code: custom, {told} mines.")
        await table.ask("/giveup yes")


async def test_refused(table: Table) -> None:
    """Codes that are not understood are refused; a board of the day is kept back until the next."""
    assert (await table.say("/play 9x9:m"))[0].startswith("I cannot read this code")
    await table.ask("/daily easy")
    await table.ask("/giveup yes")
    assert (await table.say("/code"))[0].startswith("Others still play this board")
    assert await table.say("/evf") == [
        "Others still play this board today; its replay comes tomorrow."
    ]
    await table.wait(DAY_MS)
    assert (await table.ask("/evf", game=1)).file
    assert (await table.say("/code"))[0].startswith("For Simon Tatham's Mines")


async def test_replay_file(table: Table) -> None:
    """A finished game is given as a replay file; a running one, or one with lives, is not."""
    await table.deal(LAYOUT, first=4)
    assert await table.say("/evf") == ["The replay of a game comes with its end."]
    await table.ask("/giveup yes")
    reply = await table.ask("/evf")
    assert reply.file == write_evf((await table.session()).game)
    assert reply.file_name == "minesweeper.evf"
    await table.deal(LAYOUT, first=4, lives=2)
    await table.ask("/giveup yes")
    assert await table.say("/evf") == ["Other programs know no replays of games with lives."]


async def test_replay_of_a_long_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay is written in another thread: that of 100x100 would have other chats wait."""
    threads: list[int] = []

    def bbbv(minefield: Minefield) -> int:
        threads.append(threading.get_ident())
        return count_bbbv(minefield)

    monkeypatch.setattr(evf, "count_bbbv", bbbv)
    await table.deal(LAYOUT, first=4)
    await table.ask("/giveup yes")
    assert (await table.ask("/evf")).file
    assert threads
    assert threading.get_ident() not in threads
