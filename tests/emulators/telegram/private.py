"""A private chat between one person and the bot."""

from __future__ import annotations

from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.hub import Hub
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Presses
from tests.emulators.telegram.wire import Json, forbidden, present


class PrivateChat(Chat):
    """The chat exists for the bot from the person's first message on."""

    def __init__(self, hub: Hub, presses: Presses, user: User) -> None:
        """Create the chat, in which nothing has been said."""
        super().__init__(hub, presses, user.id, "private", username=user.username)
        self.user = user
        self.refusal = forbidden("bot can't initiate conversation with a user")

    def card(self) -> Json:
        """Return the Chat object."""
        name = present(first_name=self.user.first_name, last_name=self.user.last_name)
        return super().card() | name

    def send(self, text: str) -> Message:
        """Let the person send ``text``."""
        return self.say(self.user, text)

    def block_bot(self) -> None:
        """Let the person stop and block the bot."""
        self.refusal = forbidden("bot was blocked by the user")
        self._changed("member", "kicked")

    def unblock_bot(self) -> None:
        """Let the person take the block away without saying anything."""
        self.refusal = None
        self._changed("kicked", "member")

    def delete_account(self) -> None:
        """Let the person leave Telegram."""
        self.user.deleted = True
        self.refusal = forbidden("user is deactivated")

    def start(self) -> None:
        """Note that the person is about to speak, which opens the chat and ends a block."""
        if self.refusal is not None and "blocked" in self.refusal.description:
            self._changed("kicked", "member")
        self.refusal = None

    def _changed(self, old: str, new: str) -> None:
        payload = {
            "chat": self.card(),
            "from": self.user.card(),
            "date": self.hub.now(),
            "old_chat_member": member(self.hub.bot, old),
            "new_chat_member": member(self.hub.bot, new),
        }
        self.hub.updates.post("my_chat_member", payload, f"membership in {self.id}")


def member(user: User, status: str) -> Json:
    """Return the ChatMember object of a ``user`` who is no administrator."""
    card: Json = {"status": status, "user": user.card()}
    return card | ({"until_date": 0} if status == "kicked" else {})
