"""Settings: what a chat can choose, and how it is chosen.

A private chat's settings are its player's. A board in a group is one message for all, so it looks
as its administrators have chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.app.decisions.desk import Declined, Desk
from bot.app.documents.digests import DIGESTS, Digests
from bot.app.documents.effects import DayOver, Redraw
from bot.app.documents.quiet import read_quiet
from bot.app.documents.state import MAX_GAMES, Settings, is_silent
from bot.app.requests.access import Access
from bot.app.requests.actions import (
    SWITCHES,
    Choice,
    ChooseLanguage,
    SetChoice,
    SetLanguage,
    SetPinned,
    SetTextOnly,
    SetTheme,
    ShowSettings,
)
from bot.app.requests.button import Button, Row
from bot.app.requests.called import called
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.day import day_of
from bot.app.requests.request import Chat
from bot.app.screens.screen import Reply
from bot.app.screens.settings_usage import allowed_text, is_sent_to, usage_text
from bot.i18n import Text

PICTURE_THEMES: Final = ("classic", "dark", "high_contrast", "colour_blind", "moon")
"""The looks that pictures of boards come in."""
_OF_A_GROUP: Final = frozenset(
    {Choice.ACCESS, Choice.DAILY, Choice.QUIET, Choice.TABLE, Choice.BOARDS}
)
_OF_ONE: Final = frozenset({Choice.SMART_TAP, Choice.CAREFUL})
_DIGITS: Final = 4
_BOARDS: Final = (1, 3, 5, 10, 20, 50)
"""What a button offers in turn; any number up to the most can be typed."""
_ANEW: Final = 20
"""Boards shown anew at once: Telegram takes as many messages of a minute in a group."""


def show(desk: Desk, _action: ShowSettings) -> Reply:
    """Show the settings, with a button for each change to who may; the board's menu is closed."""
    asked = desk.request.game
    session = desk.meant if asked is None else desk.session(asked)
    if session is not None and not session.game.outcome:
        desk.close_menu(session)
    return _shown(desk, desk.chat.settings)


def turn_back_members(desk: Desk) -> None:
    """Raise Declined where administrators choose, and who asks is none."""
    if not desk.request.may_set:
        is_language = isinstance(desk.request.action, SetLanguage | ChooseLanguage)
        key = "language.admins" if is_language else "settings.admins"
        raise Declined(Reply((Text(key),), private=True))


def set_text_only(desk: Desk, action: SetTextOnly) -> Reply:
    """Choose boards as text, or with pictures and buttons."""
    _refuse_looks_in_print(desk)
    return _set(desk, replace(desk.chat.settings, text_only=action.on))


def set_theme(desk: Desk, action: SetTheme) -> Reply:
    """Choose how pictures of boards look."""
    _refuse_looks_in_print(desk)
    theme = called(action.theme, {f"theme.{each}": each for each in PICTURE_THEMES})
    if theme is None:
        names = tuple(Text(f"theme.{each}") for each in PICTURE_THEMES)
        raise Declined(Reply((Text("settings.themes", themes=names),), private=True))
    return _set(desk, replace(desk.chat.settings, theme=theme))


def set_pinned(desk: Desk, action: SetPinned) -> Reply:
    """Choose whether new boards are pinned, where there are others and something can be."""
    here = desk.request.chat
    if here.private:
        raise Declined(Reply((Text("settings.group_only"),), private=True))
    if not here.in_place or (action.on and here.only_answers):
        raise Declined(Reply((Text("settings.no_pin"),), private=True))
    return _set(desk, replace(desk.chat.settings, pinned=action.on))


def set_choice(desk: Desk, action: SetChoice) -> Reply:
    """Choose one of the other settings: some are for groups only, some for private chats only."""
    here, private = desk.request.chat, desk.request.chat.private
    if action.choice in (_OF_A_GROUP if private else _OF_ONE):
        key = "settings.group_only" if private else "settings.private_only"
        raise Declined(Reply((Text(key),), private=True))
    if action.choice is Choice.QUIET and not here.in_place:
        raise Declined(Reply((Text("settings.no_quiet"),), private=True))
    try:
        settings = _chosen(desk, action.choice, action.value)
    except (ValueError, KeyError) as error:
        raise Declined(Reply((allowed_text(action.choice, here),), private=True)) from error
    if action.choice is Choice.QUIET and settings.quiet is not None and here.only_answers:
        raise Declined(Reply((Text("settings.no_quiet"),), private=True))
    if action.choice is Choice.TABLE:
        if settings.table and not is_sent_to(here):
            raise Declined(Reply((Text("settings.no_sending"),), private=True))
        _note_table(desk, on=settings.table)
    return _set(desk, settings)


def _refuse_looks_in_print(desk: Desk) -> None:
    """Decline a choice about pictures or buttons where boards are printed, which have neither."""
    if not desk.request.chat.in_place:
        raise Declined(Reply((Text("settings.printed"),), private=True))


def _note_table(desk: Desk, *, on: bool) -> None:
    """Have today's table sent at the end of the day, to the part of the chat that asked for it."""
    digests = desk.document(DIGESTS, Digests) or Digests()
    today, thread = day_of(desk.now), desk.request.chat.thread
    desk.keep(DIGESTS, replace(digests, language=desk.language, thread=thread, wished=today))
    if on:
        desk.after_commit(DayOver(desk.request.chat.id, today))


def _chosen(desk: Desk, choice: Choice, value: str) -> Settings:
    """Return the settings with a choice; ValueError or KeyError for a value it cannot have."""
    settings = desk.chat.settings
    match choice:
        case Choice.COORDINATES:
            return replace(settings, coordinates=Coordinates(value))
        case Choice.ACCESS:
            return replace(settings, access=Access(value))
        case Choice.SMART_TAP:
            return replace(settings, smart_tap=SWITCHES[value])
        case Choice.CAREFUL:
            return replace(settings, careful=SWITCHES[value])
    return _chosen_by_group(settings, choice, value, desk.now)


def _chosen_by_group(settings: Settings, choice: Choice, value: str, now: int) -> Settings:
    match choice:
        case Choice.DAILY:
            return replace(settings, daily=SWITCHES[value])
        case Choice.TABLE:
            # Who wants to be sent the tables wants to have them.
            on = SWITCHES[value]
            return replace(settings, table=on, daily=on or settings.daily)
        case Choice.BOARDS:
            return replace(settings, boards=_boards(value))
    quiet = None if value == "off" else read_quiet(value, now)
    if quiet is None and value != "off":
        raise ValueError(value)
    return replace(settings, quiet=quiet)


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
        yield Text("settings.theme", theme=Text(f"theme.{settings.theme}"))
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
    theme = _following(PICTURE_THEMES, settings.theme)
    looks = (
        Button(Text(f"settings.to_{boards}"), SetTextOnly(not settings.text_only)),
        Button(Text("settings.to_theme", theme=Text(f"theme.{theme}")), SetTheme(theme)),
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
    yield _LANGUAGE, _switch("tap", Choice.SMART_TAP, on=settings.smart_tap)
    yield (_switch("confirm", Choice.CAREFUL, on=settings.careful),)


def _group_buttons(settings: Settings, here: Chat) -> Iterator[Row]:
    boards = next((each for each in _BOARDS if each > settings.boards), _BOARDS[0])
    to_boards = Text("settings.to_boards", count=boards)
    yield _LANGUAGE, Button(to_boards, SetChoice(Choice.BOARDS, str(boards)))
    daily = _switch("daily", Choice.DAILY, on=settings.daily)
    table = _switch("table", Choice.TABLE, on=settings.table)
    yield (daily, table) if settings.table or not here.only_answers else (daily,)
    access = _following(tuple(Access), settings.access)
    to_players = Text("settings.to_players", who=Text(f"players.{access}"))
    yield (Button(to_players, SetChoice(Choice.ACCESS, access)),)
    if settings.pinned or not here.only_answers:
        to_pinned = Text("settings.to_unpinned" if settings.pinned else "settings.to_pinned")
        yield (Button(to_pinned, SetPinned(not settings.pinned)),)


def _switch(word: str, choice: Choice, *, on: bool) -> Button:
    value = "off" if on else "on"
    return Button(Text(f"settings.to_{word}_{value}"), SetChoice(choice, value))


def _following(values: tuple[str, ...], value: str) -> str:
    """Return the value after ``value``, around at the end; the second after an unknown one."""
    at = values.index(value) if value in values else 0
    return values[(at + 1) % len(values)]
