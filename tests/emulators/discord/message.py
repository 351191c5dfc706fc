"""Messages: their states one after another, and what people do with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.emulators.discord.content import Content, Flag
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.people import User
from tests.emulators.discord.snowflakes import made_at
from tests.emulators.discord.tree import SELECTS, Kind, every, find
from tests.emulators.discord.wire import Json, moment, present

if TYPE_CHECKING:
    from tests.emulators.discord.channel import Channel

PINNED = 6  # message type
REPLY = 19  # message type
COMMAND_ANSWER = 20  # message type


@dataclass(eq=False)
class Message:
    """One message; ``versions`` are its states, the last of them is shown."""

    home: Channel
    id: int
    author: User
    versions: list[Content]
    reply_to: Message | None = None
    cause: Interaction | None = None  # the interaction that it answers
    pins: Message | None = None  # in a line about a pin: the pinned message
    edited: float | None = None
    deleted: bool = False
    pinned: bool = False

    @property
    def content(self) -> Content:
        """Return what is shown now."""
        return self.versions[-1]

    @property
    def text(self) -> str:
        """Return all that can be read."""
        return self.content.words

    @property
    def labels(self) -> list[list[str]]:
        """Return the labels of the buttons shown, row by row."""
        return self.content.labels

    @property
    def keys(self) -> list[str]:
        """Return the ids of the buttons and menus that are shown."""
        return self.content.keys

    @property
    def alt_texts(self) -> list[str]:
        """Return what is said of the pictures to those who cannot see them."""
        return self.content.alt_texts

    @property
    def parts(self) -> list[Json]:
        """Return every component that is shown, nested ones too."""
        return every(self.content.components)

    @property
    def picture(self) -> bytes | None:
        """Return the bytes of the first attachment."""
        return self.content.attachments[0].content if self.content.attachments else None

    @property
    def made_at(self) -> float:
        """Return when it was sent, Unix time in seconds."""
        return made_at(self.id)

    @property
    def own(self) -> bool:
        """Return whether it is the bot's."""
        return self.author.is_bot

    @property
    def viewer(self) -> User | None:
        """Return the only person who sees it, or None when all do."""
        ephemeral = Flag.EPHEMERAL in self.content.flags
        return self.cause.user if self.cause and ephemeral else None

    def card(self, *, nested: bool = False) -> Json:
        """Return the message object; a ``nested`` one says nothing of the message it answers."""
        users = [self.home.hub.users[number].card() for number in self.content.mentions]
        head: Json = {
            "id": str(self.id),
            "channel_id": str(self.home.id),
            "type": self._kind(),
            "author": self.author.card(),
            "timestamp": moment(self.made_at),
            "edited_timestamp": moment(self.edited) if self.edited is not None else None,
            "mentions": users,
            "mention_roles": [],
            "mention_everyone": self.content.everyone,
            "pinned": self.pinned,
            "tts": False,
        }
        return head | self._links(nested=nested) | self.content.card()

    def show(self, content: Content) -> None:
        """Replace what is shown."""
        self.versions.append(content)
        self.edited = self.home.hub.clock.now()
        self.home.saw("edited", self)

    def press(self, user: User, wanted: str) -> Interaction:
        """Let ``user`` press the button with the custom id or label ``wanted``.

        Raise LookupError when there is no such button that can be pressed.
        """
        button = find(self.content.components, wanted, frozenset({Kind.BUTTON}))
        if button.get("disabled") or not button.get("custom_id"):
            raise LookupError(f"{wanted!r} cannot be pressed")
        return self.forge(user, button["custom_id"], number=button["id"])

    def select(self, user: User, wanted: str, *values: str) -> Interaction:
        """Let ``user`` choose the options with ``values`` (or labels) in the menu ``wanted``."""
        menu = find(self.content.components, wanted, SELECTS)
        options = {one["label"]: one["value"] for one in menu.get("options", [])}
        chosen = [value if value in options.values() else options[value] for value in values]
        if menu.get("disabled") or not menu["min_values"] <= len(chosen) <= menu["max_values"]:
            raise LookupError(f"{values} cannot be chosen in {wanted!r}")
        about = {"component_type": menu["type"], "values": chosen}
        return self._act(user, {"custom_id": menu["custom_id"], "id": menu["id"]} | about)

    def forge(self, user: User, custom_id: str, number: int = 1) -> Interaction:
        """Let ``user`` send ``custom_id`` from this message, whether or not a button has it."""
        about = {"component_type": int(Kind.BUTTON), "custom_id": custom_id, "id": number}
        return self._act(user, about)

    def delete(self) -> None:
        """Delete it for everyone, and tell the bot."""
        self.home.drop(self)

    def _act(self, user: User, data: Json) -> Interaction:
        if self.viewer not in {None, user}:
            raise LookupError(f"{user.name} does not see this message")
        return self.home.interactions.begin(3, user, self.home, data, source=self)

    def _kind(self) -> int:
        if self.pins is not None:
            return PINNED
        if self.cause is not None:
            return COMMAND_ANSWER if self.cause.kind == 2 else 0
        return REPLY if self.reply_to else 0

    def _links(self, *, nested: bool) -> Json:
        """Return the fields that name other messages and interactions."""
        quoted = self.reply_to or self.pins
        reference = present(
            type=0,
            message_id=str(quoted.id) if quoted else None,
            channel_id=str(self.home.id),
            guild_id=str(self.home.guild.id) if self.home.guild else None,
        )
        return present(
            message_reference=reference if quoted else None,
            referenced_message=self.reply_to.card(nested=True)
            if self.reply_to and not nested
            else None,
            application_id=str(self.author.id) if self.cause else None,
            webhook_id=str(self.author.id) if self.cause else None,
            interaction_metadata=self.cause.metadata() if self.cause else None,
        )
