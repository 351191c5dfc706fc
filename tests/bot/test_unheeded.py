"""Unheeded: what an operator has set in vain is said."""

from __future__ import annotations

import pytest

from bot.config import SETTINGS
from bot.unheeded import unheeded


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"TELEGRAM_TOKN": "1:a"}, "TELEGRAM_TOKN is no setting of the bot. Is TELEGRAM_TOKEN"),
        ({"HINT_MSEC": "9"}, "HINT_MSEC is no setting of the bot. Is HINT_MS meant?"),
        ({"DISCORD_SHARDS": "0/2"}, "DISCORD_SHARDS changes nothing without DISCORD_TOKEN."),
        (
            {"DISCORD_TOKEN": "x", "DISCORD_PUBLIC_KEY": "ab"},
            "DISCORD_PUBLIC_KEY changes nothing without DISCORD_HTTP_LISTEN.",
        ),
    ],
)
def test_set_in_vain(env: dict[str, str], said: str) -> None:
    """A misspelt name, and one without the setting that it goes with, are named, not their values.

    A value may be a secret.
    """
    (sentence,) = unheeded(env)
    assert sentence.startswith(said)


def test_nothing_to_say() -> None:
    """Complete settings, empty ones and what is other programs' give no sentence."""
    assert unheeded(dict.fromkeys(SETTINGS, "x")) == []
    assert unheeded(dict.fromkeys(SETTINGS, "")) == []
    others = ("PATH", "LANG", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SERVICE_NAME")
    assert unheeded(dict.fromkeys(others, "x")) == []
    assert unheeded({"TELEGRAM_TOKEN_FILE": "f", "TELEGRAM_PER_SECOND": "50"}) == []
