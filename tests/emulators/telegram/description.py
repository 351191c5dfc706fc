"""Checks requests and answers against Telegram's own description of the Bot API.

The description is a JSON file: ``methods`` and ``types``, each with ``fields`` that have a name,
a list of possible types and whether they are required. It is not part of this repository.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.emulators.telegram.wire import Json

PLACE: Final = Path(__file__).parents[4] / "shared" / "specs" / "telegram-bot-api.json.gz"
PRIMITIVES: Final[dict[str, tuple[type, ...]]] = {
    "String": (str,),
    "Integer": (int,),
    "Float": (int, float),
    "Boolean": (bool,),
}
ARRAY: Final = "Array of "


class Fields:
    """The fields of a method or of a type, by name."""

    def __init__(self, described: Json) -> None:
        """Use the description of a method or of a type."""
        fields = described.get("fields", [])
        self.kinds: dict[str, list[str]] = {field["name"]: field["types"] for field in fields}
        self.required = [field["name"] for field in fields if field["required"]]
        words = {field["name"]: constant_of(field["description"]) for field in fields}
        self.constants = {name: word for name, word in words.items() if word is not None}


class Description:
    """What the Bot API says of its methods and types."""

    def __init__(self, document: Json) -> None:
        """Use ``document``, the parsed description."""
        self.methods: Json = document["methods"]
        self.types: Json = document["types"]
        described = self.methods | self.types
        self._fields = {name: Fields(one) for name, one in described.items()}

    def request(self, method: str, params: Json, uploads: set[str]) -> list[str]:
        """Return what is wrong with a request of ``method``; ``params`` may be form strings."""
        if method not in self.methods:
            return [f"{method}: no such method"]
        kinds = self._fields[method].kinds
        named = {name: f"attach://{name}" for name in uploads if name in kinds}
        given = {name: decoded(value, kinds.get(name, [])) for name, value in params.items()}
        whole = json.dumps(given)
        loose = [name for name in uploads - set(named) if f"attach://{name}" not in whole]
        problems = [f"{method}: upload {name} is used nowhere" for name in loose]
        wrong = self._wrong(self._fields[method], named | given)
        return problems + [method + problem for problem in wrong]

    def result(self, method: str, result: Any) -> list[str]:
        """Return what is wrong with a ``result`` of ``method``."""
        return self.value(result, self.methods[method]["returns"], f"{method}.result")

    def value(self, value: Any, kinds: list[str], path: str) -> list[str]:
        """Return what is wrong with ``value``, seen as the best fitting of ``kinds``."""
        return [path + problem for problem in self._any(value, kinds)]

    # From here on each problem begins with its place within the value: hardly any value has one.

    def _any(self, value: Any, kinds: list[str]) -> list[str]:
        tried: list[list[str]] = []
        for kind in kinds:
            problems = self._one(value, kind)
            if not problems:
                return []
            tried.append(problems)
        return min(tried, key=len, default=[])

    def _one(self, value: Any, kind: str) -> list[str]:
        if kind in PRIMITIVES:
            fits = isinstance(value, PRIMITIVES[kind]) and (
                kind == "Boolean" or not isinstance(value, bool)
            )
            return [] if fits else [f": {value!r} is no {kind}"]
        if kind.startswith(ARRAY):
            return self._array(value, kind.removeprefix(ARRAY))
        if kind == "InputFile":
            fits = isinstance(value, str) and value.startswith("attach://")
            return [] if fits else [f": {value!r} is no upload"]
        return self._object(value, self.types[kind])

    def _array(self, value: Any, kind: str) -> list[str]:
        if not isinstance(value, list):
            return [f": {value!r} is no array"]
        return [
            f"[{index}]{problem}"
            for index, item in enumerate(value)
            for problem in self._one(item, kind)
        ]

    def _object(self, value: Any, kind: Json) -> list[str]:
        if kind.get("subtypes"):
            return self._any(value, kind["subtypes"])
        if not isinstance(value, dict):
            return [f": {value!r} is no {kind['name']}"]
        wrong = self._wrong(self._fields[kind["name"]], value)
        return [f"<{kind['name']}>{problem}" for problem in wrong]

    def _wrong(self, fields: Fields, given: Json) -> list[str]:
        problems = [f": {name} is missing" for name in fields.required if name not in given]
        for name, value in given.items():
            if name not in fields.kinds:
                problems.append(f": unknown field {name}")
                continue
            problems += [f".{name}{problem}" for problem in self._any(value, fields.kinds[name])]
            word = fields.constants.get(name)
            if word is not None and isinstance(value, str) and value != word:
                problems.append(f".{name}: {value!r} is not {word!r}")
        return problems


def constant_of(description: str) -> str | None:
    """Return the one word that a field "must be" or is "always"; None where there is none."""
    for mark in (", must be ", ", always "):
        head, found, words = description.partition(mark)
        if found and "." not in head:
            word = words.strip("“”\"'.*")
            return None if " " in word else word  # several words are an explanation
    return None


def decoded(value: Any, kinds: list[str]) -> Any:
    """Return a form's string as what it stands for; strings stay where a string may be."""
    if not isinstance(value, str) or "String" in kinds or "InputFile" in kinds:
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


@cache
def at_hand(place: Path = PLACE) -> Description | None:
    """Return the description, or None where it has not been put beside the repository."""
    if not place.exists():
        return None
    with gzip.open(place) as file:
        return Description(json.load(file))
