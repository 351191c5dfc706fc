"""Meant: commands by other names are answered with the name that they have here."""

from __future__ import annotations

import pytest

from bot.app.requests.actions import Misread
from bot.app.requests.commands import COMMANDS, read
from bot.app.requests.coordinates import NUMBERS
from bot.app.requests.meant import ELSEWHERE
from bot.i18n import LANGUAGES, Text, own_translator


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/stop", "giveup"),
        ("stop", "giveup"),
        ("/levels", "newgame"),
        ("/lang", "language"),
        ("/leaderboard", "top"),
        ("/tutorial", "learn"),
        ("/restart", "again"),
        ("статистика", "stats"),
        ("сдаюсь", "giveup"),
        ("выход", "giveup"),
        ("退出", "giveup"),
        ("離開", "giveup"),
        ("Ещё раз", "again"),
        ("отмена", "undo"),
        ("认输", "giveup"),
        ("再来", "again"),
        ("战绩", "stats"),
        ("復原", "undo"),
        ("設定", "settings"),
        ("撤銷", "undo"),
        ("/подсказка", "hint"),
        ("/提示", "hint"),
        ("/помощь", "help"),
        ("/帮助", "help"),
        ("I give up!", "giveup"),
        ("я сдаюсь", "giveup"),
        ("投降", "giveup"),
        ("悔棋", "undo"),
        ("重新開始", "again"),
        ("начать заново", "again"),
        ("给个提示", "hint"),
        ("подскажи ход", "hint"),
        ("разбор 3", "review"),
        ("复盘", "review"),
        ("поле", "board"),
        ("поле дня", "daily"),
        ("/новая-игра 9 9 10", "newgame"),
        ("новая игра 9 9 10", "newgame"),
        ("new game 9 9 10", "newgame"),
        ("新游戏 9 9 10", "newgame"),
        ("level 3", "newgame"),
        ("再来一局", "again"),
        ("再來一局", "again"),
        ("/新游戏", "newgame"),
        ("/новаяигра", "newgame"),
        ("新局 初级", "newgame"),
        ("开始 初级", "newgame"),
        ("来一局", "newgame"),
        ("покажи поле", "board"),
        ("对战", "duel"),
        ("比賽", "tournament"),
        ("give me a hint, please", "hint"),
        ("I need a hint", "hint"),
        ("give me a hint for d4", "hint"),
        ("дай подсказку на d4", "hint"),
        ("хочу новую игру 9х9", "newgame"),
        ("give up after 3 games", "giveup"),
        ("give me the best move", "hint"),
        ("дай лучший ход", "hint"),
        ("最佳一步", "hint"),
        ("give me another board", "again"),
        ("Give us a new board", "newgame"),
        ("/give me another board", "again"),
        ("one more game", "again"),
        ("I want a rematch!", "rematch"),
        ("дай реванш", "rematch"),
        ("хочу реванш", "rematch"),
        ("дай мне новую игру", "newgame"),
        ("give me an easy board", "newgame easy"),
        ("I want expert!", "newgame expert"),
        ("хочу эксперт", "newgame expert"),
        ("I want Russian", "language ru"),
        ("давай ещё", "again"),
        ("再来一盘", "again"),
        ("換一局", "again"),
        ("再戰一局", "rematch"),
        ("give up", "giveup"),
        ("give up, please", "giveup"),
        ("/give up now", "giveup"),
        ("change language to English", "language"),
        ("дай подсказку, пожалуйста", "hint"),
        ("сначала", "again"),
        ("сохрани вечер", "save"),
        ("存檔 晚上", "save"),
        ("пауза", "save"),
        ("загрузи вечер", "load"),
        ("讀檔", "load"),
        ("continue", "load"),
        ("继续", "load"),
        ("change language", "language"),
        ("смени язык", "language"),
        ("auto", "solve"),
        ("自动", "solve"),
        ("scanner", "scan"),
        ("power-ups", "scan"),
    ],
)
def test_as_elsewhere(text: str, command: str) -> None:
    """Commands by the names they have elsewhere are answered with the name they have here."""
    assert read(text) == Misread(Text("unknown.near", command=f"/{command}"))


@pytest.mark.parametrize("text", ["give", "give me a break", "give it a try", "дай пять", "/дай"])
def test_asking_for_something_else(text: str) -> None:
    """Who asks for what is no command is not told another one."""
    assert read(text) == Misread(Text("unknown.nothing", numbers=NUMBERS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_the_list_of_commands(language: str) -> None:
    """A command that is typed as Discord's list calls it is suggested or acted on."""
    catalogue = own_translator()
    for command in COMMANDS.keys() - {"start", "resume"}:
        name = catalogue.say(Text(f"slash.{command}"), language)
        suggested = Misread(Text("unknown.near", command=f"/{command}"))
        assert read(f"/{name}") in {suggested, read(f"/{command}")}, name


def test_each_meant_is_a_command() -> None:
    """Every suggested command exists, and no existing one is answered with another."""
    assert set(ELSEWHERE.values()) <= COMMANDS.keys()
    assert not ELSEWHERE.keys() & COMMANDS.keys()
