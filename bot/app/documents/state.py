"""State: what a chat and a session keep between requests."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.decision import Documents, read_as
from bot.app.documents.duel import InDuel
from bot.app.documents.game_clock import GameClock
from bot.app.documents.quiet import Quiet
from bot.app.documents.spaces import CHAT
from bot.app.documents.tournament import Tournament
from bot.app.requests.access import Access
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.day import OnDay, is_over
from bot.app.requests.menu import Page
from bot.app.requests.request import Player
from core.game import Game
from core.grid import Cell
from core.rules import Rules

SILENT_MS: Final = 24 * 60 * 60 * 1000
"""How long nobody moves before a game can be taken over."""
MAX_GAMES: Final = 50
"""Unfinished games a chat may keep; at about 300 bytes each they stay a short list."""
BOARDS_AT_ONCE: Final = 10
"""Unfinished games, moved on within a day, that a group may have by default."""
_AT_ONCE: Final = 200
"""Games that are read, or changed, at once; they are of some kB each."""
PICTURE_THEMES: Final = ("classic", "dark", "high_contrast", "colour_blind", "moon")
"""The looks that pictures of boards come in, the usual one first."""
KEEP_PASSING_S: Final = 90 * 24 * 3600
"""How long a chat that is a single message is kept after its last use, and its games after their
last move."""


class HintState(Struct, frozen=True, array_like=True):
    """How far the hint for the position after so many ``moves`` has been told."""

    moves: int
    step: int
    alone: tuple[tuple[str, int], ...] = ()
    """Ids of players who were told it for themselves alone since, and how far."""

    def without(self, player: str) -> HintState:
        """Return this with nothing about ``player``."""
        return replace(self, alone=tuple(each for each in self.alone if each[0] != player))


class Warned(Struct, frozen=True, array_like=True):
    """That ``player`` was told a cell is certainly a mine, after ``moves`` moves."""

    moves: int
    cell: Cell
    player: str = ""


class Session(Struct, frozen=True, array_like=True):
    """A game as it is played in a chat."""

    number: int
    """The game's number in its chat, from 1."""
    owner: str
    """The id of the player who started it."""
    game: Game
    players: tuple[str, ...] = ()
    """Ids of those who played, in the order they joined: a move's ``by`` is an index here."""
    names: tuple[str, ...] = ()
    """What the players are called, in the same order."""
    clock: GameClock = GameClock()
    flagging: bool = False
    """Tap mode: whether a cell without a mark is flagged instead of opened."""
    hint: HintState | None = None
    hints: int = 0
    """Positions for which a hint was asked: any makes the game assisted."""
    page: Page = Page.PLAY
    """The page of controls beside the board."""
    focus: Cell | None = None
    """The cell that a part of a large board is shown around."""
    access: Access = Access.OPEN
    invited: tuple[str, ...] = ()
    """Ids of those who may play on a game that is not open to all."""
    warned: Warned | None = None
    thread: str | None = None
    """Where in the chat the game was started, in a chat that has threads."""
    private: bool = True
    """Whether its chat is one person's."""
    language: str = "en"
    """The language of the player who started it, where the chat has chosen none."""
    lesson: bool = False
    """Whether this is the scripted game that teaches how to play; it counts nowhere."""
    code: str | None = None
    """The code under which its layout is shared."""
    casual: bool = False
    """Whether something besides the rules keeps it out of records, such as a known layout."""
    adjusted: bool = False
    """Whether mines were moved to make a layout that logic solves."""
    scanned: Cell | None = None
    """The cell that the scanner was used on."""
    daily: OnDay | None = None
    """The board of the day at which this is the player's one ranked try."""
    duel: InDuel | None = None
    """The duel that it is played in."""
    tournament: Tournament | None = None
    """The tournament that it is a round of."""
    in_place: bool = False
    """Whether its board is a message that is changed when something is to be told."""
    earned: tuple[tuple[int, str], ...] = ()
    """What was achieved with it: the index of the player who did, and what."""
    no_heirs: tuple[int, ...] = ()
    """Indices of players it is not handed to: they left since, or play as a group or channel."""
    scanned_after: int = 0
    """How many moves had been made when the scanner was used."""

    def time(self, now: int) -> int:
        """Return the playing time at ``now`` in ms."""
        return self.clock.at(now, never_stops=self.never_stops)

    def moving(self, now: int) -> Session:
        """Return the session with its clock running, and its last move ``now``.

        It is casual where the board is of a day that is over: others may have told its mines.
        """
        clock = self.clock.move(now, self.game, never_stops=self.never_stops)
        late = self.daily is not None and is_over(self.daily, now)
        return replace(self, clock=clock, casual=self.casual or late)

    def parked(self, now: int) -> Session:
        """Return the session with its clock and the solver stopped, unless it ``never_stops``."""
        if self.never_stops:
            return self
        return replace(self, clock=self.clock.park(now, self.game), page=Page.PLAY)

    def knew_scan(self, index: int) -> bool:
        """Tell whether the scanner had been used when the move of that index was made."""
        return self.scanned is not None and index >= self.scanned_after

    @property
    def never_stops(self) -> bool:
        """Whether nothing stops the clock: who plays a duel thinks while it runs."""
        return self.duel is not None

    def runs(self, now: int) -> bool:
        """Tell whether the clock runs at ``now``, so that no move has to start it."""
        return self.clock.since is not None and (self.never_stops or not self.clock.idle(now))

    @property
    def duellist(self) -> str | None:
        """The id of who plays it in a duel: they have the first seat, whoever owns it since."""
        return self.players[0] if self.duel is not None else None

    @property
    def has_next_round(self) -> bool:
        """Whether it is a round of a tournament that another one follows."""
        return self.tournament is not None and self.tournament.has_next

    def seat(self, player: Player, *, in_person: bool = True) -> tuple[Session, int]:
        """Return the session with ``player`` among its players, and the player's index."""
        players, names = self.players, self.names
        if player.id not in players:
            players, names = (*players, player.id), (*names, player.name)
        by = players.index(player.id)
        no_heirs = {*self.no_heirs} - {by} if in_person else {*self.no_heirs, by}
        return replace(self, players=players, names=names, no_heirs=tuple(sorted(no_heirs))), by

    def menu_closed(self) -> Session:
        """Return the session with its controls for play, as after a move.

        What the solver does stays at hand: it goes on until it is told to stop.
        """
        watches = self.page in {Page.WATCH, Page.WATCHING}
        return self if watches else replace(self, page=Page.PLAY)

    def is_of(self, player: str) -> bool:
        """Tell whether the player of that id has started this game, or played on it."""
        return player in {self.owner, *self.players}

    def may_play(self, player: str) -> bool:
        """Tell whether the player of that id may play on this game."""
        if self.access is Access.OPEN or player == self.owner:
            return True
        return self.access is Access.INVITED and player in (*self.players, *self.invited)


def spans(end: int) -> list[range]:
    """Return the numbers of all games before ``end`` in spans that are read, or changed, at once.

    A chat may have had any number of games.
    """
    return [range(at, min(at + _AT_ONCE, end)) for at in range(1, end, _AT_ONCE)]


def is_silent(session: Session, now: int) -> bool:
    """Tell whether nobody has moved for a day."""
    return now - session.clock.last > SILENT_MS


class Entry(Struct, frozen=True, array_like=True):
    """An unfinished game in the chat's list."""

    number: int
    name: str | None = None


class Settings(Struct, frozen=True, array_like=True):
    """What a chat has chosen."""

    language: str | None = None
    text_only: bool = False
    """Whether boards are shown as text, without pictures and buttons for cells."""
    theme: str = PICTURE_THEMES[0]
    """How pictures of boards are to look; it may be a look that only a newer version has."""
    pinned: bool = False
    """Whether a new board is pinned to the chat."""
    coordinates: Coordinates = Coordinates.LETTERS
    smart_tap: bool = True
    """Whether a tap on a number chords, or flags what it forces."""
    careful: bool = False
    """Whether what is certainly a mine takes a second tap even where nobody else plays."""
    access: Access = Access.OPEN
    """Who may play on a new game."""
    daily: bool = True
    """Whether a group shows the tables of the day."""
    quiet: Quiet | None = None
    table: bool = False
    """Whether a group is sent the table of each day."""
    boards: int = BOARDS_AT_ONCE
    """Boards that may be played on at once in a group."""

    @property
    def drawn_theme(self) -> str:
        """How pictures of boards look here: as usual where this version has not the look chosen."""
        return self.theme if self.theme in PICTURE_THEMES else PICTURE_THEMES[0]


class ChatState(Struct, frozen=True, array_like=True):
    """What a chat remembers."""

    current: int | None = None
    """The number of the game that was moved on last, or shown to be played on."""
    next_number: int = 1
    games: tuple[Entry, ...] = ()
    """The unfinished games, the one touched last at the end."""
    last_rules: Rules | None = None
    """The rules of the last game, for "again"."""
    settings: Settings = Settings()
    moved_to: str | None = None
    """The id that the platform has given the chat since."""
    origin: str | None = None
    """The id that its tables are kept under, where the chat had another one before."""
    server: str | None = None
    """The server that it is a channel of, where a platform has such."""
    passing: bool = False
    """Whether it is a single message, which is kept for KEEP_PASSING_S."""
    raised: dict[str, int] = {}
    """By another id: how much was added to the numbers of games that came from it or went to it."""
    leaving: bool = False
    """Whether what is kept under this id is still to be brought to where the chat ``moved_to``."""
    coming: str | None = None
    """The id from which games are still to be brought here; until then nothing changes."""

    def tables_id(self, chat: str) -> str:
        """Return the id that the tables of this chat, whose id is ``chat``, are kept under."""
        return self.origin or chat

    @property
    def keeps_s(self) -> int | None:
        """For how many seconds after its last use it is kept, or None for ever."""
        return KEEP_PASSING_S if self.passing else None

    def playing(self, session: Session) -> ChatState:
        """Return the chat with typed moves going to ``session``, whose rules "again" repeats.

        Those of a lesson are not repeated: no other game has such rules.
        """
        rules = self.last_rules if session.lesson else session.game.rules
        return replace(self, current=session.number, last_rules=rules)

    def newest(self, most: int) -> range:
        """Return the numbers of the last games, the newest first, at most so many."""
        return range(self.next_number - 1, max(self.next_number - 1 - most, 0), -1)

    def listing(self, entry: Entry) -> ChatState:
        """Return the chat with ``entry`` in its list, in the place of one of the same number."""
        return replace(self, games=(*self.without(entry.number).games, entry))

    def without(self, number: int) -> ChatState:
        """Return the chat with the game ``number`` struck from its list."""
        return replace(self, games=tuple(e for e in self.games if e.number != number))

    def entry(self, number: int) -> Entry | None:
        """Return the unfinished game ``number``, if there is one."""
        return next((e for e in self.games if e.number == number), None)


def read_chat(documents: Documents, _now: int = 0) -> ChatState:
    """Return what a chat remembers, among its documents."""
    return read_as(documents, CHAT, ChatState) or ChatState()
