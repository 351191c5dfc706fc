"""Checks requests and answers against Discord's own OpenAPI description of its API.

The description is not part of this repository.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.emulators.discord.calls import Call
from tests.emulators.discord.events import Event
from tests.emulators.discord.wire import Json

if TYPE_CHECKING:
    from tests.emulators.discord.routes import Route

PLACE: Final = Path(__file__).parents[4] / "shared" / "specs" / "discord-openapi.json.gz"
HERE: Final = "urn:discord"


class Description:
    """What Discord says of its operations."""

    def __init__(self, document: Json) -> None:
        """Use ``document``, the parsed description."""
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(HERE, resource)
        self._validators: dict[str, Draft202012Validator] = {}
        self.paths: Json = document["paths"]

    def operation(self, method: str, path: str) -> Json | None:
        """Return what is said of an operation, or None where there is none."""
        known: Json | None = self.paths.get(path, {}).get(method.lower())
        return known

    def request(self, method: str, path: str, call: Call) -> list[str]:
        """Return what is wrong with the body of a call."""
        operation = self.operation(method, path)
        if operation is None:
            return [f"{method} {path}: no such operation"]
        if "requestBody" not in operation:
            return []
        pointer = self._pointer(method, path, "requestBody")
        return self._problems(pointer, texts_for_numbers(call.body), call.name)

    def response(self, route: Route, call: Call) -> list[str]:
        """Return what is wrong with our answer to a call."""
        operation = self.operation(route.method, route.path)
        status = str(204 if call.result is None else route.status)
        if operation is None or call.result is None:
            return []
        if status not in operation["responses"]:
            return [f"{call.name}: no answer {status}"]
        pointer = self._pointer(route.method, route.path, "responses", status)
        return self._problems(pointer, call.result, f"{call.name} -> {status}")

    def event(self, event: Event) -> list[str]:
        """Return what is wrong with the message of an event."""
        if event.name == "MESSAGE_DELETE":
            return []
        return self._problems("#/components/schemas/MessageResponse", event.data, event.name)

    @staticmethod
    def _pointer(method: str, path: str, *rest: str) -> str:
        steps = ["paths", path, method.lower(), *rest, "content", "application/json", "schema"]
        quoted = [step.replace("~", "~0").replace("/", "~1") for step in steps]
        return "#/" + "/".join(quoted).replace("{", "%7B").replace("}", "%7D")

    def _problems(self, pointer: str, value: Any, where: str) -> list[str]:
        if pointer not in self._validators:
            schema = {"$ref": f"{HERE}{pointer}"}
            self._validators[pointer] = Draft202012Validator(schema, registry=self._registry)
        found = best_match(self._validators[pointer].iter_errors(value))
        return [] if found is None else [told(found, where)]


def told(error: ValidationError, where: str) -> str:
    """Return an error in a line: the place, and what is wrong there."""
    return f"{where}{error.json_path[1:]}: {error.message[:300]}"


def texts_for_numbers(body: Any) -> Any:
    """Return ``body`` with the numbers of new attachments as text.

    The library sends them as integers, which Discord takes and its description does not.
    """
    data = body.get("data") if isinstance(body, dict) else None
    if isinstance(data, dict):
        return body | {"data": texts_for_numbers(data)}
    if not isinstance(body, dict) or not isinstance(body.get("attachments"), list):
        return body
    named = [one | {"id": str(one["id"])} for one in body["attachments"]]
    return body | {"attachments": named}


@cache
def at_hand(place: Path = PLACE) -> Description | None:
    """Return the description, or None where it has not been put beside the repository."""
    if not place.exists():
        return None
    with gzip.open(place) as file:
        return Description(json.load(file))
