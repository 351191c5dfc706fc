"""Checks requests and answers against Discord's own OpenAPI description of its API.

The description is not part of this repository.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jsonschema_rs import Draft202012Validator, Registry, ValidationError

from tests.emulators.discord.calls import Call
from tests.emulators.discord.events import Event
from tests.emulators.discord.wire import Json

if TYPE_CHECKING:
    from tests.emulators.discord.routes import Route

PLACE: Final = Path(__file__).parents[4] / "shared" / "specs" / "discord-openapi.json.gz"
HERE: Final = "urn:discord"


class Description:
    """Discord's description of its operations."""

    def __init__(self, document: Json) -> None:
        """Use ``document``, the parsed description."""
        self._registry = Registry([(HERE, document)])
        self._validators: dict[str, Draft202012Validator] = {}
        self.paths: Json = document["paths"]

    def operation(self, method: str, path: str) -> Json | None:
        """Return the description of an operation, or None for an unknown one."""
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
        """Return what is wrong with the emulator's answer to a call."""
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
        return self.schema("MessageResponse", event.data, event.name)

    def schema(self, name: str, value: Json, where: str) -> list[str]:
        """Return what is wrong with an object that is to be of the schema ``name``."""
        return self._problems(f"#/components/schemas/{name}", value, where)

    @staticmethod
    def _pointer(method: str, path: str, *rest: str) -> str:
        steps = ["paths", path, method.lower(), *rest, "content", "application/json", "schema"]
        quoted = [step.replace("~", "~0").replace("/", "~1") for step in steps]
        return "#/" + "/".join(quoted).replace("{", "%7B").replace("}", "%7D")

    def _problems(self, pointer: str, value: Any, where: str) -> list[str]:
        if pointer not in self._validators:
            schema = {"$ref": f"{HERE}{pointer}"}
            self._validators[pointer] = Draft202012Validator(schema, registry=self._registry)
        errors = self._validators[pointer].iter_errors(value)
        return [told(error, where) for error in errors]


def told(error: ValidationError, where: str) -> str:
    """Return an error in a line: the place, and what is wrong there.

    Where objects of several kinds may stand, it tells of the kind that has the right ``type``.
    """
    while (kinds := getattr(error.kind, "context", None)) and all(kinds):  # else several fit
        place = error.instance_path
        meant = [faults for faults in kinds if not any(of_type(one, place) for one in faults)]
        error = min([*meant, *kinds][0], key=lambda one: not of_type(one, place))
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path)
    return f"{where}{''.join(steps)}: {error.message[:300]}"


def of_type(error: ValidationError, place: list[str | int]) -> bool:
    """Return whether an error is about the type, or the ``type``, of what is at ``place``."""
    here = error.instance_path
    return here == [*place, "type"] or (here == place and error.kind.name == "type")


def texts_for_numbers(value: Any, key: str = "") -> Any:
    """Return ``value`` with identifiers as text; those of components are numbers and stay.

    The library sends some as integers, which Discord takes and its description does not.
    """
    if key in {"users", "roles"} and isinstance(value, list):
        return [str(one) for one in value]
    if isinstance(value, list):
        return [texts_for_numbers(one, key) for one in value]
    if not isinstance(value, dict):
        return value
    made = {name: texts_for_numbers(one, name) for name, one in value.items()}
    for name, one in made.items():
        foreign = name.endswith("_id") or (name == "id" and key in {"attachments", "emoji"})
        made[name] = str(one) if foreign and isinstance(one, int) else one
    return made


@cache
def at_hand(place: Path = PLACE) -> Description | None:
    """Return the description, or None where it has not been put beside the repository."""
    if not place.exists():
        return None
    with gzip.open(place) as file:
        return Description(json.load(file))
