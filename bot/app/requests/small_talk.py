"""Small talk: how people begin with a bot that they do not know yet, in words of their own."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bot.app.requests.actions import Action, Greet, Help, Hint

_MOST_WORDS: Final = 4
"""Words of a greeting, its own among them: "hello there, dear bot"."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_DIGIT: Final = re.compile(r"\d")
_GREETINGS: Final = {
    "en": "hi hello hey hiya howdy greetings",
    "ru": "привет приветик приветствую здравствуй здравствуйте здорово хай хелло салют",
    "zh": "你好 您好 你们好 大家好 哈喽 哈啰 嗨 嘿",
    "zh-TW": "妳好 你們好 妳們好 哈囉",
}
_BEGINNINGS: Final = {
    "en": ("new game", "start game", "begin"),
    "ru": ("играть", "начать", "старт", "новая игра", "начать игру"),
    "zh": ("开始", "开始游戏", "新游戏", "玩", "玩游戏"),
    "zh-TW": ("開始", "開始遊戲", "新遊戲", "玩遊戲"),
}
_FOR_HELP: Final = (
    *("commands", "menu", "rules", "how to play"),
    *("помощь", "помоги", "помогите", "справка", "команды", "меню", "правила", "как играть"),
    *("帮助", "幫助", "命令", "菜单", "菜單", "规则", "規則", "怎么玩", "怎麼玩"),
    *("說明", "指令", "選單"),
)
_FOR_HINTS: Final = ("подсказка", "подскажи", "подскажите", "提示")
_ASKED: Final[dict[str, Action]] = {
    **{said: Greet(language) for language, all_ in _BEGINNINGS.items() for said in all_},
    **dict.fromkeys(_FOR_HELP, Help()),
    **dict.fromkeys(_FOR_HINTS, Hint()),
}
MEANT: Final = {
    **dict.fromkeys(("stop", "end", "quit", "exit", "cancel", "surrender", "resign"), "giveup"),
    **dict.fromkeys(("restart", "retry"), "again"),
    **dict.fromkeys(("new", "level", "levels", "difficulty"), "newgame"),
    **dict.fromkeys(("leaderboard", "leaders", "ranking", "rank", "best"), "top"),
    **dict.fromkeys(("statistics", "profile", "me", "score"), "stats"),
    **dict.fromkeys(("tutorial", "rules", "howto", "lesson"), "learn"),
    **dict.fromkeys(("commands", "menu", "about", "info"), "help"),
    **dict.fromkeys(("lang", "locale"), "language"),
    **dict.fromkeys(("options", "config", "theme"), "settings"),
    **dict.fromkeys(("сдаюсь", "сдаться", "认输", "認輸"), "giveup"),
    **dict.fromkeys(("ещё", "еще", "заново", "再来", "再來", "重来", "重來"), "again"),
    **dict.fromkeys(("отмена", "отменить", "撤销", "撤銷", "復原"), "undo"),
    **dict.fromkeys(("статистика", "战绩", "戰績", "统计", "統計"), "stats"),
    **dict.fromkeys(("таблица", "рейтинг", "排行榜"), "top"),
    **dict.fromkeys(("урок", "обучение", "教程", "教學"), "learn"),
    **dict.fromkeys(("настройки", "设置", "設置", "設定"), "settings"),
    **dict.fromkeys(("язык", "语言", "語言"), "language"),
    **dict.fromkeys(("подсказка", "提示"), "hint"),
    **dict.fromkeys(("помощь", "帮助", "幫助", "說明"), "help"),
    **dict.fromkeys(("новая-игра", "新游戏", "新遊戲"), "newgame"),
}
"""What others call a command of ours, where it is spelled like another or like none.

It is suggested, where what stands above is done: a word that is in both is done without a slash.
"""
_LANGUAGE_OF: Final = {
    word: language for language, words in _GREETINGS.items() for word in words.split()
}
_UNSPACED: Final = (*_GREETINGS["zh"].split(), *_GREETINGS["zh-TW"].split())
"""Greetings that go on without a space."""


def read_small_talk(text: str) -> Action | None:
    """Return what a greeting, or a word for beginning, help or a hint, asks for; else None."""
    said = _NO_LETTERS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).split()
    if not said or len(said) > _MOST_WORDS or _DIGIT.search(text):
        return None
    begun = said[0] if said[0] in _LANGUAGE_OF else _unspaced(said[0])
    if begun:
        return Greet(_LANGUAGE_OF[begun])
    return _ASKED.get(" ".join(said))


def _unspaced(word: str) -> str | None:
    return next((greeting for greeting in _UNSPACED if word.startswith(greeting)), None)
