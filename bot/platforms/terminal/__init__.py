"""Terminal: a chat in a terminal, or plain lines on a pipe."""

from bot.platforms.terminal.chat import TerminalChat, player_called
from bot.platforms.terminal.console import (
    CannotSpeakError,
    has_colours,
    is_interactive,
    speak,
    spoken_language,
    take_any_text,
)
from bot.platforms.terminal.lines import Lines, PipeLines
from bot.platforms.terminal.view import View

__all__ = [
    "CannotSpeakError",
    "Lines",
    "PipeLines",
    "TerminalChat",
    "View",
    "has_colours",
    "is_interactive",
    "player_called",
    "speak",
    "spoken_language",
    "take_any_text",
]
