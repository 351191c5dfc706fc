"""About: which of a chat's games a request is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from msgspec.structs import replace

from bot.app.decision import Documents
from bot.app.decisions.declined import Declined
from bot.app.decisions.papers import Papers
from bot.app.documents.state import Session
from bot.app.requests.request import Request
from bot.i18n import Text


class About(Papers):
    """The chat's documents as ``request`` finds them at ``now`` (ms), and the game it means."""

    def __init__(self, documents: Documents, now: int, request: Request) -> None:
        """Find the part of the chat that the request comes from, where it may be one of two."""
        super().__init__(documents, request)
        self.now = now
        part = request.chat.perhaps
        if part is not None and any(each.thread == part for each in self.newest()):
            self.request = replace(request, chat=replace(request.chat, thread=part))

    @property
    def current(self) -> Session | None:
        """The chat's current game: the one that was moved on last, whoever asks.

        There are two exceptions. In another part of the chat than that game's it is the last game
        of that part. Where it is somebody else's game of a duel, it is the asking player's own last
        one of any duel that goes on here, or else that of the same duel, even if that is over.
        """
        session, here = self.session(self.chat.current), self._in_part()
        if session is None:
            # What was current has been saved, maybe in another part: here one may be played on.
            begun = (each for each in here if each.clock.since is not None or not each.game.history)
            return next(begun, None)
        if session.thread != self.request.chat.thread:
            return next(here, None)
        if session.duel is None or session.owner == self.request.player.id:
            return session
        own = (each for each in chain(here, self.same_duel(session)) if self.is_own_duel(each))
        return next(own, session)

    def is_own_duel(self, session: Session) -> bool:
        """Tell whether ``session`` is the asking player's own game of a duel."""
        return session.duel is not None and session.owner == self.request.player.id

    def same_duel(self, session: Session) -> Iterator[Session]:
        """Yield the games of the duel that ``session`` is one of."""
        code = session.duel.code if session.duel is not None else None
        yield from (each for each in self.newest() if each.duel and each.duel.code == code)

    def _in_part(self) -> Iterator[Session]:
        """Yield the games of this part of the chat, the last one first, but those put by."""
        self.sessions([entry.number for entry in self.chat.games])
        for entry in reversed(self.chat.games):
            session = self.session(entry.number)
            if session is None or session.thread != self.request.chat.thread:
                continue
            if entry.name is None or session.clock.since is not None:
                yield session

    @property
    def meant(self) -> Session | None:
        """The current game, or in a group the player's last one if they have no part in that.

        Everybody has a part in a round of a tournament until they play on something else.
        """
        current, player = self.current, self.request.player.id
        if self.request.chat.private or current is None:
            return current
        is_done = current.game.outcome and current.number != self.chat.current  # as in a duel
        if current.is_of(player) and not is_done:
            return current
        own = self.last_of(lambda each: each.is_of(player))
        return current if own is None or _is_newer_round(current, own) else own

    def last_of(self, is_kind: Callable[[Session], bool]) -> Session | None:
        """Return the game of some kind that was moved on last here, if that was within the hour."""
        here = filter(is_kind, self._in_part())
        last = max(here, key=lambda each: each.clock.last, default=None)
        return last if last is not None and last.clock.is_recent(self.now) else None

    def turn_to(self, session: Session) -> None:
        """Take the request to be about ``session``, as if it had answered that board."""
        self.request = replace(self.request, game=session.number)

    @property
    def asked(self) -> Session:
        """The game that the request is about; raises Declined when there is none."""
        wanted = self.request.game
        session = self.meant if wanted is None else self.session(wanted)
        if session is None:
            key = "game.none" if wanted is None else "game.gone"
            raise Declined(Text(key))
        return session

    def asked_of(self, is_kind: Callable[[Session], bool]) -> Session:
        """Return the game that the request is about; raises as ``asked``.

        Where it answers no board, that is the current game if it is of that kind, whoever plays on
        it, or else the newest game that is.
        """
        if self.request.game is not None:
            return self.asked
        games = filter(None, (self.current, *self.newest()))
        return next(filter(is_kind, games), None) or self.asked


def _is_newer_round(session: Session, own: Session) -> bool:
    """Tell whether a round that everybody plays on began after the last move on ``own``."""
    tournament = session.tournament if session.game.outcome is None else None
    return tournament is not None and own.clock.last < tournament.begun
