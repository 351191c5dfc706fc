"""Duels as they are kept: two players, the same layout, and how far each of them is."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import permutations
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.app.documents.shared import SharedBoard
from bot.app.requests.short_code import code_of
from core.game import Game, Outcome

DUEL: Final = "duel"
"""The name of the document in a duel's space."""
REMATCH: Final = "rematch"
"""The name of the document in that space which, for a rematch, is there before the board."""
CLAIM: Final = "claim"
"""The name of the document in that space which is there before the game of who comes second."""
KEEP_DUEL_S: Final = 7 * 24 * 3600
"""How long a duel can be joined since it began, and is remembered since it last changed.

Or since somebody came to join it, while that could be done."""
SEATS: Final = 2
FULL: Final = "duel.full"
"""The key of the sentence which says that a duel has both its players."""


def duel_space(code: str) -> str:
    """Return the name of the space of a duel."""
    return f"duel:{code}"


def rematch_code(code: str) -> str:
    """Return the code of the duel that follows on ``code``: both players find the same one."""
    return code_of(f"rematch:{code}")


def duel_game(chat: str, number: int) -> str:
    """Return what names a duel's game over all chats, wherever the ``chat`` goes after that.

    By that its seat is found: a player who accepts twice may have another one, which has the seat.
    """
    return f"{chat}:{number}"


class Standing(Struct, frozen=True, array_like=True):
    """How far a player is, as the player against them may be told. It names no cell."""

    percent: int = 0
    outcome: Outcome | None = None
    time: int = 0
    """Playing time in ms, once the game is over."""
    moves: int = 0
    opened: int = 0
    """How many cells are open."""

    @classmethod
    def of(cls, game: Game) -> Standing:
        """Return how far ``game`` is: open cells per cent of the safe ones, rounded down."""
        safe = len(game.opened) - game.rules.mines
        time, opened = game.elapsed(0) if game.outcome else 0, game.opened.count(1)
        return cls(opened * 100 // safe, game.outcome, time, len(game.history), opened)

    @property
    def worth(self) -> tuple[bool, int, int]:
        """What a finished game is worth: first a win, by its time; else by how much is open."""
        if self.outcome is Outcome.WON:
            return True, -self.time, 0
        return False, self.percent, self.opened  # of equal per cent not all are as many


BoardAt: TypeAlias = tuple[str, int, bool]
"""A game's chat and number, and whether its board is a message that is changed."""


class Duellist(Struct, frozen=True, array_like=True):
    """A player of a duel, and the game that they play it in."""

    player: str
    name: str
    chat: str
    number: int
    in_place: bool
    """Whether the board is a message that is changed when something is to be told."""
    standing: Standing = Standing()
    public: bool = False
    """Whether others see the board, the rival perhaps among them."""

    @property
    def at(self) -> BoardAt:
        """Where the board is."""
        return self.chat, self.number, self.in_place

    @property
    def game(self) -> str:
        """What names the game over all chats."""
        return duel_game(self.chat, self.number)


class Duel(Struct, frozen=True, array_like=True):
    """A duel: the board after its first open, and up to two players."""

    board: SharedBoard
    duellists: tuple[Duellist, ...] = ()
    seats: tuple[str, ...] = ()
    """Ids of those who have a seat: they play, or in a rematch are still to come."""
    until: int = 0
    """Until when it can be joined, on the store's clock in ms; it is remembered for longer."""

    def seating(self, duellist: Duellist) -> Duel:
        """Return the duel with ``duellist``'s game; what is there already stays.

        So do both games, if one comes so late that its seat was given to somebody else.
        """
        known = any(each.player == duellist.player for each in self.duellists)
        if known or len(self.duellists) >= SEATS:
            return self
        seats = tuple(dict.fromkeys((*self.seats, duellist.player)))
        return replace(self, duellists=(*self.duellists, duellist), seats=seats)

    def standing(self, game: str, standing: Standing) -> Duel:
        """Return the duel with how far ``game`` is; what is older than known changes nothing.

        So does what has no seat.
        """
        return replace(
            self,
            duellists=tuple(
                replace(each, standing=standing)
                if each.game == game and each.standing.moves <= standing.moves
                else each
                for each in self.duellists
            ),
        )

    def forgetting(self, game: str, ghost: str, name: str) -> Duel:
        """Return the duel with ``ghost``, called ``name``, in place of the player of ``game``.

        The player is told no more of it.
        """
        gone = {each.player for each in self.duellists if each.game == game}
        duellists = tuple(
            replace(each, player=ghost, name=name, chat=ghost) if each.game == game else each
            for each in self.duellists
        )
        seats = tuple(ghost if seat in gone else seat for seat in self.seats)
        return replace(self, duellists=duellists, seats=seats)

    def pairs(self) -> Iterator[tuple[Duellist, Duellist]]:
        """Yield each player with the one against them; nothing before there are two."""
        return permutations(self.duellists, SEATS)


class RematchAsked(Struct, frozen=True, array_like=True):
    """Who has asked for a rematch first, and draws its board."""

    player: str


class Claim(Struct, frozen=True, array_like=True):
    """Who has claimed the seat that was left, and takes it when their game begins."""

    player: str
    chat: str = ""
    """Where it is to begin: who accepts in two chats at once plays in one of them."""


class Verdict(StrEnum):
    """How a duel ended for one of its players."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


class InDuel(Struct, frozen=True, array_like=True):
    """What a session knows of the duel it is played in."""

    code: str
    rival: str | None = None
    """What the other player is called, once there is one."""
    standing: Standing = Standing()
    """How far the other player is."""
    asked: bool = False
    """Whether the other player has asked for a rematch."""
    heard: int = 0
    """When there was news of the other player last, on the store's clock in ms."""
    public: bool = False
    """Whether others see one of the boards: then both clocks start when both are there."""
    rival_at: BoardAt | None = None
    """Where the other player's board is: it is told there what becomes of the duel, a deletion too,
    even when that is forgotten."""
    missed: bool = False
    """Whether this board was entered too late: others play the duel, or it is forgotten.

    Nothing is known here of whoever plays it, and whether they are done."""
    game: str = ""
    """What names this game over all chats: it was begun under that, wherever its chat is now.

    Workers of before know no name, and drop it when they write; then it goes by where it is now."""

    @property
    def is_untold(self) -> bool:
        """Whether the other player, who is known here, is still to be told of this board."""
        return self.rival is not None and self.rival_at is None and not self.missed

    @property
    def goes_on(self) -> bool:
        """Whether the other plays on: a deletion knows from one's own board where that is."""
        return self.rival is not None and self.standing.outcome is None

    def learning(self, news: InDuel) -> InDuel:
        """Return what is known after ``news``, which tell of nobody where they name no rival."""
        known = news if news.rival is not None else self
        # Nobody plays against who came too late, so nobody's standing is kept there.
        is_newer = news.missed or news.standing.moves >= self.standing.moves
        return replace(
            self,
            rival=known.rival,
            rival_at=known.rival_at,
            standing=news.standing if is_newer else self.standing,
            asked=news.asked or self.asked,
            public=news.public or self.public,
            missed=news.missed,
        )

    def verdict(self, own: Standing) -> Verdict | None:
        """Return how it ended; None while somebody plays, or where nobody has come."""
        if self.rival is None or own.outcome is None or self.standing.outcome is None:
            return None
        if own.worth == self.standing.worth:
            return Verdict.DRAWN
        return Verdict.WON if own.worth > self.standing.worth else Verdict.LOST
