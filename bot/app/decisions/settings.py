"""Settings: what a chat can choose, and how it is chosen.

A private chat's settings are its player's. A board in a group is one message for all, so it looks
as its administrators have chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.documents.digests import DIGESTS, Digests
from bot.app.documents.effects import DayOver, Redraw
from bot.app.documents.quiet import Quiet, read_quiet
from bot.app.documents.state import MAX_GAMES, PICTURE_THEMES, Settings, is_silent
from bot.app.requests.access import Access
from bot.app.requests.actions import (
    SWITCHES,
    Choice,
    ChooseLanguage,
    SetChoice,
    SetLanguage,
    ShowSettings,
)
from bot.app.requests.button import Button, Row
from bot.app.requests.called import called
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.day import day_of
from bot.app.requests.request import Chat
from bot.app.screens.reply import Reply
from bot.app.screens.settings_usage import allowed_text, is_sent_to, usage_text
from bot.i18n import Text

_OF_A_GROUP: Final = frozenset(
    {Choice.PIN, Choice.ACCESS, Choice.DAILY, Choice.QUIET, Choice.TABLE, Choice.BOARDS}
)
_OF_ONE: Final = frozenset({Choice.SMART_TAP, Choice.CAREFUL})
_NOT_IN_PRINT: Final = frozenset({Choice.TEXT, Choice.THEME, Choice.PIN, Choice.QUIET})
"""What printed boards do not have: another look, a pin, a sound."""
_SWITCHED: Final = {
    Choice.TEXT: "text_only",
    Choice.PIN: "pinned",
    Choice.SMART_TAP: "smart_tap",
    Choice.CAREFUL: "careful",
    Choice.DAILY: "daily",
}
"""What is only on or off, by the field of ``Settings``."""
_DIGITS: Final = 4
_BOARDS: Final = (1, 3, 5, 10, 20, 50)
"""What a button offers in turn; any number up to the most can be typed."""
_ANEW: Final = 20
"""Boards shown anew at once: Telegram takes as many messages of a minute in a group."""


def show(desk: Desk, _action: ShowSettings) -> Reply:
    """Show the settings, with a button for each change to who may; the board's menu is closed."""
    asked = desk.request.game
    session = desk.meant if asked is None else desk.session(asked)
    if session is not None:
        desk.close_menu(session)
    return _shown(desk, desk.chat.settings)


def turn_back_members(desk: Desk) -> None:
    """Raise Declined where administrators choose, and who asks is none."""
    if not desk.request.may_set:
        is_language = isinstance(desk.request.action, SetLanguage | ChooseLanguage)
        key = "language.admins" if is_language else "settings.admins"
        raise Declined(Text(key))


def set_choice(desk: Desk, action: SetChoice) -> Reply:
    """Choose one of the settings: some are for groups only, some for private chats only."""
    here, choice = desk.request.chat, action.choice
    if here.private and choice in _OF_A_GROUP:
        raise Declined(Text("settings.group_only"))
    if not here.private and choice in _OF_ONE:
        raise Declined(Text("settings.private_only"))
    settings = _allowed(desk, choice, action.value)
    if settings is None:
        raise Declined(allowed_text(choice, here))
    if choice is Choice.TABLE and settings.table:
        _note_table(desk)
    return _set(desk, settings)


def _allowed(desk: Desk, choice: Choice, value: str) -> Settings | None:
    """Return the settings with a choice; None where it cannot be had here, or not at ``value``."""
    here = desk.request.chat
    if choice in _NOT_IN_PRINT and not here.in_place:
        return None
    try:
        settings = _chosen(desk, choice, value)
    except (ValueError, KeyError):
        return None
    return settings if is_sent_to(here) or not _takes_sending(settings, choice) else None


def _takes_sending(settings: Settings, choice: Choice) -> bool:
    """Tell whether a choice takes more than answers as it is set."""
    match choice:
        case Choice.TABLE:
            return settings.table
        case Choice.QUIET:
            return settings.quiet is not None
        case Choice.PIN:
            return settings.pinned
        case _:
            return False


def _note_table(desk: Desk) -> None:
    """Have today's table sent at the end of the day, to the part of the chat that asked for it."""
    digests = desk.document(DIGESTS, Digests) or Digests()
    today, thread = day_of(desk.now), desk.request.chat.thread
    desk.keep(DIGESTS, replace(digests, language=desk.language, thread=thread, wished=today))
    desk.after_commit(DayOver(desk.request.chat.id, today))


def _chosen(desk: Desk, choice: Choice, value: str) -> Settings:
    """Return the settings with a choice; ValueError or KeyError for a value it cannot have."""
    settings = desk.chat.settings
    match choice:
        case Choice.THEME:
            changed: dict[str, object] = {"theme": _theme(value)}
        case Choice.COORDINATES:
            changed = {"coordinates": Coordinates(value)}
        case Choice.ACCESS:
            changed = {"access": Access(value)}
        case Choice.BOARDS:
            changed = {"boards": _boards(value)}
        case Choice.QUIET:
            changed = {"quiet": _quiet(value, desk.now)}
        case Choice.TABLE:
            # Who wants to be sent the tables wants to have them.
            on = SWITCHES[value]
            changed = {"table": on, "daily": on or settings.daily}
        case _:
            changed = {_SWITCHED[choice]: SWITCHES[value]}
    return replace(settings, **changed)


def _theme(value: str) -> str:
    """Return the theme called so; raises Declined, with all there are, if there is none."""
    theme = called(value, {f"theme.{each}": each for each in PICTURE_THEMES})
    if theme is None:
        names = tuple(Text(f"theme.{each}") for each in PICTURE_THEMES)
        raise Declined(Text("settings.themes", themes=names))
    return theme


def _quiet(value: str, now: int) -> Quiet | None:
    quiet = None if value == "off" else read_quiet(value, now)
    if quiet is None and value != "off":
        raise ValueError(value)
    return quiet


def _boards(value: str) -> int:
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < _DIGITS else 0
    if not 1 <= number <= MAX_GAMES:
        raise ValueError(value)
    return number


def _set(desk: Desk, settings: Settings) -> Reply:
    before = desk.chat.settings
    desk.write_chat(replace(desk.chat, settings=settings))
    if _look(settings) != _look(before):
        desk.show_current_anew()
    if (settings.coordinates, settings.theme) != (before.coordinates, before.theme):
        # Whatever board is answered, however old, cells are read as they are named now.
        show_others_anew(desk, silent_too=settings.coordinates != before.coordinates)
    return _shown(desk, settings)


def show_others_anew(desk: Desk, *, silent_too: bool = False) -> None:
    """Have the other unfinished boards shown as they look by now, each on its message.

    At most ``_ANEW`` of them, the last one first; with ``silent_too`` also those on which nobody
    has moved for a day. Not for a change that needs new messages, as from pictures to text: all
    boards would then come at once below the current one.
    """
    current = desk.current
    numbers = {entry.number for entry in desk.chat.games} - {current.number if current else 0}
    unfinished = desk.sessions(sorted(numbers))
    played = [each for each in unfinished if silent_too or not is_silent(each, desk.now)]
    played.sort(key=lambda each: each.clock.last, reverse=True)
    for number, place in desk.places([each.number for each in played[:_ANEW]]).items():
        if place is not None:
            desk.after_commit(Redraw(desk.request.chat.id, number))


def _look(settings: Settings) -> tuple[object, ...]:
    """Return the settings that decide how boards look that have been sent already."""
    return settings.text_only, settings.theme, settings.coordinates, settings.smart_tap


def _shown(desk: Desk, settings: Settings) -> Reply:
    here = desk.request.chat
    texts = [Text("settings.title"), *_look_texts(settings, here)]
    texts += _own_texts(settings, here) if here.private else _group_texts(settings, here)
    if not here.in_place:  # there are no buttons
        texts.append(usage_text(here))
    if not desk.request.may_set:
        return Reply((*texts, Text("settings.admins")))
    return Reply(tuple(texts), buttons=_buttons(settings, here))


def _look_texts(settings: Settings, here: Chat) -> Iterator[Text]:
    if here.in_place:
        yield Text(f"settings.boards_{'text' if settings.text_only else 'buttons'}")
        yield Text("settings.theme", theme=Text(f"theme.{settings.drawn_theme}"))
    yield Text("settings.coordinates", how=Text(f"coordinates.{settings.coordinates}"))


def _own_texts(settings: Settings, here: Chat) -> Iterator[Text]:
    how = "" if here.in_place and not settings.text_only else "typed_"
    yield Text(f"settings.{how}tap_{'on' if settings.smart_tap else 'off'}")
    yield Text(f"settings.{how}confirm_on" if settings.careful else "settings.confirm_off")


def _group_texts(settings: Settings, here: Chat) -> Iterator[Text]:
    # What needs more than answers is told of wherever it is on, so that it can be switched off.
    if here.in_place and (settings.pinned or not here.only_answers):
        pinned = "pinned" if here.may_pin else "cannot_pin"
        yield Text(f"settings.{pinned}" if settings.pinned else "settings.not_pinned")
    yield Text("settings.players", who=Text(f"players.{settings.access}"))
    yield Text("settings.boards", count=settings.boards)
    tables = "daily_on" if settings.daily else "daily_off"
    yield Text(f"settings.{'table_on' if settings.daily and settings.table else tables}")
    if not here.in_place:  # where nothing makes a sound
        return
    if settings.quiet is not None:
        yield Text("settings.quiet", hours=str(settings.quiet))
    elif not here.only_answers:
        yield Text("settings.quiet_off")


def _buttons(settings: Settings, here: Chat) -> tuple[Row, ...]:
    boards = "buttons" if settings.text_only else "text"
    theme = _following(PICTURE_THEMES, settings.drawn_theme)
    looks = (
        Button(Text(f"settings.to_{boards}"), _switch(Choice.TEXT, on=settings.text_only)),
        Button(
            Text("settings.to_theme", theme=Text(f"theme.{theme}")), SetChoice(Choice.THEME, theme)
        ),
    )
    how = _following(tuple(Coordinates), settings.coordinates)
    named = Text("settings.to_coordinates", how=Text(f"coordinates.{how}"))
    return (
        looks,
        (Button(named, SetChoice(Choice.COORDINATES, how)),),
        *(_own_buttons(settings) if here.private else _group_buttons(settings, here)),
    )


_LANGUAGE: Final = Button(Text("control.language"), ChooseLanguage())


def _own_buttons(settings: Settings) -> Iterator[Row]:
    yield _LANGUAGE, _switch_button("tap", Choice.SMART_TAP, on=settings.smart_tap)
    yield (_switch_button("confirm", Choice.CAREFUL, on=settings.careful),)


def _group_buttons(settings: Settings, here: Chat) -> Iterator[Row]:
    boards = next((each for each in _BOARDS if each > settings.boards), _BOARDS[0])
    to_boards = Text("settings.to_boards", count=boards)
    yield _LANGUAGE, Button(to_boards, SetChoice(Choice.BOARDS, str(boards)))
    daily = _switch_button("daily", Choice.DAILY, on=settings.daily)
    table = _switch_button("table", Choice.TABLE, on=settings.table)
    yield (daily, table) if settings.table or not here.only_answers else (daily,)
    access = _following(tuple(Access), settings.access)
    to_players = Text("settings.to_players", who=Text(f"players.{access}"))
    yield (Button(to_players, SetChoice(Choice.ACCESS, access)),)
    if settings.pinned or not here.only_answers:
        to_pinned = Text("settings.to_unpinned" if settings.pinned else "settings.to_pinned")
        yield (Button(to_pinned, _switch(Choice.PIN, on=settings.pinned)),)


def _switch_button(word: str, choice: Choice, *, on: bool) -> Button:
    switch = _switch(choice, on=on)
    return Button(Text(f"settings.to_{word}_{switch.value}"), switch)


def _switch(choice: Choice, *, on: bool) -> SetChoice:
    """Return what has a ``choice`` that is ``on`` off, and the other way round."""
    return SetChoice(choice, "off" if on else "on")


def _following(values: tuple[str, ...], value: str) -> str:
    """Return the value after ``value``, around at the end."""
    return values[(values.index(value) + 1) % len(values)]
