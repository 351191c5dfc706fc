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


class Description:
    """What the Bot API says of its methods and types."""

    def __init__(self, document: Json) -> None:
        """Use ``document``, the parsed description."""
        self.methods: Json = document["methods"]
        self.types: Json = document["types"]

    def request(self, method: str, params: Json, uploads: set[str]) -> list[str]:
        """Return what is wrong with a request of ``method``; ``params`` may be form strings."""
        if method not in self.methods:
            return [f"{method}: no such method"]
        fields = self.methods[method].get("fields", [])
        kinds = {field["name"]: field["types"] for field in fields}
        named = {name: f"attach://{name}" for name in uploads if name in kinds}
        given = {name: decoded(value, kinds.get(name, [])) for name, value in params.items()}
        whole = json.dumps(given)
        loose = [name for name in uploads - set(named) if f"attach://{name}" not in whole]
        problems = [f"{method}: upload {name} is used nowhere" for name in loose]
        return problems + self._fields(fields, named | given, method)

    def result(self, method: str, result: Any) -> list[str]:
        """Return what is wrong with a ``result`` of ``method``."""
        return self.value(result, self.methods[method]["returns"], f"{method}.result")

    def value(self, value: Any, kinds: list[str], path: str) -> list[str]:
        """Return what is wrong with ``value``, seen as the best fitting of ``kinds``."""
        return min((self._one(value, kind, path) for kind in kinds), key=len, default=[])

    def _one(self, value: Any, kind: str, path: str) -> list[str]:
        if kind in PRIMITIVES:
            fits = isinstance(value, PRIMITIVES[kind]) and (
                kind == "Boolean" or not isinstance(value, bool)
            )
            return [] if fits else [f"{path}: {value!r} is no {kind}"]
        if kind.startswith(ARRAY):
            return self._array(value, kind.removeprefix(ARRAY), path)
        if kind == "InputFile":
            fits = isinstance(value, str) and value.startswith("attach://")
            return [] if fits else [f"{path}: {value!r} is no upload"]
        return self._object(value, self.types[kind], path)

    def _array(self, value: Any, kind: str, path: str) -> list[str]:
        if not isinstance(value, list):
            return [f"{path}: {value!r} is no array"]
        return [
            problem
            for index, item in enumerate(value)
            for problem in self._one(item, kind, f"{path}[{index}]")
        ]

    def _object(self, value: Any, kind: Json, path: str) -> list[str]:
        if kind.get("subtypes"):
            return self.value(value, kind["subtypes"], path)
        if not isinstance(value, dict):
            return [f"{path}: {value!r} is no {kind['name']}"]
        return self._fields(kind.get("fields", []), value, f"{path}<{kind['name']}>")

    def _fields(self, fields: list[Json], value: Json, path: str) -> list[str]:
        known = {field["name"]: field for field in fields}
        problems = [f"{path}: unknown field {name}" for name in value if name not in known]
        for name, field in known.items():
            if name in value:
                problems += self.value(value[name], field["types"], f"{path}.{name}")
                problems += constant_of(field, value[name], path)
            elif field["required"]:
                problems.append(f"{path}: {name} is missing")
        return problems


def constant_of(field: Json, value: Any, path: str) -> list[str]:
    """Return what is wrong with a field that "must be" or is "always" one word."""
    for mark in (", must be ", ", always "):
        head, found, word = field["description"].partition(mark)
        if found and head.count(".") == 0 and isinstance(value, str):
            word = word.strip("“”\"'.*")
            fits = value == word or " " in word  # several words are an explanation
            return [] if fits else [f"{path}.{field['name']}: {value!r} is not {word!r}"]
    return []


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
