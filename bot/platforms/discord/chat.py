"""DiscordChat: answers what comes from Discord, in the time that Discord gives."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.errands.readers import is_about_oneself
from bot.app.ports import Clock, StoreUnavailable
from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.delivery import Courier
from bot.i18n import Text
from bot.platforms.discord import limits
from bot.platforms.discord.answering import Answering, Respond
from bot.platforms.discord.api import Api
from bot.platforms.discord.asides import Asides, with_toy
from bot.platforms.discord.boards import Boards
from bot.platforms.discord.by_answer import withdrawn
from bot.platforms.discord.components import Payload
from bot.platforms.discord.events import Interaction, Kind, form_of, game_behind, press_of
from bot.platforms.discord.ids import made_at
from bot.platforms.discord.messages import drawn
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.sequels import Sequels, scene_of
from bot.platforms.discord.slash_reading import command_of
from bot.platforms.discord.view import SHOW_EVERYONE, View
from bot.platforms.discord.watchdog import Watchdogs

_LOG = logging.getLogger(__name__)
_DEFER_S: Final = 1.5
"""When an answer is put off; Discord gives three seconds for one, and the rest is for the way."""
_FOR_ONE: Final = (
    actions.Help,
    actions.Misread,
    actions.ShowSettings,
    actions.ShowPrivacy,
    actions.Export,
    actions.Delete,
    coach_actions.Train,
    coach_actions.Answer,
    *actions.SETTINGS,
)
"""Actions whose answer only the one who asked sees, as it is with one's own statistics."""
_HINTS: Final = (actions.Hint, board_actions.Prove)
"""Actions whose answer tells of a game what only the one who asked may want to know."""

_ENDS: Final = (actions.Press, actions.Typed, actions.Resign, actions.Confirm)
"""Actions that can end a game."""
_LAST_WORDS: Final = frozenset({"delete.done", "language.set"})
"""Texts about a choice after which there is none left: they too take the place of the menu."""


class _Ready(Struct, frozen=True):
    """A reply as it is to be sent."""

    reply: Reply
    payload: Payload
    for_one: bool
    """Whether only the one who asked sees it."""
    notice: Payload | None = None
    """What is said to the one who asked beside the board that all see."""


class DiscordChat:
    """Handles interactions; what one does is committed before it is answered."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts it is put together from
        self,
        service: Service,
        courier: Courier,
        api: Api,
        view: View,
        clock: Clock,
        now: Callable[[], float],
    ) -> None:
        """Ask ``service``; boards that no interaction shows are shown by ``courier``.

        ``now`` is Unix time.
        """
        self._service = service
        self._api = api
        self._view = view
        self._clock = clock
        self._now = now
        self._watchdogs = Watchdogs(clock, _DEFER_S)
        self._asides = Asides(service, view)
        self._courier = courier
        self._boards = Boards(service, courier, api, clock)
        self.sequels = Sequels(service, courier, view, self._boards)
        """What follows on answers to interactions, and on those to messages."""

    async def handle(self, interaction: Interaction, respond: Respond) -> None:
        """Answer ``interaction``."""
        answering = Answering(self._api, interaction, respond, self._clock, self._now)
        try:
            await self._handle(answering)
        except OUTAGE as error:
            # What was committed stands, and its board is shown as an effect.
            _LOG.warning("interaction %s was not answered: %s", interaction.id, error)

    async def _handle(self, answering: Answering) -> None:
        if await self._asides.answer(answering):
            return
        interaction = answering.interaction
        if interaction.kind is Kind.PRESS:
            custom_id = str(interaction.data.get("custom_id", ""))
            if game := game_behind(SHOW_EVERYONE, custom_id):
                await self._show_everyone(answering, game)
                return
        request = _request_of(interaction)
        with self._boards.answering(request, answering):
            ready = await self._in_time(answering, request)
            await self._answer(answering, request, ready)
        if ready.reply.screen is not None and not ready.for_one:
            self.sequels.look_again(request.chat.id, ready.reply.screen.number)
        try:
            # The language of the client; messages do not tell it.
            await self._service.readers.hear(request)
        except StoreUnavailable:
            _LOG.warning("the language of a player's client could not be noted")

    async def _show_everyone(self, answering: Answering, game: int) -> None:
        """Show all what a hint has said to one."""
        request = answering.interaction.asks(actions.Hint(again=True), game)
        ready = await self._in_time(answering, request)
        reply = ready.reply
        if reply.screen is None or reply.private:
            await answering.notice(ready.payload)
            return
        scene = scene_of(request, reply, reply.screen)
        shown = await self._view.hint(scene, for_one=False)
        await answering.show(shown, update=False)

    def redraw(self, chat: str, number: int, *, unasked: bool) -> Awaitable[None]:
        """Show a game as it is, unless the answer to an interaction has just done so."""
        return self._boards.redraw(chat, number, unasked=unasked)

    async def _in_time(self, answering: Answering, request: Request) -> _Ready:
        """Return what answers ``request``; if that takes long, put the answer off meanwhile."""

        async def defer() -> None:
            one = isinstance(request.action, _HINTS) or _is_for_one(request)
            try:
                await answering.defer(update=_has_source(answering.interaction), ephemeral=one)
            except OUTAGE as error:
                _LOG.info("an answer was not put off: %s", error)  # it may be in time yet

        async with self._watchdogs.over(defer):
            return await self._prepared(answering.interaction, request)

    async def _prepared(self, interaction: Interaction, request: Request) -> _Ready:
        """Return the reply, with the message that shows it."""
        reply = await self._reply(interaction, request)
        for_one = reply.private or _is_for_one(request)
        is_notice = reply.private and interaction.kind is Kind.COMMAND
        if reply.screen is None or is_notice:
            reply = await self._service.readers.told(request, reply) if for_one else reply
            return _Ready(reply, await drawn(self._view, reply, ephemeral=for_one), for_one)
        if isinstance(request.action, _HINTS):
            screen = await self._service.readers.drawn(request, reply.screen)
            scene = scene_of(request, await self._service.readers.told(request, reply), screen)
            return _Ready(reply, await self._view.hint(scene), for_one=True)
        notice = None
        if reply.is_beside(private=request.chat.private):
            notice = await drawn(self._view, replace(reply, screen=None), ephemeral=True)
            reply = await self._courier.for_all(request.chat.id, reply)
        assert reply.screen is not None  # noqa: S101  # as looked at above
        scene = scene_of(request, reply, reply.screen)
        return _Ready(reply, await self._view.shown(scene), for_one=False, notice=notice)

    async def _reply(self, interaction: Interaction, request: Request) -> Reply:
        if isinstance(request.action, actions.Misread) and interaction.kind is Kind.PRESS:
            # Nothing is read from the store for data that no button of ours carries.
            return Reply((request.action.problem,), private=True, language=request.spoken)
        if request.action == actions.Delete(sure=True) and not _is_own(interaction):
            # Who presses the button below another's /delete would delete their own data.
            text = Text("alone.slash", command="/delete")
            return Reply((text,), private=True, language=request.spoken)
        return with_toy(request, await self._service.handle(request))

    async def _answer(self, answering: Answering, request: Request, ready: _Ready) -> None:
        if ready.reply.screen is not None and not ready.for_one:
            await self._show(answering, request, ready)
        else:
            await self._say(answering, request, ready)

    async def _say(self, answering: Answering, request: Request, ready: _Ready) -> None:
        """Send a reply without a board, or put it in the place of the menu that was pressed."""
        interaction, reply = answering.interaction, ready.reply
        if _turns_menu(interaction, request, ready):
            await answering.show(ready.payload, update=True)
        elif ready.for_one:
            await answering.notice(ready.payload)
        else:
            await answering.show(ready.payload, update=False)
        if reply.begun is not None and interaction.guest:
            board = replace(reply, texts=(), screen=reply.begun)
            scene = scene_of(request, board, reply.begun)
            message = await answering.follow(await self._view.shown(scene))
            if message is not None:
                await self._remember(answering, request, board, message)
        if reply.unfinished and reply.screen is None:

            async def amend(more: Reply) -> None:
                await answering.amend(await drawn(self._view, more, ephemeral=ready.for_one))

            self.sequels.amend(request, reply, amend)

    async def _show(self, answering: Answering, request: Request, ready: _Ready) -> None:
        """Show a board: on the message pressed, unless that is another game's or too old."""
        interaction, screen = answering.interaction, ready.reply.screen
        assert screen is not None  # noqa: S101  # the caller has looked
        is_its_own = request.game == screen.number and _has_source(interaction)
        replaces = is_its_own and _is_old(interaction)
        if replaces and interaction.guest:
            # Only as an answer to the press can the bot take away the message that was pressed.
            await answering.defer(update=True)
        try:
            message = await answering.show(ready.payload, update=is_its_own and not replaces)
        except OUTAGE:
            # What follows is shown as an effect, too.
            self.sequels.follow(request, ready.reply, answering=None)
            raise
        if replaces and interaction.guest:
            self._boards.forget(request.chat.id, screen.number)
            await withdrawn(answering.withdraw)
        if message is not None:
            kept = await self._remember(answering, request, ready.reply, message)
            ends = screen.over and isinstance(request.action, _ENDS)
            if kept and not interaction.guest and (message != interaction.message or ends):
                await self._boards.pin(request, message, screen)
        if ready.notice is not None:
            await answering.say_beside(ready.notice)
        self.sequels.follow(request, ready.reply, answering if interaction.guest else None)

    async def _remember(
        self, answering: Answering, request: Request, reply: Reply, message: str
    ) -> bool:
        is_guest = answering.interaction.guest
        own = self.sequels.by_answer(request, reply, answering) if is_guest else None
        chat = request.chat.id
        return await self._boards.remember(chat, reply, message, answering, by_answer=own)

    async def drain(self) -> None:
        """Wait until answers, and what follows on them, have been shown."""
        await self.sequels.drain()


def _request_of(interaction: Interaction) -> Request:
    """Return what an interaction asks for; the operation id is the interaction's own."""
    if interaction.kind is Kind.PRESS:
        return interaction.asks(*press_of(interaction.data))
    if interaction.kind is Kind.FORM:
        return interaction.asks(*form_of(interaction.data))
    return interaction.asks(command_of(interaction.data, interaction.player.id))


def _is_for_one(request: Request) -> bool:
    """Tell whether only the one who asked sees the answer, whatever it says."""
    return is_about_oneself(request.action) or isinstance(request.action, _FOR_ONE)


def _turns_menu(interaction: Interaction, request: Request, ready: _Ready) -> bool:
    """Tell whether the answer is the next page of the menu whose button was pressed.

    What is for one player does not take the place of a message that others see.
    """
    reply = ready.reply
    is_page = bool(reply.buttons) or any(text.key in _LAST_WORDS for text in reply.texts)
    is_menu = interaction.kind is Kind.PRESS and request.game is None and is_page
    fits = interaction.unseen or request.chat.private or not ready.for_one
    return is_menu and fits and not _is_old(interaction)


def _is_own(interaction: Interaction) -> bool:
    """Tell whether what is pressed was asked for by the one who presses it."""
    if interaction.kind is not Kind.PRESS or interaction.unseen or interaction.chat.private:
        return True
    return interaction.asker == interaction.player.id


def _has_source(interaction: Interaction) -> bool:
    """Tell whether a button on a message was pressed, if only to open the form that was sent."""
    return interaction.kind is not Kind.COMMAND and interaction.message is not None


def _is_old(interaction: Interaction) -> bool:
    """Tell whether the message pressed is so old that Discord takes few edits of it, or none."""
    message = interaction.message
    if message is None:
        return False
    return interaction.archived or made_at(interaction.id) - made_at(message) > limits.OLD_S
