"""Seeing: logs without secrets, metrics, and whether the bot lives and is ready."""

from bot.seeing.logs import configure_logs
from bot.seeing.redaction import Redactor

__all__ = ["Redactor", "configure_logs"]
