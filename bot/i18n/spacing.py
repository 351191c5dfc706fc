"""Spacing: the space between Chinese and other characters, where foreign text may be either."""

from __future__ import annotations

import re
from typing import Final

_CHINESE: Final = "[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60]"
"""Chinese characters, kana, and the marks as wide as these."""
_PERHAPS: Final = "\x1f"
"""Stands for a space that depends on what is beside it; ``isolate`` drops it from foreign text."""
_BESIDE: Final = re.compile(
    rf"((?:/[a-z]+(?: \{{\w+\}})+|\{{command\}}) )"
    rf"|(?<=\}}) (?=\{{|{_CHINESE})|(?<={_CHINESE}) (?=\{{)"
)
"""Spaces beside placeholders; what is typed behind a command ends with one in any case."""
_WITHIN: Final = re.compile(rf"(?<={_CHINESE}){_PERHAPS}(?={_CHINESE})")


def marked(pattern: str) -> str:
    """Return ``pattern`` in Chinese with its spaces beside placeholders marked for ``spaced``."""
    return _BESIDE.sub(lambda found: found[1] or _PERHAPS, pattern)


def spaced(said: str) -> str:
    """Return what a marked pattern says, with no space between Chinese and Chinese."""
    return _WITHIN.sub("", said).replace(_PERHAPS, " ")
