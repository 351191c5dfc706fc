"""Unheeded: settings that have no effect are reported to the operator."""

from __future__ import annotations

import pytest

from bot.config import SETTINGS
from bot.unheeded import unheeded


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"TELEGRAM_TOKN": "1:a"}, "TELEGRAM_TOKN is no setting of the bot. Is TELEGRAM_TOKEN"),
        (
            {"DISCORD_TOKEN_FIL": "f"},
            "DISCORD_TOKEN_FIL is no setting of the bot. Is DISCORD_TOKEN_",
        ),
        ({"HINT_MSEC": "9"}, "HINT_MSEC is no setting of the bot. Is HINT_MS meant?"),
        ({"hint_ms": "9"}, "hint_ms is no setting of the bot. Is HINT_MS meant?"),
        ({"STORE_WAIT": "1,500"}, "STORE_WAIT changes nothing without REDIS_URL."),
        ({"DISCORD_SHARDS": "0/2"}, "DISCORD_SHARDS changes nothing without DISCORD_TOKEN."),
        (
            {"TELEGRAM_TOKEN": " ", "TELEGRAM_TOKEN_FILE": "\t", "TELEGRAM_PER_SECOND": "50"},
            "TELEGRAM_PER_SECOND changes nothing without TELEGRAM_TOKEN.",
        ),
        (
            {"DISCORD_TOKEN": "x", "DISCORD_PUBLIC_KEY": "ab"},
            "DISCORD_PUBLIC_KEY changes nothing without DISCORD_HTTP_LISTEN.",
        ),
        (
            {"DISCORD_TOKEN": "x", "DISCORD_HTTP_LISTEN": "h:1", "DISCORD_SHARDS": "0/2"},
            "DISCORD_SHARDS changes nothing where DISCORD_HTTP_LISTEN is set.",
        ),
        (
            {"TELEGRAM_TOKEN": "1:a", "TELEGRAM_TOKEN_FILE": "new"},
            "TELEGRAM_TOKEN_FILE changes nothing where TELEGRAM_TOKEN is set.",
        ),
    ],
)
def test_set_in_vain(env: dict[str, str], said: str) -> None:
    """A setting misspelt, overruled or lacking its companion is named, never its value.

    A value may be a secret.
    """
    (sentence,) = unheeded(env)
    assert sentence.startswith(said)


def test_nothing_to_say() -> None:
    """Complete settings, empty ones and other programs' variables give no sentence."""
    by_gateway = {each for each in SETTINGS if not each.endswith(("_FILE", "_LISTEN", "_KEY"))}
    by_http = set(SETTINGS) - {"DISCORD_SHARDS", "DISCORD_GATEWAY_URL"}
    by_files = by_http - {each.removesuffix("_FILE") for each in by_http if each.endswith("_FILE")}
    assert [unheeded(dict.fromkeys(some, "x")) for some in (by_gateway, by_files)] == [[], []]
    assert [unheeded(dict.fromkeys(SETTINGS, blank)) for blank in ("", " ")] == [[], []]
    others = ("PATH", "LANG", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SERVICE_NAME")
    assert unheeded(dict.fromkeys(others, "x")) == []
    assert unheeded({"TELEGRAM_TOKEN_FILE": "f", "TELEGRAM_PER_SECOND": "50"}) == []
