"""Photos, animations and documents in the Telegram emulator."""

from __future__ import annotations

import struct
from io import BytesIO

import pytest
from telegram import (
    InputMediaAnimation,
    InputMediaPhoto,
    Message,
)
from telegram.error import InvalidToken

from tests.emulators.helpers import buttons, greeted
from tests.emulators.telegram.editing import NOT_MODIFIED
from tests.emulators.telegram.files import Upload
from tests.emulators.telegram.limits import PHOTO_BYTES
from tests.emulators.telegram.rig import Rig, refused
from tests.emulators.telegram.server import TOKEN


def png(width: int, height: int) -> bytes:
    """Return the beginning of a picture, enough to read its size from."""
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"
    return head + struct.pack(">II", width, height) + b"\x08\x06\x00\x00\x00"


async def test_a_photo_has_sizes_and_can_be_downloaded(rig: Rig) -> None:
    """An uploaded photo comes in several sizes, the largest its own, and can be downloaded."""
    chat = greeted(rig)
    picture = png(640, 320)
    sent = await rig.bot.send_photo(chat.id, picture, "<i>board</i>", parse_mode="HTML")
    assert [(one.width, one.height) for one in sent.photo] == [(90, 45), (320, 160), (640, 320)]
    assert (chat.last.text, chat.last.picture) == ("board", picture)
    file = await sent.photo[-1].get_file()
    assert bytes(await file.download_as_bytearray()) == picture


async def test_a_photo_can_be_sent_again_by_its_id(rig: Rig) -> None:
    """A file_id stands for the file; another kind of file or a made-up id is refused."""
    chat = greeted(rig)
    sent = await rig.bot.send_photo(chat.id, png(10, 10))
    again = await rig.bot.send_photo(chat.id, sent.photo[-1].file_id)
    assert again.photo == sent.photo
    with refused(rig.world, "can't use file of type Photo as Document"):
        await rig.bot.send_document(chat.id, sent.photo[-1].file_id)
    with refused(rig.world, "wrong remote file identifier specified: can't unserialize it"):
        await rig.bot.send_photo(chat.id, "invented")
    with refused(rig.world, "wrong file_id or the file is temporarily unavailable"):
        await rig.bot.get_file("invented")


async def test_one_edit_replaces_picture_caption_and_buttons(rig: Rig) -> None:
    """A media edit takes an upload or a file_id; one that changes nothing is refused."""
    chat = greeted(rig)
    sent = await rig.bot.send_photo(chat.id, png(10, 10), "one")
    media = InputMediaPhoto(png(20, 20), "two", has_spoiler=True)
    edited = await sent.edit_media(media, reply_markup=buttons("a"))
    assert isinstance(edited, Message)
    assert (edited.photo[-1].width, edited.caption, edited.has_media_spoiler) == (
        20,
        "two",
        True,
    )
    same = InputMediaPhoto(edited.photo[-1].file_id, "two", has_spoiler=True)
    with refused(rig.world, NOT_MODIFIED):
        await sent.edit_media(same, reply_markup=buttons("a"))
    await sent.edit_caption("three")
    assert chat.last.text == "three"
    with refused(rig.world, "there is no text in the message to edit"):
        await sent.edit_text("x")


async def test_a_text_becomes_a_picture(rig: Rig) -> None:
    """A media edit turns a text into a picture."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "one")
    await sent.edit_media(InputMediaAnimation(b"GIF89a" + struct.pack("<HH", 5, 6)))
    assert chat.last.content.file is not None
    assert chat.last.content.file.card["animation"]["height"] == 6


async def test_animations_and_documents(rig: Rig) -> None:
    """A GIF is an animation with its size; a document keeps its name; people send files, too."""
    chat = greeted(rig)
    gif = BytesIO(b"GIF89a" + struct.pack("<HH", 30, 20))
    moving = await rig.bot.send_animation(chat.id, gif, filename="win.gif")
    assert moving.animation is not None
    assert (moving.animation.width, moving.animation.height) == (30, 20)
    saved = await rig.bot.send_document(chat.id, b"game", filename="save.json")
    assert saved.document is not None
    assert saved.document.file_name == "save.json"
    chat.send_document(chat.user, Upload("load.json", "application/json", b"{}"))
    chat.send_photo(chat.user, Upload("me.png", "image/png", png(3, 4)), "look")
    _, loaded, photo = await rig.bot.get_updates()
    assert loaded.message is not None
    assert loaded.message.document is not None
    file = await loaded.message.document.get_file()
    assert bytes(await file.download_as_bytearray()) == b"{}"
    assert photo.message is not None
    assert photo.message.caption == "look"


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (png(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        (png(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xd9", "IMAGE_PROCESS_FAILED"),
    ],
)
async def test_bad_pictures_are_refused(rig: Rig, picture: bytes, words: str) -> None:
    """A file that is no picture, or one that is too large or too long, is refused as a photo."""
    with refused(rig.world, words):
        await rig.bot.send_photo(greeted(rig).id, picture)


async def test_a_photo_has_at_most_ten_megabytes(rig: Rig) -> None:
    """A photo of a byte more than 10 MiB is refused in Telegram's words."""
    size = PHOTO_BYTES + 1
    words = (
        f"file of size {size} bytes is too big for a photo; the maximum size is {PHOTO_BYTES} bytes"
    )
    with refused(rig.world, words):
        await rig.bot.send_photo(greeted(rig).id, png(9, 9).ljust(size))


async def test_a_jpeg_is_measured(rig: Rig) -> None:
    """Width and height are found in a JPEG's frame header."""
    frame = b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", 40, 50)
    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab" + frame + b"\x01\x01\x11\x00"
    sent = await rig.bot.send_photo(greeted(rig).id, jpeg)
    assert (sent.photo[-1].width, sent.photo[-1].height) == (50, 40)


async def test_downloads_need_the_token_and_a_file(rig: Rig) -> None:
    """A foreign token and a path that leads nowhere get no file."""
    for path in ("1:x/photos/file_1.png", f"{TOKEN}/nothing"):
        with pytest.raises(InvalidToken):
            await rig.bot.request.retrieve(f"{rig.server.base_file_url}{path}")
