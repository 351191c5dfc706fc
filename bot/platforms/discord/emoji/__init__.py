"""The application's emoji: boards and buttons in the look of a theme, where they are uploaded.

``python -m bot.platforms.discord.emoji`` uploads them.
"""

from bot.platforms.discord.emoji.board import emoji_board
from bot.platforms.discord.emoji.buttons import LABELS, refuses_emoji, without_emoji
from bot.platforms.discord.emoji.sets import Emoji, EmojiSet, EmojiSets

__all__ = [
    "LABELS",
    "Emoji",
    "EmojiSet",
    "EmojiSets",
    "emoji_board",
    "refuses_emoji",
    "without_emoji",
]
