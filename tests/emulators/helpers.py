"""What several tests of the emulator begin with."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.rig import Rig


def buttons(*labels: str) -> InlineKeyboardMarkup:
    """Return a row of buttons whose data are their labels in capitals."""
    row = [InlineKeyboardButton(label, callback_data=label.upper()) for label in labels]
    return InlineKeyboardMarkup([row])


def greeted(rig: Rig, name: str = "Ann") -> PrivateChat:
    """Return a private chat in which a person called ``name`` has written /start."""
    chat = rig.world.private(rig.world.user(name))
    chat.send("/start")
    return chat
