"""A channel, thread or direct message: its messages, its history, and what people do in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from tests.emulators.discord import slash
from tests.emulators.discord.content import Content
from tests.emulators.discord.events import Event, Intent
from tests.emulators.discord.hub import Hub
from tests.emulators.discord.interactions import Interaction, Interactions
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import EVERYTHING, Permission
from tests.emulators.discord.wire import Json, moment

if TYPE_CHECKING:
    from tests.emulators.discord.guild import Guild

MENTION = re.compile(r"<@!?(\d+)>")


class Sort(IntEnum):
    """Channel types."""

    TEXT = 0
    DIRECT = 1
    VOICE = 2
    GROUP = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


VOICES: Final = frozenset({Sort.VOICE, Sort.STAGE})
OF_POSTS: Final = frozenset({Sort.FORUM, Sort.MEDIA})
"""Types of channels where people write in threads alone."""


@dataclass(frozen=True)
class Seen:
    """An entry of a channel's history: what happened, when, and what was shown then."""

    what: str  # sent, edited, deleted
    at: float
    message: Message
    content: Content


@dataclass(eq=False)
class Channel:
    """A channel, a thread or a direct message."""

    hub: Hub
    interactions: Interactions
    id: int
    sort: Sort
    name: str = ""
    guild: Guild | None = None
    parent: Channel | None = None  # of a thread
    people: tuple[User, ...] = ()  # of a direct message, the bot among them where it takes part
    messages_by_id: dict[int, Message] = field(default_factory=dict)
    history: list[Seen] = field(default_factory=list)
    denied: dict[int, Permission] = field(default_factory=dict)  # by user
    nonces: dict[str, Message] = field(default_factory=dict)
    stale_edits: list[float] = field(default_factory=list)  # when old messages were edited
    added: bool = False  # whether somebody has added the bot to this private thread
    archived: bool = False
    locked: bool = False
    deleted: bool = False

    @property
    def messages(self) -> list[Message]:
        """Return the messages that everybody sees, oldest first."""
        return [one for one in self._present() if one.viewer is None]

    @property
    def shown(self) -> list[Message]:
        """Return the bot's messages that everybody sees, without lines about pins."""
        return [one for one in self.messages if one.own and one.pins is None]

    @property
    def last(self) -> Message:
        """Return the bot's newest message; raise LookupError when there is none."""
        if not self.shown:
            raise LookupError(f"the bot has sent nothing to {self.name or self.id}")
        return self.shown[-1]

    def seen_by(self, user: User) -> list[Message]:
        """Return the messages that ``user`` sees, with those that nobody else sees."""
        return [one for one in self._present() if one.viewer in {None, user}]

    @property
    def has_bot(self) -> bool:
        """Return whether the bot takes part here and is told what happens."""
        if self.guild is None:
            return self.hub.bot in self.people
        needed = {
            **dict.fromkeys(VOICES, Permission.CONNECT),
            Sort.PRIVATE_THREAD: Permission.MANAGE_THREADS,  # or to be added
        }.get(self.sort, Permission(0))
        is_let_in = self.added or needed in self.may(self.hub.bot)
        return self.guild.installed and is_let_in

    def may(self, user: User) -> Permission:
        """Return what ``user`` may do here."""
        place = self.parent or self
        rights = self.guild.rights(user) if self.guild else EVERYTHING
        denied = place.denied.get(user.id, Permission(0))
        return rights if Permission.ADMINISTRATOR in rights else rights & ~denied

    def deny(self, user: User, *rights: Permission) -> None:
        """Take ``rights`` from ``user`` in this channel and its threads."""
        for right in rights:
            self.denied[user.id] = self.denied.get(user.id, Permission(0)) | right

    def say(
        self, user: User, text: str, reply_to: Message | None = None, *, ping: bool = True
    ) -> Message:
        """Let ``user`` send ``text``; a reply pings the author of its message if ``ping``."""
        named = [int(number) for number in MENTION.findall(text)]
        if reply_to is not None and ping and reply_to.cause is None:
            named.append(reply_to.author.id)
        known = tuple(dict.fromkeys(one for one in named if one in self.hub.users))
        return self.post(self.draft(user, Content(text.strip(), mentions=known), reply_to))

    def slash(self, user: User, command: str, **options: Any) -> Interaction:
        """Let ``user`` send a slash command: its name, a subcommand's behind it, and options.

        Raise LookupError or ValueError for what the client would not let the person send.
        """
        data = slash.filled(self, user, command, options)
        return self.interactions.begin(2, user, self, data)

    def complete(
        self, user: User, command: str, focused: str, text: str, **options: Any
    ) -> Interaction:
        """Let ``user`` type ``text`` into the option ``focused`` and wait for proposals."""
        data = slash.typing(self, user, command, focused, options | {focused: text})
        return self.interactions.begin(4, user, self, data)

    def draft(self, author: User, content: Content, reply_to: Message | None = None) -> Message:
        """Return a message that is not yet posted."""
        return Message(self, self.hub.ids.next(), author, [content], reply_to)

    def post(self, message: Message) -> Message:
        """Show ``message`` and let the bot know."""
        self.messages_by_id[message.id] = message
        self.saw("sent", message)
        return message

    def drop(self, message: Message) -> None:
        """Delete ``message`` and let the bot know."""
        message.deleted = True
        self.saw("deleted", message)

    def saw(self, what: str, message: Message) -> None:
        """Write into the history, tell the bot, and wake whoever waits."""
        self.history.append(Seen(what, self.hub.clock.now(), message, message.content))
        if self.has_bot and message.viewer is None:
            self._tell(what, message)
        self.hub.changes.notify()

    def archive(self, *, locked: bool = False) -> None:
        """Archive this thread."""
        assert self.parent is not None, "only threads are archived"
        self.archived, self.locked = True, locked
        self.announce("THREAD_UPDATE")

    def wake(self) -> None:
        """Take this thread out of the archive."""
        self.archived = False
        self.announce("THREAD_UPDATE")

    def remove(self) -> None:
        """Delete this channel or thread."""
        self.deleted = True
        self.announce("THREAD_DELETE" if self.parent else "CHANNEL_DELETE")

    def announce(self, name: str) -> None:
        """Tell the bot of a change of this channel itself."""
        guild = self.guild.id if self.guild else None
        if self.has_bot:
            self.hub.tell(Event(name, self.card(), guild, Intent.GUILDS))

    def card(self, viewer: User | None = None) -> Json:
        """Return the channel object; an interaction's says what ``viewer`` may do."""
        card: Json = {"id": str(self.id), "type": int(self.sort), "flags": 0}
        newest = max(self.messages_by_id, default=None)
        card["last_message_id"] = str(newest) if newest else None
        if self.guild is None:
            others = [one.card() for one in self.people if not one.is_bot]
            owner = {"name": None, "icon": None, "owner_id": str(self.people[0].id)}
            return card | {"recipients": others} | (owner if self.sort is Sort.GROUP else {})
        card |= {"guild_id": str(self.guild.id), "name": self.name, "nsfw": False}
        card |= {"rate_limit_per_user": 0, "position": 0, "parent_id": None}
        card |= {
            "permissions": str(int(self.may(viewer or self.hub.bot))),
            "permission_overwrites": [],
        }
        card |= {"topic": None, "default_auto_archive_duration": 1440}
        if self.sort in VOICES:
            card |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
        return card | (self._thread_card() if self.parent else {})

    def owners(self, user: User) -> Json:
        """Return who installed the app so that ``user`` can use it here."""
        owners = {"1": str(user.id)} if user.installed else {}
        if self.guild and self.guild.installed:
            owners["0"] = str(self.guild.id)
        elif self.guild is None and self.has_bot:
            owners["0"] = "0"
        return owners

    def origin(self, user: User) -> Json:
        """Return the fields of an interaction that say where it is from and by whom."""
        rights = {"app_permissions": str(int(self.may(self.hub.bot)))}
        if self.guild is None:
            return rights | {"user": user.card(), "context": 1 if self.has_bot else 2}
        member = self.guild.member_card(user) | {"permissions": str(int(self.may(user)))}
        guild = {"id": str(self.guild.id), "locale": self.guild.locale, "features": []}
        place = {"guild_id": str(self.guild.id), "guild_locale": self.guild.locale, "guild": guild}
        return rights | place | {"member": member, "context": 0}

    def _present(self) -> list[Message]:
        return [one for one in self.messages_by_id.values() if not one.deleted]

    def _tell(self, what: str, message: Message) -> None:
        guild = self.guild.id if self.guild else None
        intent = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
        place = {"guild_id": str(guild)} if guild else {}
        if what == "deleted":
            gone = {"id": str(message.id), "channel_id": str(self.id)} | place
            self.hub.tell(Event("MESSAGE_DELETE", gone, guild, intent))
            return
        concerns = message.own or self.hub.bot.id in message.content.mentions
        card = message.card() | place
        if self.guild and message.author.id in self.guild.members:
            member = self.guild.member_card(message.author)
            card["member"] = {name: value for name, value in member.items() if name != "user"}
        name = "MESSAGE_CREATE" if what == "sent" else "MESSAGE_UPDATE"
        self.hub.tell(Event(name, card, guild, intent, private=bool(guild) and not concerns))

    def _thread_card(self) -> Json:
        assert self.parent is not None
        about = {
            "archived": self.archived,
            "locked": self.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": moment(self.hub.clock.now()),
            "create_timestamp": moment(self.hub.clock.now()),
        }
        counts = {"message_count": len(self.messages), "member_count": 1, "total_message_sent": 0}
        owner = {"parent_id": str(self.parent.id), "owner_id": str(self.hub.bot.id)}
        return {"thread_metadata": about} | counts | owner
