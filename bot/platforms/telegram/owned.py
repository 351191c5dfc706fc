"""Owned: buttons that only the player who asked for them may press in a group."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.errands.readers import is_about_oneself
from bot.app.requests import actions, coach_actions
from bot.app.screens.reply import Reply
from bot.i18n import Text
from bot.platforms.telegram.events import Event
from bot.platforms.telegram.ids import is_group

_OWN: Final = (actions.Delete, coach_actions.Train, coach_actions.Answer)
"""Actions of the asker alone, as are those on one's own statistics.

Their answers replace the message with the button, which is the asker's.
"""


def is_for_asker(action: actions.Action) -> bool:
    """Tell whether the buttons below the answer to ``action`` are for its asker alone."""
    return is_about_oneself(action) or isinstance(action, _OWN)


def is_own(event: Event) -> bool:
    """Tell whether ``event`` is no press on another player's button."""
    if event.pressed is None or not is_for_asker(event.request.action):
        return True
    asker = event.pressed.asker
    if asker is None and _needs_asker(event):
        return False
    if asker is not None and is_group(asker):
        return True  # who writes as the group presses as themselves
    return asker in {None, event.request.player.id}


def _needs_asker(event: Event) -> bool:
    """Tell whether the asker must be known, since the button deletes the data of who presses it.

    Once the message that asked is gone, Telegram does not say who wrote it.
    """
    is_private = event.request.chat.private
    return isinstance(event.request.action, actions.Delete) and not is_private


def not_yours(event: Event) -> Reply:
    """Return what somebody is told who has pressed another player's button."""
    assert event.pressed is not None  # noqa: S101  # what is written is one's own
    text = Text("press.asker_gone" if event.pressed.asker is None else "press.not_yours")
    return Reply((text,), private=True, language=event.request.spoken)


def typed_instead(event: Event, reply: Reply) -> Reply:
    """Return ``reply``, asking who writes as a group to type yes: they cannot press it."""
    is_delete = isinstance(event.request.action, actions.Delete)
    if not (is_delete and reply.buttons and is_group(event.request.player.id)):
        return reply
    return replace(reply, texts=(*reply.texts, Text("delete.typed")), buttons=())
