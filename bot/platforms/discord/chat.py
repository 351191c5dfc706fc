"""DiscordChat: answers what comes from Discord, in the time that Discord gives."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from bot.app import actions, coach_actions
from bot.app.ports import Clock, StoreUnavailable
from bot.app.request import Request
from bot.app.screen import Reply, Screen
from bot.app.service import Service
from bot.app.shown import Shown
from bot.app.state import Settings
from bot.delivery import Courier, Scene
from bot.i18n import Text, best_language
from bot.platforms.discord import limits
from bot.platforms.discord.answering import Answering, Respond
from bot.platforms.discord.api import AnswerType, Api
from bot.platforms.discord.choices import cell_choices
from bot.platforms.discord.components import Payload, modal
from bot.platforms.discord.display import BOARD
from bot.platforms.discord.events import (
    Interaction,
    Kind,
    command_of,
    form_of,
    game_behind,
    press_of,
)
from bot.platforms.discord.ids import made_at
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.view import SHOW_EVERYONE, TYPED, View

_LOG = logging.getLogger(__name__)
_DEFER_S: Final = 1.5
"""Of the three seconds that Discord gives; the rest is the way."""
_REMEMBERED: Final = 10_000
_SETTINGS: Final = (actions.SetLanguage, actions.SetTextOnly, actions.SetTheme, actions.SetPinned)
_FOR_ONE: Final = (
    actions.Help,
    actions.Misread,
    actions.ShowSettings,
    actions.ShowPrivacy,
    actions.ChooseLanguage,
    actions.Export,
    actions.Delete,
    *_SETTINGS,
)
"""What is answered for the eyes of the one who asked."""
_APART: Final = (coach_actions.ShowStats, actions.Export, actions.Delete)
"""What waits for the effects of others, which must not wait for it."""

_Look: TypeAlias = tuple[object, ...]


class DiscordChat:
    """Handles interactions; what one does is committed before it is answered."""

    def __init__(
        self, service: Service, courier: Courier, api: Api, view: View, clock: Clock
    ) -> None:
        """Ask ``service``; boards that no interaction shows go by ``courier``."""
        self._service = service
        self._courier = courier
        self._api = api
        self._view = view
        self._clock = clock
        self._busy: Counter[str] = Counter()
        self._idle: dict[str, asyncio.Event] = {}
        self._following: set[asyncio.Task[None]] = set()
        self._shown: OrderedDict[tuple[str, int], tuple[str, _Look]] = OrderedDict()

    async def handle(self, interaction: Interaction, respond: Respond) -> None:
        """Answer ``interaction``."""
        answering = Answering(self._api, interaction, respond, self._clock)
        try:
            await self._handle(interaction, answering)
        except OUTAGE as error:
            # What was committed stands, and its board is shown as an effect.
            _LOG.warning("interaction %s was not answered: %s", interaction.id, error)

    async def _handle(self, interaction: Interaction, answering: Answering) -> None:
        if interaction.kind is Kind.AUTOCOMPLETE:
            await answering.plain(AnswerType.CHOICES, await self._choices(interaction))
            return
        if interaction.kind is Kind.PRESS:
            if game := game_behind(SHOW_EVERYONE, _custom_id(interaction)):
                await self._show_everyone(interaction, game, answering)
                return
            if game := game_behind(TYPED, _custom_id(interaction)):
                await answering.plain(AnswerType.FORM, self._form(interaction, game))
                return
        request = request_of(interaction)
        with self._answering(request):
            reply = await self._in_time(interaction, request, answering)
            await self._answer(interaction, request, reply, answering)

    async def _show_everyone(
        self, interaction: Interaction, game: int, answering: Answering
    ) -> None:
        """Show all what a hint has said to one."""
        request = interaction.asks(actions.Hint(again=True), game)
        reply = await self._reply(interaction, request)
        if reply.screen is None or reply.private:
            await answering.notice(self._view.message(reply, ephemeral=True))
            return
        scene = _scene(request, reply, reply.screen)
        await answering.show(self._view.hint(scene, for_one=False), update=False)

    async def redraw(self, chat: str, number: int) -> None:
        """Show a game as it is, unless the answer to an interaction has just done so."""
        while self._busy[chat]:
            await self._idle[chat].wait()
        screen = await self._service.screen(chat, number)
        shown = self._shown.get((chat, number))
        if screen is not None and (shown is None or shown[1] != _look(screen)):
            await self._courier.redraw(chat, number)

    @contextmanager
    def _answering(self, request: Request) -> Iterator[None]:
        """Let the effects of this request wait until it has been answered."""
        if isinstance(request.action, _APART):
            yield
            return
        chat = request.chat.id
        self._busy[chat] += 1
        self._idle.setdefault(chat, asyncio.Event())
        try:
            yield
        finally:
            self._busy[chat] -= 1
            if not self._busy[chat]:
                del self._busy[chat]
                self._idle.pop(chat).set()

    async def _in_time(
        self, interaction: Interaction, request: Request, answering: Answering
    ) -> Reply:
        """Return the reply; if it takes long, say so to Discord before it is there."""
        work = asyncio.ensure_future(self._reply(interaction, request))
        late = asyncio.ensure_future(self._clock.sleep(_DEFER_S))
        try:
            await asyncio.wait({work, late}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                pressed = interaction.kind is Kind.PRESS
                one = isinstance(request.action, _FOR_ONE)
                await answering.defer(update=pressed, ephemeral=one)
            return await work
        finally:
            late.cancel()

    async def _reply(self, interaction: Interaction, request: Request) -> Reply:
        language = best_language(interaction.language)
        if isinstance(request.action, actions.Misread):
            return Reply((request.action.problem,), private=True, language=language)
        if isinstance(request.action, _SETTINGS) and not interaction.manages:
            return Reply((Text("settings.admins"),), private=True, language=language)
        try:
            return await self._service.carry_out(request)
        except StoreUnavailable as error:
            _LOG.warning("operation %s was not carried out: %s", request.operation, error)
            return Reply((Text("game.busy"),), private=True, language=language)

    async def _answer(
        self, interaction: Interaction, request: Request, reply: Reply, answering: Answering
    ) -> None:
        is_hint = isinstance(request.action, actions.Hint)
        if is_hint and reply.screen is not None and not reply.private:
            await answering.notice(self._view.hint(_scene(request, reply, reply.screen)))
        elif reply.screen is not None:
            await self._show(interaction, request, reply, answering)
        else:
            await self._say(interaction, request, reply, answering)

    async def _say(
        self, interaction: Interaction, request: Request, reply: Reply, answering: Answering
    ) -> None:
        """Send a reply without a board, or put it in the place of the menu that was pressed."""
        one = reply.private or isinstance(request.action, _FOR_ONE)
        payload = await self._message(reply, ephemeral=one)
        is_menu = interaction.kind is Kind.PRESS and request.game is None and reply.buttons
        if is_menu:
            await answering.show(payload, update=True)
        elif one:
            await answering.notice(payload)
        else:
            await answering.show(payload, update=False)
        if reply.unfinished:
            more = await self._service.more(request, reply)
            await answering.amend(await self._message(more, ephemeral=one))

    async def _message(self, reply: Reply, *, ephemeral: bool) -> Payload:
        drawing = self._view.drawing(reply)
        drawn = None if drawing is None else await asyncio.to_thread(drawing)
        return self._view.message(reply, ephemeral=ephemeral, drawn=drawn)

    async def _show(
        self, interaction: Interaction, request: Request, reply: Reply, answering: Answering
    ) -> None:
        """Show a board: on the message pressed, unless that is another's or too old."""
        assert reply.screen is not None  # noqa: S101  # the caller has looked
        screen = reply.screen
        same = request.game == screen.number and not _is_old(interaction)
        pressed = interaction.kind is not Kind.COMMAND and interaction.message is not None
        payload = self._view.scene(_scene(request, reply, screen))
        message = await answering.show(payload, update=pressed and same)
        if message is not None:
            await self._remember(request.chat.id, screen, message)
        if reply.unfinished:
            self._follow(request, reply)

    def _follow(self, request: Request, reply: Reply) -> None:
        """Show what follows on an unfinished reply, as long as something does."""

        async def follow() -> None:
            more = reply
            while more.unfinished and more.screen is not None:
                try:
                    more = await self._service.more(request, more)
                except StoreUnavailable:
                    _LOG.warning("an answer stays unfinished; its button asks again")
                    return
                if more.screen is not None:
                    self._courier.show(request.chat.id, more)

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def drain(self) -> None:
        """Wait until what follows on answers has been shown."""
        while self._following:
            await asyncio.wait(self._following)

    async def _remember(self, chat: str, screen: Screen, message: str) -> None:
        key = (chat, screen.number)
        known = self._shown.get(key)
        self._shown[key] = message, _look(screen)
        self._shown.move_to_end(key)
        if len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)
        if known is None or known[0] != message:
            await self._courier.adopt(chat, screen.number, Shown(message, BOARD))

    def _form(self, interaction: Interaction, game: int) -> dict[str, object]:
        language = best_language(interaction.language)
        say = self._view.plain
        return modal(
            say(Text("form.title"), language),
            say(Text("form.label"), language),
            f"{TYPED}.{game}",
            "c4 !d5 a1-c3",
        )

    async def _choices(self, interaction: Interaction) -> dict[str, object]:
        options = interaction.data.get("options", [])
        typed = next((str(o.get("value", "")) for o in options if o.get("focused")), "")
        screen = None
        try:
            reply = await self._service.carry_out(interaction.asks(actions.ShowBoard()))
            screen = reply.screen
        except StoreUnavailable:
            _LOG.warning("no choices: the store is away")
        return {"choices": cell_choices(screen, typed)}


def request_of(interaction: Interaction) -> Request:
    """Return what an interaction asks for; the operation is the interaction's own."""
    if interaction.kind is Kind.PRESS:
        return interaction.asks(*press_of(interaction.data))
    if interaction.kind is Kind.FORM:
        return interaction.asks(*form_of(interaction.data))
    return interaction.asks(command_of(interaction.data))


def _scene(request: Request, reply: Reply, screen: Screen) -> Scene:
    return Scene(
        chat=request.chat.id,
        screen=screen,
        texts=reply.texts,
        settings=Settings(),
        language=reply.language,
        private=request.chat.private,
        thread=None,
    )


def _custom_id(interaction: Interaction) -> str:
    return str(interaction.data.get("custom_id", ""))


def _is_old(interaction: Interaction) -> bool:
    """Tell whether the message pressed is so old that Discord takes few edits of it."""
    message = interaction.message
    return message is not None and made_at(interaction.id) - made_at(message) > limits.OLD_S


def _look(screen: Screen) -> _Look:
    """Return what decides how a board looks."""
    return (
        screen.revision,
        screen.flagging,
        screen.page,
        screen.focus,
        screen.access,
        screen.theme,
        screen.text_only,
    )
