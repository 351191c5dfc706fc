"""Components on the Discord emulator: pressed, chosen, edited, and held to every limit."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from tests.emulators.discord.helpers import (
    Pressed,
    button,
    found,
    layout,
    legacy,
    place,
    raw,
    row,
)
from tests.emulators.discord.limits import APPLICATION_EMOJIS
from tests.emulators.discord.rig import Rig, client, refused


async def test_presses_of_old_buttons(rig: Rig) -> None:
    """A press reaches the view's callback, whose edit is shown."""
    ann, channel = place(rig)
    async with client(rig) as bot:
        view = legacy("open", "flag")

        async def opened(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(content="opened", view=None)

        view.children[0].callback = opened  # type: ignore[method-assign]  # as its users do
        await found(bot, channel).send("board", view=view)
        assert channel.last.labels == [["open", "flag"]]
        await channel.last.press(ann, "open").settled()
        assert (channel.last.text, channel.last.labels) == ("opened", [])


async def test_a_layout(rig: Rig) -> None:
    """Texts, sections, galleries and rows in a container come back as they were sent."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        section = ui.Section("Mode: open", accessory=button("mode"))
        box = ui.Container(ui.TextDisplay("9 x 9"), section, ui.Separator(), row("a1", "a2"))
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("https://x.org/y.png")
        )
        sent = await found(bot, channel).send(view=layout(box, gallery))
        assert sent.flags.components_v2
        assert channel.last.text == "9 x 9\nMode: open"
        numbers = [one.id for one in ui.LayoutView.from_message(sent).walk_children()]
        assert numbers == list(range(1, len(numbers) + 1))
        channel.last.press(ann, "mode")
        interaction = await bot.next_taken()
        assert interaction.data is not None
        assert interaction.data["custom_id"] == "MODE"  # type: ignore[typeddict-item]  # a component's
        assert interaction.message is not None
        assert interaction.message.id == sent.id


async def test_menus(rig: Rig) -> None:
    """A person chooses options by value or label, as many as the menu asks for."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        options = [discord.SelectOption(label=n.title(), value=n) for n in ("easy", "hard")]
        menu: ui.Select[Any] = ui.Select(custom_id="level", options=options, max_values=2)
        view = ui.View(timeout=None)
        view.add_item(menu)
        await found(bot, channel).send("which?", view=view)
        channel.last.select(ann, "level", "Easy", "hard")
        interaction = await bot.next_taken()
        assert interaction.data is not None
        assert interaction.data["values"] == ["easy", "hard"]  # type: ignore[typeddict-item]  # a component's
        assert [one["custom_id"] for one in channel.last.content.selects] == ["level"]
        for values in ((), ("easy", "hard", "easy"), ("none",)):
            with pytest.raises(LookupError):
                channel.last.select(ann, "level", *values)


async def test_presses_that_nobody_can_do(rig: Rig) -> None:
    """Unknown, ambiguous, disabled and link buttons cannot be pressed; any id can be forged."""
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


async def test_the_flag_stays(rig: Rig) -> None:
    """A message of components stays one; a message with text can become one."""
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


async def test_the_bots_own_emojis(rig: Rig) -> None:
    """The application's emojis are made, put on buttons and deleted; wrong ones are refused."""
    async with client(rig) as bot:
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
        with refused(rig.world, 50035, "STRING_TYPE_REGEX"):
            await bot.create_application_emoji(name="mïne", image=image)
        with refused(rig.world, 50035, "BINARY_TYPE_MAX_SIZE"):
            await bot.create_application_emoji(name="big", image=image + bytes(300_000))
        with refused(rig.world, 50035, "BINARY_TYPE_INVALID"):
            await bot.http.create_application_emoji(rig.world.bot.id, "odd", "data:text,x")
        rig.server.mismatches.clear()
        await emoji.delete()
        with refused(rig.world, 10014):
            await emoji.delete()


async def test_menus_of_people(rig: Rig) -> None:
    """A menu of users is sent; a file that was not uploaded is refused."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        people: ui.UserSelect[Any] = ui.UserSelect(custom_id="who")
        await found(bot, channel).send(view=layout(ui.ActionRow(people)))
        assert [one["type"] for one in channel.last.content.selects] == [5]
        file = ui.File[Any]("attachment://x.txt")
        with refused(rig.world, 50035, "REFERENCED_ATTACHMENT_NOT_FOUND"):
            await found(bot, channel).send(view=layout(file))
        assert ann.mention == f"<@{ann.id}>"


async def test_how_many_emojis(rig: Rig) -> None:
    """An application has up to two thousand emojis."""
    async with client(rig) as bot:
        rig.world.hub.emojis |= {number: f"e{number}" for number in range(APPLICATION_EMOJIS)}
        with refused(rig.world, 30008):
            await bot.create_application_emoji(name="more", image=b"\x89PNG\r\n\x1a\n" + bytes(9))
