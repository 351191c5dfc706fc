"""Terminal: a chat in a terminal, or plain lines on a pipe."""

from bot.platforms.terminal.chat import TerminalChat, player_called
from bot.platforms.terminal.lines import Lines, PipeLines, PromptLines
from bot.platforms.terminal.view import View

__all__ = ["Lines", "PipeLines", "PromptLines", "TerminalChat", "View", "player_called"]
