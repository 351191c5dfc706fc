"""Interactions: what a person did, and how far the bot's answer has got."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from tests.emulators.discord.commands import Commands
from tests.emulators.discord.content import Flag
from tests.emulators.discord.hub import Hub
from tests.emulators.discord.limits import ACKNOWLEDGE_SECONDS, TOKEN_SECONDS, UPLOAD_BYTES
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import Json
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from tests.emulators.discord.channel import Channel
    from tests.emulators.discord.message import Message
    from tests.emulators.discord.modals import Modal


class Callback(IntEnum):
    """Ways to answer an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(eq=False)
class Interaction:
    """One thing that a person did: 2 a command, 3 a component, 4 autocomplete, 5 a modal."""

    id: int
    token: str
    kind: int
    user: User
    place: Channel
    data: Json
    at: float
    interactions: Interactions
    source: Message | None = None  # the message with the component
    callback: Callback | None = None  # how the bot answered
    original: Message | None = None  # what @original stands for
    follow_ups: list[Message] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[Json] = field(default_factory=list)

    @property
    def answered(self) -> bool:
        """Return whether the bot has acknowledged it."""
        return self.callback is not None

    @property
    def failed(self) -> bool:
        """Return whether the person reads "This interaction failed"."""
        late = self.place.hub.clock.now() - self.at > ACKNOWLEDGE_SECONDS
        return not self.answered and late

    @property
    def expired(self) -> bool:
        """Return whether its token is of no more use."""
        return self.place.hub.clock.now() - self.at > TOKEN_SECONDS

    @property
    def loading(self) -> bool:
        """Return whether the person sees "is thinking"."""
        message = self.original
        if message is None or message.deleted:
            return False
        return Flag.LOADING in message.content.flags

    @property
    def reply(self) -> Message:
        """Return the message that answers it; raise LookupError when there is none."""
        if self.original is None or self.original is self.source or self.original.deleted:
            raise LookupError("the bot has answered with no message")
        return self.original

    @property
    def user_only(self) -> bool:
        """Return whether the user has installed the app, and the place has not."""
        return "0" not in self.place.owners(self.user)

    async def settled(self, seconds: float = PATIENCE_S) -> Interaction:
        """Return once the bot has answered; raise TimeoutError after real ``seconds``."""
        await self.place.hub.changes.until(lambda: self.answered, seconds)
        return self

    async def followed_up(self) -> Message:
        """Return the first follow-up once it is there; raise TimeoutError."""
        await self.place.hub.changes.until(lambda: bool(self.follow_ups), PATIENCE_S)
        return self.follow_ups[0]

    def deliver_again(self) -> None:
        """Send the same interaction once more."""
        self.interactions.deliver(self)

    def payload(self) -> Json:
        """Return the interaction object the bot is sent."""
        body: Json = {
            "id": str(self.id),
            "application_id": str(self.place.hub.application),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "locale": self.user.locale,
            "channel": self.place.card(self.user),
            "channel_id": str(self.place.id),
            "entitlements": [],
            "attachment_size_limit": UPLOAD_BYTES,
            "authorizing_integration_owners": self.place.owners(self.user),
        }
        message = {"message": self.source.card()} if self.source else {}
        return body | self.place.origin(self.user) | message

    def metadata(self) -> Json:
        """Return what a message says of the interaction it answers."""
        card: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.user.card(),
            "authorizing_integration_owners": self.place.owners(self.user),
        }
        if self.kind == 3 and self.source is not None:
            card["interacted_message_id"] = str(self.source.id)
        if self.kind == 5:
            card["triggering_interaction_metadata"] = card | {"type": 2}
        return card


class Interactions:
    """Every interaction by its identifier and by its token."""

    def __init__(self, hub: Hub) -> None:
        """Start with none, and nobody to deliver them."""
        self.hub = hub
        self.commands = Commands(hub.ids, hub.application)
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.deliver: Callable[[Interaction], None] = lambda _: None

    def begin(
        self, kind: int, user: User, place: Channel, data: Json, source: Message | None = None
    ) -> Interaction:
        """Let ``user`` do something at ``place``, and tell the bot of it."""
        number = self.hub.ids.next()
        token = f"aW50ZXJhY3Rpb246{number}{'x' * 40}"
        now = self.hub.clock.now()
        made = Interaction(number, token, kind, user, place, data, now, self, source)
        self.by_id[number] = self.by_token[token] = made
        self.deliver(made)
        return made
