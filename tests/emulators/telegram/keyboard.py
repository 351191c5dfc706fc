"""Inline keyboards: what a bot may send, as Telegram reads it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from tests.emulators.telegram.limits import BUTTONS, CALLBACK_DATA, COPY_TEXT, KEYBOARD, ROW
from tests.emulators.telegram.wire import Json, bad_request

Keyboard: TypeAlias = tuple[tuple[Json, ...], ...]

ACTIONS: Final = frozenset(
    {"url", "callback_data", "web_app", "login_url", "switch_inline_query", "copy_text", "pay",
     "switch_inline_query_current_chat", "switch_inline_query_chosen_chat", "callback_game"}
)  # fmt: skip
STYLES: Final = frozenset({"danger", "success", "primary"})


def read(markup: Any) -> Keyboard:
    """Return the keyboard of a ``reply_markup`` object; () when it has none.

    Raise ApiError 400 for a keyboard that Telegram refuses.
    """
    if markup is None:
        return ()
    rows = markup.get("inline_keyboard") if isinstance(markup, dict) else None
    if not isinstance(rows, list):
        raise bad_request("object expected as reply markup")
    keyboard = tuple(tuple(button(one) for one in row) for row in rows if row)
    check_size(keyboard)
    return keyboard


def check_size(keyboard: Keyboard) -> None:
    """Raise ApiError 400 for too many buttons; the row's limit is the emulator's own strictness."""
    if sum(map(len, keyboard)) > BUTTONS or len(msgspec.json.encode(keyboard)) > KEYBOARD:
        raise bad_request("reply markup is too long")
    if any(len(row) > ROW for row in keyboard):
        raise bad_request(f"reply markup is too long (more than {ROW} buttons in a row)")


def button(given: Any) -> Json:
    """Return one button; raise ApiError 400 for one that Telegram refuses."""
    if not isinstance(given, dict):
        raise bad_request("can't parse inline keyboard button: expected an Object")
    if not given.get("text"):
        raise bad_request("can't parse InlineKeyboardButton: Can't find field \"text\"")
    actions = ACTIONS & set(given)
    if not actions or given.get("callback_data") == "":
        raise bad_request("Text buttons are not allowed in the inline keyboard")
    if len(actions) > 1:
        raise bad_request("BUTTON_TYPE_INVALID")
    check_action(given)
    return dict(given)


def check_action(given: Json) -> None:
    """Raise ApiError 400 for data that does not fit its button."""
    if len(str(given.get("callback_data", "")).encode()) > CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if not 0 < len(str(given.get("copy_text", {}).get("text", "?"))) <= COPY_TEXT:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if not str(given.get("url", "tg://")).startswith(("http://", "https://", "tg://")):
        raise bad_request("BUTTON_URL_INVALID")
    if given.get("style", "danger") not in STYLES:
        raise bad_request("can't parse InlineKeyboardButton: Unsupported button style specified")


def find(keyboard: Keyboard, wanted: str) -> Json:
    """Return the only button with ``wanted`` as its data, or else as its label.

    Raise LookupError when there is none or more than one: a person would not know which to press.
    """
    buttons = [one for row in keyboard for one in row]
    exact = [one for one in buttons if one.get("callback_data") == wanted]
    chosen = exact or [one for one in buttons if one["text"] == wanted]
    if len(chosen) != 1:
        labels = [[one["text"] for one in row] for row in keyboard]
        raise LookupError(f"{len(chosen)} buttons are {wanted!r} in {labels}")
    return chosen[0]
