"""Limits of components on the Discord emulator: what just fits, and what is one too many."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.emulators.discord.helpers import (
    place,
    raw,
)
from tests.emulators.discord.rig import Rig, client, refused
from tests.emulators.discord.wire import Json

V2 = 1 << 15


def texts(count: int, length: int = 1) -> list[Json]:
    """Return text displays."""
    return [{"type": 10, "content": "x" * length} for _ in range(count)]


def press(number: int = 0, **about: Any) -> Json:
    """Return a button."""
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"id{number}"} | about


def line(*components: Json) -> Json:
    """Return a row."""
    return {"type": 1, "components": list(components)}


def menu(**about: Any) -> Json:
    """Return a row with a menu."""
    options = [{"label": "a", "value": "a"}]
    return line({"type": 3, "custom_id": "m", "options": options} | about)


def picture(count: int = 1, url: str = "https://x.org/y.png", **about: Any) -> Json:
    """Return a gallery."""
    return {"type": 12, "items": [{"media": {"url": url}} | about] * count}


def grid(rows: int) -> list[Json]:
    """Return full rows of buttons."""
    return [line(*[press(5 * r + c) for c in range(5)]) for r in range(rows)]


@pytest.mark.parametrize(
    "components",
    [
        texts(40),
        texts(1, 4000),
        grid(6) + texts(4),
        [{"type": 17, "components": grid(6) + texts(3)}],
        [picture(10, description="x" * 1024)],
        [line(press(custom_id="x" * 100, label="x" * 80))],
        [line(press(label=None, emoji={"name": "🚩"}), press(1, emoji={"name": "ℹ️"}))],
        [line(press(label=None, emoji={"name": "3️⃣"}))],
        [menu(options=[{"label": str(n), "value": str(n)} for n in range(25)])],
        [{"type": 9, "components": texts(3), "accessory": press()}],
    ],
)
async def test_the_most_that_fits(rig: Rig, components: list[Json]) -> None:
    """Layouts right at a limit are taken."""
    async with client(rig) as bot:
        _, channel = place(rig)
        await post(bot, channel.id, {"components": components, "flags": V2})
        assert channel.last.content.v2


@pytest.mark.parametrize(
    ("components", "code"),
    [
        (texts(41), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (grid(6) + texts(5), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (
            [{"type": 17, "components": grid(6) + texts(4)}],
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
        (texts(1, 4001), "BASE_TYPE_BAD_LENGTH"),
        (texts(2, 2001), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
        ([{"type": 10, "content": " "}], "BASE_TYPE_BAD_LENGTH"),
        ([line()], "BASE_TYPE_BAD_LENGTH"),
        ([line(*[press(n) for n in range(6)])], "BASE_TYPE_BAD_LENGTH"),
        ([line(press(), menu()["components"][0])], "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ([line(press(), press())], "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ([line(press(1, id=7), press(2, id=7))], "COMPONENT_ID_DUPLICATED"),
        ([line(press(id=-1))], "NUMBER_TYPE_COERCE"),
        ([line(press(custom_id="x" * 101))], "BASE_TYPE_BAD_LENGTH"),
        ([line(press(custom_id=None))], "BASE_TYPE_REQUIRED"),
        ([line(press(label="x" * 81))], "BASE_TYPE_MAX_LENGTH"),
        ([line(press(label=None))], "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
        ([line(press(style=9))], "BASE_TYPE_CHOICES"),
        ([line(press(emoji={"name": "flag"}))], "BUTTON_COMPONENT_INVALID_EMOJI"),
        ([line(press(emoji={"name": "флаг"}))], "BUTTON_COMPONENT_INVALID_EMOJI"),
        ([line(press(emoji={"name": "mine", "id": "5"}))], "BUTTON_COMPONENT_INVALID_EMOJI"),
        (
            [line(press(style=5, url="https://x.org"))],
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        ([line(press(style=5, custom_id=None, url="h" * 513))], "BASE_TYPE_BAD_LENGTH"),
        ([menu(options=[])], "BASE_TYPE_BAD_LENGTH"),
        (
            [menu(options=[{"label": str(n), "value": str(n)} for n in range(26)])],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            [menu(options=[{"label": "a", "value": "a"}] * 2)],
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        ([menu(max_values=2)], "SELECT_COMPONENT_INVALID_RANGE"),
        ([menu(options=[{"label": "x" * 101, "value": "a"}])], "BASE_TYPE_BAD_LENGTH"),
        ([menu(placeholder="x" * 151)], "BASE_TYPE_MAX_LENGTH"),
        (
            [menu(options=[{"label": "a", "value": "a", "emoji": {"name": "x"}}])],
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        ([picture(11)], "BASE_TYPE_BAD_LENGTH"),
        ([picture(0)], "BASE_TYPE_BAD_LENGTH"),
        ([picture(description="x" * 1025)], "BASE_TYPE_MAX_LENGTH"),
        ([picture(url="y.png")], "URL_TYPE_INVALID_URL"),
        (
            [picture(url="attachment://y.png")],
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        ([{"type": 9, "components": texts(4), "accessory": press()}], "BASE_TYPE_BAD_LENGTH"),
        ([{"type": 9, "components": texts(1)}], "BASE_TYPE_REQUIRED"),
        ([{"type": 17, "components": []}], "BASE_TYPE_REQUIRED"),
        ([{"type": 17, "components": [{"type": 17, "components": []}]}], "UNION_TYPE_CHOICES"),
        ([press()], "UNION_TYPE_CHOICES"),
        (["x"], "UNION_TYPE_CHOICES"),
    ],
)
async def test_one_too_many(rig: Rig, components: list[Json], code: str) -> None:
    """Layouts over a limit are refused with Discord's own code."""
    async with client(rig) as bot:
        _, channel = place(rig)
        with refused(rig.world, 50035, code):
            await post(bot, channel.id, {"components": components, "flags": V2})
        assert channel.messages == []
        rig.server.mismatches.clear()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"components": texts(1)}, "UNION_TYPE_CHOICES"),
        (
            {"components": texts(1), "flags": V2, "content": "x"},
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            {"components": texts(1), "flags": V2, "embeds": [{"title": "x"}]},
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        ({"components": grid(6), "content": "x"}, "BASE_TYPE_MAX_LENGTH"),
    ],
)
async def test_which_layout_a_message_has(rig: Rig, body: Json, code: str) -> None:
    """A message has text and up to five rows, or components alone and says so."""
    async with client(rig) as bot:
        _, channel = place(rig)
        with refused(rig.world, 50035, code):
            await post(bot, channel.id, body)
        await post(bot, channel.id, {"components": grid(5), "content": "x"})


async def post(bot: discord.Client, channel: int, body: Json) -> None:
    """Send a message that the library would not build."""
    await bot.http.send_message(channel, params=raw(body))
