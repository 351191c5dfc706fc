"""The answer to an interaction, by a call or in the response of an HTTP endpoint."""

from __future__ import annotations

from typing import Any

from tests.emulators.discord import modals
from tests.emulators.discord.calls import Call
from tests.emulators.discord.content import Content, Flag
from tests.emulators.discord.drafting import Draft
from tests.emulators.discord.files import Upload
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.limits import CHOICES, COMMAND_DESCRIPTION
from tests.emulators.discord.message import Message
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.targets import archived, open_to_changes
from tests.emulators.discord.wire import ApiError, Form, Json, refused_form, unknown
from tests.emulators.discord.world import World

DATA = ("data",)
FITTING = {
    2: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL},
    3: set(Callback) - {Callback.PONG, Callback.CHOICES},
    4: {Callback.CHOICES},
    5: set(Callback) - {Callback.PONG, Callback.CHOICES, Callback.MODAL},
}


def create_interaction_response(world: World, call: Call) -> Json | None:
    """Answer an interaction; return its message if ``with_response`` is asked for."""
    known = world.interactions.by_id.get(call.number("interaction_id"))
    if known is None or known.token != call.path["interaction_token"]:
        raise unknown(10062, "interaction")
    carry_out(world, known, call.body, call.uploads)
    return card(known) if call.asks("with_response") else None


def carry_out(world: World, known: Interaction, body: Json, uploads: dict[str, Upload]) -> None:
    """Do what an answer says; raise ApiError when it is late, the second, or wrong."""
    if known.failed or known.expired:
        raise unknown(10062, "interaction")
    if known.answered:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    kind = fitting(known, body.get("type"))
    apply(world, known, kind, body.get("data") or {}, uploads)
    known.callback = kind
    world.changes.notify()


def fitting(known: Interaction, kind: Any) -> Callback:
    """Return the kind of an answer; raise ApiError 50035 for one that does not fit."""
    allowed = FITTING[known.kind]
    if known.source is None:
        allowed = allowed - {Callback.UPDATE, Callback.DEFERRED_UPDATE}
    if kind not in allowed:
        words = f"Value must be one of {sorted(int(one) for one in allowed)}."
        raise refused_form(("type",), "BASE_TYPE_CHOICES", words)
    return Callback(kind)


def apply(
    world: World, known: Interaction, kind: Callback, data: Json, uploads: dict[str, Upload]
) -> None:
    """Show what an answer holds."""
    if kind is Callback.MESSAGE:
        draft = Draft(data, uploads, known.place, DATA)
        known.original = post(world, known, draft.new(ephemeral=hidden(known, data)))
    elif kind is Callback.DEFERRED_MESSAGE:
        flags = Flag.LOADING | (Flag.EPHEMERAL if hidden(known, data) else Flag(0))
        known.original = post(world, known, Content(flags=flags))
    elif kind in {Callback.UPDATE, Callback.DEFERRED_UPDATE}:
        assert known.source is not None
        known.original = known.source
        if kind is Callback.UPDATE:
            update(known.source, Draft(data, uploads, known.place, DATA))
    elif kind is Callback.CHOICES:
        known.choices = choices(data)
    else:
        known.modal = modals.Modal(known, modals.read(data))


def update(message: Message, draft: Draft) -> None:
    """Edit the message whose component was used; fields that the answer leaves out stay."""
    open_to_changes(message)
    message.show(draft.edit(message.content))


def post(world: World, known: Interaction, content: Content) -> Message:
    """Return a new message that answers ``known``; it takes a thread out of the archive.

    A locked thread stays there, and the message is refused (discord-api-docs, issue 5517).
    """
    if known.place.deleted:
        raise unknown(10003, "Channel")
    if known.place.archived and known.place.locked:
        raise archived()
    if known.place.archived:
        known.place.wake()
    message = known.place.draft(world.bot, content)
    message.cause = known
    return known.place.post(message)


def hidden(known: Interaction, data: Json) -> bool:
    """Return whether one person alone sees an answer: it asks so, or guest apps may not post."""
    asked = bool((data.get("flags") or 0) & Flag.EPHEMERAL)
    outside = Permission.USE_EXTERNAL_APPS not in known.place.may(known.user)
    return asked or (known.user_only and outside)


def choices(data: Json) -> list[Json]:
    """Return proposals; raise ApiError 50035 for too many or too long ones."""
    proposed: list[Json] = data.get("choices") or []
    form = Form()
    form.length(("data", "choices"), proposed, 0, CHOICES)
    for index, one in enumerate(proposed):
        form.length(("data", "choices", index, "name"), one.get("name"), 1, COMMAND_DESCRIPTION)
    form.check()
    return proposed


def card(known: Interaction) -> Json:
    """Return the callback response that ``with_response`` asks for."""
    about: Json = {"id": str(known.id), "type": known.kind}
    message = known.original
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = known.loading
        about["response_message_ephemeral"] = message.viewer is not None
    if known.callback in {Callback.MESSAGE, Callback.UPDATE} and message is not None:
        resource = {"type": int(known.callback), "message": message.card()}
        return {"interaction": about, "resource": resource}
    return {"interaction": about}
