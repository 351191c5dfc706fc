"""Seeing: logs without secrets, metrics, and whether the bot lives and is ready.

The parts that count stand round the bot's ports, put there by the composition root.
"""

from bot.seeing.calls import count_calls, discord_method, telegram_method
from bot.seeing.health import Health
from bot.seeing.logs import configure_logs
from bot.seeing.measured import (
    MeasuredAdvisor,
    MeasuredBackend,
    MeasuredService,
    measured_carry,
)
from bot.seeing.metrics import Metrics
from bot.seeing.spans import trace_to

__all__ = [
    "Health",
    "MeasuredAdvisor",
    "MeasuredBackend",
    "MeasuredService",
    "Metrics",
    "configure_logs",
    "count_calls",
    "discord_method",
    "measured_carry",
    "telegram_method",
    "trace_to",
]
