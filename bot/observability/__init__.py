"""Observability: logs without secrets, metrics, and whether the bot lives and is ready.

The parts that count stand round the bot's ports, put there by the composition root. Logs and spans,
which every process has, are imported from here; what only a worker needs, from its own module.
"""

from bot.observability.logs import configure_logs
from bot.observability.spans import trace_to

__all__ = ["configure_logs", "trace_to"]
