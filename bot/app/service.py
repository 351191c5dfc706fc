"""Service: the way of a request, straight down to the store and straight back as a reply."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import chain
from random import Random, SystemRandom
from typing import Final, TypeVar

from msgspec.structs import replace

from bot.app.deciding import decide, follow_chat
from bot.app.decision import Documents, read_as
from bot.app.decisions import data
from bot.app.decisions.desk import Declined, Desk
from bot.app.decisions.exported import Exported
from bot.app.decisions.knowledge import NOTHING_KNOWN, Knowledge
from bot.app.decisions.watch import GROUP_PACE_S, PACE_S
from bot.app.documents import quota
from bot.app.documents.spaces import CHAT, chat_space, game_name, player_space
from bot.app.documents.state import ChatState, Session, spans
from bot.app.errands import moving
from bot.app.errands.days import Days, choose_listed, read_dailies
from bot.app.errands.finder import LOOK_S, Finder, settle
from bot.app.errands.glance import Glance, glance
from bot.app.errands.packing import with_file
from bot.app.errands.readers import Readers
from bot.app.errands.reviewing import Reviewing
from bot.app.errands.statistics import Statistics
from bot.app.errands.tops import Tops
from bot.app.errands.trainer import Trainer, answered_as
from bot.app.errands.whereabouts import whereabouts
from bot.app.needed import Moved, Needed
from bot.app.ports import Advisor, Clock, Damaged, NotReady, Repeated, Store, StoreUnavailable
from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.day import day_of
from bot.app.requests.request import Request
from bot.app.screens.screen import Reply, Screen, screen_of
from bot.clock import LoopClock
from bot.i18n import Text

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_TRIES: Final = 5
"""How often a request is decided: once more for each thing that its decision asks for, such as
counsel, and again where the board has changed under that. Then the player is told that it has."""
_AWAY_S: Final = 60.0
"""How long the solver tries on while the store is away, not counting what each try waits."""


class Service:
    """Answers requests."""

    def __init__(
        self,
        store: Store,
        advisor: Advisor,
        rng: Random | None = None,
        look_seconds: float = LOOK_S,
        clock: Clock | None = None,
    ) -> None:
        """Keep games in ``store`` and ask ``advisor`` for counsel.

        ``rng`` draws the layouts: a cryptographic source unless a test wants to foretell them.
        ``clock`` lets time pass between the solver's steps.
        """
        self._clock = clock or LoopClock()
        self._store = store
        self._rng = rng or SystemRandom()
        self._days = Days(store, advisor, self._rng)
        self._tops = Tops(store)
        self.readers = Readers(store)
        """What is known of players as readers."""
        self._finder = Finder(store, advisor, self._days, self._tops, look_seconds)
        self._reviewing = Reviewing(self._at_desk, advisor)
        self._statistics = Statistics(store, self._at_desk, partial(settle, store))
        self._trainer = Trainer(store, advisor, self._rng, partial(self._at_desk, look=answered_as))
        self._beside_the_chat: dict[type[actions.Action], Callable[[Request], Awaitable[Reply]]] = {
            coach_actions.ShowStats: self._statistics.show,
            coach_actions.SetPublic: self._statistics.set_public,
            coach_actions.Review: self._reviewing.review,
            coach_actions.Replay: self._reviewing.replay,
            coach_actions.Train: self._trainer.train,
            coach_actions.Answer: self._trainer.answer,
            actions.Export: self._export,
            actions.Delete: self._delete,
            board_actions.SetListed: self._set_listed,
        }

    async def handle(self, asked: Request) -> Reply:
        """Answer ``asked``; what cannot be answered is said in a sentence."""
        try:
            return await self.carry_out(asked)
        except StoreUnavailable as error:
            _LOG.warning("operation %s was not carried out: %s", asked.operation, error)
            return _apology(asked, "game.busy")

    async def carry_out(self, asked: Request) -> Reply:
        """Answer ``asked``; StoreUnavailable when it is not known to be committed: ask again."""
        return await self._carefully(asked, self._answer)

    async def told(self, asked: Request, reply: Reply) -> Reply:
        """Return ``reply`` as it is told to the one who asked alone, in what they have chosen."""
        return await self.readers.told(asked, reply)

    async def drawn(self, asked: Request, screen: Screen) -> Screen:
        """Return ``screen`` as it is shown to the one who asked alone."""
        return await self.readers.drawn(asked, screen)

    async def more(self, asked: Request, so_far: Reply) -> Reply:
        """Return what follows on ``so_far``, an unfinished reply to ``asked``.

        It takes its time, and comes in the place of what was said before; raises as ``carry_out``.
        """
        if so_far.screen is None:
            return await self._carefully(asked, partial(self._reviewing.more, so_far=so_far))
        revision = so_far.screen.revision
        step = replace(
            asked,
            operation=f"{asked.operation}:{revision}",
            action=coach_actions.Solve(coach_actions.Solving.ON, revision),
            game=so_far.screen.number,
        )
        pace, waited = PACE_S if asked.chat.private else GROUP_PACE_S, 0.0
        while True:
            await self._clock.sleep(pace)
            waited += pace
            try:
                return await self._carefully(step, self._answer)
            except StoreUnavailable:
                if waited > _AWAY_S:
                    raise

    async def _carefully(
        self, asked: Request, answer: Callable[[Request], Awaitable[Reply]]
    ) -> Reply:
        """Answer ``asked`` by ``answer``; what goes wrong is said in a sentence."""
        try:
            return await self.readers.address(asked, await answer(asked))
        except StoreUnavailable:
            raise
        except Damaged:
            return _apology(asked, "game.damaged")
        except Declined as declined:
            return await self.readers.address(asked, declined.reply)
        except Exception:  # noqa: BLE001  # a fault of ours: logged here, a sentence for the player
            _LOG.exception("operation %s failed", asked.operation)
            return _apology(asked, "game.failed")

    async def screen(self, chat: str, number: int) -> Screen | None:
        """Return how a game looks now, if it is there."""

        def look(documents: Documents, now: int) -> Screen | None:
            session = read_as(documents, game_name(number), Session)
            chat = read_as(documents, CHAT, ChatState) or ChatState()
            return None if session is None else screen_of(session, now, chat.settings)

        return await self._store.view(chat_space(chat), look)

    async def glance(self, asked: Request) -> Glance:
        """Return what ``asked`` could be about; nothing changes."""
        return await self._store.view(chat_space(asked.chat.id), partial(glance, asked=asked))

    async def move_chat(self, old: str, new: str) -> None:
        """Have everything of the chat ``old`` in ``new``, as the platform calls it from now on."""
        await moving.move(self._store, old, new)

    async def _answer(self, asked: Request) -> Reply:
        await self.readers.note(asked)
        beside = self._beside_the_chat.get(type(asked.action))
        if beside is not None:
            return await beside(asked)
        if await self._may_start(asked) and (wait := await self._to_wait(asked)):
            text = Text("newgame.too_fast", count=-(-wait // 1000))
            return Reply((text,), private=True, language=asked.spoken)
        return await self._decided(asked)

    async def _may_start(self, asked: Request) -> bool:
        if isinstance(asked.action, actions.Begin):
            # On a board that has begun it is a move like any other.
            return await self._at_desk(asked, lambda desk: desk.current is None)
        return quota.may_start(asked.action)

    async def _to_wait(self, asked: Request) -> int:
        """Return the ms until the player may start a game; 0 when this one is counted."""
        result = await self._store.update(
            player_space(asked.player.id), f"quota:{asked.operation}", quota.charge
        )
        return 0 if isinstance(result, Repeated) else result.reply

    async def _decided(self, asked: Request) -> Reply:
        known = NOTHING_KNOWN
        for _ in range(_TRIES):
            try:
                return await self._update(asked, known)
            except Moved as moved:
                asked = _followed(asked, moved)
            except Needed as needed:
                try:
                    known = await self._finder.find(needed, known, asked)
                except TimeoutError as error:
                    later = "hint.preparing" if isinstance(error, NotReady) else needed.later
                    board = await self._board(asked)
                    return replace(board, texts=(Text(later),), screen=None, private=True)
        return replace(await self._board(asked), texts=(Text("press.stale"),), private=True)

    async def _update(self, asked: Request, known: Knowledge) -> Reply:
        deciding = partial(decide, asked=asked, known=known, rng=self._rng)
        result = await self._store.update(chat_space(asked.chat.id), asked.operation, deciding)
        if isinstance(result, Repeated):
            reply = replace(await self._board(asked), repeated=True)
        else:
            reply = replace(result.reply, alone=result.alone)
        if result.confirmed:
            return reply
        return replace(reply, texts=(*reply.texts, Text("game.unconfirmed")))

    async def _board(self, asked: Request) -> Reply:
        """Return the current game as it is, to a request that was carried out before."""
        shown = replace(asked, action=actions.ShowBoard(again=True))

        def look(documents: Documents, now: int) -> Reply:
            return decide(documents, now, asked=shown, known=NOTHING_KNOWN, rng=self._rng).reply

        return await self._store.view(chat_space(asked.chat.id), look)

    async def _export(self, asked: Request) -> Reply:
        await settle(self._store)
        stats = await self._statistics.of(asked.player)
        training = await self._trainer.training(asked)
        dailies = await self._store.view(player_space(asked.player.id), read_dailies)
        reader = await self.readers.of(asked)
        writers = await self._of_games(asked, data.games)
        games = await asyncio.to_thread(lambda: [write() for write in writers])

        def look(desk: Desk) -> tuple[Exported, Reply]:
            kept = data.export(desk, stats, training, dailies, reader, games)
            return kept, desk.decision(Reply((Text("export.here"),), private=True)).reply

        return await with_file(*await self._at_desk(asked, look))

    async def _of_games(self, asked: Request, look: Callable[..., Sequence[T]]) -> list[T]:
        """Return what ``look`` finds in the chat's games, read some at a time."""
        every = spans(await self._at_desk(asked, lambda desk: desk.chat.next_number))
        found = [await self._at_desk(asked, partial(look, numbers=each)) for each in every]
        return [*chain.from_iterable(found)]

    async def _at_desk(self, asked: Request, look: Callable[[Desk], T]) -> T:
        """Return what ``look`` makes of the chat's documents, wherever the chat is by now."""

        def view(documents: Documents, now: int) -> T:
            desk = Desk(documents, now, asked, self._rng)
            follow_chat(desk.chat)
            try:
                return look(desk)
            except Declined as declined:
                raise Declined(desk.decision(declined.reply).reply) from None

        try:
            return await self._store.view(chat_space(asked.chat.id), view)
        except Moved as moved:
            return await self._at_desk(_followed(asked, moved), look)

    async def _delete(self, asked: Request) -> Reply:
        assert isinstance(asked.action, actions.Delete)  # noqa: S101  # the table's key says so
        if asked.action.sure:
            space, operation = player_space(asked.player.id), asked.operation
            await self._store.update(space, f"{operation}:begun", data.begin_forgetting)
            await self._strike(asked)
            await self._delete_games(asked)
            await self._store.update(space, operation, data.forget_player)
            self.readers.forget(asked.player.id)
        return await self._decided(asked)

    async def _delete_games(self, asked: Request) -> None:
        """Delete what the chat's games know of the player, some games at a time."""
        chat = await whereabouts(self._store, asked.chat.id)
        here = replace(asked, chat=replace(asked.chat, id=chat))
        duels = [] if here.chat.private else await self._of_games(here, data.duels)
        forget = partial(data.delete_games, asked=here, duels=duels, rng=self._rng)
        for numbers in spans(await self._at_desk(here, lambda desk: desk.chat.next_number)):
            operation = f"{asked.operation}:{numbers.start}"
            await self._store.update(chat_space(chat), operation, partial(forget, numbers=numbers))

    async def _set_listed(self, asked: Request) -> Reply:
        """Choose whether the player is in tables; those on show are changed at once."""
        action = asked.action
        assert isinstance(action, board_actions.SetListed)  # noqa: S101  # the table's key says so
        choose = partial(choose_listed, on=action.on)
        await self._store.update(player_space(asked.player.id), asked.operation, choose)
        if not action.on:
            await settle(self._store)
            await self._strike(asked)
        told = Reply((Text("listed.on" if action.on else "listed.off"),), private=True)
        return await self._at_desk(asked, lambda desk: desk.decision(told).reply)

    async def _strike(self, asked: Request) -> None:
        today = await self._store.view(chat_space(asked.chat.id), lambda _, now: day_of(now))
        await self._days.strike(asked.player.id, today)
        await self._tops.strike(asked.player.id, f"strike:{asked.operation}")


def _followed(asked: Request, moved: Moved) -> Request:
    """Return ``asked`` as it is asked where the chat is now, about the same game."""
    action, number = asked.action, asked.game and asked.game + moved.raised
    if isinstance(action, coach_actions.Review | coach_actions.Replay) and action.game is not None:
        action = dataclasses.replace(action, game=action.game + moved.raised)
    return replace(asked, chat=replace(asked.chat, id=moved.to), action=action, game=number)


def _apology(asked: Request, key: str) -> Reply:
    return Reply((Text(key),), private=True, language=asked.spoken)
