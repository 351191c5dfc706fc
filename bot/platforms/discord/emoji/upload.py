"""Uploading: makes the application's emoji what the themes draw now."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from discord.http import HTTPClient

from bot.platforms import PlatformRefused
from bot.platforms.discord.emoji.names import Depicted, name_of, read_name
from bot.platforms.discord.emoji.sets import read_listed
from bot.render.picture import PICTURE_THEMES, draw_cells, load_picture_theme

SIZE: Final = 128
"""Pixels of a side, as Discord recommends; docs, emoji."""


@dataclass(frozen=True, slots=True)
class Done:
    """How many emoji were uploaded, were there already, and were removed."""

    uploaded: int
    kept: int
    removed: int


def drawings() -> dict[str, bytes]:
    """Return the PNG file of every emoji by its name, which tells of theme, look and drawing."""
    files = {}
    for theme in PICTURE_THEMES:
        for look, picture in draw_cells(load_picture_theme(theme), SIZE).items():
            files[name_of(Depicted(theme, look), picture.digest)] = picture.file
    return files


async def upload(
    http: HTTPClient, application: int, wanted: Mapping[str, bytes], tell: Callable[[str], None]
) -> Done:
    """Have the application's emoji be ``wanted``; those that are not the bot's are left alone.

    What is new is there before what is old goes, so that a look is never missing. Raises the
    library's HTTPException; what was done until then stays, and is not done again. Raises
    PlatformRefused where Discord's list of them cannot be read: nothing is done.
    """
    try:
        listed = read_listed(await http.get_application_emojis(application))
    except ValueError as error:
        raise PlatformRefused("The application's emoji are listed in no known form.") from error
    ours = {each.name: each.id for each in listed if read_name(each.name)}
    missing = {name: file for name, file in wanted.items() if name not in ours}
    for name, file in missing.items():
        image = f"data:image/png;base64,{b64encode(file).decode()}"
        await http.create_application_emoji(application, name, image)
        tell(f"uploaded {name}")
    old = {name: number for name, number in ours.items() if name not in wanted}
    for name, number in old.items():
        await http.delete_application_emoji(application, number)
        tell(f"removed {name}")
    return Done(len(missing), len(wanted) - len(missing), len(old))
