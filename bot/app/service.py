"""Service: the way of a request, straight down to the store and straight back as a reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import chain
from random import Random, SystemRandom
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from bot.app.deciding import decide, follow_chat
from bot.app.decision import Documents, read_as
from bot.app.decisions import data
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.exported import Exported
from bot.app.decisions.knowledge import NOTHING_KNOWN, Knowledge
from bot.app.decisions.watch import GROUP_PACE_S, PACE_S
from bot.app.documents import quota
from bot.app.documents.spaces import chat_space, game_name, player_space
from bot.app.documents.state import Session, read_chat, spans
from bot.app.errands.days import Days, choose_listed
from bot.app.errands.finder import LOOK_S, Finder, settle
from bot.app.errands.glance import Glance, glance
from bot.app.errands.packing import with_file
from bot.app.errands.readers import Readers
from bot.app.errands.reviewing import Reviewing
from bot.app.errands.statistics import Statistics
from bot.app.errands.tops import Tops
from bot.app.errands.trainer import Trainer
from bot.app.errands.whereabouts import follow, followed, move, staying
from bot.app.needed import Moved, Needed
from bot.app.ports import Advisor, Clock, Damaged, NotReady, Repeated, Store, StoreUnavailable
from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.day import day_of
from bot.app.requests.request import Request
from bot.app.screens.below import with_left
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen, screen_of
from bot.clock import LoopClock
from bot.i18n import Text

T = TypeVar("T")
_Answer: TypeAlias = Callable[[Request, Any], Awaitable[Reply]]
"""Answers a request for an action of the kind that it takes."""

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
        """What is known of players as readers, and how one of them alone is told."""
        self._finder = Finder(store, advisor, self._days, self._tops, look_seconds)
        self._reviewing = Reviewing(self._at_desk, advisor)
        self._statistics = Statistics(store, self._at_desk)
        self._trainer = Trainer(store, advisor, self._rng, self._at_desk)
        self._beside_the_chat: dict[type[actions.Action], _Answer] = {
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

    async def handle(self, request: Request) -> Reply:
        """Answer ``request``; what cannot be answered is said in a sentence."""
        try:
            return await self.carry_out(request)
        except StoreUnavailable as error:
            _LOG.warning("operation %s was not carried out: %s", request.operation, error)
            busy = self.readers.told_now(request, _apology(request, "game.busy"))
            return with_left(request, busy)

    async def carry_out(self, request: Request) -> Reply:
        """Answer ``request``; StoreUnavailable when it is not known to be committed: ask again."""
        return with_left(request, await self._carefully(request, self._answer))

    async def more(self, request: Request, so_far: Reply) -> Reply:
        """Return what follows on ``so_far``, an unfinished reply to ``request``.

        It takes its time, and comes in the place of what was said before; raises as ``carry_out``.
        """
        # Its games may have other numbers than where it was asked for first.
        request = replace(request, chat=replace(request.chat, id=so_far.chat))
        if so_far.screen is None:
            return await self._carefully(request, partial(self._reviewing.more, so_far=so_far))
        revision = so_far.screen.revision
        step = replace(
            request,
            operation=f"{request.operation}:{revision}",
            action=coach_actions.Solve(coach_actions.Solving.ON, revision),
            game=so_far.screen.number,
        )
        pace, waited = PACE_S if request.chat.private else GROUP_PACE_S, 0.0
        while True:
            await self._clock.sleep(pace)
            waited += pace
            try:
                return await self._carefully(step, self._answer)
            except StoreUnavailable:
                if waited > _AWAY_S:
                    raise

    async def _carefully(
        self, request: Request, answer: Callable[[Request], Awaitable[Reply]]
    ) -> Reply:
        """Answer ``request`` by ``answer``; what goes wrong is said in a sentence."""
        try:
            return await self.readers.address(request, await answer(request))
        except StoreUnavailable:
            raise
        except Damaged:
            return _apology(request, "game.damaged")
        except Declined as declined:
            return await self.readers.address(request, declined.reply)
        except Exception:  # noqa: BLE001  # a fault of ours: logged here, a sentence for the player
            _LOG.exception("operation %s failed", request.operation)
            return _apology(request, "game.failed")

    async def screen(self, chat: str, number: int) -> Screen | None:
        """Return how a game looks now, if it is there."""

        def look(documents: Documents, now: int) -> Screen | None:
            session = read_as(documents, game_name(number), Session)
            settings = read_chat(documents).settings
            return None if session is None else screen_of(session, now, settings)

        return await self._store.view(chat_space(chat), look)

    async def glance(self, request: Request) -> Glance:
        """Return what ``request`` could be about; nothing changes."""
        return await self._store.view(chat_space(request.chat.id), partial(glance, request=request))

    async def move_chat(self, old: str, new: str) -> None:
        """Have everything of the chat ``old`` in ``new``, as the platform calls it from now on."""
        await move(self._store, old, new)

    async def _answer(self, request: Request) -> Reply:
        await self.readers.note(request)
        if (beside := self._beside_the_chat.get(type(request.action))) is not None:
            return await beside(request, request.action)
        if await self._may_start(request) and (wait := await self._to_wait(request)):
            told = Reply((Text("newgame.too_fast", count=-(-wait // 1000)),), private=True)
            return await self._at_desk(request, lambda desk: desk.decision(told).reply)
        return await self._decided(request)

    async def _may_start(self, request: Request) -> bool:
        if isinstance(request.action, actions.Begin):
            # On a board that has begun it is a move like any other.
            return await self._at_desk(request, lambda desk: desk.current is None)
        return quota.may_start(request.action)

    async def _to_wait(self, request: Request) -> int:
        """Return the ms until the player may start a game; 0 when this one is counted."""
        space, operation = player_space(request.player.id), f"quota:{request.operation}"
        result = await self._store.update(space, operation, quota.charge)
        return 0 if isinstance(result, Repeated) else result.reply

    async def _decided(self, request: Request) -> Reply:
        known: Knowledge = NOTHING_KNOWN
        for _ in range(_TRIES):
            try:
                return await self._update(request, known)
            except Moved:
                request = await followed(self._store, request)
            except Needed as needed:
                asked = needed.question
                try:
                    known = {**known, asked: await self._finder.find(asked, request)}
                except TimeoutError as error:
                    later = "hint.preparing" if isinstance(error, NotReady) else asked.later
                    board = await self._board(request)
                    return replace(board, texts=(Text(later),), screen=None, private=True)
        return replace(await self._board(request), texts=(Text("press.stale"),), private=True)

    async def _update(self, request: Request, known: Knowledge) -> Reply:
        deciding = partial(decide, request=request, known=known, rng=self._rng)
        result = await self._store.update(chat_space(request.chat.id), request.operation, deciding)
        if isinstance(result, Repeated):
            reply = replace(await self._again(request), repeated=True)
        else:
            reply = replace(result.reply, alone=result.alone)
        if result.confirmed:
            return reply
        return replace(reply, texts=(*reply.texts, Text("game.unconfirmed")))

    async def _again(self, request: Request) -> Reply:
        """Return the game that ``request``, carried out before, was about or began, or its hint."""
        if isinstance(request.action, actions.Hint):
            hint = actions.Hint(again=True, alone=request.action.alone)
            asked = replace(request, operation=f"{request.operation}:again", action=hint)
            if not (told := await self._decided(asked)).private:  # else the board has changed
                return told
        is_other = isinstance(request.action, actions.Load | board_actions.Daily)
        if is_other or quota.may_start(request.action):
            request = replace(request, game=None)  # not the one whose board it answers
        return await self._board(request)

    async def _board(self, request: Request) -> Reply:
        """Return the game that ``request`` is about as it is."""
        shown = replace(request, action=actions.ShowBoard(again=True))

        def look(documents: Documents, now: int) -> Reply:
            return decide(documents, now, request=shown, known=NOTHING_KNOWN, rng=self._rng).reply

        try:
            return await self._store.view(chat_space(request.chat.id), look)
        except Moved:
            return await self._board(await followed(self._store, request))

    async def _export(self, request: Request, _action: actions.Export) -> Reply:
        await settle(self._store)
        own = await self._store.view(player_space(request.player.id), data.of_player)
        writers = await self._of_games(request, data.games)
        games = await asyncio.to_thread(lambda: [write() for write in writers])

        def look(desk: Desk) -> tuple[Exported, Reply]:
            kept = data.export(desk, own, games)
            return kept, desk.decision(Reply((Text("export.here"),), private=True)).reply

        return await with_file(*await self._at_desk(request, look))

    async def _of_games(self, request: Request, look: Callable[..., Sequence[T]]) -> list[T]:
        """Return what ``look`` finds in the chat's games, read some at a time."""
        every = spans(await self._at_desk(request, lambda desk: desk.chat.next_number))
        found = [await self._at_desk(request, partial(look, numbers=each)) for each in every]
        return [*chain.from_iterable(found)]

    async def _at_desk(self, request: Request, look: Callable[[Desk], T]) -> T:
        """Return what ``look`` makes of the chat's documents, wherever the chat is by now."""

        def view(documents: Documents, now: int) -> T:
            desk = Desk(documents, now, request, self._rng)
            follow_chat(desk.chat)
            try:
                return look(desk)
            except Declined as declined:
                raise Declined(desk.decision(declined.reply).reply) from None

        try:
            return await self._store.view(chat_space(request.chat.id), view)
        except Moved:
            return await self._at_desk(await followed(self._store, request), look)

    async def _delete(self, request: Request, action: actions.Delete) -> Reply:
        if action.sure:
            space, operation = player_space(request.player.id), request.operation
            await self._store.update(space, f"{operation}:begun", data.begin_forgetting)
            await self._strike(request)
            await self._delete_games(request)
            await self._store.update(space, operation, data.forget_player)
            self.readers.forget(request.player.id)
        return await self._decided(request)

    async def _delete_games(self, request: Request) -> None:
        """Delete what the chat's games know of the player, some games at a time."""

        async def delete(chat: str, _number: int) -> None:
            here = replace(request, chat=replace(request.chat, id=chat))
            duels = [] if here.chat.private else await self._of_games(here, data.duels)
            forget = partial(data.delete_games, request=here, duels=duels, rng=self._rng)
            every = spans(await self._at_desk(here, lambda desk: desk.chat.next_number))
            for numbers in every:
                operation, is_last = f"{request.operation}:{numbers.start}", numbers == every[-1]
                forget_some = staying(partial(forget, numbers=numbers, is_last=is_last))
                await self._store.update(chat_space(chat), operation, forget_some)

        await follow(self._store, request.chat.id, 0, delete)

    async def _set_listed(self, request: Request, action: board_actions.SetListed) -> Reply:
        """Choose whether the player is in tables; those on show are changed at once."""
        choose = partial(choose_listed, on=action.on)
        await self._store.update(player_space(request.player.id), request.operation, choose)
        if not action.on:
            await self._strike(request)
        told = Reply((Text("listed.on" if action.on else "listed.off"),), private=True)
        return await self._at_desk(request, lambda desk: desk.decision(told).reply)

    async def _strike(self, request: Request) -> None:
        today = await self._store.view(chat_space(request.chat.id), lambda _, now: day_of(now))
        await self._days.strike(request.player.id, today)
        await self._tops.strike(request.player.id, f"strike:{request.operation}")


def _apology(request: Request, key: str) -> Reply:
    return Reply((Text(key),), private=True, language=request.spoken)
