"""Service: the way of a request, straight down to the store and straight back as a reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final, TypeVar

from bot.app import actions, coach_actions, data, entry, lobby, moving, play, settings, talk, watch
from bot.app.desk import Declined, Desk
from bot.app.entry import turn_away
from bot.app.hints import hint
from bot.app.knowledge import NOTHING_KNOWN, Knowledge, NeedsCounsel, NeedsLook
from bot.app.ports import (
    Advisor,
    Clock,
    Damaged,
    Decision,
    Documents,
    Repeated,
    Store,
    StoreUnavailable,
)
from bot.app.request import Request
from bot.app.results import player_space
from bot.app.reviewing import Reviewing
from bot.app.screen import Reply
from bot.app.state import Settings
from bot.app.statistics import Statistics
from bot.app.trainer import Trainer, answered_as
from bot.app.watch import GROUP_PACE_S, PACE_S
from bot.clock import LoopClock
from bot.i18n import Text, best_language

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_HANDLERS: Final[dict[type[actions.Action], Callable[[Desk, Any], Reply]]] = {
    actions.Greet: talk.greet,
    actions.Help: talk.help_,
    actions.Misread: talk.misread,
    actions.SetLanguage: talk.set_language,
    actions.NewGame: lobby.new_game,
    actions.Again: lobby.again,
    actions.Save: lobby.save,
    actions.Load: lobby.load,
    actions.ListGames: lobby.list_games,
    actions.Delete: data.delete,
    actions.Learn: lobby.learn,
    actions.Begin: lobby.begin,
    actions.ChooseLevel: lobby.choose_level,
    actions.ChooseLanguage: talk.choose_language,
    actions.ShowPrivacy: talk.privacy,
    actions.ShowSettings: settings.show,
    actions.SetTextOnly: settings.set_text_only,
    actions.SetTheme: settings.set_theme,
    actions.SetPinned: settings.set_pinned,
    actions.SetAccess: entry.set_access,
    actions.Invite: entry.invite,
    actions.Hint: hint,
    coach_actions.Solve: watch.solve,
    actions.Press: play.press,
    actions.Inspect: play.inspect,
    actions.Look: play.look,
    actions.TurnPage: play.turn_page,
    actions.Typed: play.play_typed,
    actions.TakeBack: play.take_back,
    actions.Resign: play.resign,
    actions.SetMode: play.set_mode,
    actions.ShowBoard: play.show_board,
}
"""How each action is decided, purely; statistics and a player's data need more than the chat."""

_ON_A_GAME: Final = (
    actions.Press,
    actions.Typed,
    actions.Hint,
    actions.SetMode,
    actions.Look,
    actions.TurnPage,
    actions.TakeBack,
    actions.Resign,
)
"""What only those may do whom the game's access lets in."""
_SETTLE_S: Final = 1.0
_LOOK_S: Final = 0.3
"""How long a move in a group may wait for what the solver thinks of it."""
_TRIES: Final = 5
"""How often a board may change under a hint before the player is asked to ask again."""


def chat_space(chat: str) -> str:
    """Return the name of the space that holds a chat's documents."""
    return f"chat:{chat}"


def decide(
    documents: Documents, now: int, *, asked: Request, known: Knowledge, rng: Random
) -> Decision[Reply]:
    """Decide ``asked``: a pure function of its arguments, ``rng`` among them.

    Raises NeedsCounsel or NeedsLook when the answer needs the solver and ``known`` is not about
    that board.
    """
    desk = Desk(documents, now, asked, rng, known)
    try:
        if isinstance(asked.action, _ON_A_GAME):
            turn_away(desk)
        return desk.decision(_HANDLERS[type(asked.action)](desk, asked.action))
    except Declined as declined:
        return Desk(documents, now, asked, rng).decision(declined.reply)


class Service:
    """Answers requests."""

    def __init__(
        self,
        store: Store,
        advisor: Advisor,
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Keep games in ``store`` and ask ``advisor`` for counsel.

        ``rng`` draws the layouts: a cryptographic source unless a test wants to foretell them.
        ``clock`` lets time pass between the solver's steps.
        """
        self._clock = clock or LoopClock()
        self._store = store
        self._advisor = advisor
        self._rng = rng or SystemRandom()
        self._reviewing = Reviewing(self._at_desk, advisor)
        self._statistics = Statistics(store, self._at_desk, self._settle)
        self._trainer = Trainer(store, advisor, self._rng, self._answered_as)
        self._beside_the_chat: dict[type[actions.Action], Callable[[Request], Awaitable[Reply]]] = {
            actions.ShowStats: self._statistics.show,
            coach_actions.SetPublic: self._statistics.set_public,
            coach_actions.Review: self._reviewing.review,
            coach_actions.Replay: self._reviewing.replay,
            coach_actions.Train: self._trainer.train,
            coach_actions.Answer: self._trainer.answer,
            actions.Export: self._export,
            actions.Delete: self._delete,
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

    async def more(self, asked: Request, so_far: Reply) -> Reply:
        """Return what follows on ``so_far``, an unfinished reply to ``asked``.

        It takes its time, and comes in the place of what was said before; raises as ``carry_out``.
        """
        if so_far.screen is None:
            return await self._carefully(asked, self._reviewing.more)
        await self._clock.sleep(PACE_S if asked.chat.private else GROUP_PACE_S)
        revision = so_far.screen.revision
        step = replace(
            asked,
            operation=f"{asked.operation}:{revision}",
            action=coach_actions.Solve(coach_actions.Solving.ON, revision),
            game=so_far.screen.number,
        )
        return await self._carefully(step, self._answer)

    async def _carefully(
        self, asked: Request, answer: Callable[[Request], Awaitable[Reply]]
    ) -> Reply:
        """Answer ``asked`` by ``answer``; what goes wrong is said in a sentence."""
        try:
            return await answer(asked)
        except StoreUnavailable:
            raise
        except Damaged:
            return _apology(asked, "game.damaged")
        except Declined as declined:
            return declined.reply
        except Exception:  # noqa: BLE001  # a fault of ours: logged here, a sentence for the player
            _LOG.exception("operation %s failed", asked.operation)
            return _apology(asked, "game.failed")

    async def move_chat(self, old: str, new: str) -> None:
        """Have everything of the chat ``old`` in ``new``, as the platform calls it from now on."""
        documents = await self._store.view(chat_space(old), moving.pack)
        if documents:
            await self._store.update(
                chat_space(new), f"moved:{old}", partial(moving.unpack, packed=documents)
            )
            await self._store.update(
                chat_space(old), f"moved:{new}", partial(moving.leave, packed=documents, to=new)
            )

    async def _answer(self, asked: Request) -> Reply:
        beside = self._beside_the_chat.get(type(asked.action))
        if beside is not None:
            return await beside(asked)
        return await self._decided(asked)

    async def _decided(self, asked: Request) -> Reply:
        known = NOTHING_KNOWN
        for _ in range(_TRIES):
            try:
                return await self._update(asked, known)
            except NeedsLook as needed:
                is_mine = await self._is_mine(needed)
                looked_at = (needed.board, needed.cell)
                known = replace(known, looked_at=looked_at, is_mine=is_mine)
            except NeedsCounsel as needed:
                try:
                    known = replace(known, counsel=await self._advisor.advise(needed.board))
                except TimeoutError:
                    break
        return replace(await self._board(asked), texts=(Text("hint.later"),), screen=None)

    async def _is_mine(self, needed: NeedsLook) -> bool:
        """Tell whether a cell is certainly a mine; where that takes long, take it for none."""
        looking = self._advisor.survival([(needed.board, (needed.cell,))])
        with suppress(TimeoutError):
            return (await asyncio.wait_for(looking, _LOOK_S))[0] == 0
        return False

    async def _update(self, asked: Request, known: Knowledge) -> Reply:
        deciding = partial(decide, asked=asked, known=known, rng=self._rng)
        result = await self._store.update(chat_space(asked.chat.id), asked.operation, deciding)
        return await self._board(asked) if isinstance(result, Repeated) else result.reply

    async def _board(self, asked: Request) -> Reply:
        """Return the current game as it is, to a request that was carried out before."""
        shown = replace(asked, action=actions.ShowBoard())

        def look(documents: Documents, now: int) -> Reply:
            return decide(documents, now, asked=shown, known=NOTHING_KNOWN, rng=self._rng).reply

        return await self._store.view(chat_space(asked.chat.id), look)

    async def _settle(self) -> None:
        """Wait for what was played here to be counted; what takes long is in the next answer."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._store.settled(), _SETTLE_S)

    async def _export(self, asked: Request) -> Reply:
        await self._settle()
        stats = await self._statistics.of(asked.player)
        training = await self._trainer.training(asked)

        def look(desk: Desk) -> Reply:
            file = data.export(desk, stats, training)
            reply = Reply((Text("export.here"),), file=file, private=True)
            return desk.decision(reply).reply

        return await self._at_desk(asked, look)

    async def _answered_as(self, asked: Request) -> tuple[str, Settings]:
        return await self._at_desk(asked, answered_as)

    async def _at_desk(self, asked: Request, look: Callable[[Desk], T]) -> T:
        """Return what ``look`` makes of the chat's documents."""

        def view(documents: Documents, now: int) -> T:
            desk = Desk(documents, now, asked, self._rng)
            try:
                return look(desk)
            except Declined as declined:
                raise Declined(desk.decision(declined.reply).reply) from None

        return await self._store.view(chat_space(asked.chat.id), view)

    async def _delete(self, asked: Request) -> Reply:
        assert isinstance(asked.action, actions.Delete)  # noqa: S101  # the table's key says so
        if asked.action.sure:
            await self._settle()
            space = player_space(asked.player.id)
            await self._store.update(space, asked.operation, data.forget_player)
        return await self._decided(asked)


def _apology(asked: Request, key: str) -> Reply:
    return Reply((Text(key),), language=best_language(asked.language))
