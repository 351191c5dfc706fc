"""The languages the bot speaks, and which of them suits a platform's language code."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

LANGUAGES: Final = ("en", "ru", "zh", "zh-TW")
DEFAULT: Final = "en"
_SHORT: Final = 2
"""Letters of a code of ISO 639-1."""

# The matches for Russian and Chinese in Unicode CLDR's common/supplemental/languageInfo.xml, and
# the members of the macrolanguage Chinese in ISO 639-3. CLDR no longer sends
# Ukrainian to Russian.
_NEAREST: Final = {
    **dict.fromkeys(("ab", "az", "be", "hy", "kk", "ky", "mn", "tg", "tk", "tt", "uz"), "ru"),
    **dict.fromkeys(("cmn", "gan", "hak", "hsn", "nan", "ug", "wuu"), "zh"),
    "yue": "zh-TW",
}
# How Chinese is written: by the script that a code names, or else by its region. As in CLDR's
# common/supplemental/likelySubtags.xml, by which Cantonese is written in traditional characters if
# its code names neither.
_SCRIPTS: Final = {"hans": "zh", "hant": "zh-TW"}
_REGIONS: Final = {"cn": "zh", "hk": "zh-TW", "mo": "zh-TW", "tw": "zh-TW"}


def best_language(code: str | None) -> str:
    """Return the language of LANGUAGES nearest to ``code`` ("ru-RU", "zh_CN", None ...)."""
    return near_language(code) or DEFAULT


@lru_cache(maxsize=256)
def near_language(code: str | None) -> str | None:
    """Return the language of LANGUAGES that suits ``code``; None if there is none."""
    primary, *rest = re.split(r"[-_.@]", (code or "").strip().lower())
    near = primary if primary in LANGUAGES else _NEAREST.get(primary)
    if near not in _SCRIPTS.values():
        return near
    named = [tags[tag] for tags in (_SCRIPTS, _REGIONS) for tag in rest if tag in tags]
    return named[0] if named else near


def codes_near(language: str) -> tuple[str, ...]:
    """Return the codes of ISO 639-1 that ``language`` suits best, its own not among them."""
    return tuple(
        code for code, near in _NEAREST.items() if near == language and len(code) == _SHORT
    )
