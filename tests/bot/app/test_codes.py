"""Codes of boards: given out when nothing is secret any more, and played as casual games."""

from __future__ import annotations

from tests.bot.app.conftest import Table

LAYOUT = "3x5/2 M#### ##### #M###"
CODE = "5x3n2:4,0,u8010"


async def test_out_and_in(table: Table) -> None:
    """A finished board has a code, which opens the same board as a casual game."""
    await table.deal(LAYOUT, first=4)
    assert (await table.say("/code"))[0].startswith("A board's code says where")
    await table.ask("/giveup")
    said = await table.say("/code")
    assert said == [f"For Simon Tatham's Mines, and for /play here: {CODE}"]
    assert (await table.say(f"/play {CODE}"))[0].startswith("A board from a code: custom, 3×5")
    assert (await table.board())[0] == "#1000"
    await table.ask("/giveup")
    await table.store.settled()
    assert any("casual" in line for line in await table.say("/stats"))


async def test_refused(table: Table) -> None:
    """Other codes are not understood, and those of the boards of the day are kept back."""
    assert (await table.say("/play 9x9:m"))[0].startswith("I cannot read this code")
    await table.ask("/daily easy")
    await table.ask("/giveup")
    assert (await table.say("/code"))[0].startswith("Others still play this board")
