"""Service: the way of a request, straight down to the store and straight back as a reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final

from bot.app import lobby, play, request, talk
from bot.app.counsel import Counsel
from bot.app.desk import Desk
from bot.app.hints import NeedsCounsel, hint
from bot.app.ports import Advisor, Damaged, Decision, Documents, Repeated, Store, StoreUnavailable
from bot.app.request import Hint, Request, ShowStats
from bot.app.results import STATS, player_space
from bot.app.screen import Reply
from bot.app.stats import Stats
from bot.i18n import Text, best_language

_LOG = logging.getLogger(__name__)

_HANDLERS: Final[dict[type[request.Action], Callable[[Desk, Any], Reply]]] = {
    request.Greet: talk.greet,
    request.Help: talk.help_,
    request.Misread: talk.misread,
    request.SetLanguage: talk.set_language,
    request.NewGame: lobby.new_game,
    request.Again: lobby.again,
    request.Save: lobby.save,
    request.Load: lobby.load,
    request.ListGames: lobby.list_games,
    request.Typed: play.play_typed,
    request.TakeBack: play.take_back,
    request.Resign: play.resign,
    request.SetMode: play.set_mode,
    request.ShowBoard: play.show_board,
}
"""How each action is decided, purely; hints and statistics need more than the chat."""

_SETTLE_S: Final = 1.0
_TRIES: Final = 5
"""How often a board may change under a hint before the player is asked to ask again."""


def chat_space(chat: str) -> str:
    """Return the name of the space that holds a chat's documents."""
    return f"chat:{chat}"


def decide(
    documents: Documents, now: int, *, asked: Request, counsel: Counsel | None, rng: Random
) -> Decision[Reply]:
    """Decide ``asked``: a pure function of its arguments, ``rng`` among them.

    Raises NeedsCounsel when the answer needs the solver and ``counsel`` is not on that board.
    """
    desk = Desk(documents, now, asked, rng)
    if isinstance(asked.action, Hint):
        return desk.decision(hint(desk, asked.action, counsel))
    return desk.decision(_HANDLERS[type(asked.action)](desk, asked.action))


class Service:
    """Answers requests."""

    def __init__(self, store: Store, advisor: Advisor, rng: Random | None = None) -> None:
        """Keep games in ``store`` and ask ``advisor`` for counsel.

        ``rng`` draws the layouts: a cryptographic source unless a test wants to foretell them.
        """
        self._store = store
        self._advisor = advisor
        self._rng = rng or SystemRandom()

    async def handle(self, asked: Request) -> Reply:
        """Answer ``asked``; what cannot be answered is said in a sentence."""
        try:
            return await self._answer(asked)
        except StoreUnavailable as error:
            _LOG.warning("operation %s was not carried out: %s", asked.operation, error)
            return _apology(asked, "game.busy")
        except Damaged:
            return _apology(asked, "game.damaged")
        except Exception:  # noqa: BLE001  # a fault of ours: logged here, a sentence for the player
            _LOG.exception("operation %s failed", asked.operation)
            return _apology(asked, "game.failed")

    async def _answer(self, asked: Request) -> Reply:
        if isinstance(asked.action, ShowStats):
            return await self._stats(asked)
        counsel = None
        for _ in range(_TRIES):
            try:
                return await self._update(asked, counsel)
            except NeedsCounsel as needed:
                try:
                    counsel = await self._advisor.advise(needed.board)
                except TimeoutError:
                    break
        return replace(await self._board(asked), texts=(Text("hint.later"),), screen=None)

    async def _update(self, asked: Request, counsel: Counsel | None) -> Reply:
        deciding = partial(decide, asked=asked, counsel=counsel, rng=self._rng)
        result = await self._store.update(chat_space(asked.chat.id), asked.operation, deciding)
        return await self._board(asked) if isinstance(result, Repeated) else result.reply

    async def _board(self, asked: Request) -> Reply:
        """Return the current game as it is, to a request that was carried out before."""
        shown = replace(asked, action=request.ShowBoard())

        def look(documents: Documents, now: int) -> Reply:
            return decide(documents, now, asked=shown, counsel=None, rng=self._rng).reply

        return await self._store.view(chat_space(asked.chat.id), look)

    async def _stats(self, asked: Request) -> Reply:
        language = (await self._board(asked)).language
        # What is played here counts at once; a result that takes long is in the next answer.
        with suppress(TimeoutError):
            await asyncio.wait_for(self._store.settled(), _SETTLE_S)
        stats = await self._store.view(player_space(asked.player.id), _read_stats)
        return Reply(talk.stats_texts(stats, asked.player.name), language=language)


def _read_stats(documents: Documents, _now: int) -> Stats:
    stats = documents.get(STATS)
    return stats if isinstance(stats, Stats) else Stats()


def _apology(asked: Request, key: str) -> Reply:
    return Reply((Text(key),), language=best_language(asked.language))
