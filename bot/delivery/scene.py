"""Scenes: a game as it is to be shown on a message, and the port to what shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol
from uuid import uuid4

from msgspec import Struct

from bot.app.decision import Decide, Decision, Documents, Write, read_as
from bot.app.documents.keeping import keeps_game_s
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import chat_space, game_name
from bot.app.documents.state import Session, Settings, read_chat
from bot.app.ports import NotNow, Repeated, Store
from bot.app.screens.screen import Screen
from bot.app.screens.summary import ending
from bot.i18n import Text


class RetryLater(NotNow):
    """Raised by a sender when the platform wants ``seconds`` to pass before the next screen.

    ``everywhere``: in no chat of the platform may anything be sent before that.
    """

    def __init__(self, seconds: float, *, everywhere: bool = False) -> None:
        """Keep the time to wait."""
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds
        self.everywhere = everywhere


class ChatGone(Exception):  # noqa: N818  # no error: a chat that cannot be written to
    """Raised by a display when nothing can be sent to the chat any more."""


class ChatMoved(Exception):  # noqa: N818  # no error: the platform gave the chat another id
    """Raised by a display when the chat is called ``chat`` now."""

    def __init__(self, chat: str) -> None:
        """Keep the new id."""
        super().__init__(chat)
        self.chat = chat


class Scene(Struct, frozen=True):
    """A game as it is to be shown, with what was said last about it."""

    chat: str
    screen: Screen
    texts: tuple[Text, ...]
    language: str
    private: bool
    thread: str | None = None
    pinned: bool = False
    """Whether its message is to be pinned while the game goes on."""
    silent: bool = False
    """Whether a new message is to come without a sound."""


class Display(Protocol):
    """Shows scenes on a platform's messages; raises RetryLater, ChatGone, ChatMoved."""

    async def change(self, scene: Scene, shown: Shown) -> Shown | None:
        """Show ``scene`` on the message, or on another where that one cannot show it.

        Return where it is now, None if the message is gone.
        """

    async def send(self, scene: Scene) -> Shown | None:
        """Show ``scene`` on a new message; None where that is not possible."""

    async def retire(self, chat: str, shown: Shown) -> None:
        """Take a message away that is of no more use, or at least its buttons."""


class Found(Struct, frozen=True):
    """A game as the store has it."""

    session: Session | None
    shown: Shown | None
    settings: Settings
    now: int
    moved_to: str | None = None
    """The id that the chat has been given since."""

    @property
    def ended(self) -> tuple[Text, ...]:
        """What is said of how the game ended; nothing while it goes on."""
        if self.session is None or not self.session.game.outcome:
            return ()
        return tuple(ending(self.session, self.now))


def scene_found(
    chat: str, session: Session, found: Found, screen: Screen, texts: tuple[Text, ...]
) -> Scene:
    """Return ``session`` as it is to be shown: as ``screen``, with ``texts``."""
    return Scene(
        chat=chat,
        screen=screen,
        texts=texts,
        language=found.settings.language or session.language,
        private=session.private,
        thread=session.thread,
        pinned=found.settings.pinned and not session.private,
        silent=found.settings.quiet is not None and found.settings.quiet.is_on(found.now),
    )


def look_at(number: int) -> Callable[[Documents, int], Found]:
    """Return what finds the game ``number`` among a chat's documents."""

    def look(documents: Documents, now: int) -> Found:
        session = read_as(documents, game_name(number), Session)
        shown = read_as(documents, shown_name(number), Shown)
        chat = read_chat(documents)
        return Found(session, shown, chat.settings, now, chat.moved_to)

    return look


def keep_shown(number: int, shown: Shown | None) -> Decide[Shown | None]:
    """Return the decision that notes where the game ``number`` is shown, None for nowhere.

    The note is kept as long as the game itself; whoever writes how the game ends renews it. The
    decision's reply is the message to be taken away: the one that has shown the game till now, or
    ``shown`` itself if the game does not exist any more.
    """
    name = shown_name(number)

    def decide(documents: Documents, now: int) -> Decision[Shown | None]:
        session = read_as(documents, game_name(number), Session)
        chat = read_chat(documents)
        before = read_as(documents, name, Shown)
        if session is None and shown is not None:
            return Decision(shown)
        expires = keeps_game_s(chat, session, now) if session else None
        old = before if before and shown and before.message != shown.message else None
        return Decision(old, {name: Write(shown, expires)})

    return decide


async def keep_where(
    store: Store, chat: str, number: int, before: Shown | None, shown: Shown | None
) -> Shown | None:
    """Have ``store`` know where a game is ``shown``, if that is elsewhere than ``before``.

    Return the message that is to be taken away now, if one is.
    """
    if shown == before:
        return None
    keep = keep_shown(number, shown)
    kept = await store.update(chat_space(chat), f"shown:{uuid4().hex}", keep)
    return None if isinstance(kept, Repeated) else kept.reply


async def retire(display: Display, chat: str, old: list[Shown]) -> None:
    """Take the messages ``old`` away; those still in the list when this fails are not gone yet."""
    while old:
        await display.retire(chat, old[0])
        del old[0]
