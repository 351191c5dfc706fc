"""Desk: a chat's documents while one request is decided, and what is to be written of them."""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar, cast

from msgspec.structs import replace

from bot.app.decision import Decision, Documents
from bot.app.decisions.about import About
from bot.app.decisions.deal import Deal, Dealt, NoGuess
from bot.app.decisions.declined import Declined
from bot.app.decisions.knowledge import NOTHING_KNOWN, Knowledge
from bot.app.decisions.manner import Manner
from bot.app.documents.effects import Redraw
from bot.app.documents.keeping import keeps_game_s
from bot.app.documents.seats import others_in
from bot.app.documents.shown import shown_name
from bot.app.documents.spaces import CHAT, game_name
from bot.app.documents.state import ChatState, Entry, Session
from bot.app.needed import Needed, Question
from bot.app.requests.coordinates import row_word
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen, screen_of
from bot.i18n import Text
from core.game import Game
from core.move import Undo
from core.typed import TypedMove, parse_typed

_KEEP_NUMBER_S: Final = 90 * 24 * 3600
"""How long a chat whose data were deleted counts its games on."""
_TAKEN_AWAY_S: Final = 24 * 3600
"""Within which a platform that is out of reach is waited for."""

T = TypeVar("T")


class Desk(About):
    """The chat's documents as ``request`` finds them at ``now`` (ms), and the changes to them."""

    def __init__(
        self,
        documents: Documents,
        now: int,
        request: Request,
        rng: Random,
        knowledge: Knowledge = NOTHING_KNOWN,
    ) -> None:
        """Lay out the documents; ``rng`` draws layouts, ``knowledge`` was asked for."""
        super().__init__(documents, now, request)
        self.knowledge = knowledge
        self.rng = rng
        self._effects: list[object] = []

    @property
    def language(self) -> str:
        """The language the chat is answered in."""
        return self.chat.settings.language or self.request.spoken

    def language_beside(self, session: Session | None) -> str:
        """Return the language of what is shown with the board of ``session``.

        In a group that is one message for all, whoever has pressed it: where the group has chosen
        no language it keeps that of the player who started the game.
        """
        if session is None or self.request.chat.private:
            return self.language
        return self.chat.settings.language or session.language

    def known(self, question: Question[T]) -> T:
        """Return the answer to ``question``; raises Needed where it has not been found out."""
        if question not in self.knowledge:
            raise Needed(question)
        return cast("T", self.knowledge[question])

    def dealt(self, deal: Deal) -> tuple[Game, Dealt]:
        """Return the game of ``deal``, and what else came of it; raises as ``known``.

        Raises Declined when there is no such board.
        """
        dealt = self.known(deal)
        if dealt.game is None:
            args = {"command": deal.command} if isinstance(deal, NoGuess) else {}
            raise Declined(Text(dealt.refusal, **args))
        return dealt.game, dealt

    def read_cells(self, text: str, session: Session) -> tuple[TypedMove, ...]:
        """Return the moves that were typed, counted as the chat counts; raises TypedError."""
        grid, first = session.game.rules.grid, self.chat.settings.coordinates.first
        return parse_typed(text, grid, first, row_word=row_word(self.language))

    def screen(self, session: Session) -> Screen:
        """Return how ``session`` looks in this chat now."""
        return screen_of(session, self.now, self.chat.settings)

    def make_current(self, session: Session) -> None:
        """Have typed moves go to ``session`` from now on, and park the game before it."""
        if self.chat.current != session.number and not session.game.outcome:
            if (before := self.current) is not None and before.number != session.number:
                self._park(before)
            self.write_chat(replace(self.chat, current=session.number))

    def write_chat(self, chat: ChatState) -> None:
        """Keep ``chat``."""
        self.keep(CHAT, chat, chat.keeps_s)

    def write_session(self, session: Session) -> None:
        """Keep ``session``; a finished one leaves the chat's list and expires in time."""
        expires = keeps_game_s(self.chat, session, self.now)
        self.keep(game_name(session.number), session, expires)
        listed = self.chat.entry(session.number)
        if session.game.outcome and listed:
            self.write_chat(self.chat.without(session.number))
        elif not session.game.outcome and not listed:
            self.write_chat(self.chat.listing(Entry(session.number)))
        if self.request.chat.in_place:
            self._keep_place(session, expires)
            if self.chat.passing:  # it is kept for so long after each use
                self.write_chat(self.chat)
            self._effects.append(Redraw(self.request.chat.id, session.number))

    def _keep_place(self, session: Session, expires: int | None) -> None:
        """Keep where a game is shown for as long as the game.

        That changes where it has ended, or goes on after its end; elsewhere both stay for ever.
        """
        # Whoever shows it needs to know where: with the commit that is known to be true.
        place = self.place(session.number)
        if place is not None and (expires is not None or _was_undone(session)):
            self.keep(shown_name(session.number), place, expires)

    def close_menu(self, session: Session) -> Session:
        """Close the menu of ``session`` if the asking player may play on it; return the session."""
        after = session.menu_closed()
        if after == session or not session.may_play(self.request.player.id):
            return session
        self.write_session(after)
        return after

    def drop_session(self, session: Session) -> None:
        """Forget a game.

        Where one that is not over is shown is kept until that message is taken away: nobody could
        go on with it.
        """
        number, place = session.number, self.place(session.number)
        self.keep(game_name(number), None)
        self.write_chat(self.chat.without(number))
        if place is not None and session.game.outcome is None:
            self.keep(shown_name(number), place, _TAKEN_AWAY_S)
            self.after_commit(Redraw(self.request.chat.id, number))
        elif place is not None:
            self.keep(shown_name(number), None)

    def forget_chat(self) -> None:
        """Forget what the chat remembers; for a while new games do not get the numbers of old ones.

        Buttons of old boards, and results still to be counted, know games by their numbers.
        """
        self.request = replace(self.request, language=self.language)  # in which that is still said
        self.keep(CHAT, ChatState(next_number=self.chat.next_number), _KEEP_NUMBER_S)

    def show_current_anew(self) -> None:
        """Have the current game shown as it looks by now, on the message that it is shown on."""
        if (session := self.current) is not None and self.place(session.number) is not None:
            self._effects.append(Redraw(self.request.chat.id, session.number))

    def park_current(self) -> None:
        """Stop the current game's clock; forget the game if it is the player's own and not begun.

        A round of a tournament stays.
        """
        session = self.current
        if session is None:
            return
        self._park(session)
        is_own = session.tournament is None and session.owner == self.request.player.id
        entry = self.chat.entry(session.number)
        if is_own and not session.game.history and (entry is None or entry.name is None):
            self.drop_session(session)

    def _park(self, session: Session) -> None:
        """Stop the clock of a game, unless somebody else plays on it."""
        is_own = not others_in(session, self.request.player.id)
        if is_own and session.game.history and not session.game.outcome:
            # Its board stays as it is: nothing on it changes.
            expires = keeps_game_s(self.chat, session, self.now)
            self.keep(game_name(session.number), session.parked(self.now), expires)

    def after_commit(self, effect: object) -> None:
        """Have ``effect`` carried out once the changes are committed."""
        self._effects.append(effect)

    def decision(self, reply: Reply) -> Decision[Reply]:
        """Return the changes with ``reply``."""
        manner = self.manner_beside(self.session(_game_on(reply)))
        return Decision(manner.told(reply), self._writes, self._effects)

    def manner_beside(self, session: Session | None = None) -> Manner:
        """Return how the chat is answered, with the board of ``session`` where there is one."""
        settings = self.chat.settings
        silent = settings.quiet is not None and settings.quiet.is_on(self.now)
        language = self.language_beside(session)
        return Manner(self.request.chat.id, language, settings, silent)


def _game_on(reply: Reply) -> int | None:
    """Return the number of the game whose board or page ``reply`` is."""
    if reply.screen is not None:
        return reply.screen.number
    page = reply.picture.page if reply.picture else None
    return page.game if page else None


def _was_undone(session: Session) -> bool:
    """Tell whether the last move was to take one back."""
    return any(isinstance(timed.move, Undo) for timed in session.game.history[-1:])
