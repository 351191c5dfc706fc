"""The check against Discord's description finds faults, on a small description of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.emulators.discord.calls import Call
from tests.emulators.discord.description import PLACE, Description, at_hand
from tests.emulators.discord.events import Event
from tests.emulators.discord.helpers import place
from tests.emulators.discord.messaging import get_channel
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.rig import emulated
from tests.emulators.discord.routes import ROUTES, Route
from tests.emulators.discord.wire import Json
from tests.emulators.discord.world import Options

SEVERAL = "is valid under more than one of the schemas listed in the 'oneOf' keyword"


def body(schema: Json) -> Json:
    """Return the part of a description that says what a body is."""
    return {"content": {"application/json": {"schema": schema}}}


def shape(kind: int, field: str) -> Json:
    """Return the description of an object with a type and a text."""
    fields = {"type": {"type": "integer", "enum": [kind]}, field: {"type": "string"}}
    return {"type": "object", "properties": fields, "required": ["type", field]}


SMALL = Description(
    {
        "paths": {
            "/things/{id}": {
                "post": {
                    "requestBody": body(
                        {
                            "type": "object",
                            "properties": {
                                "recipient_id": {"type": "string"},
                                "emoji": {"$ref": "#/components/schemas/Emoji"},
                                "shape": {"oneOf": [shape(1, "round"), shape(2, "square")]},
                                "size": {"oneOf": [{"type": "integer"}, {"minimum": 3}]},
                            },
                        }
                    ),
                    "responses": {"200": body({"type": "array"})},
                },
                "get": {"responses": {"200": body({"type": "array"})}},
            }
        },
        "components": {
            "schemas": {
                "Emoji": {"type": "object", "properties": {"id": {"type": "string"}}},
                "MessageResponse": {"type": "object", "required": ["id"]},
            }
        },
    }
)


def call(given: Any = None, result: Any = None) -> Call:
    """Return a call."""
    return Call("thing", {}, {}, given or {}, {}, 0.0, result)


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        ({"recipient_id": "5", "shape": {"type": 2, "square": "x"}}, []),
        ({"recipient_id": 5, "emoji": {"id": 5, "name": "x"}}, []),
        ({"recipient_id": []}, ['thing.recipient_id: [] is not of type "string"']),
        ({"shape": {"type": 2, "square": 5}}, ['thing.shape.square: 5 is not of type "string"']),
        ({"shape": {"type": 3}}, ["thing.shape.type: 3 is not one of 1"]),
        ({"size": 5}, [f"thing.size: 5 {SEVERAL}"]),
    ],
)
def test_requests(given: Json, problems: list[str]) -> None:
    """Each fault of a request is named with its place, in the kind of object that was meant."""
    assert SMALL.request("POST", "/things/{id}", call(given)) == problems


def test_responses_and_events() -> None:
    """The emulator's own answers and events are checked as well."""
    route = Route("POST", "/things/{id}", "thing", get_channel)
    created = Route("POST", "/things/{id}", "thing", get_channel, 201)
    assert SMALL.response(route, call(result=[])) == []
    assert SMALL.response(route, call()) == []
    assert SMALL.response(route, call(result={})) == ['thing -> 200: {} is not of type "array"']
    assert SMALL.response(created, call(result=[])) == ["thing: no answer 201"]
    assert SMALL.event(Event("MESSAGE_DELETE", {})) == []
    assert SMALL.event(Event("MESSAGE_CREATE", {})) == [
        'MESSAGE_CREATE: "id" is a required property'
    ]


def test_unknown_operations_and_missing_descriptions() -> None:
    """An unknown operation is a fault; a description that is not there is None."""
    assert SMALL.request("PUT", "/things/{id}", call()) == ["PUT /things/{id}: no such operation"]
    assert SMALL.request("GET", "/things/{id}", call()) == []
    assert at_hand(Path(__file__).parent / "nowhere.json.gz") is None


def test_every_operation_is_discords() -> None:
    """Each operation of the emulator is in Discord's description, if that is at hand."""
    description = at_hand()
    if description is None:
        pytest.skip(f"Discord's description is not at {PLACE.name} beside the repository")
    for route in ROUTES:
        operation = description.operation(route.method, route.path)
        assert operation is not None, route
        assert operation["operationId"] == route.name


async def test_the_objects_of_events() -> None:
    """Guilds, channels, members and roles are as Discord describes them."""
    description = at_hand()
    if description is None:
        pytest.skip(f"Discord's description is not at {PLACE.name} beside the repository")
    async with emulated() as rig:
        ann, channel = place(rig)
        assert channel.guild is not None
        guild = channel.guild
        for name, card in (
            ("GuildResponse", guild.card()),
            ("GuildRoleResponse", guild.role("R", Permission.MANAGE_GUILD, ann).card()),
            ("GuildMemberResponse", guild.member_card(ann)),
            ("GuildChannelResponse", channel.card()),
            ("ThreadResponse", guild.thread(channel, "late").card()),
            ("PrivateChannelResponse", rig.world.dm(ann).card()),
            ("UserResponse", ann.card()),
        ):
            assert description.schema(name, card, name) == []


async def test_a_mismatch_fails_the_test_that_made_it() -> None:
    """A mismatch fails the test when its emulator ends."""
    with pytest.raises(AssertionError, match="not modelled"):
        async with emulated() as rig:
            rig.server.mismatches.append("GET /x: not modelled")


async def test_the_check_can_be_left_out() -> None:
    """With ``check`` off, as in a benchmark, nothing is checked."""
    async with emulated(Options(check=False)) as rig:
        assert rig.server.checked is None
        ann = rig.world.user("Ann")
        rig.world.dm(ann).say(ann, "x")
