"""Setting words: what can be set, and to what, in any language."""

from __future__ import annotations

import pytest

from bot.app.requests import actions, coach_actions
from bot.app.requests.access import Access
from bot.app.requests.actions import Action, Choice, SetChoice
from bot.app.requests.board_actions import SetListed
from bot.app.requests.commands import read
from bot.app.requests.coordinates import Coordinates
from bot.i18n import LANGUAGES, Text
from core.typed import plain
from tests.bot.app.conftest import TRANSLATOR

SAID: dict[str, list[tuple[Action, str]]] = {
    "en": [
        (SetListed(on=False), "/listed No."),
        (SetChoice(Choice.QUIET, "off"), "/settings quiet hours no"),
        (SetChoice(Choice.QUIET, "22-7 +3"), "/settings Quiet 22-7 +3"),
        (actions.SetAccess(Access.SOLO), "/access only me"),
        (coach_actions.SetPublic(on=False, level="expert"), "/stats expert private"),
    ],
    "ru": [
        (SetListed(on=True), "/listed вкл"),
        (SetListed(on=False), "/listed выкл."),
        (SetListed(on=False), "/listed нет"),
        (SetChoice(Choice.TEXT, "on"), "/settings текст да"),
        (SetChoice(Choice.PIN, "off"), "/settings pin выключить"),
        (SetChoice(Choice.THEME, plain("тёмная")), "/settings тема тёмная"),
        (actions.SetLanguage("en"), "/settings язык английский"),
        (SetChoice(Choice.COORDINATES, "letters"), "/settings координаты буквы"),
        (SetChoice(Choice.QUIET, "22-7 +3"), "/settings тихие часы 22-7 +3"),
        (SetChoice(Choice.ACCESS, "solo"), "/settings игроки только я"),
        (SetChoice(Choice.BOARDS, "5"), "/settings поля 5"),
        (actions.SetAccess(Access.OPEN), "/access все"),
        (coach_actions.SetPublic(on=False), "/stats скрыть"),
        (coach_actions.SetPublic(on=True, level="expert"), "/stats эксперт открыто"),
        (coach_actions.Solve(coach_actions.Solving.STEP), "/solve шаг"),
        (actions.Hint(whole=True), "/hint всё сразу"),
    ],
    "zh": [
        (SetListed(on=True), "/listed 开启"),
        (SetListed(on=False), "/listed 关闭"),
        (SetListed(on=False), "/listed 否"),
        (SetChoice(Choice.TEXT, "on"), "/settings 文字开"),
        (SetChoice(Choice.QUIET, "off"), "/settings 安静时段 关"),
        (SetChoice(Choice.COORDINATES, "zero"), "/settings 坐标 从0数"),
        (actions.SetAccess(Access.INVITED), "/access 受邀者"),
        (coach_actions.SetPublic(on=False), "/stats 不公开"),
        (coach_actions.Solve(coach_actions.Solving.ALL), "/solve 走到底"),
        (actions.Hint(whole=True), "/hint 一次说完"),
    ],
    "zh-TW": [
        (SetListed(on=True), "/listed 開啟"),
        (SetListed(on=False), "/listed 關閉"),
        (SetListed(on=False), "/listed 不要"),
        (SetChoice(Choice.TEXT, "off"), "/settings 文字 關"),
        (SetChoice(Choice.QUIET, "off"), "/settings 勿擾時段關閉"),
        (SetChoice(Choice.COORDINATES, "one"), "/settings 座標 從 1 數起"),
        (actions.SetAccess(Access.SOLO), "/access 僅我自己"),
        (coach_actions.SetPublic(on=False), "/stats 不公開"),
        (coach_actions.Solve(coach_actions.Solving.FRESH), "/solve 新棋盤"),
        (actions.Hint(whole=True), "/hint 一次說完"),
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_said(language: str) -> None:
    """What is to be set, and to what, may be written in the words of every language."""
    for action, text in SAID[language]:
        assert read(text) == action


def test_the_end_may_mean_to_stop() -> None:
    """Who writes the end to the solver is asked what it is to do: it could end their game."""
    assert read("/solve конец") == actions.Misread(Text("watch.usage"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_shown(language: str) -> None:
    """What the texts, buttons and choices call it may be typed as it stands there."""

    def shown(key: str) -> str:
        return TRANSLATOR.say(Text(key), language)

    for access in Access:
        assert read(f"/access {shown(f'players.{access}')}") == actions.SetAccess(access)
        wanted = SetChoice(Choice.ACCESS, access)
        assert read(f"/settings players {shown(f'players.{access}')}") == wanted
        told = Text("settings.players", who=Text(f"players.{access}"))
        assert read(f"/settings {TRANSLATOR.say(told, language)}") == wanted
    for how in Coordinates:
        wanted = SetChoice(Choice.COORDINATES, how)
        assert read(f"/settings coordinates {shown(f'coordinates.{how}')}") == wanted
        told = Text("settings.coordinates", how=Text(f"coordinates.{how}"))
        assert read(f"/settings {TRANSLATOR.say(told, language)}") == wanted
    for word in ("step", "all", "stop"):
        solve = coach_actions.Solve(coach_actions.Solving(word))
        assert read(f"/solve {shown(f'choice.{word}')}") == solve
    assert read(f"/stats {shown('option_name.public')}") == coach_actions.SetPublic(on=True)
    assert read(f"/hint {shown('option_name.whole')}") == actions.Hint(whole=True)
    assert read(f"/review {shown('option_name.replay')}") == coach_actions.Replay()
