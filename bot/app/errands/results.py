"""Results: what the end of a game means for its players' statistics."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import Final

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.achievements import achieved_in, credit
from bot.app.documents.earned import note_earned
from bot.app.documents.effects import (
    DuelJoined,
    DuelMoved,
    DuelOver,
    Finished,
    Published,
    Retracted,
)
from bot.app.documents.forgotten import FORGOTTEN, is_forgotten
from bot.app.documents.listed import entry_of, is_listed, is_solved, top_name
from bot.app.documents.mode import counted, mode_of
from bot.app.documents.spaces import chat_space, player_space
from bot.app.documents.state import Session, read_chat
from bot.app.documents.stats import STATS, Guesses, Result, Worth, read_stats
from bot.app.documents.table import MONTHLY
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days, RankedTry
from bot.app.errands.duels import Duels
from bot.app.errands.shared import publish
from bot.app.errands.tops import Tops
from bot.app.errands.whereabouts import follow, staying
from bot.app.ports import Advisor, Store
from bot.app.requests.request import Player
from core.game import Outcome
from core.review import Grade, GradedMove, Review, accuracy
from core.rules import level_name
from core.score import score_game

_PATIENCE_S: Final = 10.0
"""A game that takes longer to look back on is counted without what that would tell."""
_NO_GUESS: Final = frozenset({Grade.FIRST, Grade.CERTAIN, Grade.MINE})


class Results:
    """Carries the effects out: every player's statistics, each effect once."""

    def __init__(self, store: Store, advisor: Advisor) -> None:
        """Count into ``store`` with chances from ``advisor``."""
        self._store = store
        self._advisor = advisor
        self._days = Days(store, advisor, SystemRandom())
        self._groups = DayGroups(store)
        self._tops = Tops(store)
        self._duels = Duels(store)

    async def __call__(self, _space: str, effect: object) -> None:
        """Carry out ``effect``; doing it again changes nothing."""
        if isinstance(effect, Published):
            await publish(self._store, effect.code, effect.board)
        elif isinstance(effect, DuelJoined):
            await self._duels.joined(effect, effect.duellist.game)
        elif isinstance(effect, DuelMoved):
            await self._duels.moved(effect, f"{effect.game}:{effect.standing.moves}")
        elif isinstance(effect, DuelOver):
            await self._duels.over(effect)
        elif isinstance(effect, Finished):
            await self._finish(effect)
        elif isinstance(effect, Retracted):
            await self._retract(effect)
        else:
            raise TypeError(f"unknown effect {type(effect).__name__}")

    async def _finish(self, effect: Finished) -> None:
        """Count the end of a game for its players, tell what it earned them, and list its time."""
        session, game, end = effect.session, _game_of(effect), _end_of(effect)
        operation = f"{end}:finished"
        is_undoable = session.game.rules.undo and session.game.outcome is Outcome.LOST
        results = await self._results(effect)
        for seat, result in results.items():
            count = partial(_count, result=result, game=game, end=end if is_undoable else None)
            await self._store.update(player_space(session.players[seat]), operation, count)
            await self._tell(effect, seat, operation)
            await self._rate(effect, seat, result, operation)
        if results:
            await self._list(effect, operation)

    async def _retract(self, effect: Retracted) -> None:
        """Take back what was counted of the end of a game."""
        session, end = effect.session, _end_of(effect)
        for seat, result in (await self._results(effect)).items():
            take_back = partial(_take_back, result=result, end=end)
            space = player_space(session.players[seat])
            await self._store.update(space, f"{end}:retracted", take_back)

    async def _results(self, effect: Finished | Retracted) -> dict[int, Result]:
        """Return how the game counts for each of the seats that it counts for."""
        session = effect.session
        seats = counted(session)
        review = await self._review(session) if seats else None
        return {seat: result_of(session, effect.at, seat, review) for seat in seats}

    async def _review(self, session: Session) -> Review | None:
        """Return the review of a game; None where it has none that counts, or takes too long.

        What the scanner showed is not known to it: it would take for a guess what was none. What
        was guessed before is left out too, for guesses a game are those of whole games.
        """
        if session.game.rules.drifting or session.scanned is not None:
            return None
        made = await self._advisor.review(session.game, _PATIENCE_S)
        return made if isinstance(made, Review) else None

    async def _tell(self, effect: Finished, seat: int, operation: str) -> None:
        """Have a game's board say what was achieved with it."""
        session = effect.session
        space = player_space(session.players[seat])
        earned = await self._store.view(space, partial(_achieved, game=_game_of(effect)))
        if earned:

            async def note(chat: str, number: int) -> None:
                told = partial(note_earned, chat, number=number, seat=seat, earned=earned)
                here = chat_space(chat)
                await self._store.update(here, f"earned:{operation}:{seat}", staying(told))

            await follow(self._store, effect.chat, session.number, note)

    async def _rate(self, effect: Finished, seat: int, result: Result, operation: str) -> None:
        """Rate a ranked game among those of the month."""
        session = effect.session
        if result.mode in MONTHLY and result.worth is not None:
            player = Player(session.players[seat], session.names[seat])
            groups = await self._groups_of(effect)
            await self._tops.rate(player, groups, effect.at, result.worth, operation)

    async def _groups_of(self, effect: Finished) -> tuple[str, ...]:
        """Return whose tables beside everybody's a game is in: its chat's and that one's server's.

        A private chat has none.
        """
        if effect.session.private:
            return ()
        state = await self._store.view(chat_space(effect.chat), read_chat)
        return tuple(filter(None, (state.tables_id(effect.chat), state.server)))

    async def _list(self, effect: Finished, operation: str) -> None:
        """Enter a finished game's time in the tables that it belongs in."""
        session, entry = effect.session, entry_of(effect.session)
        listed, solved = is_listed(session), is_solved(session)
        if session.daily is not None:
            tried = RankedTry(session.daily, entry, effect.at, solved, listed)
            await self._days.ended(tried, operation)
            await self._groups.ended(tried)
            if solved:
                await self._tops.solved(session.daily, entry.player, entry.name)
        elif listed and (name := top_name(session)) is not None:
            groups = await self._groups_of(effect)
            await self._tops.enter(name, groups, effect.at, entry, operation)


def _game_of(effect: Finished | Retracted) -> str:
    """Return what names the game over all chats."""
    return f"{effect.chat}:{effect.session.number}"


def _end_of(effect: Finished | Retracted) -> str:
    """Return what names this end of the game: an undone one may be followed by another."""
    return f"{_game_of(effect)}:{len(effect.session.game.history)}"


def result_of(session: Session, ended_at: int, seat: int, review: Review | None) -> Result:
    """Return how ``session`` counts for the player in ``seat``, by its ``review`` if there is one.

    What the game was worth without luck is the same for all who played it together.
    """
    game, score = session.game, score_game(session.game)
    own = [move for move in review.moves if move.timed.by == seat] if review else []
    return Result(
        level=level_name(game.rules),
        mode=mode_of(session),
        won=game.outcome is Outcome.WON,
        ended_at=ended_at,
        elapsed=None if session.clock.stopped else score.time if score else 0,
        bbbv=score.bbbv if score else 0,
        guesses=sum(map(_guess, own), Guesses()),
        hints=session.hints,
        clicks=score.clicks if score else 0,
        worth=_worth(review, own) if review else None,
    )


def _worth(review: Review, own: list[GradedMove]) -> Worth:
    return Worth.of(
        won=review.fortune.won,
        expected=review.fortune.expected_win,
        accuracy=accuracy(own),
    )


def _guess(move: GradedMove) -> Guesses:
    """Return ``move`` as a guess, if it was one: neither certain nor hopeless, and not undone."""
    if move.undone or move.grade in _NO_GUESS:
        return Guesses()
    return Guesses(made=1, survived=int(move.survived), expected=move.made.safe)


def _count(
    documents: Documents, _now: int, *, result: Result, game: str, end: str | None
) -> Decision[None]:
    """Count ``result``, with its ``end`` where that can be undone."""
    if is_forgotten(documents, result.ended_at):
        return Decision(None)
    stats = read_stats(documents)
    after = stats.add(result) if end is None else stats.add_undoable(result, end)
    return Decision(None, {STATS: Write(credit(after, result, game))})


def _take_back(documents: Documents, _now: int, *, result: Result, end: str) -> Decision[None]:
    """Take back ``result``, unless it was deleted with the rest."""
    stats = read_stats(documents)
    if documents.get(FORGOTTEN) is not None and not stats.knows(end):
        return Decision(None)
    return Decision(None, {STATS: Write(stats.take_back_undoable(result, end))})


def _achieved(documents: Documents, _now: int, *, game: str) -> tuple[str, ...]:
    return achieved_in(read_stats(documents), game)
