"""Groups, supergroups with topics, channels: members, rights, and what a bot hears there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.entities import kept
from tests.emulators.telegram.message import Message, Sender
from tests.emulators.telegram.people import ANONYMOUS_ADMIN, CHANNEL_BOT, TELEGRAM, User
from tests.emulators.telegram.private import member
from tests.emulators.telegram.wire import Json, bad_request, forbidden, migrated

RIGHTS: Final = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories", "can_pin_messages",
)  # fmt: skip


@dataclass(eq=False)
class Group(Chat):
    """Any chat of more than two. Supergroups and channels number their messages themselves."""

    owner: User | None = None
    members: dict[int, User] = field(default_factory=dict)
    admins: dict[int, frozenset[str]] = field(default_factory=dict)
    last_bot: User | None = None  # general commands go to the bot that spoke last
    is_forum: bool = False
    own_ids: Iterator[int] = field(default_factory=lambda: count(1))

    def card(self) -> Json:
        """Return the Chat object."""
        return super().card() | ({"is_forum": True} if self.is_forum else {})

    def next_id(self) -> int:
        """Return the next message's number."""
        return super().next_id() if self.kind == "group" else next(self.own_ids)

    def hears(self, message: Message) -> bool:
        """Return whether the bot gets ``message``; see "privacy mode" in the Bot API's FAQ."""
        bot, author = self.hub.bot, message.sender.user
        if bot.id not in self.members:
            return False
        if message.content.service is not None or self.kind == "channel":
            return True
        if author is not None and author.is_bot and message.sender.chat is None:
            return False
        return not self.hub.privacy or bot.id in self.admins or self._is_meant(message)

    def _is_meant(self, message: Message) -> bool:
        bot, answered = self.hub.bot, message.reply_to
        if message.via_bot is bot or (answered and answered.sender.user is bot):
            return True
        command = message.text.split(maxsplit=1)[0] if message.text.startswith("/") else ""
        if command and "@" not in command:
            return self.last_bot in {bot, None}
        return f"@{bot.username}".lower() in message.text.lower()

    def post(self, message: Message) -> Message:
        """Show ``message`` and remember which bot spoke last."""
        author = message.sender.user
        if author and author.is_bot and message.sender.chat is None:
            self.last_bot = author
        return super().post(message)

    def say_anonymously(self, text: str, title: str | None = None) -> Message:
        """Let an administrator, who may have a ``title``, send ``text`` as the group."""
        return self._say_as(Sender(ANONYMOUS_ADMIN, self, title), text)

    def say_as(self, chat: Group, text: str) -> Message:
        """Let somebody send ``text`` in the name of ``chat``: a channel, or the group itself."""
        if chat is self:
            return self.say_anonymously(text)
        return self._say_as(Sender(CHANNEL_BOT, chat, None), text)

    def forward(self, channel: Group, text: str) -> Message:
        """Forward a post of ``channel`` to be discussed here: answers to it are comments."""
        words, entities = kept(text, [])
        message = self.draft(Sender(TELEGRAM, channel, None), Content(words, entities))
        message.forwarded = True
        origin = {"type": "channel", "date": message.date, "chat": channel.card(), "message_id": 1}
        message.effects = {"forward_origin": origin}
        return self.post(message)

    def publish(self, text: str, signature: str | None = None) -> Message:
        """Post ``text`` in a channel, where posts come from the channel itself."""
        return self._say_as(Sender(None, self, signature), text)

    def _say_as(self, sender: Sender, text: str) -> Message:
        words, entities = kept(text, [])
        return self.post(self.draft(sender, Content(words, entities)))

    def topic(self, name: str) -> Topic:
        """Open a topic called ``name``."""
        opened = {"name": name, "icon_color": 7322096}
        message = self.draft(Sender(self.owner), Content(service={"forum_topic_created": opened}))
        message.topic = message.id
        return Topic(self, self.post(message))

    def add(self, user: User) -> None:
        """Let ``user`` join."""
        was = user.id in self.members
        self.members[user.id] = user
        if user is self.hub.bot:
            self.refusal = None
        if not was:
            self._changed(user, member(user, "left"))
            if self.kind != "channel":  # a bot does not join by itself
                adder = self.owner if user.is_bot and self.owner else user
                self.announce(adder, new_chat_members=[user.card()])

    def begin(self, *people: User) -> None:
        """Let the group begin with ``people`` and the bot; nobody is announced as having joined."""
        bot, first = self.hub.bot, self.owner or self.hub.bot
        self.members = {one.id: one for one in (*people, bot)}
        self._changed(bot, member(bot, "left"))
        self.announce(first, group_chat_created=True)

    def remove(self, user: User) -> None:
        """Throw ``user`` out; the bot may be that user."""
        before = self.member_card(user)
        self.admins.pop(user.id, None)
        if user is self.hub.bot:
            self.refusal = forbidden(f"bot was kicked from the {self.kind} chat")
        del self.members[user.id]
        self._changed(user, before, "kicked")

    def promote(self, user: User, *rights: str) -> None:
        """Make ``user`` an administrator with ``rights``, all of them if none are named."""
        before = self.member_card(user)
        self.admins[user.id] = frozenset(rights or RIGHTS)
        self._changed(user, before)

    def silence_bot(self) -> None:
        """Take the right to write from the bot."""
        words = "not enough rights to send text messages to the chat"
        self.refusal = bad_request(words)

    def may(self, right: str) -> bool:
        """Return whether the bot has the administrator's ``right``."""
        return right in self.admins.get(self.hub.bot.id, frozenset())

    def member_card(self, user: User, gone: str = "left") -> Json:
        """Return the ChatMember object of ``user``."""
        if user.id not in self.members:
            return member(user, gone)
        if user is self.owner:
            return {"status": "creator", "user": user.card(), "is_anonymous": False}
        if user.id not in self.admins:
            return member(user, "member")
        rights = {right: right in self.admins[user.id] for right in RIGHTS}
        about = {"status": "administrator", "user": user.card(), "can_be_edited": False}
        return about | {"is_anonymous": False} | rights

    def _changed(self, user: User, before: Json, gone: str = "left") -> None:
        payload = {
            "chat": self.card(),
            "from": (self.owner or user).card(),
            "date": self.hub.now(),
            "old_chat_member": before,
            "new_chat_member": self.member_card(user, gone),
        }
        kind = "my_chat_member" if user is self.hub.bot else "chat_member"
        if kind == "my_chat_member" or self.hub.bot.id in self.admins:
            self.hub.updates.post(kind, payload, f"membership in {self.id}")

    def become(self, successor: Group) -> Group:
        """Turn into the supergroup ``successor``, which both chats announce."""
        actor = self.owner or self.hub.bot
        successor.members, successor.admins = dict(self.members), dict(self.admins)
        self.announce(actor, migrate_to_chat_id=successor.id)
        self.refusal = migrated(successor.id)
        successor.announce(actor, migrate_from_chat_id=self.id)
        return successor


@dataclass(eq=False)
class Topic:
    """A topic of a forum."""

    group: Group
    opening: Message

    @property
    def id(self) -> int:
        """Return the topic's ``message_thread_id``."""
        return self.opening.id

    @property
    def shown(self) -> list[Message]:
        """Return the bot's messages in this topic, oldest first."""
        return [one for one in self.group.shown if one.topic == self.id]

    def say(self, user: User, text: str, reply_to: Message | None = None) -> Message:
        """Let ``user`` send ``text`` here; without a reply it answers the topic's opening."""
        words, entities = kept(text, [])
        content = Content(words, entities)
        message = self.group.draft(Sender(user), content, reply_to or self.opening)
        return self.group.post(message)
