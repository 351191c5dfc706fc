"""Setting words: what players write for what can be set, and for what it can be set to."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final

from bot.app.requests.actions import Choice
from bot.app.requests.called import AROUND_WORDS, any_of, called, first_word, folded, is_chinese
from core.typed import plain


class Kind(StrEnum):
    """What words are read for."""

    ANSWER = "answer"
    """Yes or no."""
    SWITCH = "switch"
    """On or off."""
    ACCESS = "access"
    """Who may play on a game."""
    COORDINATES = "coordinates"
    """How cells are named."""
    PUBLIC = "public"
    """Who sees statistics: public or private."""
    SOLVING = "solving"
    """What the solver is to do."""
    WHOLE = "whole"
    """That all of a hint is to be told."""
    REPLAY = "replay"
    """That a game is to be replayed, not reviewed."""


# What is shown for them, as on buttons.
_KEYS: Final[dict[Kind, dict[str, str]]] = {
    Kind.ACCESS: {f"players.{word}": word for word in ("open", "invited", "solo")},
    Kind.COORDINATES: {f"coordinates.{word}": word for word in ("letters", "one", "zero")},
    Kind.PUBLIC: {"option_name.public": "public"},
    Kind.SOLVING: {f"choice.{word}": word for word in ("step", "all", "stop", "new")},
    Kind.WHOLE: {"option_name.whole": "all"},
    Kind.REPLAY: {"option_name.replay": "replay"},
}
# In any language: a no that is not understood could cost a game, which does not come back.
_YES: Final = ("yes", "y", "да", "是", "是的", "对", "對", "确定", "確定")
_NO: Final = ("no", "n", "нет", "不", "否", "不是", "不要", "算了")
_ALSO: Final[dict[Kind, dict[str, tuple[str, ...]]]] = {
    Kind.ANSWER: {"yes": _YES, "no": _NO},
    Kind.SWITCH: {
        "on": (
            *("enable", "вкл", "включи", "включить"),
            *("开", "开启", "打开", "開", "開啟", "打開", *_YES),
        ),
        "off": (
            *("disable", "выкл", "выключи", "выключить", "отключить"),
            *("关", "关闭", "关掉", "關", "關閉", "關掉", *_NO),
        ),
    },
    Kind.ACCESS: {
        "open": ("everyone", "все", "всем", "открыто", "人人", "所有人"),
        "invited": ("приглашённые", "受邀者", "受邀"),
        "solo": ("only me", "только я", "仅我自己", "仅自己", "僅我自己", "僅自己"),
    },
    Kind.COORDINATES: {
        "letters": ("буквы", "字母"),
        "one": ("1", "числа с 1", "с 1", "从 1 数", "从1数", "從 1 數起", "從1數起"),
        "zero": ("0", "числа с 0", "с 0", "从 0 数", "从0数", "從 0 數起", "從0數起"),
    },
    Kind.PUBLIC: {
        "public": ("открыто", "открытая", "публично", "公開"),
        "private": (
            *("скрыто", "скрытая", "скрыть", "закрыто", "никому", "приватно"),
            *("不公开", "私密", "隐藏", "不公開", "隱藏"),
        ),
    },
    Kind.SOLVING: {
        "step": ("шаг", "一步"),
        "all": ("всё", "走到底", "全部"),
        "stop": ("停",),
        "new": ("новое", "новое поле", "新棋盘", "新棋盤", "新局"),
    },
    Kind.WHOLE: {"all": ("всё", "всё сразу", "一次说完", "一次說完")},
    Kind.REPLAY: {"replay": ("повтори", "重放")},
}
_SETTINGS: Final = {
    "language": ("язык", "语言", "語言"),
    Choice.THEME: ("тема", "主题", "主題"),
    Choice.TEXT: ("текст", "文字"),
    Choice.PIN: ("закреплять", "закрепить", "置顶", "置頂"),
    Choice.COORDINATES: ("cells", "координаты", "клетки", "坐标", "座標", "格子"),
    Choice.SMART_TAP: ("нажатие", "нажатия", "点数字", "點數字"),
    Choice.CAREFUL: ("подтверждение", "спрашивать", "确认", "確認"),
    Choice.ACCESS: ("new games", "игроки", "новые игры", "玩家", "新局"),
    Choice.DAILY: ("таблицы", "таблицы дня", "每日排行榜", "排行榜"),
    Choice.TABLE: ("итоги", "присылать итоги", "发送排行榜", "傳送排行榜"),
    Choice.BOARDS: ("поля", "полей", "棋盘", "棋盤"),
    Choice.QUIET: ("quiet hours", "тихие часы", "安静时段", "安靜時段", "勿扰时段", "勿擾時段"),
}
"""What is called so behind /settings, by the word that is read."""
_KINDS: Final = {
    Choice.COORDINATES: Kind.COORDINATES,
    Choice.ACCESS: Kind.ACCESS,
    **dict.fromkeys(("language", Choice.THEME, Choice.BOARDS)),
}
"""What else than on and off settings can be set to; None where that is read elsewhere."""


def said(kind: Kind, written: str) -> str | None:
    """Return our word for what is ``written`` where words of a ``kind`` are; None if it is none."""
    meant = folded(written).strip(AROUND_WORDS + " ")
    return called(meant, _KEYS.get(kind, {})) or _words(kind).get(meant)


def read_setting(rest: str) -> tuple[str, str]:
    """Return what stands behind /settings: what is to be set, and to what, both in our words.

    What is none of them is returned as it is written.
    """
    written = plain(rest)
    found = _pattern().match(written)
    word, value = found.groups() if found else first_word(written)
    word = _names().get(word, word)
    kind, value = _KINDS.get(word, Kind.SWITCH), value.strip()
    return word, (said(kind, value) if kind else None) or value


@cache
def _words(kind: Kind) -> dict[str, str]:
    return {folded(each): word for word, words in _ALSO[kind].items() for each in (word, *words)}


@cache
def _names() -> dict[str, str]:
    return {plain(name): str(word) for word, names in _SETTINGS.items() for name in names}


@cache
def _pattern() -> re.Pattern[str]:
    """Return what finds the name of a setting; only a Chinese one needs no space behind it.

    A colon may be there, as in the sentences that say what is set.
    """
    spaced = any_of(name for name in _names() if not is_chinese(name))
    close = any_of(filter(is_chinese, _names()))
    return re.compile(rf"\s*({spaced}(?![^\s:])|{close}):?(.*)", re.DOTALL)
