"""What of many records is written to a log."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.observability.logs import Sparing


def written(records: Iterable[logging.LogRecord]) -> str:
    """Return the messages, line by line, of those of ``records`` that a worker writes."""
    return "\n".join(each.getMessage() for each in filter(Sparing().filter, records))
