"""Asides: what is answered without a move: choices while a command is typed, forms, toys."""

from __future__ import annotations

import logging
from random import SystemRandom
from typing import Any, Final

from msgspec.structs import replace

from bot.app.errands.glance import Glance
from bot.app.ports import Damaged, StoreUnavailable
from bot.app.requests.actions import Help, ShowBoard
from bot.app.requests.coordinates import NUMBERS, Coordinates
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.i18n import Text, best_language
from bot.platforms.discord.answering import Answering
from bot.platforms.discord.api import AnswerType
from bot.platforms.discord.choices import (
    Choice,
    cell_choices_apart,
    level_choices,
    name_choices,
)
from bot.platforms.discord.components import modal
from bot.platforms.discord.events import Interaction, Kind, game_behind
from bot.platforms.discord.ids import made_at
from bot.platforms.discord.slash_reading import TOY, focused_of, options_of
from bot.platforms.discord.spoilers import deal_toy, toy_rules
from bot.platforms.discord.view import TYPED, View
from core.grid import CellName
from core.rules import RulesError

_LOG = logging.getLogger(__name__)
_EXAMPLES: Final = tuple(CellName.of(*at) for at in ((3, 2), (4, 3), (0, 0), (2, 2)))
"""Cells in the form where moves are typed."""


class Asides:
    """Answers what neither changes a game nor shows one."""

    def __init__(self, service: Service, view: View) -> None:
        """Look at games with ``service``."""
        self._service = service
        self._view = view
        self._rng = SystemRandom()

    async def answer(self, answering: Answering) -> bool:
        """Answer the interaction of ``answering`` if it is an aside; return whether it is."""
        interaction = answering.interaction
        data = interaction.data
        if interaction.kind is Kind.AUTOCOMPLETE:
            await answering.plain(AnswerType.CHOICES, {"choices": await self._choices(interaction)})
        elif interaction.kind is Kind.COMMAND and data.get("name") == TOY:
            await self._toy(answering)
        elif interaction.kind is Kind.PRESS and (game := _typed_on(data)):
            await answering.plain(AnswerType.FORM, await self._form(interaction, game))
        else:
            return False
        return True

    async def _choices(self, interaction: Interaction) -> list[Choice]:
        option, typed = focused_of(interaction.data)
        if option == "level":
            return level_choices(typed, self._view.plain, best_language(interaction.language))
        seen = await self._seen(interaction)
        if seen is None:
            return []
        if option == "name":
            return name_choices(seen.names, typed)
        return await cell_choices_apart(seen.screen, str(interaction.data.get("name")), typed)

    async def _form(self, interaction: Interaction, game: int) -> dict[str, object]:
        seen = await self._seen(interaction)
        language = await self._read_by(interaction, seen)
        named = Coordinates.LETTERS if seen is None or not seen.screen else seen.screen.coordinates
        say, (opened, flagged, corner, opposite) = self._view.plain, map(named.cell, _EXAMPLES)
        return modal(
            say(Text("form.title"), language),
            say(Text("form.label"), language),
            f"{TYPED}.{game}",
            f"{opened} !{flagged} {corner}-{opposite}",
        )

    async def _seen(self, interaction: Interaction) -> Glance | None:
        """Return what the chat has; None where the store cannot tell, which callers do without."""
        try:
            return await self._service.glance(interaction.asks(ShowBoard()))
        except (StoreUnavailable, Damaged):
            _LOG.warning("a chat's games cannot be read; the answer is made without them")
            return None

    async def _read_by(self, interaction: Interaction, seen: Glance | None) -> str:
        """Return the language of a message that only the player reads."""
        if seen is None:
            return interaction.asks(ShowBoard()).spoken
        reply = Reply(language=seen.language)
        return (await self._service.readers.told(interaction.asks(ShowBoard()), reply)).language

    async def _toy(self, answering: Answering) -> None:
        interaction = answering.interaction
        seen = await self._seen(interaction)
        sizes = options_of(interaction.data)
        try:
            rules = toy_rules(*(int(sizes[name]) for name in ("rows", "cols", "mines")))
        except (KeyError, TypeError, ValueError) as error:
            said = Text("unknown.nothing", numbers=NUMBERS)
            if isinstance(error, RulesError):
                said = Text(f"newgame.range_{error.limit}", low=error.low, high=error.high)
            reply = Reply((said,), language=await self._read_by(interaction, seen))
            await answering.notice(self._view.message(reply, ephemeral=True))
            return
        language = seen.language if seen else interaction.asks(ShowBoard()).spoken
        first, *rest = self._view.toy(deal_toy(rules, self._rng), language, made_at(interaction.id))
        await answering.show(first, update=False)
        for payload in rest:
            await answering.follow(payload)


def with_toy(request: Request, reply: Reply) -> Reply:
    """Return the answer to ``request``; to the help the command that only Discord has is added."""
    if isinstance(request.action, Help) and not reply.private:  # else it says why there is none
        return replace(reply, texts=(*reply.texts, Text("spoiler.help")))
    return reply


def _typed_on(data: Any) -> int | None:
    return game_behind(TYPED, str(data.get("custom_id", "")))
