"""Modals: what a bot may show, and how a person fills them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tests.emulators.discord.limits import (
    CUSTOM_ID,
    INPUT_LENGTH,
    MODAL_COMPONENTS,
    MODAL_LABEL,
    MODAL_TITLE,
)
from tests.emulators.discord.rules import check_select
from tests.emulators.discord.tree import Kind, down, every, numbered
from tests.emulators.discord.wire import Form, Json, Path

if TYPE_CHECKING:
    from tests.emulators.discord.interactions import Interaction

TOP: Final = frozenset({Kind.ROW, Kind.TEXT, Kind.LABEL})
SINGLE: Final = 1  # style of a text input of one line


@dataclass(eq=False)
class Modal:
    """A form on somebody's screen."""

    cause: Interaction
    card: Json

    @property
    def title(self) -> str:
        """Return the words above it."""
        return str(self.card["title"])

    @property
    def fields(self) -> list[Json]:
        """Return what can be filled in."""
        return [one for one in every(self.card["components"]) if one.get("custom_id")]

    def submit(self, *values: str) -> Interaction:
        """Fill in the fields from first to last, and send the form.

        Raise ValueError for values the client does not let through.
        """
        filled = dict(zip([one["custom_id"] for one in self.fields], values, strict=False))
        for one in self.fields:
            admit(one, filled.get(one["custom_id"], ""))
        components = [answered(one, filled) for one in self.card["components"]]
        data = {"custom_id": self.card["custom_id"], "components": components}
        began = self.cause
        return began.interactions.begin(5, began.user, began.place, data, began.source)


def admit(one: Json, value: str) -> None:
    """Raise ValueError when a person could not enter ``value``."""
    if not value and not one.get("required", True):
        return
    if one["type"] == Kind.INPUT:
        least, most = one.get("min_length") or 0, one.get("max_length") or INPUT_LENGTH
        fits = max(least, int(one.get("required", True))) <= len(value) <= most
        fits = fits and (one["style"] != SINGLE or "\n" not in value)
    else:
        fits = value in [option["value"] for option in one["options"]]
    if not fits:
        raise ValueError(f"{value!r} does not fit {one}")


def answered(one: Json, filled: dict[str, str]) -> Json:
    """Return a component of the form as it comes back."""
    card: Json = {"type": one["type"], "id": one["id"]}
    if one["type"] == Kind.ROW:
        return card | {"components": [answered(child, filled) for child in one["components"]]}
    if one["type"] == Kind.LABEL:
        return card | {"component": answered(one["component"], filled)}
    if one["type"] == Kind.TEXT:
        return card
    value = filled.get(one["custom_id"], "")
    given: Json = {"value": value} if one["type"] == Kind.INPUT else {"values": [value]}
    return card | {"custom_id": one["custom_id"]} | given


def read(data: Json) -> Json:
    """Return the form of a callback; raise ApiError 50035 for one that Discord refuses."""
    form = Form()
    form.length(("data", "custom_id"), data.get("custom_id"), 1, CUSTOM_ID)
    form.length(("data", "title"), data.get("title"), 1, MODAL_TITLE)
    components = data.get("components") or []
    form.length(("data", "components"), components, 1, MODAL_COMPONENTS)
    seen: set[Any] = set()
    for index, one in enumerate(components):
        check_top(one, ("data", "components", index), seen, form)
    form.check()
    numbered(components)
    return data


def check_top(one: Json, path: Path, seen: set[Any], form: Form) -> None:
    """Note what is wrong with a component of a form and what it holds."""
    if one.get("type") not in TOP:
        form.fault((*path, "type"), "UNION_TYPE_CHOICES", "Value of field must be one of (1, 10).")
        return
    if one["type"] == Kind.LABEL:
        form.length((*path, "label"), one.get("label"), 1, MODAL_LABEL)
    for place, child in down(one, path):
        check_field(child, place, form)
        if child.get("custom_id") in seen:
            words = "Component custom id cannot be duplicated"
            form.fault((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", words)
        seen.add(child.get("custom_id") or object())


def check_field(one: Json, path: Path, form: Form) -> None:
    """Note what is wrong with a field."""
    if one["type"] == Kind.SELECT:
        check_select(one, path, form)
    elif one["type"] == Kind.INPUT:
        form.length((*path, "custom_id"), one.get("custom_id"), 1, CUSTOM_ID)
        form.length((*path, "label"), one.get("label") or "", 0, MODAL_LABEL)
        for name in ("value", "placeholder"):
            form.length((*path, name), one.get(name) or "", 0, INPUT_LENGTH)
    elif one["type"] == Kind.BUTTON:
        form.fault((*path, "type"), "UNION_TYPE_CHOICES", "Value of field must be one of (4,).")
