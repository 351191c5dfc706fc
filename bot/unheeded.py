"""Unheeded: settings that change nothing: misspelt, without what they go with, or overruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from bot.config import SETTINGS

_GO_WITH: Final = {
    "STORE_WAIT": "REDIS_URL",
    "TELEGRAM_API_URL": "TELEGRAM_TOKEN",
    "TELEGRAM_PER_SECOND": "TELEGRAM_TOKEN",
    "TELEGRAM_WEBHOOK_URL": "TELEGRAM_TOKEN",
    "TELEGRAM_WEBHOOK_LISTEN": "TELEGRAM_WEBHOOK_URL",
    "TELEGRAM_WEBHOOK_SECRET": "TELEGRAM_WEBHOOK_URL",
    "TELEGRAM_WEBHOOK_SECRET_FILE": "TELEGRAM_WEBHOOK_URL",
    "DISCORD_API_URL": "DISCORD_TOKEN",
    "DISCORD_GATEWAY_URL": "DISCORD_TOKEN",
    "DISCORD_PUBLIC_KEY": "DISCORD_HTTP_LISTEN",
    "DISCORD_HTTP_LISTEN": "DISCORD_TOKEN",
    "DISCORD_SHARDS": "DISCORD_TOKEN",
}
"""Settings, each with the one without which it changes nothing."""
_OVERRULED: Final = {
    "DISCORD_GATEWAY_URL": "DISCORD_HTTP_LISTEN",
    "DISCORD_SHARDS": "DISCORD_HTTP_LISTEN",
    **{name: name.removesuffix("_FILE") for name in SETTINGS if name.endswith("_FILE")},
}
"""Settings, each with the one that is heeded in its place."""
_ALIKE: Final = 0.85
"""How similar (by difflib) a name has to be to a setting's to be taken for a misspelt one."""
_OTHERS: Final = "OTEL_"
"""The beginning of the names that OpenTelemetry reads itself."""


def unheeded(env: Mapping[str, str]) -> list[str]:
    """Return a sentence for each setting in ``env`` that changes nothing."""
    return [*_alone(env), *_overruled(env), *_misspelt(env)]


def _alone(env: Mapping[str, str]) -> Iterator[str]:
    for name, other in _GO_WITH.items():
        if _is_set(env, name) and not (_is_set(env, other) or _is_set(env, f"{other}_FILE")):
            yield f"{name} changes nothing without {other}."


def _overruled(env: Mapping[str, str]) -> Iterator[str]:
    for name, other in _OVERRULED.items():
        if _is_set(env, name) and _is_set(env, other):
            yield f"{name} changes nothing where {other} is set."


def _is_set(env: Mapping[str, str], name: str) -> bool:
    return bool(env.get(name, "").strip())


def _misspelt(env: Mapping[str, str]) -> Iterator[str]:
    for name in sorted(env):
        if name in SETTINGS or name.startswith(_OTHERS):
            continue
        for meant in get_close_matches(name.upper(), SETTINGS, 1, _ALIKE):
            yield f"{name} is no setting of the bot. Is {meant} meant?"
