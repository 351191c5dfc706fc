"""Small talk: how people begin with a bot that they do not know yet, and thank it, in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from bot.app.requests.actions import Action, Greet, Help, Hint, Misread, Thank
from bot.app.requests.level_names import level_called
from bot.app.requests.wish import is_wish
from bot.i18n import Text
from core.typed import is_talk

_BETWEEN: Final = " :,.!?：，。！？"
_LISTED: Final = " \t\n\u3000,，、"
"""What stands between what is asked for and please or thanks."""
_MOST_WORDS: Final = 4
"""Words of a greeting, its own among them: "hello there, dear bot"."""
_MOST_OF_THANKS: Final = 6
"""Words around thanks, these among them: "ok, thank you for the game"."""
_LONGEST_WISH: Final = 100
"""Characters: what can be wished for in any language is shorter, said once."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_DIGIT: Final = re.compile(r"\d")
_GREETINGS: Final = {
    "en": "hi hello hey hiya howdy greetings",
    "ru": "привет приветик приветствую здравствуй здравствуйте здорово хай хелло салют",
    "zh": "你好 您好 你们好 大家好 哈喽 哈啰 嗨 嘿",
    "zh-TW": "妳好 你們好 妳們好 哈囉",
}
_BEGINNINGS: Final = {
    "en": ("start game", "begin"),
    "ru": ("играть", "начать", "старт", "начать игру"),
    "zh": ("开始", "开始游戏", "玩", "玩游戏"),
    "zh-TW": ("開始", "開始遊戲", "玩遊戲"),
}
_NEW_GAMES: Final = {"en": "new game", "ru": "новая игра", "zh": "新游戏", "zh-TW": "新遊戲"}
_NEW_GAME: Final = re.compile("|".join(_NEW_GAMES.values()), re.IGNORECASE)
_THANKS: Final = {
    "en": "thanks thankyou thank thx tnx tysm ty cheers",
    "ru": "спасибо спасибочки спасиб пасиб пасибо спс благодарю",
    "zh": "谢谢 多谢 感谢 谢了 谢啦",
    "zh-TW": "謝謝 多謝 感謝 謝了 謝啦",
}
_PLEASE: Final = {
    "en": "please pls plz",
    "ru": "пожалуйста плиз плз пж пжл пжлст",
    "zh": "拜托 麻烦",
    "zh-TW": "拜託 麻煩",
}
_MORE_THANKS: Final = r"(?:\s?(?:you|a lot|тебе|вам|большое|заранее|[你您妳]?[啦了]?))?"
_SIGNS_OF_THANKS: Final = frozenset("👍🙏❤")
_GOOD_GAMES: Final = {
    "": ("gg", "ggwp", "gg wp", "wp"),
    "en": ("good game", "nice game", "great game", "well played"),
    "ru": ("гг", "хорошая игра", "отличная игра", "хорошо сыграно"),
    "zh": ("好局", "玩得好", "打得好", "好游戏"),
    "zh-TW": ("好遊戲",),
}
_FOR_HELP: Final = (
    *("commands", "menu", "rules"),
    *("помощь", "помоги", "помогите", "справка", "команды", "меню", "правила", "правила игры"),
    *("帮助", "命令", "菜单", "规则", "玩法", "游戏规则"),
    *("幫助", "指令", "菜單", "選單", "規則", "說明", "遊戲規則"),
)
_QUESTIONS: Final = {
    "en": r"\bhow (?:to|(?:do|does|can|should) \w+) (?:play|win|start|open|flag)\b"
    r"|\bwhat (?:can you do|are the rules|(?:i?s )this)\b",
    "ru": r"\bкак (?:\w+ ){0,3}(?:(?:вы)?играть|начать|открыть|(?:по)?ставить флаг)\b"
    r"|\bчто (?:ты )?(?:умеешь|можешь)\b|\bчто это такое\b|\bкакие правила\b",
    "zh": "(?:怎么|怎样|如何)(?:才能)?(?:[玩赢开标]|插旗)|规则是什么|这是什么|你会什么|你能做什么",
    "zh-TW": "(?:怎麼|怎樣|如何)(?:才能)?(?:[玩贏開標]|插旗)"
    "|規則是什麼|這是什麼|你會什麼|你能做什麼",
}
"""What asks for help wherever it stands, as people lead up to a question in many ways."""
_FOR_HINTS: Final = ("подсказка", "подскажи", "подскажите", "提示")
_ASKED: Final[dict[str, Action]] = {
    **{said: Greet(language) for language, all_ in _BEGINNINGS.items() for said in all_},
    **{said: Greet(language, another=True) for language, said in _NEW_GAMES.items()},
    **{
        said: Thank(language, for_game=True)
        for language, all_ in _GOOD_GAMES.items()
        for said in all_
    },
    **dict.fromkeys(_FOR_HELP, Help()),
    **dict.fromkeys(_FOR_HINTS, Hint()),
}


def _either(*said: Mapping[str, str]) -> str:
    """Return what finds any of the words of all languages."""
    return "|".join(word for words in said for line in words.values() for word in line.split())


def _patterns(said: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    """Return what finds the words of each language; Chinese ones need no space around them."""
    found = {code: "|".join(words.split()) for code, words in said.items()}
    return {
        code: re.compile(words if code.startswith("zh") else rf"\b(?:{words})\b")
        for code, words in found.items()
    }


_GREETED: Final = _patterns(_GREETINGS)
_THANKED: Final = _patterns(_THANKS)
_QUESTION: Final = re.compile("|".join(_QUESTIONS.values()))
_COURTESY: Final = re.compile(
    rf"(?:(?<![^\s,，、。.!！?？])(?!ty\b)(?:{_either(_PLEASE, _THANKS)}){_MORE_THANKS}"
    r"(?:[^\w?？]++|\Z)){1,3}+\Z",
    re.IGNORECASE,
)
"""Please or thanks at the end of a text; Ty is a name as well."""


def without_courtesy(text: str, *, is_name: bool = False) -> str:
    """Return ``text``, what stands behind a command, without please and thanks at its end.

    Where that leaves nothing and a name is asked for, these are the name.
    """
    courtesy = _COURTESY.search(text)
    said = text[: courtesy.start()].rstrip(_LISTED) if courtesy else text
    return text if is_name and not said else said


def read_small_talk(text: str) -> Action | None:
    """Return what a greeting, thanks, or a word for beginning, help or a hint asks for; or None.

    Who says no more than what a new game should be is told the command for it.
    """
    said = _NO_LETTERS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).split()
    if not said:
        return None if _SIGNS_OF_THANKS.isdisjoint(text) else Thank("")
    if (wish := _wished(text)) is not None:
        return Misread(Text("unknown.near", command=f"/newgame {wish}"))
    if _DIGIT.search(text):
        return None
    line = " ".join(said)
    if _QUESTION.search(line):
        return Help()
    return _ASKED.get(line) or _friendly(line, len(said))


def _friendly(line: str, count: int) -> Action | None:
    """Return what a ``line`` of ``count`` words greets or thanks with, if it does."""
    greeted = [code for code, words in _GREETED.items() if words.match(line)]
    if greeted and count <= _MOST_WORDS:
        return Greet(greeted[0])
    thanked = [code for code, words in _THANKED.items() if words.search(line)]
    return Thank(thanked[0]) if thanked and count <= _MOST_OF_THANKS else None


def _wished(text: str) -> str | None:
    """Return what words say that a new game should be; None where that is a level, or nothing."""
    wish = " ".join(_NEW_GAME.sub("", text).strip(_BETWEEN).split())
    is_level_alone = wish == text and level_called(text) is not None
    if not wish or len(wish) > _LONGEST_WISH or is_level_alone:
        return None
    return wish if is_talk(wish) and is_wish(wish) else None
