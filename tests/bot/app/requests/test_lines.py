"""Lines: a message of several is read as what it asks for, one thing after another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.requests import actions as asked
from bot.app.requests.actions import Hint, Misread
from bot.app.requests.commands import COMMANDS, read
from bot.app.requests.lines import MOST, apart, in_turn
from bot.app.requests.wish import Wish


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("/newgame 8 8 10\n5 5", ["/newgame 8 8 10", "5 5"]),
        ("newgame 8 8 10\n\n5 5\n6 6\n", ["newgame 8 8 10", "5 5\n6 6"]),
        ("/newgame\n5 5", ["/newgame", "5 5"]),
        ("/newgame easy\nflag 3 4\nhint", ["/newgame easy", "flag 3 4", "hint"]),
        ("/newgame easy\n三行四列", ["/newgame easy", "三行四列"]),
        ("/newgame easy\n5 x", ["/newgame easy", "5 x"]),
        ("/hint\n/hint", ["/hint", "/hint"]),
        ("/hint all\n5 5", ["/hint all", "5 5"]),
        ("/undo@mines_bot\n5 5", ["/undo@mines_bot", "5 5"]),
        ("/stats\n5 5", ["/stats", "5 5"]),
        ("/load 2\n5 5", ["/load 2", "5 5"]),
        ("/save evening\n/newgame", ["/save evening", "/newgame"]),
        ("5 5\n6 6\n/hint", ["5 5\n6 6", "/hint"]),
        ("5 5\nHint!\n6 6", ["5 5", "Hint!", "6 6"]),
        ("flag 1 1\nflag 2 2", ["flag 1 1", "flag 2 2"]),
        ("5 5\n6 6 флаг\n7 7", ["5 5", "6 6 флаг\n7 7"]),
        ("/flag a1\nopen b2", ["/flag a1", "open b2"]),
        ("/load evening\n插旗 3 4", ["/load evening", "插旗 3 4"]),
        ("/save evening\nflag 3 4", ["/save evening", "flag 3 4"]),
        ("/board c3\n5 5", ["/board c3", "5 5"]),
        ("/scan c3\n5 5", ["/scan c3", "5 5"]),
        ("Hi!\n/newgame", ["Hi!", "/newgame"]),
        ("now this one\n/hint", ["/hint"]),
        # The words of a command may stand below it.
        ("/newgame\n9\n9\n10\n5 5", ["/newgame\n9\n9\n10", "5 5"]),
        ("/newgame\n8 8 10\n5 5", ["/newgame\n8 8 10", "5 5"]),
        ("/tournament\n3\neasy", ["/tournament\n3\neasy"]),
        ("/settings\ntap\noff\n5 5", ["/settings\ntap\noff", "5 5"]),
        ("/settings\nlanguage\nru", ["/settings\nlanguage\nru"]),
        ("/save\nmy evening", ["/save\nmy evening"]),
        ("/stats Bob\nB.", ["/stats Bob\nB."]),
        ("/flag a1\nb2", ["/flag a1\nb2"]),
        ("/board\n5 5", ["/board\n5 5"]),
        ("/review 12\n3 5", ["/review 12\n3 5"]),
        ("/tournament 3 9\n9 10", ["/tournament 3 9\n9 10"]),
        # Talk below one is said to the others.
        ("/hint\nthanks", ["/hint"]),
        ("/newgame easy\nlet's go!\n5 5", ["/newgame easy", "5 5"]),
        # Moves are read together, and so is what cannot be read.
        ("5 5\n6 6", ["5 5\n6 6"]),
        ("3\n4", ["3\n4"]),
        ("5 5\nwell played", ["5 5\nwell played"]),
        ("/flag a1\nand\nb2", ["/flag a1\nand\nb2"]),
        ("", [""]),
    ],
)
def test_apart(text: str, parts: list[str]) -> None:
    """Lines are parts of their own, unless they complete what is above them, or are talk."""
    assert apart(text) == parts


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("/newgame expert\nwho joins me?", asked.NewGame(Wish(level="expert"))),
        ("/newgame expert, please\nwho joins me?", asked.NewGame(Wish(level="expert"))),
        ("/language ru\n\nspasibo", asked.SetLanguage("ru")),
        ("/newgame\neasy", asked.NewGame(Wish(level="easy"))),
        ("/settings text\non", asked.SetChoice(asked.Choice.TEXT, "on")),
        ("/flag a1\nb2", asked.Typed("!a1\n !b2")),
        ("/save my\nevening", asked.Save("my\nevening")),
        ("/newgame huge\nwho joins me?", read("/newgame huge")),
    ],
)
def test_lines_below_a_command(text: str, action: asked.Action) -> None:
    """Further lines belong to a command if it can be read with them; else they are ignored."""
    for said in (text, text.removeprefix("/")):  # as behind the bot's name in a group
        assert [read(part) for part in apart(said)] == [action]


@given(st.lists(st.sampled_from([*(f"/{each}" for each in COMMANDS), "5 5", "10", "a", "¶"])))
def test_whole_lines(lines: list[str]) -> None:
    """However lines are put together, parts are whole lines in their order, and not too many."""
    parts = [part.splitlines() for part in apart("\n".join(lines))]
    assert len(parts) <= MOST + 1
    rest = iter(lines)
    assert all(line in rest for part in parts for line in part)


def test_most() -> None:
    """Of what is too much for one message the first is done, and that there is more is said."""
    assert in_turn([Hint()] * MOST) == (Hint(),) * MOST
    *done, last = in_turn([Hint() for _ in apart("/hint\n" * (MOST + 5))])
    assert done == [Hint()] * MOST
    assert isinstance(last, Misread)
