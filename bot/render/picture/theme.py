"""Picture themes: the colours and symbols of a drawn board, one data folder each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Final, TypeAlias

import msgspec

Colour: TypeAlias = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
Point: TypeAlias = tuple[float, float]
Rgb: TypeAlias = tuple[int, int, int]

_LINEAR_UP_TO: Final = 0.04045


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One shape of a symbol in one ink; lengths are in hundredths of a cell's side.

    Exactly one of ``polygon``, ``curve`` (a closed line through points without corners), ``line``
    (rounded at its ends, ``width`` wide) and ``ellipse`` (left, top, right, bottom) is given.
    """

    ink: str
    polygon: tuple[Point, ...] = ()
    curve: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    ellipse: tuple[float, float, float, float] | None = None
    width: float = 0
    turn: float = 0
    """Degrees by which the shape is turned clockwise around the middle of the cell."""


class Symbols(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of ``symbols.toml``: the layers of each symbol, lowest first."""

    flag: tuple[Layer, ...]
    mine: tuple[Layer, ...]
    burst: tuple[Layer, ...]
    """What stands behind an exploded mine."""
    cross: tuple[Layer, ...]
    """What stands over a wrong flag."""
    start: tuple[Layer, ...]
    safe: tuple[Layer, ...]
    """The mark of a chance of 0."""


class PictureTheme(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """The contents of a theme's ``picture.toml``; compared by identity, as tiles are kept by it."""

    symbols: str
    """The theme whose ``symbols.toml`` is used."""
    backdrop: Colour
    ruler: Colour
    ruler_strong: Colour
    """The names of the rows and columns in the window, and whatever else is to be read first."""
    line: Colour
    """The lines between cells."""
    closed: Colour
    closed_light: Colour
    closed_dark: Colour
    open: Colour
    exploded: Colour
    numbers: tuple[Colour, Colour, Colour, Colour, Colour, Colour, Colour, Colour]
    changed: Colour
    marked: Colour
    window: Colour
    edge: Colour
    """The thin line that sets marks and the window's frame off from what is under them."""
    chances: tuple[Colour, ...]
    """Backgrounds for the chance of a mine: for 0, for steps in between, for 1."""
    inks: dict[str, Colour]
    """The inks that the layers of the symbols name."""


def rgb(colour: Colour) -> Rgb:
    """Return the red, green and blue of ``colour``, each 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(value / 255) for value in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= _LINEAR_UP_TO else ((share + 0.055) / 1.055) ** 2.4


@cache
def load_picture_theme(name: str) -> PictureTheme:
    """Return the theme ``name``, one of PICTURE_THEMES."""
    return msgspec.toml.decode(_read(name, "picture.toml"), type=PictureTheme)


@cache
def load_symbols(name: str) -> Symbols:
    """Return the symbols of the theme ``name``, which has a ``symbols.toml``."""
    return msgspec.toml.decode(_read(name, "symbols.toml"), type=Symbols)


def _read(name: str, file: str) -> bytes:
    return files("bot.render").joinpath("themes", name, file).read_bytes()
