"""What workers have logged is counted as the bot writes it."""

from __future__ import annotations

from logging import makeLogRecord
from pathlib import Path

from bot.observability.logs import JsonFormatter
from bot.observability.redaction import Redactor
from tests.soak.logged import complaints


def test_kinds(tmp_path: Path) -> None:
    """Records count by what they are about, whatever else they tell; other lines as they are."""
    told = [("a board was not shown: %s", "one"), ("a board was not shown: %s", "two"), ("away",)]
    records = [makeLogRecord({"msg": text, "args": tuple(args)}) for text, *args in told]
    records.append(makeLogRecord({"msg": "away", "left_out": 30}))
    lines = [*map(JsonFormatter(Redactor([])).format, records), "Traceback"]
    log = tmp_path / "log"
    log.write_text("\n".join(lines), encoding="utf-8")
    assert complaints(log) == {"a board was not shown: %s": 2, "away": 32, "Traceback": 1}
