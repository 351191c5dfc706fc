"""Meant: a command of ours, by what others call it and by its name in each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import dropwhile
from typing import Final

from bot.app.requests.called import AROUND_WORDS, folded
from bot.i18n import keys_by_name, own_translator

LEAVING: Final = (
    *("quit", "exit", "выход", "выйти"),
    *("退出", "退出游戏", "退出遊戲", "离开", "離開"),
)
"""Words for leaving, which a terminal does; elsewhere only a game can be left."""
ELSEWHERE: Final = {
    **dict.fromkeys(LEAVING, "giveup"),
    **dict.fromkeys(("stop", "end", "cancel", "surrender", "resign"), "giveup"),
    **dict.fromkeys(("restart", "retry", "another", "one more"), "again"),
    "revenge": "rematch",
    **dict.fromkeys(("new", "level", "levels", "difficulty"), "newgame"),
    **dict.fromkeys(("leaderboard", "leaders", "ranking", "rank", "best"), "top"),
    **dict.fromkeys(("statistics", "profile", "me", "score"), "stats"),
    **dict.fromkeys(("tutorial", "rules", "howto", "lesson"), "learn"),
    **dict.fromkeys(("commands", "menu", "about", "info"), "help"),
    **dict.fromkeys(("lang", "locale"), "language"),
    **dict.fromkeys(("options", "config", "theme"), "settings"),
    **dict.fromkeys(("clue", "подсказку"), "hint"),
    **dict.fromkeys(("pause", "сохрани", "пауза", "存档", "存檔", "暂停", "暫停"), "save"),
    **dict.fromkeys(("continue", "загрузи", "продолжить", "продолжай"), "load"),
    **dict.fromkeys(("加载", "读档", "继续", "載入", "讀檔", "繼續"), "load"),
    **dict.fromkeys(("change language", "смени язык", "сменить язык"), "language"),
    **dict.fromkeys(("切换语言", "切換語言"), "language"),
    **dict.fromkeys(("auto", "solver", "авто", "реши", "自动", "自動"), "solve"),
    **dict.fromkeys(("scanner", "power up", "power ups", "powerups"), "scan"),
    **dict.fromkeys(("give up", "i give up", "сдаюсь", "я сдаюсь", "стоп"), "giveup"),
    **dict.fromkeys(("停止", "投降", "我认输", "我認輸"), "giveup"),
    **dict.fromkeys(("ещё", "сначала", "заново", "начать заново", "重来", "重來"), "again"),
    **dict.fromkeys(("другую", "другое", "再玩一局", "换一局", "換一局"), "again"),
    **dict.fromkeys(("再来一局", "再來一局", "再来一盘", "再來一盤"), "again"),
    **dict.fromkeys(("重新开始", "重新開始"), "again"),
    **dict.fromkeys(("再战一局", "再戰一局"), "rematch"),
    **dict.fromkeys(("отмена", "отмени", "撤銷", "悔棋"), "undo"),
    **dict.fromkeys(("подскажи ход", "给个提示", "給個提示", "给我提示", "給我提示"), "hint"),
    **dict.fromkeys(("统计", "統計"), "stats"),
    **dict.fromkeys(("таблица", "рейтинг", "排行榜"), "top"),
    "обучение": "learn",
    "設置": "settings",
    "幫助": "help",
    **dict.fromkeys(("новая", "новую", "новое", "новаяигра", "新局", "开始", "開始"), "newgame"),
    **dict.fromkeys(("来一局", "來一局", "开一局", "開一局"), "newgame"),
    **dict.fromkeys(("покажи поле", "покажи доску"), "board"),
    **dict.fromkeys(("对战", "對戰"), "duel"),
    **dict.fromkeys(("比赛", "比賽"), "tournament"),
}
"""What others call a command of ours, if by its letters it is near to another one or to none."""
_MOST_WORDS: Final = 3
"""Words of the longest of them: "I give up"."""
_LEADING_UP: Final = {
    "en": "give me us i need want a an the",
    "ru": "дай дайте давай мне нам хочу нужна",
}
ASKING: Final = frozenset(folded(" ".join(_LEADING_UP.values())).split())
"""Words that people lead up to a command with: "give me a hint"."""
_NAMES: Final = "slash."
"""The beginning of the keys under which catalogues name the commands, as Discord lists them."""


def command_meant(said: str) -> str | None:
    """Return the command that is called ``said`` elsewhere, or in any language; None if none is.

    It is only to be suggested. Small talk is acted on; what is in both is acted on where it has no
    slash.
    """
    return _commands().get(folded(said).strip(AROUND_WORDS))


def command_begun(text: str) -> str | None:
    """Return the command whose name ``text`` begins with, the longest one, as above.

    Words that ask for it may stand before it, if they are no name themselves, as in "I give up".
    """
    words = text.split()
    asked = dropwhile(lambda word: folded(word) in ASKING, words)
    return _first_named(words) or _first_named([*asked])


def _first_named(words: Sequence[str]) -> str | None:
    most = range(min(len(words), _MOST_WORDS), 0, -1)
    return next(filter(None, (command_meant(" ".join(words[:count])) for count in most)), None)


@cache
def _commands() -> Mapping[str, str]:
    keys = tuple(key for key in own_translator().keys("en") if key.startswith(_NAMES))
    named = {name: key.removeprefix(_NAMES) for name, key in keys_by_name(keys).items()}
    return {folded(name): command for name, command in (named | ELSEWHERE).items()}
