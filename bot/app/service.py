"""Service: the way of a request, straight down to the store and straight back as a reply."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final

from bot.app import (
    actions,
    board_actions,
    codes,
    daily,
    data,
    entry,
    lobby,
    moving,
    play,
    proof,
    scanner,
    settings,
    share,
    talk,
    top,
)
from bot.app.day import day_of
from bot.app.day_store import Days, choose_listed, read_dailies
from bot.app.desk import Declined, Desk
from bot.app.entry import turn_away
from bot.app.finder import Finder, settle
from bot.app.hints import hint
from bot.app.knowledge import NOTHING_KNOWN, Knowledge
from bot.app.needed import Needed
from bot.app.ports import Advisor, Damaged, Decision, Documents, Repeated, Store, StoreUnavailable
from bot.app.request import Player, Request
from bot.app.screen import Reply
from bot.app.spaces import player_space
from bot.app.stats import STATS, Stats
from bot.app.tops import Tops
from bot.i18n import Text, best_language

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
    board_actions.Prove: proof.prove,
    board_actions.Daily: daily.daily,
    board_actions.DailyTables: daily.tables,
    board_actions.ShowTop: top.top,
    board_actions.ShowCode: codes.show_code,
    board_actions.PlayCode: codes.play_code,
    board_actions.Scan: scanner.scan,
    board_actions.Share: share.share,
    board_actions.PlayShared: share.play_shared,
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
    board_actions.Scan,
    actions.SetMode,
    actions.Look,
    actions.TurnPage,
    actions.TakeBack,
    actions.Resign,
)
"""What only those may do whom the game's access lets in."""
_TRIES: Final = 5
"""How often a board may change under a hint before the player is asked to ask again."""


def chat_space(chat: str) -> str:
    """Return the name of the space that holds a chat's documents."""
    return f"chat:{chat}"


def decide(
    documents: Documents, now: int, *, asked: Request, known: Knowledge, rng: Random
) -> Decision[Reply]:
    """Decide ``asked``: a pure function of its arguments, ``rng`` among them.

    Raises Needed when the answer needs something of the solver or of another space, and ``known``
    is not about that.
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

    def __init__(self, store: Store, advisor: Advisor, rng: Random | None = None) -> None:
        """Keep games in ``store`` and ask ``advisor`` for counsel.

        ``rng`` draws the layouts: a cryptographic source unless a test wants to foretell them.
        """
        self._store = store
        self._advisor = advisor
        self._rng = rng or SystemRandom()
        self._days = Days(store, advisor, self._rng)
        self._tops = Tops(store)
        self._finder = Finder(store, advisor, self._days, self._tops)
        self._beside_the_chat: dict[type[actions.Action], Callable[[Request], Awaitable[Reply]]] = {
            actions.ShowStats: self._stats,
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
        try:
            return await self._answer(asked)
        except StoreUnavailable:
            raise
        except Damaged:
            return _apology(asked, "game.damaged")
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
            except Needed as needed:
                try:
                    known = await self._finder.find(needed, known, asked)
                except TimeoutError:
                    break
        return replace(await self._board(asked), texts=(Text("hint.later"),), screen=None)

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

    async def _stats(self, asked: Request) -> Reply:
        language = (await self._board(asked)).language
        stats = await self._stats_of(asked.player)
        return Reply(talk.stats_texts(stats, asked.player.name), language=language)

    async def _stats_of(self, player: Player) -> Stats:
        await settle(self._store)
        return await self._store.view(player_space(player.id), _read_stats)

    async def _export(self, asked: Request) -> Reply:
        stats = await self._stats_of(asked.player)
        dailies = await self._store.view(player_space(asked.player.id), read_dailies)

        def look(documents: Documents, now: int) -> Reply:
            desk = Desk(documents, now, asked, self._rng)
            file = data.export(desk, stats, dailies)
            reply = Reply((Text("export.here"),), file=file, private=True)
            return desk.decision(reply).reply

        return await self._store.view(chat_space(asked.chat.id), look)

    async def _delete(self, asked: Request) -> Reply:
        assert isinstance(asked.action, actions.Delete)  # noqa: S101  # the table's key says so
        if asked.action.sure:
            await settle(self._store)
            # While it is known where the player is listed.
            await self._strike(asked)
            await self._store.update(
                player_space(asked.player.id), asked.operation, data.forget_player
            )
        return await self._decided(asked)

    async def _set_listed(self, asked: Request) -> Reply:
        """Choose whether the player is in tables; those on show are changed at once."""
        action = asked.action
        assert isinstance(action, board_actions.SetListed)  # noqa: S101  # the table's key says so
        choose = partial(choose_listed, on=action.on)
        await self._store.update(player_space(asked.player.id), asked.operation, choose)
        if not action.on:
            await settle(self._store)
            await self._strike(asked)
        language = (await self._board(asked)).language
        key = "listed.on" if action.on else "listed.off"
        return Reply((Text(key),), private=True, language=language)

    async def _strike(self, asked: Request) -> None:
        today = await self._store.view(chat_space(asked.chat.id), lambda _, now: day_of(now))
        await self._days.strike(asked.player.id, today)
        await self._tops.strike(asked.player.id, f"strike:{asked.operation}")


def _read_stats(documents: Documents, _now: int) -> Stats:
    stats = documents.get(STATS)
    return stats if isinstance(stats, Stats) else Stats()


def _apology(asked: Request, key: str) -> Reply:
    return Reply((Text(key),), language=best_language(asked.language))
