"""Lobby: starting, parking and listing a chat's games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.app.actions import (
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
    Wish,
)
from bot.app.button import Button
from bot.app.desk import Desk
from bot.app.play import press
from bot.app.screen import Reply
from bot.app.state import MAX_GAMES, Entry, Session
from bot.app.summary import solved_percent
from bot.app.wish import WishError, grant
from bot.i18n import Text, clean_name
from core.game import Game
from core.lesson import RULES as LESSON_RULES
from core.move import Open
from core.rules import LEVELS, FirstOpen, Level, Rules, level_name

_MOST_BUTTONS: Final = 20


def new_game(desk: Desk, action: NewGame) -> Reply:
    """Start a game and park the one before it."""
    try:
        return _start(desk, grant(action.wish, desk.rng))
    except WishError as error:
        return Reply((error.text,))


def again(desk: Desk, _action: Again) -> Reply:
    """Start a game with the rules of the last one."""
    rules = desk.chat.last_rules
    return _start(desk, rules) if rules else Reply((Text("game.none"),), private=True)


def learn(desk: Desk, _action: Learn) -> Reply:
    """Start the scripted game that teaches how to play."""
    return _start(desk, LESSON_RULES, lesson=True)


def begin(desk: Desk, action: Begin) -> Reply:
    """Open a cell of a board that was sent before there was a game, which starts with it.

    Whoever comes second to such a board finds the game that the first one started.
    """
    if desk.current is None:
        started = new_game(desk, NewGame(Wish(size=(action.rows, action.cols, action.mines))))
        if started.screen is None:
            return started
    return press(desk, Press(Open(action.cell), 0))


def choose_level(_desk: Desk, _action: ChooseLevel) -> Reply:
    """List the levels, a button for each."""
    buttons = [_level_button(level) for level in LEVELS.values()]
    rows = [tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2)]
    return Reply((Text("levels.title"), Text("levels.own")), buttons=tuple(rows))


def _level_button(level: Level) -> Button:
    mines = f"{level.mines}–{level.most_mines}" if level.most_mines else str(level.mines)
    label = Text(
        "levels.button",
        level=Text(f"level.{level.name}"),
        rows=level.rows,
        cols=level.cols,
        mines=mines,
    )
    return Button(label, NewGame(Wish(level=level.name)))


def _start(desk: Desk, rules: Rules, *, lesson: bool = False) -> Reply:
    if len(desk.chat.games) >= MAX_GAMES:
        return Reply((Text("newgame.too_many", limit=MAX_GAMES),))
    desk.park_current()
    chat = desk.chat
    session = Session(
        chat.next_number,
        desk.request.player.id,
        Game.new(rules),
        thread=desk.request.chat.thread,
        private=desk.request.chat.private,
        language=desk.readers_language,
        lesson=lesson,
    )
    desk.write_chat(
        replace(
            chat,
            current=session.number,
            next_number=chat.next_number + 1,
            last_rules=chat.last_rules if lesson else rules,
        )
    )
    desk.write_session(session)
    screen = desk.screen(session)
    texts = () if lesson else (*_rules_texts(rules), Text("newgame.how"))
    return Reply((*texts, Text("newgame.hint_price")) if screen.at_stake else texts, screen)


def _rules_texts(rules: Rules) -> Iterator[Text]:
    yield Text(
        "newgame.started",
        level=Text(f"level.{level_name(rules)}"),
        rows=rules.rows,
        cols=rules.cols,
        mines=rules.mines,
    )
    if rules.first_open is FirstOpen.SAFE:
        yield Text("newgame.safe")
    if rules.lives > 1:
        yield Text("newgame.lives", count=rules.lives)
    if rules.undo:
        yield Text("newgame.casual")


def save(desk: Desk, action: Save) -> Reply:
    """Park the current game under a name."""
    session, name = desk.asked, clean_name(action.name)
    if session.game.outcome:
        return Reply((Text("game.none"),), private=True)
    taken = _find(desk, name)
    if taken and taken.number != session.number:
        return Reply((Text("save.taken", name=name),))
    desk.write_session(replace(session, clock=session.clock.park(desk.now)))
    chat = desk.chat.listing(Entry(session.number, name))
    desk.write_chat(replace(chat, current=None))
    return Reply((Text("save.done", name=name),))


def load(desk: Desk, action: Load) -> Reply:
    """Make a parked game the current one; its clock starts again with the next move."""
    name = clean_name(action.name)
    entry = _find(desk, name)
    if entry is None:
        return Reply((Text("load.unknown", name=name),))
    if entry.number != desk.chat.current:
        desk.park_current()
    session = desk.session(entry.number)
    if session is None:
        desk.write_chat(desk.chat.without(entry.number))
        return Reply((Text("load.unknown", name=name),))
    desk.write_chat(replace(desk.chat, current=session.number, last_rules=session.game.rules))
    return Reply((Text("load.done", game=_title(entry)),), desk.screen(session))


def _find(desk: Desk, name: str) -> Entry | None:
    """Return the unfinished game of that name, or else of that number."""
    games = desk.chat.games
    named = (e for e in games if e.name and e.name.casefold() == name.casefold())
    numbered = (e for e in games if name.lstrip("#") == str(e.number))
    return next(named, None) or next(numbered, None)


def list_games(desk: Desk, _action: ListGames) -> Reply:
    """List the chat's unfinished games, the one touched last first."""
    lines = [_line(desk, entry) for entry in reversed(desk.chat.games)]
    if not lines:
        return Reply((Text("games.none"),))
    texts = (Text("games.title", count=len(lines)), *lines, Text("games.how"))
    newest = [entry.number for entry in reversed(desk.chat.games)][:_MOST_BUTTONS]
    buttons = [Button(Text("games.show", number=n), ShowBoard(), n) for n in newest]
    rows = tuple(tuple(buttons[at : at + 4]) for at in range(0, len(buttons), 4))
    return Reply(texts, buttons=rows, places={n: desk.place(n) for n in newest})


def _line(desk: Desk, entry: Entry) -> Text:
    session = desk.session(entry.number)
    if session is None:
        return Text("games.lost", game=_title(entry))
    rules = session.game.rules
    return Text(
        "games.line",
        game=_title(entry),
        level=Text(f"level.{level_name(rules)}"),
        rows=rules.rows,
        cols=rules.cols,
        mines=rules.mines,
        solved=solved_percent(session.game),
        state=Text("games.current" if entry.number == desk.chat.current else "games.parked"),
    )


def _title(entry: Entry) -> Text:
    if entry.name is None:
        return Text("games.number", number=entry.number)
    return Text("games.name", number=entry.number, name=entry.name)
