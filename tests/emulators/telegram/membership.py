"""getChat, getChatMember and its kin, leaveChat."""

from __future__ import annotations

from tests.emulators.telegram.group import Group
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.targets import known_chat, readable_chat
from tests.emulators.telegram.wire import ApiError, Json, bad_request
from tests.emulators.telegram.world import World


def get_chat(world: World, params: Params) -> Json:
    """Describe a chat in full."""
    chat = known_chat(world, params.values.get("chat_id"))
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
    accepted = dict.fromkeys((*gifts, "gifts_from_channels"), True)
    about = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": accepted}
    pinned = {"pinned_message": chat.pinned[0].card(nested=True)} if chat.pinned else {}
    return chat.card() | about | pinned


def get_chat_member(world: World, params: Params) -> Json:
    """Say what a user is in a chat."""
    chat = readable_chat(world, params)
    number = params.integer("user_id")
    user = world.bot if number == world.bot.id else world.users.get(number)
    if user is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return chat.member_card(user)


def get_chat_administrators(world: World, params: Params) -> list[Json]:
    """List a chat's owner and administrators; without other bots, as documented."""
    group = only_group(world, params)
    people = [one for one in group.members.values() if one.id in group.admins or one is group.owner]
    return [group.member_card(one) for one in people]


def get_chat_member_count(world: World, params: Params) -> int:
    """Count a chat's members."""
    return len(only_group(world, params).members)


def leave_chat(world: World, params: Params) -> bool:
    """Let the bot leave a group."""
    group = only_group(world, params)
    group.remove(world.bot)
    words = f"Forbidden: bot is not a member of the {group.kind} chat"
    group.refusal = ApiError(403, words)
    return True


def only_group(world: World, params: Params) -> Group:
    """Return the group a call asks about; raise ApiError 400 for a private chat."""
    chat = readable_chat(world, params)
    if not isinstance(chat, Group):
        raise bad_request("there are no administrators in the private chat")
    return chat
