"""Short codes: names of shared boards and duels, to be read aloud and typed."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random
from typing import Final

from bot.app.requests.called import AROUND_WORDS

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are easily taken for each other: i, l, o, 0 and 1."""
_LENGTH: Final = 10
"""8e14 codes: of a million boards none will share a code with another, nor will one be guessed."""
AROUND_CODES: Final = f"{AROUND_WORDS}<>()[]【】《》;:_~-"
"""What may stand around a code: what quotes it, ends a sentence, or marks it bold."""
_CODE: Final = re.compile(f"[{_LETTERS}]{{{_LENGTH}}}")


def new_code(rng: Random) -> str:
    """Draw a code."""
    return "".join(rng.choices(_LETTERS, k=_LENGTH))


def code_of(name: str) -> str:
    """Return the code that follows from ``name``, the same for whoever asks."""
    return "".join(
        _LETTERS[byte % len(_LETTERS)] for byte in sha256(name.encode()).digest()[:_LENGTH]
    )


def is_code(text: str) -> bool:
    """Tell whether ``text`` can be a code at all."""
    return _CODE.fullmatch(text) is not None
