"""Talk: greetings, help, and what is not understood."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.actions import ChooseLanguage, ChooseLevel, Learn
from bot.app.requests.commands import COMMANDS
from bot.i18n import LANGUAGES
from tests.bot.app.conftest import Table, offered


async def test_language(table: Table) -> None:
    """A chat is answered in the language chosen in it."""
    assert await table.say("/language ru") == ["Теперь здесь говорю по-русски."]
    assert (await table.say("/newgame"))[0] == "Новая игра: обычный, 10×10, мин: 10."
    assert await table.say("/stats") == ["В вашей статистике пока нет игр. Начните: /newgame"]
    assert await table.say("/language zh") == ["现在这里使用中文。"]


async def test_greeting(table: Table) -> None:
    """A newcomer is told how to begin; a player who returns sees the game that waits."""
    assert (await table.say("/start"))[0].startswith("Minesweeper!")
    await table.deal("2x3/1 ##M ###")
    reply = await table.ask("/start")
    assert reply.screen
    await table.ask("/giveup")
    reply = await table.ask("/start")
    assert (reply.screen, reply.texts[0].key) == (None, "greet.hello")
    assert offered(reply) == [ChooseLevel(), Learn(), ChooseLanguage()]


@pytest.mark.parametrize("asked", ["/help", "how do I play?", "rules"])
async def test_help_has_ten_lines(table: Table, asked: str) -> None:
    """Help says what the game is about, then all else in ten lines, to fit on a phone."""
    about, *lines = await table.say(asked)
    assert about.startswith("Minesweeper! Open every cell without a mine;")
    assert len(lines) == 10


async def test_help_says_where_moves_are_heard(table: Table) -> None:
    """In a group help says that typed moves answer a board, where those in private need not."""
    table.in_place = True
    moves = (await table.say("/help"))[1]
    assert moves.startswith("3 4 or d3 — open a cell")
    table.private = False
    assert (await table.say("/help"))[1] == f"In reply to a board: {moves}"


async def test_help_says_what_a_number_does(table: Table) -> None:
    """Help says what a number does that is typed or tapped, where it does anything."""
    table.in_place = True
    every = await table.say("/help")
    assert every[3].startswith("d3 on an open number — flag the mines it forces")
    await table.ask("/settings tap off")
    assert await table.say("/help") == [*every[:3], *every[4:]]
    table.private, table.chat = False, "test:group"
    assert (await table.say("/help"))[3].startswith("a tap on an open number — flags the mines")
    await table.ask("/settings text on")
    assert (await table.say("/help"))[2:] == [every[2], *every[4:]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_names_every_command(table: Table, language: str) -> None:
    """Help names all commands but /start, /help and /resume, which is another /board."""
    helped = "\n".join(await table.say("/help", language=language))
    assert set(re.findall(r"/([a-z]+)", helped)) == set(COMMANDS) - {"start", "help", "resume"}
    assert COMMANDS["resume"] is COMMANDS["board"]


async def test_misread(table: Table) -> None:
    """A text that is not understood is answered with the nearest command."""
    assert await table.say("/hlep") == ["I do not know that. Did you mean /help?"]
