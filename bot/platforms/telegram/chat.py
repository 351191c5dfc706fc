"""TelegramChat: answers what comes from Telegram."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs
from telegram import ChatMember
from telegram.error import ChatMigrated, TelegramError

from bot.app.decisions.talk import LANGUAGE_MENU
from bot.app.documents.shown import Shown
from bot.app.ports import StoreUnavailable
from bot.app.requests import actions
from bot.app.requests.board_actions import Daily
from bot.app.requests.button import Row
from bot.app.requests.links import told_link, write_link
from bot.app.requests.request import Request
from bot.app.screens.below import next_below
from bot.app.screens.illustration import Animation
from bot.app.screens.reply import NO_PLACES, Reply, in_words
from bot.app.service import Service
from bot.delivery import ChatGone, ChatMoved, Courier
from bot.i18n import Text
from bot.platforms.telegram.albums import Albums
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.display import PHOTO, TelegramDisplay
from bot.platforms.telegram.events import Event, Pressed, read_event
from bot.platforms.telegram.ids import chat_id, is_group, telegram_chat
from bot.platforms.telegram.inline import InlineBoards
from bot.platforms.telegram.intake import Incoming, Slip
from bot.platforms.telegram.keyboard import linked
from bot.platforms.telegram.owned import is_own, not_yours, typed_instead
from bot.platforms.telegram.places import (
    answered_by,
    buried_by,
    is_of_its_own,
    is_to_keep,
    moved_chat,
    moved_to,
    replaced_by,
)
from bot.platforms.telegram.raising import PicturesClosedError
from bot.platforms.telegram.view import Message, View
from bot.platforms.telegram.written import NOTHING
from bot.render.picture import draw_aside

_LOG = logging.getLogger(__name__)
_ALERT_FROM: Final = 60
"""Characters; a longer notice is shown until it is closed, since a toast is gone in seconds."""
_LASTING: Final[Mapping[str, tuple[Row, ...]]] = {"delete.done": (), "language.set": LANGUAGE_MENU}
"""Answers to a choice that also replace the menu it was made in, each with its next buttons."""
_SHOW_SETTINGS: Final = (actions.ShowSettings, *actions.SETTINGS)
"""Actions answered with the settings, which say whether boards can be pinned."""


class TelegramChat:
    """Handles updates: each returns when what it does is committed."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts it is put together from
        self,
        service: Service,
        courier: Courier,
        display: TelegramDisplay,
        bot: ApiBot,
        view: View,
        albums: Albums,
    ) -> None:
        """Ask ``service``; boards are shown by ``courier``, all else is sent by ``display``."""
        self._service = service
        self._courier = courier
        self._display = display
        self._bot = bot
        self._view = view
        self._inline = InlineBoards(bot, view)
        self._following: set[asyncio.Task[None]] = set()
        self._albums = albums

    async def handle(self, incoming: Incoming) -> None:
        """Carry out what ``incoming`` asks for; StoreUnavailable when it is not committed."""
        update = incoming.update
        if update.inline_query is not None:
            await self._inline.offer(update.inline_query)
        elif (moved := moved_chat(update.message)) is not None:
            await self._service.move_chat(*moved)
        elif (event := read_event(incoming, self._bot.bot)) is not None:
            asked = event.request
            is_more = await self._albums.is_more(asked.chat.id, update.message)
            if is_more and asked.action == NOTHING:
                return
            with self._expecting(asked):
                await self._answer(event, incoming.slip)

    def _expecting(self, request: Request) -> AbstractContextManager[None]:
        """Take the chat's turn meanwhile, if the action nearly always changes a board at once."""
        is_move = isinstance(request.action, actions.Press) and request.chat.private
        return self._courier.expecting(request.chat.id) if is_move else nullcontext()

    async def _answer(self, event: Event, slip: Slip | None) -> None:
        """Answer ``event`` once all of it is carried out: until then all may be asked again."""
        for each, reply in await self._carried_out(event):
            if each.pressed is None:
                self._answer_message(each, typed_instead(each, reply))
            else:
                await self._answer_press(each, each.pressed, reply, slip)

    async def _carried_out(self, event: Event) -> list[tuple[Event, Reply]]:
        """Carry out what ``event`` asks for, and what stands below that; return the replies."""
        reply = await self._reply(event) if is_own(event) else not_yours(event)
        below = next_below(event.request, reply)
        if reply.chat not in {"", event.request.chat.id}:  # by now its games have other numbers
            event = moved_to(reply.chat, event)
        rest = await self._carried_out(replace(event, request=below)) if below else []
        return [(event, reply), *rest]

    async def _reply(self, event: Event) -> Reply:
        request = event.request
        if isinstance(request.action, actions.Misread) and event.pressed is not None:
            # Nothing is read from the store for data that no button of ours carries.
            return Reply((request.action.problem,), language=request.spoken)
        if isinstance(request.action, actions.SETTINGS) and not request.chat.private:
            may_set = await self._is_administrator(request)
            request = structs.replace(request, may_set=may_set)
        if isinstance(request.action, _SHOW_SETTINGS):
            may_pin = self._display.may_pin(request.chat.id)
            request = structs.replace(request, chat=structs.replace(request.chat, may_pin=may_pin))
        return await self._service.carry_out(request)

    async def _is_administrator(self, request: Request) -> bool:
        if request.player.id == request.chat.id:  # writes as the group itself
            return True
        if not is_group(request.chat.id):
            return False
        chat, user = telegram_chat(request.chat.id), telegram_chat(request.player.id)
        try:
            member = await self._bot.get_chat_member(chat, user)
        except ChatMigrated as moved:  # pressed in a menu of the group that this one was
            here = structs.replace(request.chat, id=chat_id(moved.new_chat_id))
            return await self._is_administrator(structs.replace(request, chat=here))
        except TelegramError:
            return False
        return member.status in {ChatMember.OWNER, ChatMember.ADMINISTRATOR}

    async def _answer_press(
        self, event: Event, pressed: Pressed, reply: Reply, slip: Slip | None
    ) -> None:
        """Show ``reply`` to all, and then tell it the one who pressed, which may take a read."""
        has_board = reply.screen is not None
        is_menu = bool(reply.buttons or reply.link) and not pressed.is_inline
        is_message = is_menu and not has_board and not reply.private
        if has_board:
            self._show_after_press(event, pressed, reply)
        elif is_message:
            self._say(event, reply, replaced_by(event, pressed, reply))
        elif pressed.place is not None:
            self._say_in_place(event, reply, pressed.place)
        notice = "" if is_message else await self._notice(event, pressed, reply)
        is_said_nowhere_else = reply.private or (pressed.is_inline and not has_board)
        is_alert = is_said_nowhere_else and len(notice) > _ALERT_FROM
        self._display.toast(pressed.id, notice, alert=is_alert, slip=slip)

    async def _notice(self, event: Event, pressed: Pressed, reply: Reply) -> str:
        """Return what the one who pressed is told; at an inline board a link cannot be followed."""
        told = await self._service.readers.told(event.request, reply)
        if told.link is not None and pressed.is_inline:
            told = structs.replace(told, texts=(told_link(told.link), *told.texts))
        return self._view.toast(told)

    def _show_after_press(self, event: Event, pressed: Pressed, reply: Reply) -> None:
        """Show the board of ``reply`` on the message that was pressed, if it is the same game's."""
        chat = event.request.chat
        is_same = reply.screen is not None and reply.screen.number == event.request.game
        place = pressed.place if is_same or pressed.is_inline else None
        shown = structs.replace(reply, private=reply.is_beside(private=chat.private))
        self._courier.show(chat.id, shown, anew=place is None, place=place)
        self._follow(event, reply)

    def _say_in_place(self, event: Event, reply: Reply, place: Shown) -> None:
        """Replace the menu that was pressed by what is to stay longer than a toast."""
        for key in {text.key for text in reply.texts} & _LASTING.keys():
            self._say(event, structs.replace(reply, buttons=_LASTING[key]), place)

    def _answer_message(self, event: Event, reply: Reply) -> None:
        chat = event.request.chat
        if reply.screen is None or reply.private:
            self._say(event, reply, None)
        elif chat.private or not isinstance(event.request.action, actions.Typed):
            self._courier.show(chat.id, reply, anew=True)
            self._follow(event, reply)
        else:
            self._courier.show(chat.id, reply, is_buried=buried_by(event))

    def _say(self, event: Event, reply: Reply, place: Shown | None) -> None:
        """Send the texts of ``reply``, or put them in the place of those at ``place``."""
        chat = event.request.chat
        if not (reply.texts or reply.picture):  # somebody has left, and had no game
            return
        if reply.file is not None:
            self._hand_over(event, reply, reply.file)
            return
        self._courier.run(chat.id, partial(self._send, event, reply, place))

    async def _send(self, event: Event, reply: Reply, place: Shown | None) -> None:
        """Send ``reply``, without its picture where none may be sent, and what follows on it."""
        chat, message = event.request.chat, self._worded(event, reply)
        if (drawing := self._view.drawing(reply)) is not None:
            self._display.promise_picture(chat.id, chat.thread)
            message = await _drawn(message, drawing, reply)
        try:
            shown = await self._put(event, reply, message, place)
        except PicturesClosedError:
            shown = await self._put(event, reply, self._worded(event, in_words(reply)), place)
        except ChatMoved as moved:
            await self._service.move_chat(chat.id, moved.chat)
            # Nor do the messages that its buttons would lead to have the same ids there.
            there = structs.replace(reply, places=NO_PLACES)
            self._say(moved_to(moved.chat, event), there, None)
            return
        self._follow(event, reply, shown)

    async def _put(
        self, event: Event, reply: Reply, message: Message, place: Shown | None
    ) -> Shown | None:
        """Put ``message`` in the place of the one at ``place``, or send it; return where it is."""
        chat = event.request.chat
        has_picture = message.picture is not None
        if place is not None and not (has_picture and is_to_keep(reply)):
            is_apart = is_of_its_own(event, reply, has_picture=has_picture)
            if place.look != PHOTO or not is_apart:
                return await self._display.rewrite(chat.id, place, message)
            # Taken away first: this may be tried again, and would say the text twice.
            await self._display.retire(chat.id, place)
        return await self._display.say(
            chat.id,
            message,
            thread=chat.thread,
            answering=answered_by(event, reply),
            silent=reply.silent,
        )

    async def announce(self, chat: str, reply: Reply, thread: str | None, _key: str) -> None:
        """Send ``reply``, which nobody has asked for just now; raises like a Display."""
        message = self._view.message(reply, self._address(reply), opens=True)
        await self._display.announce(chat, message, thread=thread)

    def _worded(self, event: Event, reply: Reply) -> Message:
        """Return ``reply`` without the picture it may have."""
        chat = event.request.chat
        opens = not chat.private and isinstance(reply.link, Daily)
        message = self._view.message(reply, self._address(reply), opens=opens)
        return Message(message.text, linked(message.keyboard, reply, chat.id))

    def _address(self, reply: Reply) -> str | None:
        """Return the address that opens the bot with what ``reply`` links to."""
        if reply.link is None:
            return None
        return f"https://t.me/{self._bot.username}?start={write_link(reply.link)}"

    def _follow(self, event: Event, reply: Reply, shown: Shown | None = None) -> None:
        """Show what follows on an unfinished answer in its place, once it is known."""

        async def follow() -> None:
            try:
                more = await self._service.more(event.request, reply)
            except StoreUnavailable:
                _LOG.warning("an answer stays unfinished; its button asks again")
                return
            if more.screen is None:
                self._say(event, more, shown)
            elif not self._courier.is_unheard(more.chat):
                self._courier.show(more.chat, more)
                self._follow(event, more)

        if not reply.unfinished:
            return
        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _hand_over(self, event: Event, reply: Reply, document: bytes) -> None:
        """Send a player's document to the player in private: in a group everybody would have it."""
        player, caption = event.request.player.id, self._view.says(reply.texts, reply.language)
        if is_group(player):  # who writes as a group or a channel: everybody would read it there
            self._say(event, Reply((Text("alone.closed"),), language=reply.language), None)
            return

        async def send() -> None:
            try:
                await self._display.hand_over(player, document, reply.file_name, caption)
                key = "export.sent"
            except ChatGone:
                key = "export.start"
            if not event.request.chat.private:
                self._say(event, Reply((Text(key),), language=reply.language), None)

        self._courier.run(player, send)

    async def drain(self) -> None:
        """Wait until all answers have been sent."""
        await asyncio.gather(self._courier.drain(), self._display.drain())
        while self._following:
            await asyncio.wait(self._following)
            await self._courier.drain()


async def _drawn(message: Message, drawing: Callable[[], bytes], reply: Reply) -> Message:
    """Return ``message`` with its picture, which is drawn in another thread."""
    picture = await draw_aside(drawing)
    return replace(message, picture=picture, animated=_is_animated(reply))


def _is_animated(reply: Reply) -> bool:
    return reply.picture is not None and isinstance(reply.picture.subject, Animation)
