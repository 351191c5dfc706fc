"""A guild: its members, roles and channels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tests.emulators.discord.channel import Channel, Sort
from tests.emulators.discord.events import Event, Intent
from tests.emulators.discord.hub import Hub
from tests.emulators.discord.interactions import Interactions
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import EVERYTHING, USUAL, Permission
from tests.emulators.discord.wire import Json, moment

ZEROS: Final = (
    "verification_level", "default_message_notifications", "explicit_content_filter", "mfa_level",
    "nsfw_level", "premium_tier", "system_channel_flags", "premium_subscription_count",
)  # fmt: skip
ABSENT: Final = (
    "icon", "splash", "banner", "description", "discovery_splash", "vanity_url_code",
    "afk_channel_id", "system_channel_id", "rules_channel_id", "public_updates_channel_id",
    "application_id", "safety_alerts_channel_id", "home_header", "widget_channel_id",
    "max_presences", "incidents_data",
)  # fmt: skip
EMPTY: Final = (
    "emojis", "stickers", "features", "voice_states", "presences", "stage_instances",
    "guild_scheduled_events", "soundboard_sounds",
)  # fmt: skip
FALSE: Final = ("large", "widget_enabled", "premium_progress_bar_enabled", "nsfw")
USUAL_GUILD: Final[Json] = {
    **dict.fromkeys(ZEROS, 0),
    **dict.fromkeys(ABSENT),
    **{name: [] for name in EMPTY},
    **dict.fromkeys(FALSE, False),
    "region": "deprecated",
    "afk_timeout": 300,
    "max_members": 500_000,
    "max_video_channel_users": 25,
    "max_stage_video_channel_users": 50,
}  # what every guild has alike


@dataclass(eq=False)
class Role:
    """A role: what its holders may do besides what everybody may."""

    id: int
    name: str
    rights: Permission

    def card(self) -> Json:
        """Return the role object."""
        colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(int(self.rights)),
            "position": 0,
            "color": 0,
            "colors": colors,
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }


@dataclass(eq=False)
class Guild:
    """A server, as people call it."""

    hub: Hub
    interactions: Interactions
    id: int
    name: str
    owner: User
    installed: bool = True  # the bot is a member
    available: bool = True
    locale: str = "en-US"
    members: dict[int, User] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    held: dict[int, list[Role]] = field(default_factory=dict)  # roles by member
    channels: dict[int, Channel] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Create the role of everybody, which has the guild's own number."""
        self.roles[self.id] = Role(self.id, "@everyone", USUAL)

    def join(self, *people: User) -> None:
        """Make ``people`` members."""
        self.members |= {one.id: one for one in people}

    def role(self, name: str, rights: Permission, *holders: User) -> Role:
        """Return a new role with ``rights``, given to ``holders``."""
        made = Role(self.hub.ids.next(), name, rights)
        self.roles[made.id] = made
        for one in holders:
            self.held.setdefault(one.id, []).append(made)
        return made

    def rights(self, user: User) -> Permission:
        """Return what ``user`` may do where no channel says otherwise; nothing for strangers."""
        if user is self.owner:
            return EVERYTHING
        if user.id not in self.members:
            return Permission(0)
        rights = self.roles[self.id].rights
        for role in self.held.get(user.id, []):
            rights |= role.rights
        return EVERYTHING if Permission.ADMINISTRATOR in rights else rights

    def channel(self, name: str, sort: Sort = Sort.TEXT) -> Channel:
        """Return a new channel."""
        return self._open(sort, name, "CHANNEL_CREATE")

    def thread(self, parent: Channel, name: str, sort: Sort = Sort.THREAD) -> Channel:
        """Return a new thread of ``parent``; to a private one the bot has yet to be added."""
        return self._open(sort, name, "THREAD_CREATE", parent)

    def fail(self) -> None:
        """Let an outage begin: the bot is told that the guild is away, not that it is gone."""
        self.available = False
        self._tell("GUILD_DELETE", {"id": str(self.id), "unavailable": True})

    def recover(self) -> None:
        """Let the outage end."""
        self.available = True
        self._tell("GUILD_CREATE", self.known_card())

    def kick_bot(self) -> None:
        """Remove the bot from the guild."""
        self.installed = False
        self.members.pop(self.hub.bot.id)
        self._tell("GUILD_DELETE", {"id": str(self.id)})

    def invite_bot(self) -> None:
        """Add the bot to the guild."""
        self.installed = True
        self.join(self.hub.bot)
        self._tell("GUILD_CREATE", self.card())

    def stub(self) -> Json:
        """Return what READY says of this guild."""
        return {"id": str(self.id), "unavailable": True}

    def known_card(self) -> Json:
        """Return the GUILD_CREATE object of a guild that the bot has heard of before."""
        return self.card() | {"unavailable": False}

    def card(self) -> Json:
        """Return the object of a GUILD_CREATE for a guild that is new to the bot."""
        live = [one for one in self.channels.values() if not one.deleted]
        own: Json = {
            "id": str(self.id),
            "name": self.name,
            "preferred_locale": self.locale,
            "owner_id": str(self.owner.id),
            "joined_at": moment(self.hub.clock.now()),
            "member_count": len(self.members),
            "members": [self.member_card(self.hub.bot)] if self.installed else [],
            "roles": [role.card() for role in self.roles.values()],
            "channels": [one.card() for one in live if one.parent is None],
            "threads": [
                one.card() for one in live if one.parent and one.has_bot and not one.archived
            ],
        }
        return USUAL_GUILD | own

    def member_card(self, user: User) -> Json:
        """Return the member object of ``user``."""
        return {
            "user": user.card(),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(role.id) for role in self.held.get(user.id, [])],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def _open(self, sort: Sort, name: str, event: str, parent: Channel | None = None) -> Channel:
        number = self.hub.ids.next()
        made = Channel(self.hub, self.interactions, number, sort, name, self, parent)
        self.channels[number] = made
        made.announce(event)
        return made

    def _tell(self, name: str, data: Json) -> None:
        self.hub.tell(Event(name, data, self.id, Intent.GUILDS))
