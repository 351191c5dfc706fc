"""Embeds: what a bot may send."""

from __future__ import annotations

from typing import Any, Final

from tests.emulators.discord.limits import (
    EMBED_AUTHOR,
    EMBED_DESCRIPTION,
    EMBED_FIELD_NAME,
    EMBED_FIELD_VALUE,
    EMBED_FIELDS,
    EMBED_FOOTER,
    EMBED_TITLE,
    EMBED_TOTAL,
    EMBEDS,
)
from tests.emulators.discord.wire import Form, Json, Path

# Where an embed has text that counts, and how long it may be.
TEXTS: Final = {
    ("title",): EMBED_TITLE,
    ("description",): EMBED_DESCRIPTION,
    ("footer", "text"): EMBED_FOOTER,
    ("author", "name"): EMBED_AUTHOR,
}


def check(embeds: list[Json], form: Form) -> None:
    """Note what is wrong with the ``embeds`` of a message."""
    form.length(("embeds",), embeds, 0, EMBEDS)
    texts = [one for index, embed in enumerate(embeds) for one in texts_of(index, embed, form)]
    for path, text, limit in texts:
        form.length(path, text, 0, limit)
    if sum(len(text) for _, text, _ in texts) > EMBED_TOTAL:
        words = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        form.fault(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)


def texts_of(index: int, embed: Json, form: Form) -> list[tuple[Path, str, int]]:
    """Return the texts of an embed with their places and limits; note an empty one."""
    base: Path = ("embeds", index)
    fields = embed.get("fields") or []
    form.length((*base, "fields"), fields, 0, EMBED_FIELDS)
    found = [((*base, *path), text_at(embed, path), limit) for path, limit in TEXTS.items()]
    for number, field in enumerate(fields):
        for name, limit in (("name", EMBED_FIELD_NAME), ("value", EMBED_FIELD_VALUE)):
            place = (*base, "fields", number, name)
            if not text_at(field, (name,)):
                form.required(place)
            found.append((place, text_at(field, (name,)), limit))
    if not any(text for _, text, _ in found) and not embed.get("image"):
        form.required((*base, "description"))
    return found


def text_at(value: Any, path: tuple[str, ...]) -> str:
    """Return the text at ``path``, stripped, or nothing."""
    for step in path:
        value = (value or {}).get(step)
    return str(value or "").strip()


def shown(embed: Json) -> Json:
    """Return the embed as a message has it."""
    return {"type": "rich"} | {name: value for name, value in embed.items() if value is not None}
