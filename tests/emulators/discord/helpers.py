"""Helpers that several tests of the emulator share."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.people import User
from tests.emulators.discord.rig import Client, Rig


def place(rig: Rig) -> tuple[User, Channel]:
    """Return a person and a channel of a guild that the bot is in."""
    ann = rig.world.user("Ann")
    return ann, rig.world.guild("Field", ann).channel("mines")


def found(bot: discord.Client, channel: Channel) -> discord.TextChannel:
    """Return the library's object for ``channel``."""
    known = bot.get_channel(channel.id)
    assert isinstance(known, discord.TextChannel)
    return known


def button(label: str | None, **about: Any) -> ui.Button[Any]:
    """Return a button whose custom id is its label in capitals."""
    usual = {"custom_id": label.upper()} if label and "url" not in about else {}
    return ui.Button(label=label, **usual | about)


def legacy(*labels: str) -> ui.View:
    """Return buttons for a message with text."""
    view = ui.View(timeout=None)
    for label in labels:
        view.add_item(button(label))
    return view


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a message made of components alone."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def row(*labels: str) -> ui.ActionRow[Any]:
    """Return a row of buttons."""
    return ui.ActionRow(*[button(label) for label in labels])


class Pressed(Client):
    """Keeps the interactions it is told of, and leaves the answering to the test."""

    def __init__(self, **settings: Any) -> None:
        """Start with none."""
        super().__init__(**settings)
        self.taken: list[discord.Interaction] = []
        self.heard: list[discord.Message] = []

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Keep an interaction."""
        self.taken.append(interaction)
        self.news.notify()

    async def on_message(self, message: discord.Message) -> None:
        """Keep a message of somebody else."""
        if message.author != self.user:
            self.heard.append(message)
            self.news.notify()

    async def next_taken(self, count: int = 1) -> discord.Interaction:
        """Return the ``count``-th interaction once the library has told of it."""
        await self.news.until(lambda: len(self.taken) >= count)
        return self.taken[count - 1]

    async def next_heard(self, count: int = 1) -> discord.Message:
        """Return the ``count``-th message once the library has told of it."""
        await self.news.until(lambda: len(self.heard) >= count)
        return self.heard[count - 1]


COMMAND = {"id": "1", "name": "x", "type": 1, "options": []}  # what a slash command sends


async def pressed(
    bot: Pressed, channel: Channel, user: User
) -> tuple[Interaction, discord.Interaction]:
    """Send a board, press its button, and return the interaction from both sides."""
    await bot.get_partial_messageable(channel.id).send("board", view=legacy("go"))
    known = channel.last.press(user, "go")
    return known, await bot.next_taken(len(bot.taken) + 1)


async def answer(bot: Pressed, known: Interaction, body: dict[str, Any]) -> None:
    """Answer with a body the library would not build."""
    path = "/interactions/{interaction_id}/{token}/callback"
    route = discord.http.Route("POST", path, interaction_id=known.id, token=known.token)
    await bot.http.request(route, json=body)


def raw(body: dict[str, Any]) -> Any:
    """Return ``body`` as the library passes it on."""
    return discord.http.MultipartParameters(payload=body, multipart=None, files=None)
