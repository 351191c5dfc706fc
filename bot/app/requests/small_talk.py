"""Small talk: how people begin with a bot that they do not know yet, in words of their own."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bot.app.requests.actions import Action, Greet, Help

_MOST_WORDS: Final = 4
"""Words of a greeting, its own among them: "hello there, dear bot"."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_DIGIT: Final = re.compile(r"\d")
_GREETINGS: Final = {
    "en": "hi hello hey hiya howdy greetings",
    "ru": "привет приветик приветствую здравствуй здравствуйте здорово хай хелло салют",
    "zh": "你好 您好 妳好 你们好 大家好 哈喽 哈啰 哈囉 嗨 嘿",
}
_FOR_HELP: Final = "помощь помоги помогите справка команды правила 帮助 幫助 命令 规则 規則 怎么玩"
_LANGUAGES: Final = {
    word: language for language, words in _GREETINGS.items() for word in words.split()
}
_UNSPACED: Final = tuple(_GREETINGS["zh"].split())
"""Greetings that go on without a space."""


def read_small_talk(text: str) -> Action | None:
    """Return what a greeting or a cry for help without any slash asks for; None for all else."""
    said = _NO_LETTERS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).split()
    if not said or len(said) > _MOST_WORDS or _DIGIT.search(text):
        return None
    if language := _LANGUAGES.get(said[0]) or ("zh" if said[0].startswith(_UNSPACED) else None):
        return Greet(language)
    return Help() if " ".join(said) in _FOR_HELP.split() else None
