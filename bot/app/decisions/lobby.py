"""Lobby: starting, parking and listing a chat's games."""

from __future__ import annotations

import dataclasses
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.entry import turn_away
from bot.app.decisions.play import press
from bot.app.decisions.room import turn_back_full
from bot.app.documents.duel import InDuel
from bot.app.documents.game_clock import GameClock
from bot.app.documents.seats import others_in
from bot.app.documents.state import ChatState, Entry, Session
from bot.app.documents.tournament import Tournament
from bot.app.documents.undecided import is_left
from bot.app.requests.access import Access
from bot.app.requests.actions import (
    Again,
    Begin,
    ChooseLevel,
    Learn,
    ListGames,
    Load,
    NewGame,
    Press,
    Save,
    ShowBoard,
)
from bot.app.requests.button import Button
from bot.app.requests.day import OnDay
from bot.app.requests.request import Request
from bot.app.requests.wish import Wish, WishError, grant
from bot.app.screens.blindfold import told_open
from bot.app.screens.duel import rival_text
from bot.app.screens.reply import Reply
from bot.app.screens.sizes import level_text, rules_texts, sized
from bot.app.screens.summary import solved_percent
from bot.app.screens.ways import way
from bot.i18n import Text, clean_name, number_in
from core.game import Game
from core.lesson import RULES as LESSON_RULES
from core.move import Open
from core.rules import LEVELS, Level, Rules
from core.typed import plain

_MOST_BUTTONS: Final = 20


def new_game(desk: Desk, action: NewGame) -> Reply:
    """Start a game and park the one before it."""
    return _fresh(desk, granted(desk, action.wish))


def granted(desk: Desk, wish: Wish) -> Rules:
    """Return rules as they are wished; raises Declined when there are none."""
    try:
        return grant(wish, desk.rng)
    except WishError as error:
        raise Declined(error.text) from error


def again(desk: Desk, _action: Again) -> Reply:
    """Start a game with the rules of the one it is asked below, or else of the last one, if any.

    Where there was none, as after a lesson, it is of the default level.
    """
    asked = desk.session(desk.request.game) or _last_here(desk)
    rules = desk.chat.last_rules if asked is None or asked.lesson else asked.game.rules
    return _fresh(desk, rules) if rules else new_game(desk, NewGame())


def _last_here(desk: Desk) -> Session | None:
    """Return the player's own last game in this part of a group, or else anybody's there."""
    if desk.request.chat.private:
        return None
    here = desk.newest_here()
    own = (each for each in here if each.is_of(desk.request.player.id))
    return next(own, next(iter(here), None))


def learn(desk: Desk, _action: Learn) -> Reply:
    """Start the scripted game that teaches how to play."""
    return start(desk, Game.new(LESSON_RULES), (), Kept(lesson=True))


def begin(desk: Desk, action: Begin) -> Reply:
    """Open a cell of a board that was sent before there was a game, which starts with it.

    Whoever comes second to such a board finds the game that the first one started.
    """
    if desk.current is None:
        size = action.rows, action.cols, action.mines
        new_game(desk, NewGame(dataclasses.replace(action.wish, size=size)))
    # Its button can be forged where the game is somebody else's.
    turn_away(desk)
    return press(desk, Press(Open(action.cell), 0))


def choose_level(_desk: Desk, action: ChooseLevel) -> Reply:
    """List the levels, a button for each, and one for the same levels with or without guessing."""
    buttons = [_level_button(level, no_guess=action.no_guess) for level in LEVELS.values()]
    rows = [tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2)]
    other = "levels.guessing" if action.no_guess else "levels.no_guess"
    rows.append((Button(Text(other), ChooseLevel(not action.no_guess)),))
    title = "levels.title_no_guess" if action.no_guess else "levels.title"
    return Reply((Text(title), Text("levels.own")), buttons=tuple(rows))


def _level_button(level: Level, *, no_guess: bool) -> Button:
    return Button(level_text(level), NewGame(Wish(level=level.name, no_guess=no_guess)))


def _fresh(desk: Desk, rules: Rules) -> Reply:
    here, tapped = desk.request.chat, not (desk.chat.settings.text_only or rules.blindfold)
    texts = rules_texts(rules, tapped=here.passing)
    return start(desk, Game.new(rules), (*texts, way(here, tapped=tapped)))


class Kept(Struct, frozen=True):
    """What a session knows from its start beside its game: fields of ``Session``."""

    lesson: bool = False
    code: str | None = None
    casual: bool = False
    adjusted: bool = False
    daily: OnDay | None = None
    duel: InDuel | None = None
    tournament: Tournament | None = None


_NOTHING_KEPT: Final = Kept()


def start(desk: Desk, game: Game, texts: tuple[Text, ...], kept: Kept = _NOTHING_KEPT) -> Reply:
    """Start ``game``, which may have its first cell open, and park the one before it.

    Raises Declined where there is no room for it.
    """
    turn_back_full(desk)
    desk.park_current()
    session = _new_session(desk, game, kept)
    chat, server = desk.chat.playing(session), desk.request.chat.server
    desk.write_chat(replace(chat, next_number=session.number + 1, server=server))
    desk.write_session(session)
    if game.rules.blindfold:
        texts = (*texts, Text("newgame.blindfold"), *told_open(game))
    screen = desk.screen(session)
    if screen.at_stake and kept.daily is None:  # a board of the day has said so
        is_tapped = desk.request.chat.passing
        texts = (*texts, Text("hint.assisted" if is_tapped else "newgame.hint_price"))
    return Reply(texts, screen)


def _new_session(desk: Desk, game: Game, kept: Kept) -> Session:
    """Return the session of ``game``; whose first cell is open already, that was by who asks."""
    chat, request = desk.chat, desk.request
    session = Session(
        chat.next_number,
        request.player.id,
        game,
        clock=GameClock(last=desk.now),
        thread=request.chat.thread,
        private=request.chat.private,
        language=request.spoken,
        in_place=request.chat.in_place,
        access=_access(chat, request, kept),
        focus=game.first_cell,  # which may be far from where others are
        **asdict(kept),
    )
    seated, _ = session.seat(request.player, in_person=request.in_person)
    return seated if game.history else session


def _access(chat: ChatState, request: Request, kept: Kept) -> Access:
    """Return who may play on a new game: in a duel everybody has a board of their own."""
    if kept.duel is not None:
        return Access.SOLO
    # Who does not write in person would be shut out too.
    is_for_all = kept.tournament is not None or not request.in_person
    return Access.OPEN if is_for_all else chat.settings.access


def save(desk: Desk, action: Save) -> Reply:
    """Park the current game under a name."""
    session, name = desk.asked, clean_name(action.name)
    if session.game.outcome:
        raise Declined(Text("game.none"))
    if session.never_stops:
        raise Declined(Text("duel.no_save"))
    taken = _find(desk, name)
    if taken and taken.number != session.number:
        raise Declined(Text("save.taken", name=name))
    desk.write_session(session.parked(desk.now))
    chat = desk.chat.listing(Entry(session.number, name))
    desk.write_chat(chat if chat.current != session.number else replace(chat, current=None))
    return Reply((Text("save.done", name=name),))


def load(desk: Desk, action: Load) -> Reply:
    """Make a parked game the current one; its clock starts again with the next move."""
    name = clean_name(action.name)
    entry = _find(desk, name)
    if entry is None:
        raise Declined(Text("load.unknown", name=name))
    session = desk.session(entry.number)
    if session is None:
        desk.write_chat(desk.chat.without(entry.number))
        return Reply((Text("load.unknown", name=name),), private=True)
    if not is_left(session, desk.now):  # else it is loaded to be taken over
        turn_away(desk, session)
    is_elsewhere = session.thread != desk.request.chat.thread
    if is_elsewhere and _others_play(desk, session):
        raise Declined(Text("load.elsewhere", game=_title(entry)))
    _leave_for(desk, session)
    if is_elsewhere:
        session = replace(session, thread=desk.request.chat.thread)
        desk.write_session(session)
    session = desk.close_menu(session)
    desk.write_chat(desk.chat.playing(session))
    stands = Text("load.done", game=_title(entry))
    back = Text("greet.back") if session.runs(desk.now) else stands
    return Reply((back,), desk.screen(session))


def _others_play(desk: Desk, session: Session) -> bool:
    """Tell whether others are playing a game, whose board is not to be taken away from them."""
    return bool(others_in(session, desk.request.player.id)) and not session.clock.idle(desk.now)


def go_back_to(desk: Desk, session: Session) -> Reply:
    """Show a running game that was asked for in another way; typed moves go to it again."""
    _leave_for(desk, session)
    desk.make_current(session)
    return Reply((Text("greet.back"),), desk.screen(session))


def _leave_for(desk: Desk, session: Session) -> None:
    """Park the current game, if that is another one."""
    here = desk.current
    if here is not None and here.number != session.number:
        desk.park_current()


def _find(desk: Desk, name: str) -> Entry | None:
    """Return the unfinished game of that name, or else of that number, as it is or is listed."""
    games, number = desk.chat.games, number_in(name, "games.number") or plain(name).lstrip("#")
    named = (e for e in games if e.name and e.name.casefold() == name.casefold())
    numbered = (e for e in games if number == str(e.number))
    return next(named, None) or next(numbered, None)


def list_games(desk: Desk, _action: ListGames) -> Reply:
    """List the chat's unfinished games, the one touched last first."""
    desk.sessions([entry.number for entry in desk.chat.games])
    lines = [_line(desk, entry) for entry in reversed(desk.chat.games)]
    if not lines:
        return Reply((Text("games.none"),))
    texts = (Text("games.title", count=len(lines)), *lines, Text("games.how"))
    newest = [entry.number for entry in reversed(desk.chat.games)][:_MOST_BUTTONS]
    buttons = [Button(Text("games.show", number=n), ShowBoard(), n) for n in newest]
    rows = tuple(tuple(buttons[at : at + 4]) for at in range(0, len(buttons), 4))
    return Reply(texts, buttons=rows, places=desk.places(newest))


def _line(desk: Desk, entry: Entry) -> Text:
    session = desk.session(entry.number)
    if session is None:
        return Text("games.lost", game=_title(entry))
    return Text(
        "games.line",
        game=_title(entry),
        **sized(session.game.rules),
        solved=solved_percent(session.game),
        state=_state(desk, session, entry),
    )


def _state(desk: Desk, session: Session, entry: Entry) -> Text:
    if session.duel is not None:  # no duel is ever parked
        return Text("games.current") if session.duel.rival else rival_text(session.duel)
    clock = session.clock
    is_played = session.number == desk.chat.current or session.runs(desk.now)
    if not (desk.request.chat.private or entry.name or clock.since or clock.played):
        # In a group others begin their games, and play on them, whichever one typed moves go to.
        is_played = is_played or clock.is_recent(desk.now)
    return Text("games.current" if is_played else "games.parked")


def _title(entry: Entry) -> Text:
    if entry.name is None:
        return Text("games.number", number=entry.number)
    return Text("games.name", number=entry.number, name=entry.name)
