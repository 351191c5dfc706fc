"""Settings: what a chat can choose, and how it is chosen."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.actions import (
    ChooseLanguage,
    SetPinned,
    SetTextOnly,
    SetTheme,
    ShowSettings,
)
from bot.app.button import Button
from bot.app.desk import Desk
from bot.app.screen import Reply
from bot.app.state import Settings
from bot.i18n import Text

PICTURE_THEMES: Final = ("classic", "dark", "high_contrast", "colour_blind", "moon")
"""The looks that pictures of boards come in."""


def show(desk: Desk, _action: ShowSettings) -> Reply:
    """Show the settings with a button for each change."""
    return _shown(desk.chat.settings, private=desk.request.chat.private)


def set_text_only(desk: Desk, action: SetTextOnly) -> Reply:
    """Choose boards as text, or with pictures and buttons."""
    return _set(desk, replace(desk.chat.settings, text_only=action.on))


def set_theme(desk: Desk, action: SetTheme) -> Reply:
    """Choose how pictures of boards look."""
    theme = action.theme if action.theme in PICTURE_THEMES else PICTURE_THEMES[0]
    return _set(desk, replace(desk.chat.settings, theme=theme))


def set_pinned(desk: Desk, action: SetPinned) -> Reply:
    """Choose whether new boards are pinned."""
    return _set(desk, replace(desk.chat.settings, pinned=action.on))


def _set(desk: Desk, settings: Settings) -> Reply:
    desk.write_chat(replace(desk.chat, settings=settings))
    return _shown(settings, private=desk.request.chat.private)


def _shown(settings: Settings, *, private: bool) -> Reply:
    boards = "text" if settings.text_only else "buttons"
    theme = Text(f"theme.{settings.theme}")
    texts = [Text("settings.title"), Text(f"settings.boards_{boards}")]
    texts.append(Text("settings.theme", theme=theme))
    if not private:
        texts.append(Text("settings.pinned" if settings.pinned else "settings.not_pinned"))
    return Reply(tuple(texts), buttons=_buttons(settings, private=private))


def _buttons(settings: Settings, *, private: bool) -> tuple[tuple[Button, ...], ...]:
    boards = "buttons" if settings.text_only else "text"
    at = PICTURE_THEMES.index(settings.theme) if settings.theme in PICTURE_THEMES else 0
    following = PICTURE_THEMES[(at + 1) % len(PICTURE_THEMES)]
    rows = [
        (
            Button(Text(f"settings.to_{boards}"), SetTextOnly(not settings.text_only)),
            Button(
                Text("settings.to_theme", theme=Text(f"theme.{following}")), SetTheme(following)
            ),
        ),
        (Button(Text("control.language"), ChooseLanguage()),),
    ]
    if not private:
        key = "settings.to_unpinned" if settings.pinned else "settings.to_pinned"
        rows.append((Button(Text(key), SetPinned(not settings.pinned)),))
    return tuple(rows)
