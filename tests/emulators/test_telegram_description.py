"""The check against the Bot API description finds faults, tried on a small description."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.emulators.telegram.description import PLACE, Description, at_hand
from tests.emulators.telegram.methods import METHODS
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.wire import Json
from tests.emulators.telegram.world import Options


def field(name: str, *types: str, required: bool = True, about: str = "") -> Json:
    """Return a field of a description."""
    return {"name": name, "types": list(types), "required": required, "description": about}


SMALL = Description(
    {
        "methods": {
            "sendThing": {
                "fields": [
                    field("chat_id", "Integer", "String"),
                    field("thing", "InputFile", "String", required=False),
                    field("rows", "Array of Array of Cell", required=False),
                    field("loud", "Boolean", required=False),
                    field("only", "InputFile", required=False),
                ],
                "returns": ["Shape", "Boolean"],
            },
            "getThing": {"returns": ["Float"]},
        },
        "types": {
            "Cell": {"name": "Cell", "fields": [field("n", "Integer")]},
            "Shape": {"name": "Shape", "subtypes": ["Round", "Square"]},
            "Round": {
                "name": "Round",
                "fields": [
                    field("type", "String", about="Type of the shape, must be “round”"),
                    field("r", "Float"),
                ],
            },
            "Square": {
                "name": "Square",
                "fields": [
                    field("type", "String", about="The shape's type, always “square”"),
                    field("a", "Float"),
                ],
            },
        },
    }
)


@pytest.mark.parametrize(
    ("values", "uploads", "problems"),
    [
        ({"chat_id": "5", "loud": "true", "rows": '[[{"n": 1}]]'}, set(), []),
        ({"chat_id": 5, "thing": "attach://x"}, {"x"}, []),
        ({"chat_id": 5}, {"thing", "only"}, []),
        ({}, set(), ["sendThing: chat_id is missing"]),
        ({"chat_id": 5}, {"x"}, ["sendThing: upload x is used nowhere"]),
        ({"chat_id": 5, "quiet": 1}, set(), ["sendThing: unknown field quiet"]),
        ({"chat_id": 5, "loud": 1}, set(), ["sendThing.loud: 1 is no Boolean"]),
        ({"chat_id": 5, "only": "x"}, set(), ["sendThing.only: 'x' is no upload"]),
        ({"chat_id": True}, set(), ["sendThing.chat_id: True is no Integer"]),
        ({"chat_id": 5, "rows": "[["}, set(), ["sendThing.rows: '[[' is no array"]),
        ({"chat_id": 5, "rows": [[5]]}, set(), ["sendThing.rows[0][0]: 5 is no Cell"]),
        (
            {"chat_id": 5, "rows": [[{"n": "1"}]]},
            set(),
            ["sendThing.rows[0][0]<Cell>.n: '1' is no Integer"],
        ),
    ],
)
def test_requests(values: Json, uploads: set[str], problems: list[str]) -> None:
    """Each fault of a request is named with its place; forms and JSON are read alike."""
    assert SMALL.request("sendThing", values, uploads) == problems


@pytest.mark.parametrize(
    ("result", "problems"),
    [
        ({"type": "round", "r": 1}, []),
        ({"type": "square", "a": 1.5}, []),
        (True, []),
        ({"type": "round"}, ["sendThing.result<Round>: r is missing"]),
        ({"type": "oval", "a": 1}, ["sendThing.result<Square>.type: 'oval' is not 'square'"]),
    ],
)
def test_results(result: Any, problems: list[str]) -> None:
    """A result is checked as the type that fits it best, and its faults are named."""
    assert SMALL.result("sendThing", result) == problems


def test_unknown_methods_and_missing_descriptions() -> None:
    """A method that the Bot API has not is a fault; at_hand() is None without a description."""
    assert SMALL.request("sendNothing", {}, set()) == ["sendNothing: no such method"]
    assert SMALL.request("getThing", {}, set()) == []
    assert at_hand(Path(__file__).parent / "nowhere.json.gz") is None


def test_every_method_is_in_the_bot_api() -> None:
    """The Bot API description, where it is at hand, has every method of the emulator."""
    description = at_hand()
    if description is None:
        pytest.skip(f"the Bot API description is not at {PLACE.name} beside the repository")
    assert set(METHODS) <= set(description.methods)


async def test_a_mismatch_fails_the_test_that_made_it() -> None:
    """A mismatch with the description fails the test that ran the emulator, at its end."""
    with pytest.raises(AssertionError, match="sendDice: not modelled"):
        async with serving() as server:
            server.mismatches.append("sendDice: not modelled")


async def test_the_check_can_be_left_out() -> None:
    """With the check switched off the emulator checks nothing."""
    async with serving(Options(check=False)) as server:
        assert server.checked is None
        server.world.private(server.world.user("Ann")).send("x")
