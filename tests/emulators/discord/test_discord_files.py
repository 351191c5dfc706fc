"""Uploads on the Discord emulator: sent, kept, replaced, shown in galleries, downloaded."""

from __future__ import annotations

import io
import struct

import discord
import pytest
from discord import ui

from tests.emulators.discord.helpers import Pressed, found, layout, place, raw, row
from tests.emulators.discord.limits import UPLOAD_BYTES, UPLOADS
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.rig import Rig, client, refused


def png(more: bytes = b"") -> bytes:
    """Return bytes that begin like a PNG."""
    return b"\x89PNG\r\n\x1a\n" + bytes(8) + struct.pack(">II", 30, 24) + more


def upload(content: bytes, name: str = "board.png", alt: str | None = None) -> discord.File:
    """Return a file to send."""
    return discord.File(io.BytesIO(content), name, description=alt)


async def test_an_upload(rig: Rig) -> None:
    """The library learns a file's size and alternative text, and can download it."""
    _, channel = place(rig)
    async with client(rig) as bot:
        sent = await found(bot, channel).send(file=upload(png(), alt="a board"))
        [attachment] = sent.attachments
        about = (attachment.filename, attachment.width, attachment.height)
        assert about == ("board.png", 30, 24)
        assert attachment.description == "a board"
        assert await attachment.read() == png() == channel.last.picture
        attachment.url += "x"
        with pytest.raises(discord.NotFound):
            await attachment.read()


async def test_a_board_in_a_gallery(rig: Rig) -> None:
    """A gallery shows the uploaded picture; an edit brings a new one in its place."""
    _, channel = place(rig)
    async with client(rig) as bot:
        view = gallery("attachment://board.png")
        sent = await found(bot, channel).send(view=view, file=upload(png(b"1")))
        assert shown(sent) == sent.attachments[0].url
        await sent.edit(view=view, attachments=[upload(png(b"2"))])
        assert channel.last.picture == png(b"2")
        assert len(channel.last.content.attachments) == 1
        first, second = channel.last.versions
        assert first.attachments[0].url != second.attachments[0].url
        with refused(rig.world, 50035, "REFERENCED_ATTACHMENT_NOT_FOUND"):
            await sent.edit(view=gallery("attachment://other.png"))


def gallery(url: str) -> ui.LayoutView:
    """Return a layout with one picture."""
    return layout(ui.MediaGallery(discord.MediaGalleryItem(url, description="a board")))


def shown(message: discord.Message) -> str:
    """Return the address of the picture a gallery shows."""
    [component] = message.components
    assert isinstance(component, discord.MediaGalleryComponent)
    return component.items[0].media.url


async def test_attachments_kept_added_and_dropped(rig: Rig) -> None:
    """An edit keeps the attachments it names, all of them when it names none."""
    _, channel = place(rig)
    async with client(rig) as bot:
        files = [upload(b"1", "a b.txt"), upload(b"2", "b.txt")]
        sent = await found(bot, channel).send(files=files)
        assert [one.name for one in channel.last.content.attachments] == ["a_b.txt", "b.txt"]
        sent = await sent.edit(content="x")
        assert len(sent.attachments) == 2
        sent = await sent.edit(attachments=[sent.attachments[1], upload(b"3", "c.txt")])
        assert [one.filename for one in sent.attachments] == ["b.txt", "c.txt"]
        sent = await sent.add_files(upload(b"4", "d.txt"))
        assert len(sent.attachments) == 3
        body = {"attachments": [{"id": str(sent.attachments[0].id), "description": "alt"}]}
        await bot.http.edit_message(channel.id, sent.id, params=raw(body))
        assert [one.alt for one in channel.last.content.attachments] == ["alt"]
        await sent.edit(attachments=[])
        assert channel.last.content.attachments == ()


async def test_files_that_are_refused(rig: Rig) -> None:
    """Files too large, too many, without data or right, and long texts of them are refused."""
    _, channel = place(rig)
    async with client(rig) as bot:
        there = found(bot, channel)
        with refused(rig.world, 40005):
            await there.send(file=upload(bytes(UPLOAD_BYTES + 1)))
        await there.send(file=upload(bytes(UPLOAD_BYTES)))
        more = [{"id": at, "filename": "x.txt"} for at in range(UPLOADS + 1)]
        with refused(rig.world, 50035, "BASE_TYPE_MAX_LENGTH"):
            await bot.http.send_message(channel.id, params=raw({"attachments": more}))
        with refused(rig.world, 50035, "BASE_TYPE_MAX_LENGTH"):
            await there.send(file=upload(b"1", alt="x" * 1025))
        body = {"content": "x", "attachments": [{"id": 3}]}
        with refused(rig.world, 50035, "ATTACHMENT_NOT_FOUND"):
            await bot.http.send_message(channel.id, params=raw(body))
        channel.deny(rig.world.bot, Permission.ATTACH_FILES)
        with refused(rig.world, 50013):
            await there.send(file=upload(b"1"))
        rig.server.mismatches.clear()


async def test_a_press_changes_picture_and_buttons(rig: Rig) -> None:
    """One answer to a press brings a new picture and new buttons; others keep the picture."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        view = gallery("attachment://board.png").add_item(row("open"))
        await found(bot, channel).send(view=view, file=upload(png(b"1")))
        channel.last.press(ann, "open")
        interaction = await bot.next_taken()
        view = gallery("attachment://board.png").add_item(row("flag"))
        new = [upload(png(b"2"))]
        await interaction.response.edit_message(view=view, attachments=new)
        assert (channel.last.picture, channel.last.labels) == (png(b"2"), [["flag"]])
        channel.last.press(ann, "flag")
        interaction = await bot.next_taken(2)
        await interaction.response.defer()
        await interaction.edit_original_response(view=view.add_item(row("more")))
        assert channel.last.picture == png(b"2")
        hint = await interaction.followup.send(
            view=gallery("attachment://hint.png"),
            file=upload(png(), "hint.png"),
            ephemeral=True,
            wait=True,
        )
        assert shown(hint) == hint.attachments[0].url
        assert [one.id for one in channel.seen_by(ann)][-1] == hint.id
