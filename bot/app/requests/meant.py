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
_ALSO: Final = {
    "giveup": "stop, end, cancel, surrender, resign, give up, i give up, "
    "сдаюсь, я сдаюсь, стоп, 停止, 投降, 我认输, 我認輸",
    "again": "restart, retry, another, one more, "
    "ещё, сначала, заново, начать заново, другую, другое, 重来, 重來, 重新开始, 重新開始, "
    "再玩一局, 换一局, 換一局, 再来一局, 再來一局, 再来一盘, 再來一盤",
    "rematch": "revenge, 再战一局, 再戰一局",
    "newgame": "new, level, levels, difficulty, новая, новую, новое, новаяигра, "
    "新局, 开始, 開始, 来一局, 來一局, 开一局, 開一局",
    "top": "leaderboard, leaders, ranking, rank, best, таблица, рейтинг, 排行榜",
    "stats": "statistics, profile, me, score, 统计, 統計",
    "learn": "tutorial, rules, howto, lesson, обучение",
    "help": "commands, menu, about, info, 幫助",
    "language": "lang, locale, change language, смени язык, сменить язык, 切换语言, 切換語言",
    "settings": "options, config, theme, 設置",
    "hint": "clue, best move, подсказку, подскажи ход, лучший ход, "
    "最佳一步, 给个提示, 給個提示, 给我提示, 給我提示",
    "save": "pause, сохрани, пауза, 存档, 存檔, 暂停, 暫停",
    "load": "continue, загрузи, продолжить, продолжай, 加载, 读档, 继续, 載入, 讀檔, 繼續",
    "solve": "auto, solver, авто, реши, 自动, 自動",
    "scan": "scanner, power up, power ups, powerups",
    "undo": "отмена, отмени, 撤銷, 悔棋",
    "board": "покажи поле, покажи доску",
    "duel": "对战, 對戰",
    "tournament": "比赛, 比賽",
}
ELSEWHERE: Final = dict.fromkeys(LEAVING, "giveup") | {
    name: command for command, names in _ALSO.items() for name in names.split(", ")
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
    return _first_named(text.split()) or _first_named(asked_for(text))


def asked_for(text: str) -> list[str]:
    """Return the words of ``text`` from the first on that does not lead up to a command."""
    return [*dropwhile(lambda word: folded(word) in ASKING, text.split())]


def _first_named(words: Sequence[str]) -> str | None:
    most = range(min(len(words), _MOST_WORDS), 0, -1)
    return next(filter(None, (command_meant(" ".join(words[:count])) for count in most)), None)


@cache
def _commands() -> Mapping[str, str]:
    keys = tuple(key for key in own_translator().keys("en") if key.startswith(_NAMES))
    named = {name: key.removeprefix(_NAMES) for name, key in keys_by_name(keys).items()}
    return {folded(name): command for name, command in (named | ELSEWHERE).items()}
