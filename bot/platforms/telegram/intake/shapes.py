"""Shapes: the few fields of an update that have to be right, with their types.

The library checks no types: a chat whose id is a list would get far into the bot.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from bot.platforms.telegram.intake.kind import Kind

_Id: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


class Numbered(msgspec.Struct):
    """A chat or a user."""

    id: _Id


class Message(msgspec.Struct):
    """A message sent, pressed or replied to; ``date`` is 0 for one that is out of reach."""

    message_id: _Id
    date: _Id
    chat: Numbered
    sender: Numbered | None = msgspec.field(name="from", default=None)
    text: str | None = None
    caption: str | None = None
    message_thread_id: _Id | None = None


class Sent(Message):
    """A message that somebody has sent."""

    reply_to_message: Message | None = None
    media_group_id: str | None = None


class Chat(Numbered):
    """A chat whose type matters."""

    type: str


class Answered(Message):
    """A message that another answers."""

    sender_chat: Numbered | None = None
    is_automatic_forward: bool = False


class PressedMessage(Message):
    """The message with the button that was pressed, as far as the bot asks for it."""

    chat: Chat
    is_topic_message: bool = False
    reply_to_message: Answered | None = None


class Press(msgspec.Struct):
    """A press on a button, of a message or of an inline message."""

    id: str
    sender: Numbered = msgspec.field(name="from")
    message: PressedMessage | None = None
    inline_message_id: str | None = None
    data: str | None = None

    def lane(self) -> str:
        """Return the chat, else the inline message, else the user."""
        if self.message is not None:
            return str(self.message.chat.id)
        return self.inline_message_id or str(self.sender.id)


class InlineQuery(msgspec.Struct):
    """What somebody types behind the bot's name."""

    id: str
    sender: Numbered = msgspec.field(name="from")
    query: str


class Update(msgspec.Struct):
    """An update of one of the kinds asked for."""

    update_id: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    message: Sent | None = None
    callback_query: Press | None = None
    inline_query: InlineQuery | None = None

    def lane(self, kind: Kind) -> str:
        """Return the name of what an update of ``kind`` has to keep in order with."""
        match getattr(self, kind):
            case Press() as press:
                return press.lane()
            case Message(chat=chat):
                return str(chat.id)
            case other:
                return str(other.sender.id)
