"""Messages: their states one after another, and what people do with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from tests.emulators.telegram.content import Content
from tests.emulators.telegram.entities import kept
from tests.emulators.telegram.hub import Hub
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Press, Presses
from tests.emulators.telegram.wire import Json, present


class Home(Protocol):
    """The chat of a message, as far as the message has to know it."""

    hub: Hub
    presses: Presses
    id: int
    kind: str
    messages_by_id: dict[int, Message]

    def card(self) -> Json:
        """Return the Chat object."""
        ...

    def saw(self, what: str, message: Message | None) -> None:
        """Write into the chat's history what people saw happen."""
        ...


@dataclass(frozen=True)
class Sender:
    """Who a message is from: a user, and the chat it was sent on behalf of."""

    user: User | None
    chat: Home | None = None
    signature: str | None = None

    def card(self) -> Json:
        """Return the fields of a Message object that name the sender."""
        return present(
            **{"from": self.user.card() if self.user else None},
            sender_chat=self.chat.card() if self.chat else None,
            author_signature=self.signature,
        )


@dataclass(eq=False)
class Message:
    """One message; ``versions`` are its states, the last of them is shown."""

    home: Home
    id: int
    sender: Sender
    date: int
    versions: list[Content]
    reply_to: Message | None = None
    topic: int | None = None
    via_bot: User | None = None
    own: bool = False  # the bot's
    forwarded: bool = False  # a channel's post in the group where it is discussed
    heard: bool = True  # the bot gets to know of it
    edited: int | None = None
    deleted: bool = False
    inaccessible: bool = False  # too old for Telegram to show it to the bot
    editable: bool = True
    pinned: bool = False
    effects: Json = field(default_factory=dict)  # has_protected_content, effect_id

    @property
    def content(self) -> Content:
        """Return what is shown now."""
        return self.versions[-1]

    @property
    def text(self) -> str:
        """Return the text or caption shown."""
        return self.content.text

    @property
    def labels(self) -> list[list[str]]:
        """Return the labels of the buttons shown, row by row."""
        return self.content.labels

    @property
    def picture(self) -> bytes | None:
        """Return the bytes of the photo, animation or document shown."""
        return self.content.file.content if self.content.file else None

    @property
    def root(self) -> int | None:
        """Return the first message of the chain of answers up to this one, in a supergroup."""
        if self.home.kind != "supergroup" or self.reply_to is None:
            return None
        return self.reply_to.root or self.reply_to.id

    def card(self, *, nested: bool = False) -> Json:
        """Return the Message object; a ``nested`` one says nothing of what it answers."""
        quoted = None if nested else self.reply_to
        if quoted is None and self.topic not in {None, self.id} and not nested:
            # In a topic a message that answers no other one answers the topic's creation.
            quoted = self.home.messages_by_id.get(self.topic or 0)
        if quoted is not None and quoted.deleted:
            quoted = None
        head = present(
            message_id=self.id,
            date=self.date,
            chat=self.home.card(),
            message_thread_id=self.topic or self.root,
            is_topic_message=True if self.topic else None,
            is_automatic_forward=True if self.forwarded else None,
            reply_to_message=quoted.card(nested=True) if quoted else None,
            via_bot=self.via_bot.card() if self.via_bot else None,
            edit_date=self.edited,
        )
        return head | self.sender.card() | self.content.card() | self.effects

    def show(self, content: Content) -> None:
        """Replace what is shown."""
        self.versions.append(content)
        self.edited = self.home.hub.now()
        self.home.saw("edited", self)

    def press(self, user: User, wanted: str) -> Press:
        """Let ``user`` press the button with data or label ``wanted``."""
        origin = self._origin()
        return self.home.presses.press(user, self.content.keyboard, wanted, origin)

    def forge(self, user: User, data: str) -> Press:
        """Let ``user`` send ``data`` from here although no button carries it."""
        return self.home.presses.forge(user, data, self._origin())

    def edit(self, text: str) -> None:
        """Let its author change the text."""
        words, entities = kept(text, [])
        self.show(Content(words, entities, self.content.file, self.content.keyboard))
        if self.heard:
            kind = "edited_channel_post" if self.home.kind == "channel" else "edited_message"
            self.home.hub.updates.post(kind, self.card(), f"messages of {self.home.id}")

    def delete(self) -> None:
        """Take it away for everyone; no update tells the bot."""
        self.deleted = True
        self.pinned = False
        self.home.saw("deleted", self)

    def _origin(self) -> Json:
        chat = self.home.card()
        gone = {"chat": chat, "message_id": self.id, "date": 0}
        return {
            "message": gone if self.inaccessible or self.deleted else self.card(),
            "chat_instance": chat_instance(str(self.home.id)),
        }


def chat_instance(place: str) -> str:
    """Return the opaque number that is the same for all presses at ``place``."""
    return str(int.from_bytes(sha256(place.encode()).digest()[:7]))
