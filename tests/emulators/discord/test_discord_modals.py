"""Modals on the Discord emulator: shown, filled in, sent, and held to every limit."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from tests.emulators.discord.helpers import COMMAND, Pressed, answer, place, pressed
from tests.emulators.discord.rig import Rig, client, refused


class Typed(ui.Modal, title="Your move"):
    """Asks for a move."""

    move: ui.TextInput[Any] = ui.TextInput(label="Move", max_length=5)
    why: ui.TextInput[Any] = ui.TextInput(label="Why", required=False, min_length=2)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Show the move."""
        await interaction.response.edit_message(content=f"{self.move.value}{self.why.value}")


async def test_modals(rig: Rig) -> None:
    """A press opens a form, and what is filled in edits the message of the button."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        await interaction.response.send_modal(Typed())
        modal = known.modal
        assert modal is not None
        assert (modal.title, len(modal.fields)) == ("Your move", 2)
        for values in (("",), ("too long",), ("a\nb",), ("c4", "x")):
            with pytest.raises(ValueError, match="does not fit"):
                modal.submit(*values)
        sent = await modal.submit("c4").settled()
        assert channel.last.text == "c4"
        assert sent.metadata()["triggering_interaction_metadata"]["type"] == 2


async def test_modals_with_labels(rig: Rig) -> None:
    """A form of labels holds a menu and a text, and both come back."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        form = ui.Modal(title="New game", custom_id="new")
        menu: ui.Select[Any] = ui.Select(options=[discord.SelectOption(label="easy")])
        form.add_item(ui.TextDisplay("Choose"))
        form.add_item(ui.Label(text="Level", component=menu))
        await interaction.response.send_modal(form)
        assert known.modal is not None
        with pytest.raises(ValueError, match="does not fit"):
            known.modal.submit("none")
        known.modal.submit("easy")
        await bot.next_taken(2)
        assert menu.values == ["easy"]


def box(**about: Any) -> dict[str, Any]:
    """Return a row with a text input."""
    return {"type": 1, "components": [{"type": 4, "custom_id": "a", "style": 1} | about]}


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"title": "x" * 46}, "BASE_TYPE_BAD_LENGTH"),
        ({"custom_id": ""}, "BASE_TYPE_BAD_LENGTH"),
        ({"components": []}, "BASE_TYPE_BAD_LENGTH"),
        ({"components": [box(custom_id=str(n)) for n in range(6)]}, "BASE_TYPE_BAD_LENGTH"),
        ({"components": [box(label="x" * 46)]}, "BASE_TYPE_MAX_LENGTH"),
        ({"components": [box(value="x" * 4001)]}, "BASE_TYPE_MAX_LENGTH"),
        ({"components": [box(), box()]}, "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ({"components": [box(type=2)]}, "UNION_TYPE_CHOICES"),
        ({"components": [{"type": 17}]}, "UNION_TYPE_CHOICES"),
    ],
)
async def test_modals_that_are_refused(rig: Rig, form: dict[str, Any], code: str) -> None:
    """Each fault of a form is refused."""
    async with client(rig, Pressed()) as bot:
        ann, channel = place(rig)
        known = rig.world.interactions.begin(2, ann, channel, COMMAND)
        data = {"title": "x", "custom_id": "x", "components": [box(label="x")]} | form
        with refused(rig.world, 50035, code):
            await answer(bot, known, {"type": 9, "data": data})
        rig.server.mismatches.clear()
