"""Discord: through discord.py, with plain payloads instead of its View objects."""

from bot.platforms.discord.bot import DiscordBot

__all__ = ["DiscordBot"]
