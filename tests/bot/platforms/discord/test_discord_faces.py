"""Faces on Discord: what a player sees on the buttons of a board's cells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests.coordinates import Coordinates
from bot.app.screens.screen import Screen, screen_of
from bot.platforms.discord.components import Style
from bot.platforms.discord.faces import faces_of
from core.board import Board
from core.game import Game
from core.rules import Rules


def fresh() -> Screen:
    """Return a board with no cell opened, and without a good start marked."""
    screen = screen_of(Session(1, "a", Game.new(Rules(3, 3, 2))), 0, Settings())
    return replace(screen, start=None)


@pytest.mark.parametrize(
    ("given", "green"),
    [({}, []), ({"start": 4}, [4]), ({"marked": frozenset({2, 6})}, [2, 6])],
)
def test_what_stands_out(given: dict[str, object], green: list[int]) -> None:
    """The good start and the cells of a hint stand out, and no others do."""
    faces = faces_of(replace(fresh(), **given), range(9))
    assert [at for at, face in enumerate(faces) if face["style"] == Style.SUCCESS] == green


def test_names_as_they_were_chosen() -> None:
    """Closed cells, of which a screen reader knows but the label, are named as the chat chose."""
    screen = replace(fresh(), coordinates=Coordinates.ONE)
    labels = [face["label"] for face in faces_of(screen, range(4))]
    assert labels == ["1:1", "1:2", "1:3", "2:1"]


def test_what_was_opened() -> None:
    """Each cell shows what it is: a number, a flag, or the mine that went off."""
    board = Board.parse("3x3/2 1FX 2## ###")
    faces = faces_of(replace(fresh(), board=board), range(4))
    assert [face["label"] for face in faces] == ["1", "🚩", "💥", "2"]
