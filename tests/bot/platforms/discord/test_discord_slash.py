"""The slash commands: complete, in all languages, within Discord's limits, and understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.access import Access
from bot.app.requests.commands import COMMANDS
from bot.app.requests.wish import Wish
from bot.i18n import Translator
from bot.platforms.discord.slash import LOCALES, slash_commands
from bot.platforms.discord.slash_reading import command_of
from core.rules import FirstOpen
from tests.bot.platforms.discord.playing_discord import (
    TRANSLATOR,
    PlayingDiscord,
)
from tests.emulators.discord.commands import check, size
from tests.emulators.discord.limits import COMMAND_TOTAL
from tests.emulators.discord.limits import COMMANDS as COMMANDS_OF_AN_APP

REGISTERED = {one["name"]: one for one in slash_commands(Translator())}
TYPED_ONLY = {
    "start": "Telegram's first word; on Discord the commands are listed by the client",
    "resume": "another word for /board",
}
"""Typed commands that need no slash command, and why."""
SLASH_ONLY = {"spoiler": "only Discord has spoilers that open one by one"}


def test_every_typed_command_has_a_slash_command() -> None:
    """Typed commands and slash commands are the same, but for the exceptions listed above."""
    assert set(COMMANDS) - set(REGISTERED) == set(TYPED_ONLY)
    assert set(REGISTERED) - set(COMMANDS) == set(SLASH_ONLY)


def test_discord_takes_them() -> None:
    """Number, names, descriptions, choices and sizes keep to Discord's rules."""
    check(list(REGISTERED.values()))
    assert len(REGISTERED) <= COMMANDS_OF_AN_APP
    assert max(map(size, REGISTERED.values())) <= COMMAND_TOTAL


@pytest.mark.parametrize("locale", LOCALES.values())
def test_localised(locale: str) -> None:
    """Each name, description and choice is translated, and no two names are the same."""
    for command in REGISTERED.values():
        for one in (command, *command["options"]):
            assert locale in one["name_localizations"]
            assert locale in one["description_localizations"]
            assert all(locale in each["name_localizations"] for each in one.get("choices", ()))
        names = [one["name_localizations"][locale] for one in command["options"]]
        assert len(set(names)) == len(names)
    names = [one["name_localizations"][locale] for one in REGISTERED.values()]
    assert len(set(names)) == len(names)


def texts(registered: object) -> Iterator[dict[str, str]]:
    """Yield every name and description in its languages, at any depth."""
    if isinstance(registered, list):
        for each in registered:
            yield from texts(each)
    elif isinstance(registered, dict):
        for key, value in registered.items():
            if key.endswith("_localizations"):
                yield value
            else:
                yield from texts(value)


def test_examples_suit_every_chat() -> None:
    """Examples name cells by row and column, as every chat reads them in any coordinates."""
    said = [text for each in texts(list(REGISTERED.values())) for text in each.values()]
    said += [text for one in REGISTERED.values() for text in descriptions(one)]
    assert [text for text in said if re.search(r"\b([a-z]\d+|\d+:\d+)\b", text)] == []
    assert "Open a cell, like /open 3 4" in said


def descriptions(command: dict[str, Any]) -> list[str]:
    """Return the English descriptions of a command and of its options."""
    return [one["description"] for one in (command, *command["options"])]


def test_taiwan() -> None:
    """Taiwan has its own characters, and its own words for rows and columns."""
    simplified = set("开关数难级权词试认图这为个么说让给从时间历录戏删导练")
    said = list(texts(list(REGISTERED.values())))
    assert not any(simplified & set(each["zh-TW"]) for each in said)
    newgame = {option["name"]: option for option in REGISTERED["newgame"]["options"]}
    for locale, rows, cols in (("zh-CN", "行", "列"), ("zh-TW", "列", "欄")):
        assert newgame["rows"]["name_localizations"][locale] == rows
        assert newgame["cols"]["name_localizations"][locale] == cols


@pytest.mark.parametrize(
    "options",
    [
        {"rows": 9},
        {"cols": 9, "noguess": True},
        {"rows": 9, "mines": 10},
        {"rows": 9, "cols": 9},
        {"level": "easy", "mines": 9},
        {"level": "easy", "rows": 9, "cols": 9, "mines": 9},
    ],
)
def test_size_in_parts(options: dict[str, object]) -> None:
    """Half a size is refused with the options that make one, named in the reader's language."""
    given = [{"name": key, "value": value} for key, value in options.items()]
    action = command_of({"name": "newgame", "options": given})
    assert isinstance(action, actions.Misread)
    for language, names in (("en", "rows, cols and mines"), ("ru", "строки, столбцы и мины")):
        assert names in TRANSLATOR.say(action.problem, language)


@pytest.mark.parametrize("command", REGISTERED.values(), ids=list(REGISTERED))
def test_everywhere(command: dict[str, Any]) -> None:
    """Every command is for servers, direct messages and other chats, for both installations."""
    assert command["contexts"] == [0, 1, 2]
    assert command["integration_types"] == [0, 1]


ANN = {"id": "7", "username": "ann", "global_name": "Ann"}
ASKED: list[tuple[str, dict[str, object], actions.Action]] = [
    ("open", {"cell": "c4 d5"}, actions.Typed("c4 d5", opening=True)),
    ("unflag", {"cell": "c4"}, actions.Typed("?c4")),
    ("mode", {"mode": "flag"}, actions.SetMode(flagging=True)),
    ("hint", {"whole": True}, actions.Hint(whole=True)),
    ("hint", {"whole": False}, actions.Hint()),
    ("scan", {}, board_actions.Scan()),
    ("scan", {"cell": "c4"}, board_actions.Scan("c4")),
    ("board", {"cell": "c4"}, actions.ShowBoard("c4")),
    ("newgame", {}, actions.NewGame()),
    (
        "newgame",
        {"casual": True, "lives": 3, "safe": True, "noguess": True, "level": "Лёгкий"},
        actions.NewGame(Wish("easy", None, FirstOpen.SAFE, lives=3, casual=True, no_guess=True)),
    ),
    (
        "newgame",
        {"drifting": True, "level": "12 8 15", "blindfold": True},
        actions.NewGame(Wish(size=(12, 8, 15), drifting=True, blindfold=True)),
    ),
    (
        "newgame",
        {"mines": 9, "rows": 6, "cols": 7, "casual": False},
        actions.NewGame(Wish(size=(6, 7, 9))),
    ),
    ("access", {"who": "solo"}, actions.SetAccess(Access.SOLO)),
    ("invite", {"player": "7"}, actions.Invite("discord:7", "Ann")),
    ("daily", {}, board_actions.Daily()),
    ("daily", {"level": "expert"}, board_actions.Daily("expert")),
    ("daily", {"level": "table"}, board_actions.DailyTables()),
    ("top", {"level": "hard"}, board_actions.ShowTop("hard")),
    ("listed", {"on": True}, board_actions.SetListed(on=True)),
    ("listed", {"on": False}, board_actions.SetListed(on=False)),
    ("play", {"code": "k7m2xq9ht4"}, board_actions.PlayShared("k7m2xq9ht4")),
    ("duel", {"level": "easy"}, board_actions.Challenge(Wish(level="easy"))),
    (
        "duel",
        {"lives": 3, "noguess": True, "blindfold": True, "level": "easy"},
        board_actions.Challenge(Wish("easy", lives=3, no_guess=True, blindfold=True)),
    ),
    ("duel", {"code": "k7m2xq9ht4"}, board_actions.JoinDuel("k7m2xq9ht4")),
    ("duel", {"code": "/duel K7M2XQ9HT4"}, board_actions.JoinDuel("k7m2xq9ht4")),
    ("duel", {"code": "“/duel k7m2xq9ht4”, now"}, board_actions.JoinDuel("k7m2xq9ht4")),
    ("duel", {"code": "easy"}, board_actions.JoinDuel("easy")),
    (
        "duel",
        {"code": "https://t.me/mines_bot?start=d_k7m2xq9ht4"},
        board_actions.JoinDuel("k7m2xq9ht4"),
    ),
    ("stats", {}, coach_actions.ShowStats()),
    ("stats", {"level": "custom"}, coach_actions.ShowStats("custom")),
    ("stats", {"player": "7"}, coach_actions.ShowStats(name="Ann", player="discord:7")),
    ("stats", {"public": False}, coach_actions.SetPublic(on=False)),
    ("stats", {"level": "hard", "public": True}, coach_actions.SetPublic(on=True, level="hard")),
    ("stats", {"public": False, "level": "hard"}, coach_actions.SetPublic(on=False, level="hard")),
    ("stats", {"player": "7", "public": False}, coach_actions.SetPublic(on=False)),
    ("review", {"move": 5}, coach_actions.Review(move=5)),
    ("review", {"move": 5, "replay": True}, coach_actions.Replay()),
    ("review", {"replay": False}, coach_actions.Review()),
    ("review", {"replay": False, "move": 5}, coach_actions.Review(move=5)),
    ("tournament", {"level": "easy", "rounds": 3}, board_actions.NewTournament(3, Wish("easy"))),
    (
        "tournament",
        {"safe": True, "lives": 2, "rounds": 3},
        board_actions.NewTournament(3, Wish(first_open=FirstOpen.SAFE, lives=2)),
    ),
    ("solve", {"how": "all"}, coach_actions.Solve(coach_actions.Solving.ALL)),
    ("train", {"cell": "c4"}, coach_actions.Train("c4")),
    ("language", {"language": "ru"}, actions.SetLanguage("ru")),
]


@pytest.mark.parametrize(("name", "options", "wanted"), ASKED)
def test_reading(name: str, options: dict[str, object], wanted: actions.Action) -> None:
    """A slash command with its options is read as the action that it is to ask for."""
    given = [{"name": key, "value": value} for key, value in options.items()]
    data = {"name": name, "options": given, "resolved": {"users": {"7": ANN}}}
    assert command_of(data) == wanted


@pytest.mark.parametrize("name", ["newgame", "duel", "tournament"])
def test_rules_that_are_offered(name: str) -> None:
    """There are options for all extra rules; no duel or tournament can be casual or drifting."""
    offered = {option["name"] for option in REGISTERED[name]["options"]}
    assert {"noguess", "safe", "lives", "blindfold"} <= offered
    alone = {"casual", "drifting"}
    assert offered & alone == (alone if name == "newgame" else set())


@pytest.mark.parametrize("name", ["newgame", "duel", "tournament"])
async def test_a_size_of_ones_own(play: PlayingDiscord, name: str) -> None:
    """Instead of a level a size can be typed, which is proposed in the form that is read."""
    ann, channel = play.in_server()
    typing = channel.complete(ann, name, "level", "7 x 6")
    await play.settle(typing)
    (size,) = typing.choices
    assert size["name"] == "7×6 · 7"
    given = {"rounds": 2} if name == "tournament" else {}
    await play.slash(channel, ann, name, level=size["value"], **given)
    rules = (await play.session(channel)).game.rules
    assert (rules.rows, rules.cols, rules.mines) == (7, 6, 7)


@pytest.mark.parametrize("command", REGISTERED.values(), ids=list(REGISTERED))
def test_choices_are_understood(command: dict[str, Any]) -> None:
    """Each choice that a command is registered with is understood."""
    for option in command["options"]:
        others = [
            {"name": one["name"], "value": one["min_value"]}
            for one in command["options"]
            if one is not option and one.get("required")
        ]
        for choice in option.get("choices", ()):
            given = [*others, {"name": option["name"], "value": choice["value"]}]
            read = command_of({"name": command["name"], "options": given})
            assert not isinstance(read, actions.Misread)


def test_names_on_servers() -> None:
    """An invited player is named by nickname, or "?" if not described; a bare name is misread."""
    data = {"name": "invite", "options": [{"name": "player", "value": "7"}]}
    resolved = {"users": {"7": ANN}, "members": {"7": {"nick": "Annie"}}}
    assert command_of(data | {"resolved": resolved}) == actions.Invite("discord:7", "Annie")
    assert command_of(data) == actions.Invite("discord:7", "?")
    nobody = {"name": "invite", "options": [{"name": "player", "value": "Ann"}]}
    assert isinstance(command_of(nobody), actions.Misread)


def test_a_bot_is_not_invited() -> None:
    """/invite of a bot is refused with the reason."""
    data = {"name": "invite", "options": [{"name": "player", "value": "7"}]}
    asked = command_of(data | {"resolved": {"users": {"7": ANN | {"bot": True}}}})
    assert asked == actions.Misread(actions.BOT_INVITED)


def test_statistics_of_somebody() -> None:
    """/stats reads a level and a player; a player who chooses themselves reads their own."""
    data = {
        "name": "stats",
        "options": [{"name": "level", "value": "easy"}, {"name": "player", "value": "7"}],
        "resolved": {"users": {"7": ANN}},
    }
    others = coach_actions.ShowStats("easy", "Ann", "discord:7")
    assert command_of(data, "discord:8") == others
    assert command_of(data, "discord:7") == coach_actions.ShowStats("easy")


@pytest.mark.parametrize("locale", ["en-US", *LOCALES.values()])
async def test_each_is_answered(play: PlayingDiscord, locale: str) -> None:
    """Every command is answered with a text, in every language."""
    ann, channel = play.in_server("Ann", locale)
    given: dict[str, dict[str, Any]] = {
        "mode": {"mode": "flag"},
        "access": {"who": "invited"},
        "listed": {"on": False},
        "tournament": {"rounds": 3},
        "play": {"code": "k7m2xq9ht4"},
        "save": {"name": "mine"},
        "load": {"name": "mine"},
        "spoiler": {"rows": 5, "cols": 5, "mines": 3},
        "invite": {"player": play.world.user("Bob")},
        **{move: {"cell": "c3"} for move in ("open", "flag", "unflag", "chord")},
    }
    for name in ("newgame", *sorted(REGISTERED)):
        named = {
            one["name"]: one["name_localizations"].get(locale, one["name"])
            for one in REGISTERED[name]["options"]
        }
        options = {named[key]: value for key, value in given.get(name, {}).items()}
        asked = await play.slash(channel, ann, name, **options)
        assert asked.reply.text.strip(), name


@pytest.mark.gateway
@pytest.mark.parametrize("locale", ["en-US", *LOCALES.values()])
async def test_help_names_every_command(play: PlayingDiscord, locale: str) -> None:
    """The help, chosen or typed, names every slash command but itself."""
    ann, direct = play.in_private("Ann", locale)
    chosen = (await play.slash(direct, ann, "help")).reply.text
    await play.say(direct, ann, "/help")
    for helped in (chosen, direct.last.text):
        assert set(re.findall(r"/([a-z]+)", helped)) == set(REGISTERED) - {"help"}


async def test_refused_moves_are_told_to_one(play: PlayingDiscord) -> None:
    """A move by command that cannot be made is answered to the player alone, without a board."""
    ann, channel = play.in_server()
    board = await play.begin(channel, ann, rows=5, cols=5, mines=3)
    told = (await play.slash(channel, ann, "unflag", cell="c3")).reply
    assert told.viewer is ann
    assert not [part for part in told.parts if part["type"] == 2]
    assert channel.shown == [board]
