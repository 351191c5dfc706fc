"""Display: shows games on Telegram's messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final
from zlib import crc32

from telegram import InputFile, InputMediaPhoto
from telegram.error import TelegramError

from bot.app.documents.shown import Shown
from bot.app.ports import Clock
from bot.app.turns import Budget, Rate
from bot.bounded import BoundedDict
from bot.delivery import Scene
from bot.platforms.telegram import limits
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.faults import PinsClosed
from bot.platforms.telegram.ids import commented_post, inline_id, is_group, telegram_chat
from bot.platforms.telegram.intake import Slip
from bot.platforms.telegram.keyboard import encode_keyboard
from bot.platforms.telegram.raising import (
    MessageIsGoneError,
    PicturesClosedError,
    quietly,
    raise_for,
)
from bot.platforms.telegram.view import Message, View

_LOG = logging.getLogger(__name__)
TEXT, PHOTO, INLINE = "text", "photo", "inline"
"""The looks of a message that shows a game."""
_PRIVATE: Final = Rate(interval=1 / limits.CHAT_PER_SECOND, burst=limits.CHAT_BURST)
_GROUP: Final = Rate.at_most(limits.GROUP_PER_MINUTE, 60, burst=limits.CHAT_BURST)
_REMEMBERED: Final = 10_000
"""Pictures whose checksums are kept, so that one that did not change is not sent again."""


def budgets(per_second: int) -> Callable[[str], Budget]:
    """Return what gives a chat's budget; ``per_second`` messages may be sent to all together."""
    overall = Rate.at_most(per_second, 1, burst=per_second // 6)
    return lambda chat: Budget("telegram", _GROUP if is_group(chat) else _PRIVATE, overall)


class TelegramDisplay:
    """Implements the Display port, and sends what is no board."""

    def __init__(self, bot: ApiBot, view: View, clock: Clock, *, alone: bool) -> None:
        """Send with ``bot`` what ``view`` makes; ``clock`` is for answering a press once more.

        ``alone``: no other worker shows boards, so a picture is still the one sent from here.
        """
        self._bot = bot
        self._view = view
        self._clock = clock
        self._alone = alone
        self._pictures: BoundedDict[str, int] = BoundedDict(_REMEMBERED)
        self._plain: BoundedDict[str, None] = BoundedDict(_REMEMBERED)
        """Chats that have refused a picture: boards have none until a new board's is taken."""
        self._unpinned: BoundedDict[str, None] = BoundedDict(_REMEMBERED)
        """Chats where the bot had no right to pin the last board that was to be pinned."""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def change(self, scene: Scene, shown: Shown) -> Shown | None:
        """Show ``scene`` on the message; a new one where its kind has to change."""
        inline, plain = shown.look == INLINE, scene.chat in self._plain
        message = await self._view.shown(scene, inline=inline, plain=plain)
        try:
            if not inline and (message.picture is not None) != (shown.look == PHOTO):
                return await self._post(scene, message)
            await self._edit(scene.chat, shown, message)
        except MessageIsGoneError:
            return None
        except PicturesClosedError:
            self._plain[scene.chat] = None
            return await self.change(scene, shown)
        if scene.screen.over and not inline:
            self._pin_if_wanted(scene, int(shown.message), on=False)
        return shown

    async def send(self, scene: Scene) -> Shown | None:
        """Show ``scene`` on a new message; nothing where only inline messages can be shown."""
        if inline_id(scene.chat) is not None:
            return None
        message = await self._view.shown(scene, inline=False)
        try:
            sent = await self._post(scene, message)
        except PicturesClosedError:
            self._plain[scene.chat] = None
            message = await self._view.shown(scene, inline=False, plain=True)
            return await self._post(scene, message)
        if message.picture is not None:
            self._plain.pop(scene.chat, None)
        return sent

    async def retire(self, chat: str, shown: Shown) -> None:
        """Delete the message, or take its buttons if it is too old to be deleted."""
        if shown.look == INLINE:  # cannot be deleted, and shows the next game already
            return
        where = {"chat_id": telegram_chat(chat), "message_id": int(shown.message)}
        try:
            await self._call("deleteMessage", **where)
        except MessageIsGoneError:
            try:
                await self._call("editMessageReplyMarkup", **where)
            except MessageIsGoneError:
                return

    async def say(
        self,
        chat: str,
        message: Message,
        *,
        thread: str | None,
        answering: int | None,
        silent: bool,
    ) -> Shown | None:
        """Send a text or a picture with its buttons; return where, None if that is not known.

        ``answering`` is the id of the message that it answers, if that is to be seen.
        """
        given = _threaded(thread) | _silent(on=silent) | {"chat_id": telegram_chat(chat)}
        answer = _answering(answering) if answering is not None else {}
        try:
            sent = await self._create(given | answer, message)
        except MessageIsGoneError:
            if answer:  # in a topic nothing can be said to a message that is gone
                return await self.say(chat, message, thread=thread, answering=None, silent=silent)
            _LOG.info("the topic to write to is gone")
            return None
        return None if sent is None else Shown(str(sent), _look_of(message))

    def promise_picture(self, chat: str, thread: str | None) -> None:
        """Have it shown that a picture is on its way: an animation takes a while."""
        where = {"chat_id": telegram_chat(chat)}
        topic = {} if commented_post(thread) else _threaded(thread)
        self._begin(quietly(self._bot, "sendChatAction", where | topic | _DRAWING))

    async def announce(self, chat: str, message: Message, *, thread: str | None) -> None:
        """Send what nobody has asked for just now; to the main part if ``thread`` is gone."""
        await self._put({"chat_id": telegram_chat(chat)}, _threaded(thread), message)

    async def rewrite(self, chat: str, place: Shown, message: Message) -> Shown:
        """Change a message; return where it is now. A picture stays, or another takes its place."""
        look = PHOTO if place.look == PHOTO else _look_of(message)
        where = {"chat_id": telegram_chat(chat), "message_id": int(place.message)}
        try:
            if message.picture is None and look == PHOTO:
                await self._call("editMessageCaption", **where, **self._captioned(message))
            else:
                await self._edit(chat, place, message)
        except MessageIsGoneError:
            _LOG.info("the message to change is gone")
        return Shown(place.message, look)

    async def hand_over(self, chat: str, document: bytes, name: str, caption: str) -> None:
        """Send a document called ``name``."""
        file = InputFile(document, name, attach=True)
        await self._call(
            "sendDocument", chat_id=telegram_chat(chat), document=file, caption=caption
        )

    def toast(self, press: str, text: str, *, alert: bool, slip: Slip | None) -> None:
        """Answer a press: on the ``slip`` of the response to it, if that has not been sent yet.

        What the press did stands, whether the answer arrives or not.
        """
        given: dict[str, Any] = {"callback_query_id": press}
        if text:
            given |= {"text": text, "show_alert": alert}
        if slip is None or slip.gone:
            self._begin(quietly(self._bot, "answerCallbackQuery", given, self._clock))
        else:
            slip.call = {"method": "answerCallbackQuery", **given}

    def may_pin(self, chat: str) -> bool:
        """Tell whether boards may be pinned in ``chat``, as far as that has been tried."""
        return chat not in self._unpinned

    async def drain(self) -> None:
        """Wait until every press has been answered."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post(self, scene: Scene, message: Message) -> Shown | None:
        where: dict[str, Any] = {"chat_id": telegram_chat(scene.chat)}
        thread = _threaded(scene.thread)
        if message.picture is not None:
            self.promise_picture(scene.chat, scene.thread)
        sent = await self._put(where | _silent(on=scene.silent), thread, message)
        if sent is None:
            return None
        if not (scene.screen.over or scene.silent):
            self._pin_if_wanted(scene, sent, on=True)
        self._remember(f"{scene.chat}:{sent}", message)
        return Shown(str(sent), _look_of(message))

    def _pin_if_wanted(self, scene: Scene, message: int, *, on: bool) -> None:
        """Pin a board, or unpin one that is over, for which nobody looks."""
        if scene.pinned:
            self._begin(self._pin(scene.chat, message, on=on))

    async def _pin(self, chat: str, message: int, *, on: bool) -> None:
        given: dict[str, Any] = {"chat_id": telegram_chat(chat), "message_id": message}
        if on:
            given["disable_notification"] = True
        fault = await quietly(self._bot, "pinChatMessage" if on else "unpinChatMessage", given)
        if isinstance(fault, PinsClosed):
            self._unpinned[chat] = None
        elif fault is None:
            self._unpinned.pop(chat, None)

    async def _put(
        self, where: dict[str, Any], thread: dict[str, Any], message: Message
    ) -> int | None:
        """Send to a part of a chat, or to its main part where that one is closed or deleted.

        None where the main part is closed as well: who did that wants nothing written there.
        """
        for part in (thread, {}) if thread else ({},):
            with suppress(MessageIsGoneError):
                return await self._create(where | part, message)
        _LOG.info("the topic to write to is closed")
        return None

    async def _create(self, where: dict[str, Any], message: Message) -> int | None:
        if message.picture is None:
            sent = await self._call("sendMessage", **where, **self._texted(message))
        elif message.animated:
            file = InputFile(message.picture, "replay.gif", attach=True)
            given = where | self._captioned(message)
            sent = await self._call("sendAnimation", **given, animation=file)
        else:
            photo = InputFile(message.picture, "board.png", attach=True)
            sent = await self._call("sendPhoto", **where, photo=photo, **self._captioned(message))
        return int(sent["message_id"]) if isinstance(sent, dict) else None

    async def _edit(self, chat: str, shown: Shown, message: Message) -> None:
        if shown.look == INLINE:
            where: dict[str, Any] = {"inline_message_id": shown.message}
        else:
            where = {"chat_id": telegram_chat(chat), "message_id": int(shown.message)}
        if message.picture is None:
            await self._call("editMessageText", **where, **self._texted(message))
            return
        name = f"{chat}:{shown.message}"
        if self._pictures.get(name) == crc32(message.picture):
            await self._call("editMessageCaption", **where, **self._captioned(message))
            return
        media = InputMediaPhoto(
            message.picture, caption=message.text, parse_mode="HTML", filename="board.png"
        )
        keyboard = encode_keyboard(message.keyboard)
        # Until Telegram answers, and if its answer is lost, it is not known which picture is there.
        self._pictures.pop(name, None)
        await self._call("editMessageMedia", **where, media=media, reply_markup=keyboard)
        self._remember(name, message)

    def _remember(self, name: str, message: Message) -> None:
        if self._alone and message.picture is not None:
            self._pictures[name] = crc32(message.picture)

    @staticmethod
    def _texted(message: Message) -> dict[str, Any]:
        keyboard = encode_keyboard(message.keyboard)
        # A player may be called like a website, whose preview would stand below the board.
        preview = {"is_disabled": True}
        given = {"text": message.text, "parse_mode": "HTML", "reply_markup": keyboard}
        return given | {"link_preview_options": preview}

    @staticmethod
    def _captioned(message: Message) -> dict[str, Any]:
        keyboard = encode_keyboard(message.keyboard)
        return {"caption": message.text, "parse_mode": "HTML", "reply_markup": keyboard}

    async def _call(self, method: str, **given: Any) -> object:
        """Return Telegram's result, or None where there is none to be had.

        Raises RetryLater, ChatGone, ChatMoved, MessageIsGoneError and PicturesClosedError.
        """
        try:
            return await self._bot.call(method, given)
        except TelegramError as error:
            raise_for(method, error)
        return None


_DRAWING: Final = {"action": "upload_photo"}


def _look_of(message: Message) -> str:
    return TEXT if message.picture is None else PHOTO


def _threaded(thread: str | None) -> dict[str, Any]:
    if (post := commented_post(thread)) is not None:
        return _answering(post)  # what does not answer it is no comment
    return {} if thread is None else {"message_thread_id": int(thread)}


def _answering(message: int) -> dict[str, Any]:
    given = {"message_id": message, "allow_sending_without_reply": True}
    return {"reply_parameters": given}


def _silent(*, on: bool) -> dict[str, Any]:
    return {"disable_notification": True} if on else {}
