"""Components on the Discord emulator: pressed, chosen, edited, and held to every limit."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from tests.emulators.discord.helpers import Pressed, button, calm, found, layout, legacy, place, row
from tests.emulators.discord.rig import client, emulated, refused
from tests.emulators.discord.wire import Json

V2 = 1 << 15


async def test_presses_of_old_buttons() -> None:
    """A press reaches the view's callback, and what it edits is seen."""
    async with emulated(calm()) as rig:
        ann, channel = place(rig)
        async with client(rig) as bot:
            view = legacy("open", "flag")

            async def opened(interaction: discord.Interaction) -> None:
                await interaction.response.edit_message(content="opened", view=None)

            view.children[0].callback = opened  # type: ignore[method-assign]
            await found(bot, channel).send("board", view=view)
            assert channel.last.labels == [["open", "flag"]]
            await channel.last.press(ann, "open").settled()
            assert (channel.last.text, channel.last.labels) == ("opened", [])


async def test_a_layout() -> None:
    """Texts, sections, galleries and rows in a container come back as they were sent."""
    async with emulated(calm()) as rig:
        ann, channel = place(rig)
        async with client(rig, Pressed()) as bot:
            assert isinstance(bot, Pressed)
            section = ui.Section("Mode: open", accessory=button("mode"))
            box = ui.Container(ui.TextDisplay("9 x 9"), section, ui.Separator(), row("a1", "a2"))
            gallery = ui.MediaGallery(discord.MediaGalleryItem("https://x.org/y.png"))
            sent = await found(bot, channel).send(view=layout(box, gallery))
            assert sent.flags.components_v2
            assert channel.last.text == "9 x 9\nMode: open"
            numbers = [one.id for one in ui.LayoutView.from_message(sent).walk_children()]
            assert numbers == list(range(1, len(numbers) + 1))
            channel.last.press(ann, "mode")
            interaction = await bot.next_taken()
            assert interaction.data is not None
            assert interaction.data["custom_id"] == "MODE"  # type: ignore[typeddict-item]
            assert interaction.message is not None
            assert interaction.message.id == sent.id


async def test_menus() -> None:
    """A person chooses options by value or label, as many as the menu asks for."""
    async with emulated(calm()) as rig:
        ann, channel = place(rig)
        async with client(rig, Pressed()) as bot:
            assert isinstance(bot, Pressed)
            options = [discord.SelectOption(label=n.title(), value=n) for n in ("easy", "hard")]
            menu: ui.Select[Any] = ui.Select(custom_id="level", options=options, max_values=2)
            view = ui.View(timeout=None)
            view.add_item(menu)
            await found(bot, channel).send("which?", view=view)
            channel.last.select(ann, "level", "Easy", "hard")
            interaction = await bot.next_taken()
            assert interaction.data is not None
            assert interaction.data["values"] == ["easy", "hard"]  # type: ignore[typeddict-item]
            assert [one["custom_id"] for one in channel.last.content.selects] == ["level"]
            for values in ((), ("easy", "hard", "easy"), ("none",)):
                with pytest.raises(LookupError):
                    channel.last.select(ann, "level", *values)


async def test_presses_that_nobody_can_do() -> None:
    """Disabled, link and unknown buttons, and those another one sees, cannot be pressed."""
    async with emulated(calm()) as rig:
        ann, channel = place(rig)
        async with client(rig) as bot:
            view = legacy("twice")
            view.add_item(button("twice", custom_id="other"))
            view.add_item(button("off", disabled=True))
            view.add_item(button("web", url="https://x.org"))
            await found(bot, channel).send("x", view=view)
            for wanted in ("gone", "twice", "off", "web"):
                with pytest.raises(LookupError):
                    channel.last.press(ann, wanted)
            forged = channel.last.forge(ann, "anything")
            assert forged.data["custom_id"] == "anything"


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
        [line(press(label=None, emoji={"name": "🚩"}))],
        [menu(options=[{"label": str(n), "value": str(n)} for n in range(25)])],
        [{"type": 9, "components": texts(3), "accessory": press()}],
    ],
)
async def test_the_most_that_fits(components: list[Json]) -> None:
    """Layouts right at a limit are taken."""
    async with emulated(calm()) as rig, client(rig) as bot:
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
async def test_one_too_many(components: list[Json], code: str) -> None:
    """Layouts over a limit are refused with Discord's own code."""
    async with emulated(calm()) as rig, client(rig) as bot:
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
async def test_which_layout_a_message_has(body: Json, code: str) -> None:
    """A message has text and up to five rows, or components alone and says so."""
    async with emulated(calm()) as rig, client(rig) as bot:
        _, channel = place(rig)
        with refused(rig.world, 50035, code):
            await post(bot, channel.id, body)
        await post(bot, channel.id, {"components": grid(5), "content": "x"})


async def test_the_flag_stays() -> None:
    """A message of components stays one; a message with text can become one."""
    async with emulated(calm()) as rig:
        _, channel = place(rig)
        async with client(rig) as bot:
            there = found(bot, channel)
            sent = await there.send(view=layout(ui.TextDisplay("x")))
            with refused(rig.world, 50035, "LEGACY_FIELDS"):
                await sent.edit(content="x", view=None)
            with refused(rig.world, 50035, "cannot be removed"):
                await bot.http.edit_message(channel.id, sent.id, params=raw({"flags": 0}))
            await sent.edit(view=layout(ui.TextDisplay("y")))
            assert channel.last.text == "y"
            old = await there.send("text")
            with refused(rig.world, 50035, "LEGACY_FIELDS"):
                await old.edit(view=layout(ui.TextDisplay("z")))
            await old.edit(content=None, view=layout(ui.TextDisplay("z")))
            assert channel.last.content.v2


async def test_the_bots_own_emojis() -> None:
    """An emoji of the application can be put on buttons, by whoever made it."""
    async with emulated(calm()) as rig, client(rig) as bot:
        _, channel = place(rig)
        image = b"\x89PNG\r\n\x1a\n" + bytes(30)
        emoji = await bot.create_application_emoji(name="mine", image=image)
        assert [one.name for one in await bot.fetch_application_emojis()] == ["mine"]
        view = ui.View(timeout=None)
        view.add_item(button(None, custom_id="x", emoji=emoji))
        await found(bot, channel).send("x", view=view)
        assert channel.last.labels == [["mine"]]
        with refused(rig.world, 50035, "NAME_ALREADY_TAKEN"):
            await bot.create_application_emoji(name="mine", image=image)
        with refused(rig.world, 50035, "BASE_TYPE_BAD_LENGTH"):
            await bot.create_application_emoji(name="m", image=image)
        with refused(rig.world, 50035, "BINARY_TYPE_MAX_SIZE"):
            await bot.create_application_emoji(name="big", image=image + bytes(300_000))
        with refused(rig.world, 50035, "BINARY_TYPE_INVALID"):
            await bot.http.create_application_emoji(rig.world.bot.id, "odd", "data:text,x")
        rig.server.mismatches.clear()
        await emoji.delete()
        with refused(rig.world, 10014):
            await emoji.delete()


def raw(body: Json) -> Any:
    """Return ``body`` as the library passes it on."""
    return discord.http.MultipartParameters(payload=body, multipart=None, files=None)


async def post(bot: discord.Client, channel: int, body: Json) -> None:
    """Send a message that the library would not build."""
    await bot.http.send_message(channel, params=raw(body))
