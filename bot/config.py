"""Configuration: settings from the environment, checked before anything starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit

from bot.environment import (
    ConfigError,
    Environment,
    Listen,
    is_store,
    nodes_of,
    passwords_of,
    scheme_of,
)
from bot.shard_range import ShardRange

SETTINGS: Final = (
    "REDIS_URL",
    "REDIS_URL_FILE",
    "STORE_WAIT",
    "DATA_DIR",
    "HINT_MS",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "HEALTH_LISTEN",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "TELEGRAM_TOKEN",
    "TELEGRAM_TOKEN_FILE",
    "TELEGRAM_API_URL",
    "TELEGRAM_PER_SECOND",
    "TELEGRAM_WEBHOOK_URL",
    "TELEGRAM_WEBHOOK_LISTEN",
    "TELEGRAM_WEBHOOK_SECRET",
    "TELEGRAM_WEBHOOK_SECRET_FILE",
    "DISCORD_TOKEN",
    "DISCORD_TOKEN_FILE",
    "DISCORD_API_URL",
    "DISCORD_GATEWAY_URL",
    "DISCORD_PUBLIC_KEY",
    "DISCORD_HTTP_LISTEN",
    "DISCORD_SHARDS",
)
"""The variables of the environment that are read."""
CLUSTER: Final = ("redis+cluster", "rediss+cluster")
_SOCKET, _MEMORY = "unix", "memory"
SCHEMES: Final = ("redis", "rediss", _SOCKET, _MEMORY, *CLUSTER)
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS: Final = ("auto", "json", "text")
_TOKEN: Final = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,100}", re.ASCII)
_DISCORD_TOKEN: Final = re.compile(r"[A-Za-z0-9._-]{1,200}", re.ASCII)
_PUBLIC_KEY: Final = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_WEBHOOK_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
"""As the Bot API takes it (core.telegram.org/bots/api, setWebhook)."""
_WEBHOOK_PORTS: Final = (443, 80, 88, 8443)
"""To which the Bot API posts updates (core.telegram.org/bots/api, setWebhook)."""
_WAIT: Final = re.compile(r"([1-9]),([1-9][0-9]{1,2})", re.ASCII)
_OFF: Final = "off"
_HINT_MS_RANGE: Final = (1, 900)
"""A hint never takes over a second, the way to the player included."""
OFFICIAL_API: Final = "https://api.telegram.org"
_PER_SECOND: Final = 30
"""Messages and edits to all chats together (Bots FAQ)."""
_PER_SECOND_RANGE: Final = (10, 1000)
"""Up to what Telegram allows those who pay for it (Bot API, paid broadcasts)."""


@dataclass(frozen=True, slots=True)
class Wait:
    """How many replicas are to have a move, and for how many ms they are waited for."""

    replicas: int
    ms: int


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
    per_second: int = _PER_SECOND
    """Messages and edits that all workers may send together."""
    proxy: str | None = field(default=None, repr=False)

    def describe(self) -> str:
        """Return the platform and how the bot takes what comes from it, in words."""
        return f"Telegram by {'a webhook' if self.webhook else 'long polling'}"


@dataclass(frozen=True, slots=True)
class DiscordHttp:
    """Where the bot listens for Discord's interactions, and the key that they are signed with."""

    public_key: str
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Discord:
    """The settings of the bot on Discord; without an endpoint it connects to the gateway."""

    token: str = field(repr=False)
    api_url: str | None = None
    gateway_url: str | None = None
    http: DiscordHttp | None = None
    shards: ShardRange | None = None

    def describe(self) -> str:
        """Return the platform and how the bot takes what comes from it, in words."""
        some = f", {self.shards}" if self.shards else ""
        return f"Discord by {'an HTTP endpoint' if self.http else f'the gateway{some}'}"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, as ``.env.example`` documents them."""

    redis_url: str | None
    data_dir: Path
    hint_ms: int
    log_level: str
    log_format: str = "auto"
    wait: Wait | None = None
    """The replicas that a move waits for before its player is answered."""
    health: Listen | None = None
    """Where metrics and the bot's health can be asked for."""
    spans: str | None = None
    """Where OpenTelemetry's spans are sent."""
    telegram: Telegram | None = None
    discord: Discord | None = None

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> Config:
        """Return the settings of ``variables``; ConfigError names all that is wrong with them."""
        env = Environment(variables)
        url, telegram, discord = _redis_url(env), _telegram(env), _discord(env)
        # In the terminal it would stand between the lines of a game.
        level = "INFO" if telegram or discord else "WARNING"
        config = cls(
            redis_url=url,
            data_dir=env.folder("DATA_DIR"),
            hint_ms=env.number("HINT_MS", 500, _HINT_MS_RANGE),
            log_level=env.choice("LOG_LEVEL", LOG_LEVELS, level),
            log_format=env.choice("LOG_FORMAT", LOG_FORMATS, "auto"),
            wait=_wait(env, url),
            health=env.listen("HEALTH_LISTEN"),
            spans=env.address("OTEL_EXPORTER_OTLP_ENDPOINT", ("http", "https")),
            telegram=telegram,
            discord=discord,
        )
        if env.problems:
            raise ConfigError(env.problems)
        return config

    def secrets(self) -> tuple[str, ...]:
        """Return every value that must be hidden in logs."""
        url = self._store()
        found = [*passwords_of(url), *parse_qs(url.query).get("password", [])]
        if self.telegram is not None:
            found.append(self.telegram.token)
            if self.telegram.webhook is not None:
                found.append(self.telegram.webhook.secret)
            found += passwords_of(urlsplit(self.telegram.proxy or ""))
        if self.discord is not None:
            found.append(self.discord.token)
        return tuple(secret for secret in found if secret)

    def describe(self) -> str:
        """Return the settings in words, without anything secret."""
        return (
            f"The settings are good. Games are kept by {self.store}, files in {self.data_dir}; "
            f"a hint may take {self.hint_ms} ms; logging from {self.log_level}. "
            f"{self._platforms()}"
        )

    @property
    def store(self) -> str:
        """What keeps the games, in words without anything secret."""
        url = self._store()
        # Of a socket not even the path: whoever set it knows it.
        return f"{url.scheme}://{url.hostname or ''}" if self.redis_url else "its own server"

    def _store(self) -> SplitResult:
        """Return the parts of the store's address, of a cluster that of its first node."""
        return urlsplit(nodes_of(self.redis_url or "")[0])

    def _platforms(self) -> str:
        platforms = [each.describe() for each in (self.telegram, self.discord) if each is not None]
        if not platforms:
            return "No token is set, so the bot plays in this terminal."
        return f"The bot plays on {' and on '.join(platforms)}."


def _redis_url(env: Environment) -> str | None:
    """Return the store's address; no sentence has any of it, as it may hold a password."""
    url = env.secret("REDIS_URL")
    if url is None:
        return None
    scheme = scheme_of(url)
    is_socket, is_cluster = scheme == _SOCKET, scheme in CLUSTER
    if scheme not in SCHEMES:
        env.problems.append(
            f"REDIS_URL must begin with one of {', '.join(f'{s}://' for s in SCHEMES)}."
        )
    elif scheme != _MEMORY and not is_store(url, is_socket=is_socket, is_cluster=is_cluster):
        nodes = "user:password@one:6379,two:6379" if is_cluster else "host:6379"
        how = "unix:///run/valkey.sock" if is_socket else f"{scheme}://{nodes}"
        env.problems.append(
            f"REDIS_URL must be an address like {how}; special characters of a password are "
            "percent-encoded: %2F for /, %23 for #, %3F for ?, %40 for @, %5B for [."
        )
    else:
        return url
    return None


def _wait(env: Environment, url: str | None) -> Wait | None:
    """Return the replicas to wait for: one, unless told otherwise, where there is a cluster."""
    text = env.text("STORE_WAIT").lower()
    if not text:
        return Wait(1, 500) if scheme_of(url or "") in CLUSTER else None
    if found := _WAIT.fullmatch(text):
        return Wait(int(found[1]), int(found[2]))
    if text != _OFF:
        env.problems.append("STORE_WAIT must be replicas,ms, like 1,500 (10 to 999 ms), or off.")
    return None


def _telegram(env: Environment) -> Telegram | None:
    token = env.secret("TELEGRAM_TOKEN")
    if token is None:
        return None
    if not _TOKEN.fullmatch(token):
        env.problems.append("TELEGRAM_TOKEN is no token: digits, a colon and letters are expected.")
    api_url = env.base("TELEGRAM_API_URL")
    per_second = env.number("TELEGRAM_PER_SECOND", _PER_SECOND, _PER_SECOND_RANGE)
    proxy = env.proxy(api_url or OFFICIAL_API)
    return Telegram(token, api_url, _webhook(env), per_second, proxy)


def _webhook(env: Environment) -> Webhook | None:
    # Only a Bot API server of one's own takes an address without TLS, and any port.
    if env.text("TELEGRAM_API_URL"):
        url = env.address("TELEGRAM_WEBHOOK_URL", ("http", "https"))
    else:
        url = env.address("TELEGRAM_WEBHOOK_URL", ("https",), _WEBHOOK_PORTS)
    if url is None:
        return None
    before = len(env.problems)
    secret = env.secret("TELEGRAM_WEBHOOK_SECRET") or ""
    is_read = len(env.problems) == before
    if is_read and not _WEBHOOK_SECRET.fullmatch(secret):
        env.problems.append("TELEGRAM_WEBHOOK_SECRET must be 1 to 256 letters, digits, _ or -.")
    listen = env.listen("TELEGRAM_WEBHOOK_LISTEN", "0.0.0.0:8080")
    return Webhook(url, listen.host, listen.port, secret) if listen else None


def _discord(env: Environment) -> Discord | None:
    token = env.secret("DISCORD_TOKEN")
    if token is None:
        return None
    if not _DISCORD_TOKEN.fullmatch(token):
        env.problems.append(
            "DISCORD_TOKEN is no token: letters, digits, dots, _ and - are expected."
        )
    api_url = env.base("DISCORD_API_URL")
    gateway_url = env.address("DISCORD_GATEWAY_URL", ("ws", "wss"))
    http, shards = _discord_http(env), _shards(env)
    return Discord(token, api_url, gateway_url, http, shards)


def _discord_http(env: Environment) -> DiscordHttp | None:
    key = env.text("DISCORD_PUBLIC_KEY")
    if not env.text("DISCORD_HTTP_LISTEN"):
        return None
    if not _PUBLIC_KEY.fullmatch(key):
        env.problems.append(
            "DISCORD_PUBLIC_KEY must be the application's public key, 64 hex digits."
        )
    listen = env.listen("DISCORD_HTTP_LISTEN")
    return DiscordHttp(key, listen.host, listen.port) if listen else None


def _shards(env: Environment) -> ShardRange | None:
    """Return the range that DISCORD_SHARDS sets, None for all that Discord wants of the bot."""
    text = env.text("DISCORD_SHARDS")
    try:
        return ShardRange.parse(text) if text else None
    except ValueError:
        env.problems.append(
            "DISCORD_SHARDS must be shards of how many, like 0-3/16 or 5/16, counted from 0."
        )
        return None
