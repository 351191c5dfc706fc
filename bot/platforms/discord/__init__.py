"""Discord: through discord.py, with plain payloads instead of its View objects."""

from bot.platforms.discord.bot import DiscordBot
from bot.platforms.discord.outage import DiscordRefused

__all__ = ["DiscordBot", "DiscordRefused"]
