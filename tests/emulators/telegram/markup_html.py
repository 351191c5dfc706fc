"""Telegram's HTML: text with tags to text with entities, or its own words on what is wrong.

After "HTML style" of the Bot API description; the words are those of TDLib's parser. Offsets in
the errors are bytes of UTF-8, offsets of the entities here are characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from tests.emulators.telegram.wire import ApiError, Json, bad_request

KINDS: Final = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline",
    "ins": "underline", "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "span": "spoiler", "tg-spoiler": "spoiler", "a": "text_link", "code": "code", "pre": "pre",
    "blockquote": "blockquote", "tg-emoji": "custom_emoji",
}  # fmt: skip
NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
PLAIN: Final = re.compile("[^<&]+")
REFERENCE: Final = re.compile(
    r"&(?:#([0-9]{1,7})(?![0-9])|#x([0-9a-fA-F]{1,6})(?![0-9a-fA-F])|(lt|gt|amp|quot)(?![a-zA-Z]));?"
)
"""With up to nine characters before the semicolon, which may be missing."""
NAME: Final = re.compile(r"[^\s>/]*")
ATTRIBUTE: Final = re.compile(
    r"""\s*([^\s=>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]+)(?=[\s>]))"""
)
ATTRIBUTE_NAME: Final = re.compile(r"\s*([^\s=>]*)\s*(=?)\s*")
SPACES: Final = re.compile(r"\s*")
HIGHEST: Final = 0x10FFFE
"""The last one, U+10FFFF, TDLib leaves as it is written."""
SURROGATES: Final = range(0xD800, 0xE000)


@dataclass
class Tag:
    """An open tag: where it stood in the source and in the text."""

    name: str
    at: int
    start: int
    attributes: dict[str, str]


@dataclass
class Parser:
    """One pass over ``source``."""

    source: str
    at: int = 0
    text: str = ""
    open: list[Tag] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def run(self) -> tuple[str, list[Json]]:
        """Return text and entities; raise ApiError in Telegram's words."""
        while self.at < len(self.source):
            self._step()
        if self.open:
            words = f'Can\'t find end tag corresponding to start tag "{self.open[-1].name}"'
            raise unparsable(words)
        return self.text, self.entities

    def _step(self) -> None:
        if found := PLAIN.match(self.source, self.at):
            self.text += found.group()
            self.at = found.end()
        elif self.source.startswith("</", self.at):
            self._close()
        elif self.source[self.at] == "<":
            self._open()
        elif found := REFERENCE.match(self.source, self.at):
            self.text += referred(found)
            self.at = found.end()
        else:
            self.text += self.source[self.at]
            self.at += 1

    def _open(self) -> None:
        begin = self.at
        name = match(NAME, self.source, begin + 1).group().lower()
        self.at = begin + 1 + len(name)
        if self.at >= len(self.source):
            raise unparsable(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if name not in KINDS:
            words = f'Unsupported start tag "{name}" at byte offset {self._byte(begin)}'
            raise unparsable(words)
        tag = Tag(name, begin, len(self.text), self._attributes(name, begin))
        if name == "span" and tag.attributes.get("class") != "tg-spoiler":
            where = self._byte(begin)
            words = f'Tag "span" must have class "tg-spoiler" at byte offset {where}'
            raise unparsable(words)
        self.open.append(tag)

    def _attributes(self, name: str, begin: int) -> dict[str, str]:
        """Read up to the tag's ``>``."""
        found: dict[str, str] = {}
        self.at = match(SPACES, self.source, self.at).end()
        while not self.source.startswith(">", self.at):
            if self._bare_expandable(name):
                found["expandable"] = ""
            elif attribute := ATTRIBUTE.match(self.source, self.at):
                value = attribute[2] or attribute[3] or attribute[4] or ""
                found[attribute[1].lower()] = REFERENCE.sub(referred, value)
                self.at = attribute.end()
            else:
                raise self._attribute_error(name, begin)
            self.at = match(SPACES, self.source, self.at).end()
        self.at += 1
        return found

    def _bare_expandable(self, name: str) -> bool:
        bare = re.compile(r"expandable(?=[\s>])").match(self.source, self.at)
        if name == "blockquote" and bare:
            self.at = bare.end()
            return True
        return False

    def _attribute_error(self, name: str, begin: int) -> ApiError:
        where = self._byte(begin)
        parts = match(ATTRIBUTE_NAME, self.source, self.at)
        rest = self.source[parts.end() :].strip()
        if not parts[1] and parts[2]:
            return unparsable(f'Empty attribute name in the tag "{name}" at byte offset {where}')
        if parts[1] and not parts[2] and parts.end() < len(self.source):
            return unparsable(
                "Expected equal sign in declaration of an attribute of the tag "
                f'"{name}" at byte offset {where}'
            )
        if rest and rest[0] not in "\"'":
            return unparsable(
                f"Unexpected end of name token at byte offset {self._byte(parts.end())}"
            )
        quoted = "" if rest else f' "{name}"'
        return unparsable(f"Unclosed start tag{quoted} at byte offset {where}")

    def _close(self) -> None:
        begin = self.at
        if not self.open:
            raise unparsable(f"Unexpected end tag at byte offset {self._byte(begin)}")
        tag = self.open.pop()
        name = match(NAME, self.source, begin + 2).group().lower()
        end = match(SPACES, self.source, begin + 2 + len(name)).end()
        if not self.source.startswith(">", end):
            raise unparsable(f"Unclosed end tag at byte offset {self._byte(begin)}")
        if name and name != tag.name:
            words = (
                f"Unmatched end tag at byte offset {self._byte(begin)}, "
                f'expected "</{tag.name}>", found "</{name}>"'
            )
            raise unparsable(words)
        self.at = end + 1
        self._entity(tag)

    def _entity(self, tag: Tag) -> None:
        entity: Json = {"offset": tag.start, "length": len(self.text) - tag.start}
        kind = KINDS[tag.name]
        if kind == "text_link" and not (url := tag.attributes.get("href", self.text[tag.start :])):
            return
        extra = {"url": url} if kind == "text_link" else {}
        if kind == "custom_emoji":
            extra = {"custom_emoji_id": tag.attributes.get("emoji-id", "")}
        if kind == "blockquote" and "expandable" in tag.attributes:
            kind = "expandable_blockquote"
        if entity["length"]:
            self.entities.append({"type": kind} | entity | extra)

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())


def match(pattern: re.Pattern[str], source: str, at: int) -> re.Match[str]:
    """Return the match of a pattern that always matches."""
    found = pattern.match(source, at)
    assert found is not None
    return found


def referred(found: re.Match[str]) -> str:
    """Return what a character reference stands for; an invalid one stays as it is."""
    if found[3]:
        return NAMED[found[3]]
    code = int(found[1]) if found[1] else int(found[2], 16)
    if code in SURROGATES:
        raise bad_request(
            "can't parse entities: Text contains invalid Unicode characters after decoding HTML "
            "entities, check for unmatched surrogate code units"
        )
    return chr(code) if 0 < code <= HIGHEST else found.group()


def unparsable(words: str) -> ApiError:
    """Return the error of HTML that Telegram cannot read."""
    return bad_request(f"can't parse entities: {words}")


def parse(source: str) -> tuple[str, list[Json]]:
    """Return the text of ``source`` and its entities; raise ApiError 400 where it is wrong."""
    text, entities = Parser(source).run()
    return text, pre_code(sorted(entities, key=lambda one: (one["offset"], -one["length"])))


def pre_code(entities: list[Json]) -> list[Json]:
    """Return ``entities`` without code that fills a whole pre."""
    spans = {(one["offset"], one["length"]) for one in entities if one["type"] == "pre"}
    return [
        one
        for one in entities
        if one["type"] != "code" or (one["offset"], one["length"]) not in spans
    ]
