"""The English sentence of every kind of reason."""

from __future__ import annotations

import pytest

from tests.bot.app.screens.explain_said import CHAIN, CORNERS, KNIGHT, MANY, REDUCED, ROW, TWOS, say


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            "2x3/2\n#20\n#20",
            "a1",
            "Around the 2 at b1 there are just 2 closed cells, so a1 and a2 are mines.",
        ),
        (
            "2x3/1\nX1#\n11#",
            "c1",
            "Around the 1 at b1 its mine (a1) is already known, so c1 and c2 are safe.",
        ),
        ("1x4/1\n#01#", "a1", "There is no mine around the 0 at b1, so a1 is safe."),
        (
            "1x3/2\nX2#",
            "c1",
            "Around the 2 at b1 (1 mine left) there is only 1 closed cell, so c1 is a mine.",
        ),
        (
            CHAIN,
            "f1",
            (
                "Around the 1 at a1 there is only 1 closed cell, so b1 is a mine. "
                "Around the 1 at c1 its mine (b1) is already known, so d1 is safe. "
                "Since d1 is safe, the 1 at e1 has only 1 cell left for its mine, so f1 is a mine."
            ),
        ),
        (
            "2x4/2\n1121\n####",
            "c2",
            (
                "Pattern 1-1. The mine of the 1 at a1 must be among a2 and b2, "
                "which is all that the 1 at b1 needs, so c2 is safe."
            ),
        ),
        (
            ROW,
            "c2",
            (
                "Pattern 1-2. Among a2 and b2 there is at most 1 mine because of the 1 at a1. "
                "That is not enough for the 2 at b1, so c2 is a mine."
            ),
        ),
        (
            ROW,
            "b2",
            (
                "Pattern 1-2-1. The mines are beside its ends, the 1 at a1 and the 1 at c1: "
                "a2 and c2. So b2 and d2 are safe."
            ),
        ),
        (
            "2x4/2\n1221\n####",
            "a2",
            (
                "Pattern 1-2-2-1. The mines are beside its 2s, between the 1 at "
                "a1 and the 1 at d1: "
                "b2 and c2. So a2 and d2 are safe."
            ),
        ),
        (
            KNIGHT,
            "a1",
            (
                "At least 1 mine of the 2 at c1 must be among b1 and b2, "
                "which is all that the 1 at a2 needs, so a1 is safe."
            ),
        ),
        (
            REDUCED,
            "e3",
            (
                "Around the 2 at c1 there are just 2 closed cells, so b1 and b2 are mines. "
                "Pattern 1-2. Among c3 and d3 there is at most 1 mine because of "
                "the 3 at c2 (1 mine left). That is not enough for the 2 at d2, so e3 is a mine."
            ),
        ),
        (
            "3x3/3\n###\n#31\n#10",
            "a1",
            (
                "For the 3 at b2 there can be at most 1 among b1 and c1 (because of the 1 at c2) "
                "and 1 among a2 and a3 (because of the 1 at b3). That is not enough, "
                "so a1 is a mine."
            ),
        ),
        (
            "4x2/2\n#1\n##\n2#\n#1",
            "a1",
            (
                "For the 2 at a3 there can be at most 1 among a2 and b2 (because of the 1 at b1) "
                "and 1 among b3 and a4 (because of the 1 at b4). It needs them all, so a1 is safe."
            ),
        ),
        (
            "3x4/3\n1###\n#3#1\n2###",
            "d1",
            (
                "For the 3 at b2 there can be at most 1 among c1, c2 and c3 "
                "(because of the 1 at d2) and 1 among b1 and a2 (because of the 1 at a1). "
                "Even if b3 is a mine, it needs them all, so d1 and d3 are safe."
            ),
        ),
        (
            "2x4/3\n####\n12#2",
            "d1",
            (
                "For the 2 at b2 there must be at least 1 among c1 and c2 (because "
                "of the 2 at d2) and "
                "1 among a1 and b1 (because of the 1 at a2). It has room for no more, "
                "so the rest are elsewhere: d1 is a mine."
            ),
        ),
        (
            "3x3/2\n1##\n#2#\n##1",
            "c1",
            (
                "For the 2 at b2 there must be at least 1 among b1 and a2 (because "
                "of the 1 at a1) and "
                "1 among c2 and b3 (because of the 1 at c3). That is all it needs, "
                "so c1 and a3 are safe."
            ),
        ),
        (
            "3x3/3\n#2#\n23#\n##2",
            "a1",
            (
                "Suppose a1 were safe: then c1 and c2 are mines (the 2 at b1); "
                "a3 and b3 are mines (the 2 at a2); the 3 at b2 has too many mines. "
                "That cannot be, so a1 is a mine."
            ),
        ),
        (
            TWOS,
            "a1",
            (
                "Suppose a1 were a mine: then c1 and b2 are safe (the 1 at b1); "
                "a3 and b3 are safe (the 1 at a2); the 2 at c2 has too few cells for its mines. "
                "That cannot be, so a1 is safe."
            ),
        ),
        (
            "3x3/2\n#11\n12#\n##1",
            "a3",
            (
                "However you place the mines around the 1 at a2, the 1 at c3 and the 1 at b1, "
                "a3 is a mine."
            ),
        ),
        (
            "2x3/3\n###\n3##",
            "c1",
            (
                "Around the 3 at a2 there are just 3 closed cells, so a1, b1 and b2 are mines. "
                "All the mines are known, so c1 and c2 are safe."
            ),
        ),
        (CORNERS, "a1", "2 mines are left, and they all belong to the 2 at c1, so a1 is safe."),
        (
            "4x2/4\n##\n##\n22\n00",
            "a1",
            "4 mines are left, one for every cell not known yet, so a1, b1, a2 and b2 are mines.",
        ),
        (
            "3x2/3\n##\n##\n#1",
            "a1",
            (
                "3 mines are left, and only 1 can belong to the 1 at b3. "
                "The rest fills every other cell not known yet, so a1 and b1 are mines."
            ),
        ),
        (
            CORNERS,
            "b1",
            (
                "2 mines are left. If b1 were safe, the 2 at c1 and the 2 at a2 "
                "would need at least 3, so b1 is a mine."
            ),
        ),
        (
            "3x3/4\n#3#\n##3\n###",
            "a3",
            (
                "4 mines are left. If a3 were a mine, there would be at least 5 "
                "with those of the 3 at b1 and the 3 at c2, so a3 is safe."
            ),
        ),
        (
            "2x3/2\n###\n1#1",
            "b1",
            (
                "2 mines are left. If b1 were a mine, the 1 at a2 and the 1 at c2 "
                "would leave room for only 1, so b1 is safe."
            ),
        ),
        (
            "3x4/3\n#12#\n##2#\n#1#1",
            "a2",
            (
                "3 mines are left. However you place them around the 1 at b1, the 2 at c1 "
                "and the 1 at b3, a2 is a mine."
            ),
        ),
        (
            f"1x40/13\n{'#1#' * 13}#",
            "an1",
            "13 mines are left, and they all belong to 13 numbers, so an1 is safe.",
        ),
        (
            MANY,
            "a1",
            "1 mine is left, and it belongs to the 1 at l1, so 11 cells are safe.",
        ),
        (
            f"1x30/7\n{'1#10' * 7}1#",
            "ad1",
            "Around the 1 at ac1 there is only 1 closed cell, so ad1 is a mine.",
        ),
    ],
)
def test_english(text: str, name: str, said: str) -> None:
    """Every kind of reason reads like this in English."""
    assert say(text, name, "en") == said
