"""Board sizes and moves that are impossible or oddly written: cases 28 and 29."""

from __future__ import annotations

from typing import Final

WISHES: Final = (
    ("0 5 3", "The number of rows must be from 2 to 100."),
    ("5 0 3", "The number of columns must be from 2 to 100."),
    ("-5 5 3", "The number of rows must be from 2 to 100."),
    ("5 5 -3", "The number of mines on this board must be from 1 to 24."),
    ("5 5 0", "The number of mines on this board must be from 1 to"),
    ("5 5 25", "The number of mines on this board must be from 1 to 24."),
    ("5 5", "Write /newgame ROWS COLS MINES"),
    ("5 5 5 5", "Write /newgame ROWS COLS MINES"),
    ("9" * 4000 + " 5 3", "The number of rows must be from 2 to 100."),
    ("5 5 3 lives " + "9" * 500, "The number of lives must be from 1 to"),
    ("1_0 5 3", "Write /newgame ROWS COLS MINES"),
    ("+5 5 3", "Write /newgame ROWS COLS MINES"),
    ("-0 5 3", "The number of rows must be from 2 to 100."),
    ("5² 5 3", "Write /newgame ROWS COLS MINES"),
    ("1e1 5 3", "Write /newgame ROWS COLS MINES"),
    ("0x5 5 3", "Write /newgame ROWS COLS MINES"),
    ("٥ ٥ ٣", "Write /newgame ROWS COLS MINES"),
    ("５ ５ ３", "New game: simple, 5×5, 3 mines."),
    ("5x5x3", "New game: simple, 5×5, 3 mines."),
    ("5\u200b 5 3", ""),
    ("\u202e5 5 3", ""),
)
"""Arguments of /newgame, each with words of the bot's reply."""
MOVES: Final = (
    "1_0 1", "+1 1", "-0 1", "1² 1", "0 1", "1 0", "d0", "a99", "9" * 4000, "1 " * 1900 + "1",
     "a1-z9", "zz1", "!!a1", "a1 b", "1,5 2", "Ⅳ",
     "½ 1", "Ⅳ 1", "１\u200b１", "a1\u202eb2", "@", "!", "?"
)  # fmt: skip
"""Texts that people send as moves."""
LINES: Final = (
    ("/newgame 8 8 10\n5 5", 1, ""),
    ("/newgame\n8 8\n10\n\nc3\n/hint", 1, "counts as assisted"),
    ("/newgame 8 8 10\ngood luck everyone", 0, ""),
    ("/newgame 8 8 10\n5 55\n/hint", 0, "That is off the board: rows"),
    ("/newgame 8 8 10\n5 55\n/hint", 0, "I left out what you wrote below that."),
    ("/newgame 8 8 10\n" + "/hint\n" * 8, 0, "at most 8 things from one message"),
)
"""Messages of several lines, each with how many moves it plays, and words of the bot's answers."""
