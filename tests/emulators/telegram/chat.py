"""A chat: its messages, its history, and what people say in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.emulators.telegram.content import Content
from tests.emulators.telegram.entities import kept
from tests.emulators.telegram.files import Upload
from tests.emulators.telegram.hub import Hub
from tests.emulators.telegram.message import Message, Sender
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Presses
from tests.emulators.telegram.wire import ApiError, Json, present


@dataclass(frozen=True)
class Seen:
    """An entry of a chat's history: what happened, when, and what was shown then."""

    what: str  # sent, edited, deleted, pinned, unpinned, action
    at: float
    message: Message | None
    content: Content | None
    note: str = ""


@dataclass(eq=False)
class Chat:
    """What private chats, groups and channels have in common."""

    hub: Hub
    presses: Presses
    id: int
    kind: str
    title: str | None = None
    username: str | None = None
    messages_by_id: dict[int, Message] = field(default_factory=dict)
    history: list[Seen] = field(default_factory=list)
    refusal: ApiError | None = None  # raised at every call about this chat
    barred: frozenset[str] = frozenset()  # kinds of files that the bot may not send here

    def card(self) -> Json:
        """Return the Chat object."""
        return present(id=self.id, type=self.kind, title=self.title, username=self.username)

    @property
    def messages(self) -> list[Message]:
        """Return what can be scrolled through: messages not deleted, oldest first."""
        return [one for one in self.messages_by_id.values() if not one.deleted]

    @property
    def shown(self) -> list[Message]:
        """Return the bot's own messages not deleted, oldest first, without service messages."""
        return [one for one in self.messages if one.own and one.content.service is None]

    @property
    def last(self) -> Message:
        """Return the bot's newest message; raise LookupError when there is none."""
        if not self.shown:
            raise LookupError(f"the bot has sent nothing to {self.id}")
        return self.shown[-1]

    @property
    def pinned(self) -> list[Message]:
        """Return the pinned messages, newest first."""
        return [one for one in reversed(self.messages) if one.pinned]

    @property
    def is_group(self) -> bool:
        """Return whether the group limit of messages holds here."""
        return self.kind != "private"

    def saw(self, what: str, message: Message | None, note: str = "") -> None:
        """Write into the history, and wake whoever waits for it."""
        shown = message.content if message else None
        self.history.append(Seen(what, self.hub.clock.now(), message, shown, note))
        self.hub.changes.notify()

    def member_card(self, user: User) -> Json:
        """Return the ChatMember object of ``user``."""
        return {"status": "member", "user": user.card()}

    def may(self, right: str) -> bool:
        """Return whether the bot has the administrator's ``right``."""
        del right
        return True

    def hears(self, message: Message) -> bool:
        """Return whether the bot gets this message of somebody else."""
        del message
        return True

    def start(self) -> None:
        """Note that somebody is about to speak."""

    def next_id(self) -> int:
        """Return the next message's number: private chats and basic groups share a counter."""
        return next(self.hub.message_ids)

    def post(self, message: Message) -> Message:
        """Show ``message``, and let the bot know if it is somebody else's and it may hear it."""
        self.messages_by_id[message.id] = message
        silent = message.own and message.content.service is None
        message.heard = not silent and self.hears(message)
        self.saw("sent", message)
        if message.heard:
            kind = "channel_post" if self.kind == "channel" else "message"
            self.hub.updates.post(kind, message.card(), f"messages of {self.id}")
        return message

    def draft(self, sender: Sender, content: Content, reply_to: Message | None = None) -> Message:
        """Return a message that is not yet posted."""
        topic = reply_to.topic if reply_to else None
        number, now = self.next_id(), self.hub.now()
        return Message(self, number, sender, now, [content], reply_to, topic)

    def say(self, user: User, text: str, reply_to: Message | None = None) -> Message:
        """Let ``user`` send ``text``."""
        self.start()
        words, entities = kept(text, [])
        return self.post(self.draft(Sender(user), Content(words, entities), reply_to))

    def pass_on(self, user: User, author: User, text: str) -> Message:
        """Let ``user`` forward what ``author`` has written elsewhere."""
        self.start()
        words, entities = kept(text, [])
        message = self.draft(Sender(user), Content(words, entities))
        origin = {"type": "user", "date": message.date, "sender_user": author.card()}
        message.effects = {"forward_origin": origin}
        return self.post(message)

    def send_document(self, user: User, upload: Upload, caption: str = "") -> Message:
        """Let ``user`` send a file."""
        return self._send_file("document", user, upload, caption)

    def send_photo(self, user: User, upload: Upload, caption: str = "") -> Message:
        """Let ``user`` send a photo."""
        return self._send_file("photo", user, upload, caption)

    def announce(self, user: User, **service: object) -> Message:
        """Post a service message with the fields ``service``, caused by ``user``."""
        return self.post(self.draft(Sender(user), Content(service=dict(service))))

    def _send_file(self, kind: str, user: User, upload: Upload, caption: str) -> Message:
        self.start()
        words, entities = kept(caption, [])
        content = Content(words, entities, self.hub.files.store(kind, upload))
        return self.post(self.draft(Sender(user), content))
