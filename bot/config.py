"""Configuration: settings from the environment, checked before anything starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

SETTINGS: Final = (
    "REDIS_URL",
    "REDIS_URL_FILE",
    "DATA_DIR",
    "HINT_MS",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "HEALTH_LISTEN",
    "TELEGRAM_TOKEN",
    "TELEGRAM_TOKEN_FILE",
    "TELEGRAM_API_URL",
    "TELEGRAM_WEBHOOK_URL",
    "TELEGRAM_WEBHOOK_LISTEN",
    "TELEGRAM_WEBHOOK_SECRET",
    "TELEGRAM_WEBHOOK_SECRET_FILE",
)
"""The variables of the environment that are read."""
SCHEMES: Final = ("redis", "rediss", "unix", "memory")
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS: Final = ("auto", "json", "text")
_TOKEN: Final = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,100}", re.ASCII)
_WEBHOOK_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
_MAX_PORT: Final = 65_535
_MAX_HINT_MS: Final = 900
"""A hint never takes over a second, the way to the player included."""


class ConfigError(ValueError):
    """Raised when settings cannot be used; ``problems`` has a sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        """Keep the sentences."""
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Listen:
    """An address to listen on; port 0 is any that is free."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram posts updates, and where the bot listens for them."""

    url: str
    host: str
    port: int
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Telegram:
    """The settings of the bot on Telegram; without a webhook it polls."""

    token: str = field(repr=False)
    api_url: str | None = None
    webhook: Webhook | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, as ``.env.example`` documents them."""

    redis_url: str | None
    data_dir: Path
    hint_ms: int
    log_level: str
    log_format: str = "auto"
    health: Listen | None = None
    """Where metrics and the bot's health can be asked for."""
    telegram: Telegram | None = None

    @classmethod
    def read(cls, env: Mapping[str, str]) -> Config:
        """Return the settings of ``env``; ConfigError names everything that is wrong with them."""
        problems: list[str] = []
        config = cls(
            redis_url=_redis_url(env, problems),
            data_dir=_data_dir(env),
            hint_ms=_hint_ms(env, problems),
            log_level=_one_of(env, "LOG_LEVEL", LOG_LEVELS, "WARNING", problems),
            log_format=_one_of(env, "LOG_FORMAT", LOG_FORMATS, "auto", problems),
            health=_listen(env, "HEALTH_LISTEN", "", problems),
            telegram=_telegram(env, problems),
        )
        if problems:
            raise ConfigError(problems)
        return config

    def secrets(self) -> tuple[str, ...]:
        """Return every value that must not be read anywhere."""
        url = urlsplit(self.redis_url or "")
        password = url.password or ""
        found = [password, unquote(password), *parse_qs(url.query).get("password", [])]
        if self.telegram is not None:
            found.append(self.telegram.token)
            if self.telegram.webhook is not None:
                found.append(self.telegram.webhook.secret)
        return tuple(secret for secret in found if secret)

    def describe(self) -> str:
        """Return the settings in words, without anything secret."""
        url = urlsplit(self.redis_url or "")
        store = f"{url.scheme}://{url.hostname or url.path}" if self.redis_url else "its own server"
        return (
            f"The settings are good. Games are kept by {store}, files in {self.data_dir}; "
            f"a hint may take {self.hint_ms} ms; logging from {self.log_level}. "
            f"{self._platforms()}"
        )

    def _platforms(self) -> str:
        if self.telegram is None:
            return "No token is set, so the bot plays in this terminal."
        how = "a webhook" if self.telegram.webhook else "long polling"
        return f"The bot plays on Telegram by {how}."


def _redis_url(env: Mapping[str, str], problems: list[str]) -> str | None:
    url = _secret(env, "REDIS_URL", problems)
    if url and urlsplit(url).scheme not in SCHEMES:
        # Not the value itself: it may hold a password.
        problems.append(
            f"REDIS_URL must begin with one of {', '.join(f'{s}://' for s in SCHEMES)}."
        )
    return url


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


def _one_of(
    env: Mapping[str, str], name: str, choices: Sequence[str], default: str, problems: list[str]
) -> str:
    given = env.get(name, "").strip() or default
    chosen = next((each for each in choices if each.upper() == given.upper()), None)
    if chosen is None:
        problems.append(f"{name} must be one of {', '.join(choices)}.")
    return chosen or default


def _listen(env: Mapping[str, str], name: str, default: str, problems: list[str]) -> Listen | None:
    address = env.get(name, "").strip() or default
    if not address:
        return None
    host, _, port = address.rpartition(":")
    if host and _PORT.fullmatch(port) and int(port) <= _MAX_PORT:
        return Listen(host.strip("[]"), int(port))
    problems.append(f"{name} must be a host and a port, like 0.0.0.0:8080.")
    return None


def _telegram(env: Mapping[str, str], problems: list[str]) -> Telegram | None:
    token = _secret(env, "TELEGRAM_TOKEN", problems)
    if token is None:
        return None
    if not _TOKEN.fullmatch(token):
        problems.append("TELEGRAM_TOKEN is no token: digits, a colon and letters are expected.")
    api_url = env.get("TELEGRAM_API_URL", "").strip() or None
    if api_url and urlsplit(api_url).scheme not in {"http", "https"}:
        problems.append("TELEGRAM_API_URL must begin with http:// or https://.")
    return Telegram(token, api_url, _webhook(env, problems))


def _webhook(env: Mapping[str, str], problems: list[str]) -> Webhook | None:
    url = env.get("TELEGRAM_WEBHOOK_URL", "").strip()
    if not url:
        return None
    if urlsplit(url).scheme not in {"http", "https"}:
        problems.append("TELEGRAM_WEBHOOK_URL must begin with https://.")
    secret = _secret(env, "TELEGRAM_WEBHOOK_SECRET", problems) or ""
    if not _WEBHOOK_SECRET.fullmatch(secret):
        problems.append("TELEGRAM_WEBHOOK_SECRET must be 1 to 256 letters, digits, _ or -.")
    listen = _listen(env, "TELEGRAM_WEBHOOK_LISTEN", "0.0.0.0:8080", problems)
    return Webhook(url, listen.host, listen.port, secret) if listen else None


def _secret(env: Mapping[str, str], name: str, problems: list[str]) -> str | None:
    """Return the value of ``name``, or what is in the file that ``name``_FILE names."""
    if value := env.get(name, "").strip():
        return value
    path = env.get(f"{name}_FILE", "").strip()
    if not path:
        return None
    try:
        return Path(path).expanduser().read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        problems.append(f"{name}_FILE names a file that cannot be read.")
        return None
