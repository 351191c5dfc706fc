"""Discord's rules for each kind of component."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.emulators.discord.limits import (
    ALT_TEXT,
    BUTTON_URL,
    CUSTOM_ID,
    DISPLAYED_TEXT,
    GALLERY,
    LABEL,
    OPTION_TEXT,
    OPTIONS,
    PLACEHOLDER,
    ROW_BUTTONS,
    SECTION_TEXTS,
)
from tests.emulators.discord.tree import SELECTS, Kind, media_of
from tests.emulators.discord.wire import Form, Json, Path

Rule = Callable[[Json, Path, Form], None]

LINK: Final = 5  # the button style that opens an address
PREMIUM: Final = 6  # the button style that sells something
STYLES: Final = frozenset({1, 2, 3, 4, LINK, PREMIUM})
CHILDREN: Final = {
    Kind.ROW: SELECTS | {Kind.BUTTON},
    Kind.SECTION: frozenset({Kind.TEXT}),
    Kind.CONTAINER: frozenset(
        {Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.FILE, Kind.SEPARATOR}
    ),
}
WEB: Final = ("http://", "https://", "attachment://")


def check_row(one: Json, path: Path, form: Form) -> None:
    """Note an empty row, and one that is too wide: a select is as wide as five buttons."""
    children = one.get("components") or []
    form.length((*path, "components"), children, 1, ROW_BUTTONS)
    selects = sum(child.get("type") in SELECTS for child in children)
    if selects and len(children) > 1:
        for index in range(1, len(children)):
            words = f"Layout width exceeded. Max: {ROW_BUTTONS}"
            form.fault((*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def check_button(one: Json, path: Path, form: Form) -> None:
    """Note a button without a label or emoji, or without an id or address."""
    style = one.get("style")
    if style not in STYLES:
        form.fault((*path, "style"), "BASE_TYPE_CHOICES", f"Value must be one of {sorted(STYLES)}.")
    form.length((*path, "label"), one.get("label") or "", 0, LABEL)
    if style != PREMIUM and not one.get("label") and not one.get("emoji"):
        form.fault(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
    if style == LINK:
        form.length((*path, "url"), one.get("url"), 1, BUTTON_URL)
        if one.get("custom_id"):
            words = "A custom id and url cannot both be specified"
            form.fault(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words)
    elif style != PREMIUM:
        check_custom_id(one, path, form)


def check_custom_id(one: Json, path: Path, form: Form) -> None:
    """Note a custom id that is missing, empty or too long."""
    if one.get("custom_id") is None:
        form.required((*path, "custom_id"))
    else:
        form.length((*path, "custom_id"), one["custom_id"], 1, CUSTOM_ID)


def check_select(one: Json, path: Path, form: Form) -> None:
    """Note a select that offers nothing, too much, or something twice."""
    check_custom_id(one, path, form)
    form.length((*path, "placeholder"), one.get("placeholder") or "", 0, PLACEHOLDER)
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    if one["type"] != Kind.SELECT:
        return
    options = one.get("options") or []
    form.length((*path, "options"), options, 1, OPTIONS)
    if not 0 <= least <= max(1, most) <= len(options):
        words = "Min/max values do not fit the number of options."
        form.fault((*path, "max_values"), "SELECT_COMPONENT_INVALID_RANGE", words)
    seen: set[str] = set()
    for index, option in enumerate(options):
        check_option(option, (*path, "options", index), seen, form)


def check_option(option: Json, path: Path, seen: set[str], form: Form) -> None:
    """Note an option without a name, or with the value of another."""
    for name in ("label", "value"):
        form.length((*path, name), option.get(name) or "", 1, OPTION_TEXT)
    form.length((*path, "description"), option.get("description") or "", 0, OPTION_TEXT)
    if option.get("value") in seen:
        words = "The specified option value is already used"
        form.fault((*path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
    seen.add(str(option.get("value")))


def check_section(one: Json, path: Path, form: Form) -> None:
    """Note a section with no text or nothing beside it."""
    form.length((*path, "components"), one.get("components") or [], 1, SECTION_TEXTS)
    accessory = one.get("accessory") or {}
    if accessory.get("type") not in {Kind.BUTTON, Kind.THUMBNAIL}:
        form.required((*path, "accessory"))


def check_text(one: Json, path: Path, form: Form) -> None:
    """Note a text that is empty or too long."""
    form.length((*path, "content"), (one.get("content") or "").strip(), 1, DISPLAYED_TEXT)


def check_media(one: Json, path: Path, form: Form) -> None:
    """Note a gallery that is empty or too full, alternative text too long, and odd addresses."""
    if one["type"] == Kind.GALLERY:
        form.length((*path, "items"), one.get("items") or [], 1, GALLERY)
    for index, item in enumerate(media_of(one)):
        place = (*path, "items", index) if one["type"] == Kind.GALLERY else path
        form.length((*place, "description"), item.get("description") or "", 0, ALT_TEXT)
        url = (item.get("media") or item.get("file") or {}).get("url") or ""
        if not url.startswith(WEB):
            form.fault((*place, "media", "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def check_container(one: Json, path: Path, form: Form) -> None:
    """Note an empty container."""
    if not one.get("components"):
        form.required((*path, "components"))


def check_nothing(one: Json, path: Path, form: Form) -> None:
    """Accept a separator."""


RULES: Final[dict[int, Rule]] = {
    Kind.ROW: check_row,
    Kind.BUTTON: check_button,
    **dict.fromkeys(SELECTS, check_select),
    Kind.SECTION: check_section,
    Kind.TEXT: check_text,
    **dict.fromkeys((Kind.THUMBNAIL, Kind.GALLERY, Kind.FILE), check_media),
    Kind.SEPARATOR: check_nothing,
    Kind.CONTAINER: check_container,
}
