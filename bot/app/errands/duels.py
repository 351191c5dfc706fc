"""Duels in the store: who sits where, and what one player is told of the other."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import Final

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.decisions.duel_progress import hear
from bot.app.decisions.handover import give_up_for_rival
from bot.app.documents.duel import (
    CLAIM,
    DUEL,
    FULL,
    KEEP_DUEL_S,
    REMATCH,
    SEATS,
    BoardAt,
    Claim,
    Duel,
    Duellist,
    InDuel,
    RematchAsked,
    Standing,
    duel_space,
    rematch_code,
)
from bot.app.documents.effects import DuelJoined, DuelMoved, DuelOver
from bot.app.documents.seats import NAMELESS, emptied
from bot.app.documents.spaces import chat_space, game_name
from bot.app.documents.state import Session
from bot.app.documents.tokens import tokens
from bot.app.errands.quieted import unless_quiet
from bot.app.errands.store_time import StoreTime
from bot.app.errands.whereabouts import follow, staying, view_game
from bot.app.ports import Applied, NotYet, Store
from bot.app.requests.short_code import new_code
from core.game import Outcome

_KEEP_ASKED_S: Final = 3600
"""How long who asks first for a rematch may take to draw the board, and who claims a seat to begin
their game: mostly a moment. If they never do, no more is known of them."""


class Duels:
    """The duels; all raise StoreUnavailable."""

    def __init__(self, store: Store) -> None:
        """Keep them in ``store``."""
        self._store = store
        self._rng = SystemRandom()
        self._tokens = tokens()
        self._time = StoreTime(store)

    async def claim(self, code: str, claim: Claim, operation: str) -> tuple[Duel | None, str]:
        """Return the duel if there is one, and why who makes the ``claim`` has no seat, if so.

        The same operation finds the seat that it has claimed.
        """
        decide = partial(_claim, claim=claim)
        await self._store.update(duel_space(code), f"claim:{operation}", decide)
        return await self._store.view(duel_space(code), partial(_seat, claim=claim))

    async def rematch(self, code: str, player: str, operation: str) -> bool:
        """Return whether ``player`` is to draw the board of the duel that follows on ``code``.

        That is whoever asks for it first, as noted in the space where the board will be.
        """
        space, ask = duel_space(rematch_code(code)), partial(_ask, player=player)
        asked = await self._store.update(space, f"rematch:{operation}", ask)
        if isinstance(asked, Applied):
            return asked.reply
        return (await self._store.view(space, ask)).reply

    async def players(self, code: str) -> tuple[Duellist, ...]:
        """Return those who play the duel; nobody where it is not remembered."""
        duel = await self._duel(code)
        return duel.duellists if duel else ()

    async def joined(self, effect: DuelJoined, operation: str) -> None:
        """Enter a game into its duel, which begins with the first one.

        A deletion takes the game away first and looks for its player in the duel after that. So
        one of the two finds what the other has done. Moves of which was told before are found here.
        """
        duellist, enter = effect.duellist, partial(_enter, effect=effect)
        await self._store.update(duel_space(effect.code), f"joined:{operation}", enter)
        session = await self._session_of(duellist)
        await self._catch_up(effect, session, operation)
        await self._tell(effect.code)
        known = session.duel if session is not None else None
        if known is not None and not await self._is_played(effect, known):
            await self._note(duellist.at, InDuel(effect.code, NAMELESS, missed=True))
        if effect.follows_on is not None:
            await self._empty_seats(effect, effect.follows_on, operation)
            await self._tell(effect.follows_on, asked_by=duellist.player)

    async def _catch_up(self, effect: DuelJoined, session: Session | None, operation: str) -> None:
        """Enter what has become of a game before it was entered: it was deleted, or moved on."""
        space, duellist = duel_space(effect.code), effect.duellist
        if session is None:
            forget = partial(_forget, duellist=duellist, ghost=emptied(new_code(self._rng)))
            await self._store.update(space, f"forgotten:{operation}", forget)
        elif (standing := Standing.of(session.game)).moves > duellist.standing.moves:
            found = partial(_move, game=duellist.game, standing=standing)
            await self._store.update(space, f"found:{operation}", found)

    async def _is_played(self, effect: DuelJoined, known: InDuel) -> bool:
        """Tell whether a game has its seat, and whom it was to be played against, if that is known.

        It may have come too late, or they may have gone.
        """
        duel = await self._duel(effect.code)
        players = duel.duellists if duel else ()
        is_seated = any(each.at == effect.duellist.at for each in players)
        return is_seated and not (known.is_untold and len(players) < SEATS)

    async def _session_of(self, duellist: Duellist) -> Session | None:
        played = partial(_played, player=duellist.player)
        return await view_game(self._store, duellist.chat, duellist.number, played)

    async def _empty_seats(self, effect: DuelJoined, before: str, operation: str) -> None:
        """Empty the seats of a rematch for those who are not in the duel ``before`` any more.

        A deletion leaves that first and the rematch after it; so again one finds what is done.
        """
        duel, space = await self._duel(before), duel_space(effect.code)
        known = effect.seats if duel is None else [each.player for each in duel.duellists]
        for gone in {*effect.seats}.difference(known):
            leave = partial(_leave, player=gone)
            await self._store.update(space, f"left:{gone}:{operation}", leave)

    async def moved(self, effect: DuelMoved, operation: str) -> None:
        """Enter how far a player is, and tell the other one."""
        standing, ghost = effect.standing, effect.ghost
        enter = partial(_move, game=effect.game, standing=standing, ghost=ghost)
        await self._store.update(duel_space(effect.code), f"moved:{operation}", enter)
        await self._tell(effect.code)
        if ghost is not None:
            await self._leave_rematch(effect, operation)
        if effect.rival_at is not None and await self._duel(effect.code) is None:
            # The duel itself is remembered for a week, its boards are for longer.
            name = NAMELESS if ghost else None  # or the one that is known there
            await self._note(effect.rival_at, InDuel(effect.code, name, standing))

    async def _leave_rematch(self, effect: DuelMoved, operation: str) -> None:
        """Have a deleted player not be in the rematch, unless another game of theirs is seated."""
        players = await self.players(effect.code)
        if all(each.player != effect.player for each in players):
            leave = partial(_leave, player=effect.player)
            space = duel_space(rematch_code(effect.code))
            await self._store.update(space, f"left:{operation}", leave)

    async def over(self, effect: DuelOver) -> None:
        """Give a game up that a rival waits for, or wait on if its player has moved; or NotYet.

        Where nobody ends it neither board of the duel would ever expire.
        """
        if await self._time.now() <= effect.due:
            raise NotYet("its player may play on")
        await unless_quiet(self._store, effect.chat, effect.number)

        async def end(chat: str, number: int) -> None:
            give_up = partial(give_up_for_rival, chat=chat, number=number, rng=self._rng)
            operation = f"over:{number}:{effect.due}"
            await self._store.update(chat_space(chat), operation, staying(give_up))

        await follow(self._store, effect.chat, effect.number, end)

    async def _tell(self, code: str, *, asked_by: str | None = None) -> None:
        """Tell both players how far the other one is, and whether they asked for a rematch.

        If the duel has changed meanwhile they are told again, so that what they are told last is
        true: the name of a player whose data were deleted does not come back.
        """
        told, duel = None, await self._duel(code)
        while duel is not None and duel != told:
            for one, other in duel.pairs():
                asked, public = other.player == asked_by, one.public or other.public
                news = InDuel(code, other.name, other.standing, asked=asked, public=public)
                await self._note(one.at, replace(news, rival_at=other.at))
            told, duel = duel, await self._duel(code)

    async def _duel(self, code: str) -> Duel | None:
        return await self._store.view(duel_space(code), _read)

    async def _note(self, board: BoardAt, news: InDuel) -> None:
        """Have a player's board tell the ``news`` of the other, wherever the chat is by now."""
        chat, number, in_place = board

        async def note(chat: str, number: int) -> None:
            told = staying(partial(hear, board=(chat, number, in_place), news=news))
            await self._store.update(chat_space(chat), f"duel:{next(self._tokens)}", told)

        await follow(self._store, chat, number, note)


def _read(documents: Documents, _now: int) -> Duel | None:
    return read_as(documents, DUEL, Duel)


def _claim(documents: Documents, now: int, *, claim: Claim) -> Decision[None]:
    """Note the claim of who has a seat that they do not play on yet, or takes the one left."""
    duel, refusal = _seat(documents, now, claim=claim)
    if duel is None or (refusal == FULL and not _is_seat_left(documents, duel)):
        return Decision(None)
    # Their game may be entered late.
    writes = {DUEL: Write(duel, KEEP_DUEL_S), CLAIM: Write(claim, _KEEP_ASKED_S)}
    return Decision(None, writes)


def _is_seat_left(documents: Documents, duel: Duel) -> bool:
    return len(duel.seats) < SEATS and documents.get(CLAIM) is None


def _seat(documents: Documents, now: int, *, claim: Claim) -> tuple[Duel | None, str]:
    """Return the duel in which who makes the ``claim`` has a seat, or else why they have none.

    That is FULL, with the duel, for whoever has neither a seat nor claimed one: a spectator, or who
    is only about to claim it. With any other refusal there is nothing to look at.
    """
    duel = _read(documents, now)
    if duel is None:
        return None, "duel.unknown" if documents.get(REMATCH) is None else "duel.begins"
    if len(duel.duellists) < SEATS and now > duel.until:  # nobody came in time
        return None, "duel.unknown"
    known = documents.get(CLAIM)
    is_claimant = isinstance(known, Claim) and known.player == claim.player
    if claim.player not in duel.seats and not is_claimant:
        return duel, FULL
    if any(each.player == claim.player for each in duel.duellists):
        return None, "duel.yours" if len(duel.seats) == SEATS else "duel.yours_alone"
    if is_claimant and known != claim:  # their game is about to begin in another chat
        return None, "duel.yours"
    return duel, ""


def _ask(documents: Documents, now: int, *, player: str) -> Decision[bool]:
    if _read(documents, now) is not None:
        return Decision(reply=False)
    asked = documents.get(REMATCH)
    if isinstance(asked, RematchAsked):
        return Decision(asked.player == player)
    return Decision(True, {REMATCH: Write(RematchAsked(player), _KEEP_ASKED_S)})


def _enter(documents: Documents, now: int, *, effect: DuelJoined) -> Decision[None]:
    until = effect.at + KEEP_DUEL_S * 1000
    duel = _read(documents, now) or Duel(effect.board, seats=effect.seats, until=until)
    # If that is told so late that the other one has begun it as well, they play the other board.
    is_other = effect.follows_on is not None and effect.board != duel.board
    after = duel if is_other else duel.seating(effect.duellist)
    writes = {DUEL: Write(after, KEEP_DUEL_S), CLAIM: Write(None)}
    return Decision(None, {} if after == duel else writes)


def _move(
    documents: Documents, now: int, *, game: str, standing: Standing, ghost: str | None = None
) -> Decision[None]:
    duel = _read(documents, now)
    after = duel and duel.standing(game, standing)
    if after and ghost is not None:
        after = after.forgetting(game, ghost, NAMELESS)
    return Decision(None, {} if after == duel else {DUEL: Write(after, KEEP_DUEL_S)})


def _leave(documents: Documents, now: int, *, player: str) -> Decision[None]:
    """Free the seat of who has asked for a rematch, or is to be in it, but does not play it yet."""
    duel, asked, writes = _read(documents, now), documents.get(REMATCH), dict[str, Write]()
    if isinstance(asked, RematchAsked) and asked.player == player:
        writes[REMATCH] = Write(None)
    if duel and player in duel.seats and all(each.player != player for each in duel.duellists):
        left = tuple(seat for seat in duel.seats if seat != player)
        writes[DUEL] = Write(replace(duel, seats=left), KEEP_DUEL_S)
    return Decision(None, writes)


def _played(documents: Documents, _now: int, *, number: int, player: str) -> Session | None:
    session = read_as(documents, game_name(number), Session)
    return session if session is not None and session.duellist == player else None


def _forget(documents: Documents, now: int, *, duellist: Duellist, ghost: str) -> Decision[None]:
    """Empty the seat of a game that was deleted before it was entered: it is given up."""
    left = replace(duellist.standing, outcome=Outcome.GIVEN_UP, moves=duellist.standing.moves + 1)
    return _move(documents, now, game=duellist.game, standing=left, ghost=ghost)
