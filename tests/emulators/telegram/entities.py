"""Text as Telegram keeps it: cleaned, with entities given and found, offsets in UTF-16."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from tests.emulators.telegram import markup_html
from tests.emulators.telegram.limits import ENTITIES
from tests.emulators.telegram.wire import Json, bad_request

FOUND: Final = {
    "bot_command": re.compile(r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/<>])"),
    "mention": re.compile(r"(?<![\w@])@\w{4,32}(?![\w@])"),
    "url": re.compile(r"\bhttps?://[^\s<>\"]+[^\s<>\".,!?]"),
    "hashtag": re.compile(r"(?<![\w#])#\w*[^\W\d]\w*"),
}
GIVEN: Final = frozenset(
    {"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "code", "pre",
     "expandable_blockquote", "text_link", "text_mention", "custom_emoji", "date_time"}
)  # fmt: skip
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\t]")
DROPPED: Final = re.compile("[\r\u2028-\u202e\u030a\u0333\u033f]")
INVISIBLE: Final = re.compile(r"[\s\u200b-\u200f\u2060\u2800\u3164\ufeff\u00ad]*")
UNBROKEN: Final = frozenset({"code", "pre"})


def formatted(source: str, mode: str, given: list[Json] | None) -> tuple[str, tuple[Json, ...]]:
    """Return text and entities (offsets in UTF-16) of a bot's ``source``.

    Raise ApiError 400 for a mode that is not modelled, bad HTML, a bad entity or too many.
    """
    if mode.lower() == "html":
        text, entities = markup_html.parse(source)
    elif mode:
        raise bad_request(f"unsupported parse_mode ({mode} is not modelled by the emulator)")
    else:
        text, entities = source, [from_utf16(source, one) for one in given or []]
    return kept(text, entities)


def kept(text: str, entities: list[Json]) -> tuple[str, tuple[Json, ...]]:
    """Return text and entities as Telegram stores them; ``entities`` count characters."""
    text, entities = cleaned(text, entities)
    entities = unbroken(entities)
    entities = sorted(
        [*entities, *found(text, entities)], key=lambda one: (one["offset"], -one["length"])
    )
    if len(entities) > ENTITIES:
        raise bad_request("ENTITIES_TOO_LONG")
    return text, tuple(to_utf16(text, one) for one in entities)


def blank(text: str) -> bool:
    """Return whether ``text`` shows nothing."""
    return INVISIBLE.fullmatch(text) is not None


def cleaned(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Return text without control characters and outer space, and the entities moved to match."""
    text = CONTROL.sub(" ", text)
    first = min((one["offset"] for one in entities), default=len(text))
    left = min(len(text) - len(text.lstrip(" \n")), first)
    right = len(text.rstrip(" \n"))
    keeps = [left <= i < right and not DROPPED.match(char) for i, char in enumerate(text)]
    places = [0, *accumulate(keeps)]
    moved = [moved_to(one, places) for one in entities]
    kept_text = "".join(char for char, keep in zip(text, keeps, strict=True) if keep)
    return kept_text, [one for one in moved if one["length"]]


def moved_to(entity: Json, places: list[int]) -> Json:
    """Return ``entity`` after characters went away; ``places`` are the new offsets of the old."""
    start = places[entity["offset"]]
    return entity | {
        "offset": start,
        "length": places[entity["offset"] + entity["length"]] - start,
    }


def unbroken(entities: list[Json]) -> list[Json]:
    """Return ``entities`` with code and pre free of others, which are cut around them."""
    solid = [one for one in entities if one["type"] in UNBROKEN]
    others = [one for one in entities if one["type"] not in UNBROKEN]
    for hole in solid:
        others = [part for one in others for part in around(one, hole)]
    return solid + others


def around(entity: Json, hole: Json) -> Iterator[Json]:
    """Yield the parts of ``entity`` outside ``hole``; quotations may hold code and stay whole."""
    start, end = span(entity)
    first, last = span(hole)
    if end <= first or last <= start or entity["type"].endswith("blockquote"):
        yield entity
        return
    if start < first:
        yield entity | {"length": first - start}
    if last < end:
        yield entity | {"offset": last, "length": end - last}


def found(text: str, entities: list[Json]) -> Iterator[Json]:
    """Yield what Telegram marks by itself, outside of code, pre and links."""
    taken = [span(one) for one in entities if one["type"] in {*UNBROKEN, "text_link"}]
    for kind, pattern in FOUND.items():
        for hit in pattern.finditer(text):
            if all(hit.end() <= start or end <= hit.start() for start, end in taken):
                taken.append(hit.span())
                yield {"type": kind, "offset": hit.start(), "length": hit.end() - hit.start()}


def span(entity: Json) -> tuple[int, int]:
    """Return where ``entity`` starts and ends."""
    return entity["offset"], entity["offset"] + entity["length"]


def utf16(text: str) -> int:
    """Return the length of ``text`` in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def to_utf16(text: str, entity: Json) -> Json:
    """Return ``entity``, which counts characters, counting UTF-16 code units."""
    start, end = span(entity)
    return entity | {"offset": utf16(text[:start]), "length": utf16(text[start:end])}


def from_utf16(text: str, entity: Json) -> Json:
    """Return ``entity``, which counts UTF-16 code units, counting characters.

    Raise ApiError 400 for an unknown type or an entity outside the text.
    """
    if entity.get("type") not in GIVEN | set(FOUND):
        raise bad_request("can't parse MessageEntity: Unsupported type specified")
    starts = {unit: index for index, unit in enumerate(accumulate(map(utf16, text), initial=0))}
    start, end = span(entity)
    if start not in starts or end not in starts or end < start:
        words = "can't parse entities: Entity begins or ends in the middle of a UTF-16 symbol"
        raise bad_request(words)
    return entity | {"offset": starts[start], "length": starts[end] - starts[start]}
