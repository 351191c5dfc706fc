"""Configuration: settings from the environment, checked before anything starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SCHEMES: Final = ("redis", "rediss", "unix", "memory")
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_MAX_HINT_MS: Final = 900
"""A hint never takes over a second, the way to the player included."""


class ConfigError(ValueError):
    """Raised when settings cannot be used; ``problems`` has a sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        """Keep the sentences."""
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, as ``.env.example`` documents them."""

    redis_url: str | None
    data_dir: Path
    hint_ms: int
    log_level: str

    @classmethod
    def read(cls, env: Mapping[str, str]) -> Config:
        """Return the settings of ``env``; ConfigError names everything that is wrong with them."""
        problems: list[str] = []
        config = cls(
            redis_url=_redis_url(env, problems),
            data_dir=_data_dir(env),
            hint_ms=_hint_ms(env, problems),
            log_level=_log_level(env, problems),
        )
        if problems:
            raise ConfigError(problems)
        return config

    def describe(self) -> str:
        """Return the settings in words, without anything secret."""
        url = urlsplit(self.redis_url or "")
        store = f"{url.scheme}://{url.hostname or url.path}" if self.redis_url else "its own server"
        return (
            f"The settings are good. Games are kept by {store}, files in {self.data_dir}; "
            f"a hint may take {self.hint_ms} ms; logging from {self.log_level}."
        )


def _redis_url(env: Mapping[str, str], problems: list[str]) -> str | None:
    url = env.get("REDIS_URL", "").strip()
    if url and urlsplit(url).scheme not in SCHEMES:
        # Not the value itself: it may hold a password.
        problems.append(
            f"REDIS_URL must begin with one of {', '.join(f'{s}://' for s in SCHEMES)}."
        )
    return url or None


def _data_dir(env: Mapping[str, str]) -> Path:
    if given := env.get("DATA_DIR", "").strip():
        return Path(given).expanduser()
    base = env.get("XDG_DATA_HOME", "").strip() or Path.home() / ".local" / "share"
    return Path(base) / "minesweeper-bot"


def _hint_ms(env: Mapping[str, str], problems: list[str]) -> int:
    text = env.get("HINT_MS", "").strip() or "100"
    if text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_HINT_MS)):
        value = int(text)
        if 1 <= value <= _MAX_HINT_MS:
            return value
    problems.append(f"HINT_MS must be a whole number from 1 to {_MAX_HINT_MS}.")
    return 1


def _log_level(env: Mapping[str, str], problems: list[str]) -> str:
    level = env.get("LOG_LEVEL", "").strip().upper() or "WARNING"
    if level not in LOG_LEVELS:
        problems.append(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}.")
    return level
