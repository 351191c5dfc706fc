"""Language names: what people call a language that the bot speaks, and codes they know it by."""

from __future__ import annotations

from typing import Final

from bot.app.requests.called import called, folded
from bot.i18n import LANGUAGES

_KEYS: Final = {f"language.{language}": language for language in LANGUAGES}
# No codes that a language is merely near to: who asks for Belarusian is better told that it is not
# spoken than answered in Russian.
_ALSO: Final = {
    "en": "английский английский-язык 英语 英文 英語",
    "ru": "русский-язык Russian 俄语 俄文 俄語",
    "zh": (
        "中文 简体 简中 簡體 簡體中文 簡中 zh-CN zh-SG zh-Hans "
        "Chinese Simplified-Chinese китайский китайский-язык упрощённый-китайский 汉语 漢語"
    ),
    "zh-TW": (
        "繁體 繁中 正體 正體中文 繁体 繁体中文 zh-HK zh-MO zh-Hant "
        "Traditional-Chinese традиционный-китайский"
    ),
}
_LANGUAGES: Final = {
    folded(name): language for language, names in _ALSO.items() for name in names.split()
}


def language_called(written: str) -> str | None:
    """Return the language that ``written`` names, by its code or any name; None for none."""
    return called(written, _KEYS) or _LANGUAGES.get(folded(written))
