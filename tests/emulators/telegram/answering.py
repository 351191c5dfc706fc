"""answerCallbackQuery and answerInlineQuery."""

from __future__ import annotations

from typing import Any, Final

from tests.emulators.telegram import keyboard
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.entities import utf16
from tests.emulators.telegram.limits import INLINE_RESULTS, RESULT_ID, TOAST
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.wire import Json, bad_request
from tests.emulators.telegram.wording import EDITED_CAPTION, INLINE_TEXT
from tests.emulators.telegram.world import World

URLS: Final = ("https://t.me/", "http://t.me/", "t.me/", "tg://")


def answer_callback_query(world: World, params: Params) -> bool:
    """Stop the button's spinner and say something; free of flood control."""
    press = world.presses.open(params.text("callback_query_id"))
    if utf16(params.text("text")) > TOAST:
        raise bad_request("MESSAGE_TOO_LONG")
    url = params.text("url")
    if url and not url.startswith(URLS):
        raise bad_request("URL_INVALID")
    press.toast, press.alert = params.text("text"), params.flag("show_alert")
    press.url = url or None
    press.answered = True
    world.changes.notify()
    return True


def answer_inline_query(world: World, params: Params) -> bool:
    """Offer results for an inline query."""
    query = world.inline_mode.open(params.text("inline_query_id"))
    results: Any = params.data("results") or []
    if len(results) > INLINE_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    contents = {str(result.get("id", "")): result_content(world, result) for result in results}
    if len(contents) < len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    if any(not 1 <= len(number.encode()) <= RESULT_ID for number in contents):
        raise bad_request("RESULT_ID_INVALID")
    query.results, query.contents = results, contents
    query.settings = {name: params.text(name) for name in ("cache_time", "is_personal")}
    query.answered = True
    world.changes.notify()
    return True


def result_content(world: World, result: Json) -> Content:
    """Return the message a result becomes; raise ApiError 400 for a kind not modelled."""
    buttons = keyboard.read(result.get("reply_markup"))
    if "input_message_content" in result:
        text, entities = INLINE_TEXT.read_some(result["input_message_content"])
        return Content(text, entities, keyboard=buttons)
    if result.get("type") != "photo" or "photo_file_id" not in result:
        raise bad_request("can't parse InlineQueryResult: type is not modelled by the emulator")
    text, entities = EDITED_CAPTION.read(result)
    file = world.hub.files.reuse("photo", result["photo_file_id"])
    return Content(text, entities, file, buttons)
