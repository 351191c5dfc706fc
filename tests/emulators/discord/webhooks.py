"""Calls that follow the answer to an interaction, with the interaction's own token."""

from __future__ import annotations

from tests.emulators.discord.callbacks import hidden, post
from tests.emulators.discord.calls import Call
from tests.emulators.discord.drafting import Draft
from tests.emulators.discord.limits import FOLLOW_UPS
from tests.emulators.discord.targets import answer_of, interaction_of, open_to_changes
from tests.emulators.discord.wire import ApiError, Json
from tests.emulators.discord.world import World

TOO_MANY = "This interaction has reached the maximum number of follow up messages"


def execute_webhook(world: World, call: Call) -> Json | None:
    """Send a follow-up; the first one after "is thinking" takes its place."""
    known = interaction_of(world, call)
    draft = Draft(call.body, call.uploads, known.place)
    if known.loading and known.original is not None:
        known.original.show(draft.edit(known.original.content))
        message = known.original
    else:
        if known.user_only and len(known.follow_ups) >= FOLLOW_UPS:
            raise ApiError(400, 40094, TOO_MANY)
        message = post(world, known, draft.new(ephemeral=hidden(known, call.body)))
        known.follow_ups.append(message)
    return message.card() if call.asks("wait") else None


def edit_answer(world: World, call: Call) -> Json:
    """Edit the answer or a follow-up; "is thinking" ends with it."""
    message = open_to_changes(answer_of(world, call))
    message.show(Draft(call.body, call.uploads, message.home).edit(message.content))
    return message.card()


def get_answer(world: World, call: Call) -> Json:
    """Return the answer or a follow-up."""
    return answer_of(world, call).card()


def delete_answer(world: World, call: Call) -> None:
    """Delete the answer or a follow-up."""
    answer_of(world, call).delete()
