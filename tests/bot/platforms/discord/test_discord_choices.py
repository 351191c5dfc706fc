"""What Discord offers while a command is typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.wish import Wish, read_wish
from bot.app.screens.screen import Screen, screen_of
from bot.i18n import LANGUAGES
from bot.platforms.discord import limits
from bot.platforms.discord.choices import cell_choices, level_choices, name_choices
from bot.platforms.discord.view import TYPED
from bot.store.memory import MemoryBackend
from core.board import Board
from core.game import Game
from core.rules import LEVELS, Rules
from tests.bot.platforms.discord.playing_discord import (
    TRANSLATOR,
    PlayingDiscord,
    opening_keys,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import server_error
from tests.strategies import random_game, seeded

SMALL = """3x4/2
#1F1
#211
####"""


def screen(board: str, *, start: int | None = None) -> Screen:
    """Return a screen of ``board``."""
    shown = Board.parse(board)
    rules = Rules(shown.grid.rows, shown.grid.cols, shown.mines)
    made = screen_of(Session(1, "ann", Game.new(rules)), 0, Settings())
    return replace(made, board=shown, start=start)


def values(choices: list[dict[str, str]]) -> list[str]:
    """Return the value that Discord sends for each choice."""
    return [choice["value"] for choice in choices]


@pytest.mark.parametrize(
    ("command", "typed", "wanted"),
    [
        ("open", "", ["a1", "a2", "a3", "b3", "c3", "d3"]),
        ("flag", "A", ["a1", "a2", "a3"]),
        ("flag", "а", ["a1", "a2", "a3"]),
        ("unflag", "", ["c1"]),
        ("chord", "", ["b1", "b2", "c2", "d2"]),
        ("board", "d", ["d1", "d2", "d3"]),
        ("open", "a1 c", ["a1 c3"]),
        ("open", "3 2", ["b3"]),
        ("open", "3", ["a3", "b3", "c3", "d3"]),
        ("open", "3 2 3 4", ["3 2 d3"]),
        ("open", "a1 3 ", ["a1 a3", "a1 b3", "a1 c3", "a1 d3"]),
        ("open", "3 2 ", ["3 2 a1", "3 2 a2", "3 2 a3", "3 2 b3", "3 2 c3", "3 2 d3"]),
        ("open", "! c", ["! c3"]),
        ("open", "zz", []),
        ("open", "please c", []),
        ("open", "row 3", []),
        ("open", "row 3 column 2", []),
        ("flag", "строка 3 столбец 2", []),
        ("board", "a1 c", []),
        ("scan", "a1 ", []),
    ],
)
def test_cells(command: str, typed: str, wanted: list[str]) -> None:
    """The bot proposes the cells that a command can act on, by name or by row and column."""
    assert values(cell_choices(screen(SMALL), command, typed)) == wanted


@pytest.mark.parametrize(
    ("coordinates", "typed"), [(Coordinates.ONE, "3 2"), (Coordinates.ZERO, "2 1")]
)
def test_numbers_are_counted_as_in_the_chat(coordinates: Coordinates, typed: str) -> None:
    """A typed row and column are counted from one or from zero, as the chat counts them."""
    shown = replace(screen(SMALL), coordinates=coordinates)
    (choice,) = cell_choices(shown, "open", typed)
    assert choice == {"name": typed.replace(" ", ":"), "value": "b3"}


def test_cells_beside_numbers_come_first() -> None:
    """The bot proposes the good start first, then cells beside a number, then the rest."""
    board = "2x4/1\n1###\n####"
    assert values(cell_choices(screen(board, start=3), "open", ""))[:4] == ["d1", "b1", "a2", "b2"]


def test_no_board() -> None:
    """Without a game or after its end no cell is proposed to open; after it /board has some."""
    over = replace(screen(SMALL), over=True)
    assert cell_choices(None, "open", "") == []
    assert cell_choices(over, "open", "") == []
    assert values(cell_choices(over, "board", "a1")) == ["a1"]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Return a game in play on a board of any size."""
    rules = Rules(*draw(st.sampled_from([(2, 2, 1), (9, 9, 10), (16, 30, 99), (100, 100, 900)])))
    return random_game(seeded(draw(st.integers(0, 999))), rules, draw(st.integers(0, 6)))


COMMANDS = ("open", "unflag", "chord", "board", "scan")
BEGUN = ("", "a", "b2", "3 ", "1:")
"""What the names of some cells begin with."""


@settings(max_examples=30, deadline=None)
@given(games(), st.sampled_from(COMMANDS), st.sampled_from(BEGUN) | st.text(max_size=99))
def test_any_game(game: Game, command: str, typed: str) -> None:
    """The choices of any game fit Discord's limits, and follow from the public board alone."""
    shown = screen_of(Session(1, "ann", game), 0, Settings())
    choices = cell_choices(shown, command, typed)
    assert len(choices) <= limits.CHOICES
    assert all(1 <= len(text) <= limits.CHOICE for one in choices for text in one.values())
    public = replace(shown, board=Board.parse(str(game.board)))
    assert cell_choices(public, command, typed) == choices


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("", list(LEVELS)),
        ("e", ["easy", "expert"]),
        ("лёг", ["easy"]),
        ("inter", ["medium"]),
        ("12 8 15", ["12 8 15"]),
        ("12x8x15", ["12 8 15"]),
        ("12x8", ["12 8 16"]),
        ("2x2", ["2 2 1"]),
        ("999 999", []),
        ("12x8x15 lives 3", []),
        ("nothing", []),
        ("легка", ["easy"]),
    ],
)
def test_levels(typed: str, wanted: list[str]) -> None:
    """Levels are found by any of their names; a size that is typed is proposed as well."""
    assert values(level_choices(typed, TRANSLATOR.say, "en")) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_level_names(language: str) -> None:
    """Each level is proposed with its size, and its name alone is understood."""
    for choice in level_choices("", TRANSLATOR.say, language):
        level = LEVELS[choice["value"]]
        assert f"{level.rows}×{level.cols}" in choice["name"]
        name = choice["name"].rsplit(" ", 3)[0]
        assert read_wish(name.upper()) == Wish(level=level.name)
    assert read_wish("Intermediate") == Wish(level="medium")


def test_names() -> None:
    """Parked games are found by any part of their names; too long ones are left out."""
    names = ["Morning", "#3", "x" * (limits.CHOICE + 1)]
    assert values(name_choices(names, "")) == ["Morning", "#3"]
    assert values(name_choices(names, "NING")) == ["Morning"]


async def offered(
    play: PlayingDiscord, channel: Channel, user: User, command: str, **option: str
) -> list[str]:
    """Return the values that the bot proposes while an option is typed."""
    ((name, typed),) = option.items()
    asked = channel.complete(user, command, name, typed)
    await play.settle(asked)
    return values(asked.choices)


async def test_cells_of_the_running_game(play: PlayingDiscord) -> None:
    """Choices are of the channel's own game, change with it, and leave it as it is."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    channel, other = guild.channel("mines"), guild.channel("other")
    assert await offered(play, channel, ann, "open", cell="") == []
    board = (await play.slash(channel, ann, "newgame", level="expert")).reply
    assert (await offered(play, channel, ann, "open", cell=""))[0] == "c3"
    press = next(key for key, _ in opening_keys(board))
    await play.press(board, ann, press)
    before = await play.session(channel)
    names = await offered(play, channel, ann, "open", cell="")
    grid, game = before.game.rules.grid, before.game
    cells = {str(grid.name(cell)): cell for cell in grid.cells()}
    assert len(names) == limits.CHOICES
    assert not any(game.opened[cells[name]] for name in names)
    numbers = await offered(play, channel, ann, "chord", cell="")
    assert numbers
    assert all(game.opened[cells[name]] for name in numbers)
    assert await play.session(channel) == before
    assert await offered(play, other, ann, "open", cell="") == []


async def test_levels_and_names(play: PlayingDiscord) -> None:
    """Levels are proposed in the player's language, parked games by their names.

    Levels are proposed so even where another option is filled in.
    """
    ivan, channel = play.in_private("Ivan", "ru")
    typing = channel.complete(ivan, "newgame", "уровень", "эк", жизни=3)
    await play.settle(typing)
    assert [choice["value"] for choice in typing.choices] == ["expert"]
    assert "эксперт" in typing.choices[0]["name"].casefold()
    await play.slash(channel, ivan, "newgame")
    board = channel.last
    await play.press(board, ivan, next(opening_keys(board))[0])
    await play.slash(channel, ivan, "save", имя="утро")
    assert await offered(play, channel, ivan, "load", имя="ут") == ["утро"]


@pytest.mark.gateway
async def test_answers_nobody_waits_for(play: PlayingDiscord) -> None:
    """After Discord refuses some choices with a 404, the bot proposes the next ones."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "newgame", level="easy")
    play.world.fail_next("create_interaction_response", server_error(404))
    late = channel.complete(ann, "open", "cell", "")
    refused = await play.world.called("create_interaction_response", 2)
    await play.settle()
    assert refused.error
    assert not late.answered
    assert await offered(play, channel, ann, "open", cell="c3") == ["c3"]


async def test_game_that_is_damaged(play: PlayingDiscord) -> None:
    """For a game that cannot be read no cell is proposed, and the form for moves opens."""
    ann, channel = play.in_private()
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    backend, key = play.store._backend, (f"chat:discord:{channel.id}", "game:1")
    assert isinstance(backend, MemoryBackend)
    stored, expires = backend.documents[key]
    backend.documents[key] = type(stored)(b"other", b"garbage"), expires
    assert await offered(play, channel, ann, "open", cell="") == []
    asked = await play.press(board, ann, f"{TYPED}.1")
    assert asked.modal
