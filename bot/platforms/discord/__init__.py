"""Discord: through discord.py, with plain payloads instead of its View objects."""

from bot.platforms.discord.bot import DiscordBot
from bot.platforms.discord.shards import ShardState

__all__ = ["DiscordBot", "ShardState"]
