"""Configuration: read from the environment, every problem named at once."""

from __future__ import annotations

import os
import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from bot.config import SETTINGS, Config, Discord, Telegram, Wait, Webhook
from bot.environment import ConfigError, Environment, Listen, load_file
from bot.platforms.telegram.display import budgets


def test_defaults() -> None:
    """No setting is required."""
    config = Config.read({"XDG_DATA_HOME": "/x"})
    assert config == Config(None, Path("/x/minesweeper-bot"), hint_ms=500, log_level="WARNING")


def test_home_is_the_last_resort() -> None:
    """Without XDG_DATA_HOME the data folder is the default of the XDG specification."""
    assert Config.read({}).data_dir == Path.home() / ".local/share/minesweeper-bot"


def test_values() -> None:
    """Every setting is taken from its variable."""
    env = {
        "REDIS_URL": "rediss://user:secret@host/0",
        "DATA_DIR": "/data",
        "HINT_MS": "900",
        "LOG_LEVEL": "debug",
    }
    config = Config.read(env)
    assert config == Config("rediss://user:secret@host/0", Path("/data"), 900, "DEBUG")
    assert "secret" not in config.describe()
    assert "Games are kept by rediss://host, files in /data; a hint" in config.describe()
    nothing = Config.read({}).describe()
    assert "kept by its own server" in nothing
    assert nothing.endswith("No token is set, so the bot plays in this terminal.")


def test_every_problem_is_named() -> None:
    """All wrong settings are named, without their values, which may be secret."""
    with pytest.raises(ConfigError) as caught:
        Config.read({"REDIS_URL": "postgres://secret@x", "HINT_MS": "901", "LOG_LEVEL": "loud"})
    assert len(caught.value.problems) == 3
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "٣", "1001", "9" * 5000])
@pytest.mark.parametrize("name", ["HINT_MS", "TELEGRAM_PER_SECOND"])
def test_numbers_are_in_range(name: str, text: str) -> None:
    """A setting that is no whole number in its range is refused by its name."""
    with pytest.raises(ConfigError, match=name):
        Config.read({"TELEGRAM_TOKEN": "1:a", name: text})


def test_how_much_goes_to_telegram() -> None:
    """The overall budget for Telegram is the one set, or else Telegram's own."""
    for text, expected in (("", 30), ("10", 10), ("1000", 1000)):
        env = {"TELEGRAM_TOKEN": "1:a", "TELEGRAM_PER_SECOND": text}
        telegram = Config.read(env).telegram
        assert telegram is not None
        assert telegram.per_second == expected
        overall = budgets(telegram.per_second)("telegram:1").overall
        assert overall.burst + 1 / overall.interval == pytest.approx(expected)


def test_example_names_every_setting_with_its_default() -> None:
    """The example file names every setting, with its default."""
    lines = Path(".env.example").read_text(encoding="utf-8").splitlines()
    env = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert Config.read(env) == Config.read({})
    assert env.keys() == set(SETTINGS)


@pytest.mark.parametrize(
    ("url", "text", "expected"),
    [
        ("redis+cluster://a:1,b:2", "", Wait(1, 500)),
        ("rediss+cluster://u:p@a,b", "", Wait(1, 500)),
        ("redis+cluster://a", "off", None),
        ("redis+cluster://a", " 2,99 ", Wait(2, 99)),
        ("redis://a", "", None),
        ("redis://a", "1,10", Wait(1, 10)),
        ("", "OFF", None),
    ],
)
def test_waiting_for_replicas(url: str, text: str, expected: Wait | None) -> None:
    """Replicas are waited for in a cluster unless switched off, and elsewhere if set."""
    assert Config.read({"REDIS_URL": url, "STORE_WAIT": text}).wait == expected


@pytest.mark.parametrize("text", ["on", "1", "0,500", "1,0", "1,1000", "1,9", "1,500,2", "-1,500"])
def test_no_way_of_waiting(text: str) -> None:
    """STORE_WAIT must be a number of replicas and of ms within bounds."""
    with pytest.raises(ConfigError, match="STORE_WAIT must be"):
        Config.read({"STORE_WAIT": text})


def test_the_password_of_a_cluster_is_secret() -> None:
    """The password in a cluster's address is never shown, and counts as a secret."""
    config = Config.read({"REDIS_URL": "rediss+cluster://bot:hush-hush@a:1,b:2"})
    assert config.secrets() == ("hush-hush", "hush-hush")
    assert "hush" not in config.describe()


SPOILT = [
    "redis://bot:s3cr/etPasswordLong@db:6379/0",
    "redis://:s3/cretPasswordLong@db:6379/0",
    "redis://bot:1234/etPasswordLong@db:6379/0",
    "redis://bot:1234#etPasswordLong@db:6379/0",
    "rediss://bot:1234?etPasswordLong@db:6379/0",
    "redis://bot:s3cret#PasswordLong@db:6379/0",
    "redis://:pa[ssPasswordLong@db",
    "redis+cluster://bot:12/PasswordLong@a:1,b:2",
    "unix://bot:s3cr/etPasswordLong@/run/valkey.sock",
    "unix://:#PasswordLong@/run/valkey.sock",
]


@pytest.mark.parametrize("url", SPOILT)
def test_passwords_with_special_characters(url: str) -> None:
    """An address whose unescaped password cuts off its host is refused without being shown."""
    with pytest.raises(ConfigError, match="percent-encoded") as caught:
        Config.read({"REDIS_URL": url})
    (problem,) = caught.value.problems
    for part in ("s3", "etPass", "PasswordLong", "1234", "ssP"):
        assert part not in problem


@pytest.mark.parametrize(
    "url",
    ["redis://", "redis://host:notaport/0", "redis://host:0", "redis://host:65536", "redis://[x",
     "redis+cluster://a:1,,b:2", "redis+cluster://a:1,b:x", "unix://host", "unix://",
     "unix://host/run/v.sock", "redis://a:1,b:2", "redis://a,b:2", "redis://host/games",
     "redis://a b",
     "redis+cluster://:1,:2", "redis+cluster://u:p@a:1,u:p@b:2", "redis+cluster://a:1,b:2/1"],
)  # fmt: skip
def test_no_address_of_a_store(url: str) -> None:
    """A store's address needs a host, a possible port and a database number, or a path.

    That of a cluster has one login for all of its nodes, and no database. The address that is told
    as an example is of the same kind, and a good one.
    """
    with pytest.raises(ConfigError) as caught:
        Config.read({"REDIS_URL": url})
    told = re.fullmatch(r"REDIS_URL must be an address like (\S+); .*", str(caught.value))
    assert told
    assert Config.read({"REDIS_URL": told[1]}).redis_url == told[1]
    assert told[1].partition(":")[0] == url.partition(":")[0]
    assert ("," in told[1]) == ("cluster" in url), "nodes"


@pytest.mark.parametrize(
    "url",
    ["redis://host", "redis://host/5", "redis+cluster://a/", "rediss://:p%2Fw%23@host:1/0",
     "redis://[::1]:6379/0?health_check_interval=9",
     "redis+cluster://bot:p%40@a:1,b,[::1]:3", "rediss+cluster://[::1]:1,[::2],b:3/0",
     "unix:///run/v.sock", "unix://b:p%2F@/run/v.sock", "memory://"],
)  # fmt: skip
def test_addresses_of_a_store(url: str) -> None:
    """Every address that the client can reach is accepted, and shown without login or path."""
    config = Config.read({"REDIS_URL": url})
    assert config.redis_url == url
    for part in ("p%", "run", "b:", "bot:"):
        assert part not in config.describe().replace("bot plays", "")


@pytest.mark.parametrize(
    "url",
    [
        "http://[bad",
        "http://",
        "https://host:port",
        "http://host:0",
        "http://host:70000",
        "http://a b",
    ],
)
def test_addresses_name_a_host(url: str) -> None:
    """An address without a host or with an impossible port is named as a problem."""
    with pytest.raises(ConfigError, match="TELEGRAM_API_URL must name a host"):
        Config.read({"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_URL": url})


@pytest.mark.parametrize("url", ["http://u:p@host/api/v10", "http://host/?a=1", "http://host/#a"])
@pytest.mark.parametrize("name", ["DISCORD_API_URL", "TELEGRAM_API_URL"])
def test_addresses_of_apis(name: str, url: str) -> None:
    """An address of more than a host and a path is refused in a sentence that does not show it."""
    good = Config.read({"DISCORD_TOKEN": "a.b.c", "DISCORD_API_URL": "http://host/api/v10"})
    assert good.discord == Discord("a.b.c", "http://host/api/v10")
    with pytest.raises(ConfigError) as caught:
        Config.read({"DISCORD_TOKEN": "a.b.c", "TELEGRAM_TOKEN": TOKEN, name: url})
    assert caught.value.problems == [f"{name} must have no user, password, ? or #."]


TOKEN = "123:abc-DEF_9"  # noqa: S105  # of the right form only


def test_telegram_polls_unless_told_otherwise() -> None:
    """With only a token, which is never shown, the bot polls Telegram."""
    env = {"TELEGRAM_TOKEN": TOKEN}
    config = Config.read(env)
    assert config.telegram == Telegram(TOKEN)
    assert "polling" in config.describe()
    assert TOKEN not in config.describe() + repr(config) + repr(Environment(env))


def test_token_from_a_file(tmp_path: Path) -> None:
    """A token can be read from a file, so that the environment does not show it."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    config = Config.read({"TELEGRAM_TOKEN_FILE": str(tmp_path / "token")})
    assert config.telegram == Telegram(TOKEN)
    with pytest.raises(ConfigError, match="TELEGRAM_TOKEN_FILE"):
        Config.read({"TELEGRAM_TOKEN_FILE": str(tmp_path / "none")})


@pytest.mark.parametrize("token", ["t", "test", "a.b-c_9" * 20])
def test_a_token_of_any_length(token: str) -> None:
    """A Discord token may be short or long, as a stand-in for Discord may use its own."""
    config = Config.read({"DISCORD_TOKEN": token})
    assert config.discord
    assert config.discord.token == token


@pytest.mark.parametrize("token", ["a token", "tökén", "a" * 201])
def test_no_token(token: str) -> None:
    """Something that cannot be a Discord token is refused without being shown."""
    with pytest.raises(ConfigError, match="DISCORD_TOKEN is no token") as caught:
        Config.read({"DISCORD_TOKEN": token})
    assert token not in str(caught.value)


def test_an_empty_file_is_no_token(tmp_path: Path) -> None:
    """An empty token file means no bot on its platform, so a deployment can name all files."""
    (tmp_path / "token").write_text("\n")
    file = str(tmp_path / "token")
    config = Config.read({"TELEGRAM_TOKEN_FILE": file, "DISCORD_TOKEN_FILE": file})
    assert (config.telegram, config.discord) == (None, None)


def test_address_of_the_store_from_a_file(tmp_path: Path) -> None:
    """The store's address, which may hold a password, can be read from a file too."""
    (tmp_path / "url").write_text("redis://bot:secret@host\n")
    assert Config.read({"REDIS_URL_FILE": str(tmp_path / "url")}).secrets() == ("secret", "secret")


def test_webhook() -> None:
    """A webhook has its address, where to listen, and a secret that is never shown."""
    env = {
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_API_URL": "http://127.0.0.1:8081",
        "TELEGRAM_WEBHOOK_URL": "https://mines.example/hook",
        "TELEGRAM_WEBHOOK_SECRET": "hush",
    }
    config = Config.read(env)
    hook = Webhook("https://mines.example/hook", "0.0.0.0", 8080, "hush")  # noqa: S104  # default
    assert config.telegram == Telegram(TOKEN, "http://127.0.0.1:8081", hook)
    assert "webhook" in config.describe()
    assert "hush" not in config.describe() + repr(config)
    there = Config.read(env | {"TELEGRAM_WEBHOOK_LISTEN": "[::1]:99"}).telegram
    assert there
    assert there.webhook
    assert (there.webhook.host, there.webhook.port) == ("::1", 99)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"TELEGRAM_TOKEN": "secret"}, "TELEGRAM_TOKEN"),
        ({"TELEGRAM_API_URL": "ftp://x"}, "TELEGRAM_API_URL"),
        ({"TELEGRAM_WEBHOOK_URL": "mines.example"}, "TELEGRAM_WEBHOOK_URL"),
        ({"TELEGRAM_WEBHOOK_LISTEN": "8080"}, "TELEGRAM_WEBHOOK_LISTEN"),
        ({"TELEGRAM_WEBHOOK_LISTEN": "x:99999"}, "TELEGRAM_WEBHOOK_LISTEN"),
    ],
)
def test_wrong_telegram_settings(wrong: dict[str, str], named: str) -> None:
    """Settings that Telegram could not work with are named before anything starts."""
    good = {
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_WEBHOOK_URL": "https://mines.example/hook",
        "TELEGRAM_WEBHOOK_SECRET": "hush",
    }
    with pytest.raises(ConfigError, match=named) as caught:
        Config.read(good | wrong)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("secret", ["", "no spaces", "ü", "a" * 257])
def test_secrets_telegram_cannot_take(secret: str) -> None:
    """A webhook secret that Telegram would not take is refused, and not quoted."""
    env = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_URL": "https://mines.example/hook"}
    with pytest.raises(ConfigError, match=r"SECRET must be .* letters, digits") as caught:
        Config.read(env | {"TELEGRAM_WEBHOOK_SECRET": secret})
    assert len(caught.value.problems) == 1
    assert not secret or secret not in str(caught.value)
    assert Config.read(env | {"TELEGRAM_WEBHOOK_SECRET": "a" * 256}).telegram


def test_a_webhook_secret_that_cannot_be_read() -> None:
    """Of a secret whose file cannot be read nothing else is said."""
    env = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_URL": "https://mines.example/hook"}
    with pytest.raises(ConfigError) as caught:
        Config.read(env | {"TELEGRAM_WEBHOOK_SECRET_FILE": "/nowhere"})
    told = "TELEGRAM_WEBHOOK_SECRET_FILE names a file that cannot be read."
    assert caught.value.problems == [told]


def test_what_is_logged() -> None:
    """A worker logs more than a game in the terminal, unless it is told what."""
    for token in ({"TELEGRAM_TOKEN": TOKEN}, {"DISCORD_TOKEN": "x"}):
        assert Config.read(token).log_level == "INFO"
        assert Config.read(token | {"LOG_LEVEL": "error"}).log_level == "ERROR"
    assert Config.read({}).log_level == "WARNING"


def test_discord_by_http() -> None:
    """Where Discord's presses come by HTTP the settings say so, and its key has 64 hex digits."""
    env = {"DISCORD_TOKEN": "x", "DISCORD_HTTP_LISTEN": "127.0.0.1:8080"}
    config = Config.read(env | {"DISCORD_PUBLIC_KEY": "0aF1" * 16})
    assert config.describe().endswith("The bot plays on Discord by an HTTP endpoint.")
    for wrong in ("", "0" * 63, "0" * 65, "g" * 64):
        with pytest.raises(ConfigError, match=r"DISCORD_PUBLIC_KEY must be .* 64 hex digits"):
            Config.read(env | {"DISCORD_PUBLIC_KEY": wrong})


def test_observability() -> None:
    """Logging and where to serve metrics are settings, checked like all others."""
    config = Config.read({"LOG_FORMAT": "JSON", "HEALTH_LISTEN": "[::1]:65535"})
    assert config.log_format == "json"
    assert config.health == Listen("::1", 65_535)
    with pytest.raises(ConfigError, match="LOG_FORMAT"):
        Config.read({"LOG_FORMAT": "xml"})


@pytest.mark.parametrize(
    "address", ["9090", "x:y", "http://127.0.0.1:9090", "a b:9090", "::1:9090", "h:65536", "[x]:1"]
)
def test_where_to_listen(address: str) -> None:
    """Only a host and a port can be listened at: no URL and no bare IPv6 address."""
    with pytest.raises(ConfigError, match="HEALTH_LISTEN must be a host and a port"):
        Config.read({"HEALTH_LISTEN": address})


@pytest.mark.parametrize("name", ["DATA_DIR", "REDIS_URL_FILE"])
def test_home_of_nobody(name: str) -> None:
    """A path in the home of an unknown user is refused with a sentence."""
    with pytest.raises(ConfigError, match=name):
        Config.read({name: "~no-such-user/x"})


def test_official_webhook() -> None:
    """Telegram itself posts by https:// to four ports; a server of one's own to any, also http://."""
    env = {
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_WEBHOOK_URL": "http://mines.example/hook",
        "TELEGRAM_WEBHOOK_SECRET": "hush",
    }
    with pytest.raises(ConfigError, match="TELEGRAM_WEBHOOK_URL must begin with https://"):
        Config.read(env)
    own = {"TELEGRAM_API_URL": "http://localhost:8081"}
    assert Config.read(env | own).telegram
    for port, is_taken in ((443, True), (80, True), (88, True), (8443, True), (8080, False)):
        env["TELEGRAM_WEBHOOK_URL"] = f"https://mines.example:{port}/hook"
        assert Config.read(env | own).telegram
        told = nullcontext() if is_taken else pytest.raises(ConfigError, match="ports 443, 80, 88")
        with told:
            Config.read(env)
    env["TELEGRAM_WEBHOOK_URL"] = "https://mines.example:none/hook"
    with pytest.raises(ConfigError, match="a port only as a number"):
        Config.read(env)


def test_settings_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file written by a Windows editor is read; a line in vain is named, without its value."""
    file = tmp_path / ".env"
    file.write_bytes(b"\xef\xbb\xbfHINT_MS=123\r\nLOG_LEVEL=debug\r\n")
    with monkeypatch.context() as patched:
        patched.setattr(os, "environ", {"LOG_LEVEL": "ERROR"})
        load_file(str(file))
        assert os.environ == {"HINT_MS": "123", "LOG_LEVEL": "ERROR"}
    quotes = ('TELEGRAM_TOKEN="1:secret', "HINT_MS=400 ms=secret\n'", "HINT_MS=400\n\n'secret")
    for odd in (*quotes, "TELEGRAM_TOKEN:1:secret", "# ms\n \nHINT_MS: 400"):
        file.write_text(f"LOG_LEVEL=INFO\n{odd}\n")
        line = 2 + odd.count("\n")
        with pytest.raises(ConfigError, match=rf"line {line}: NAME=value is expected") as caught:
            load_file(str(file))
        assert "secret" not in str(caught.value)
    file.write_text("A=\nA=1:a\nA=1:a\n\nexport A='secret'\nA=\n")
    with pytest.raises(ConfigError) as caught:
        load_file(str(file))
    told = "A is set to something else above."
    assert caught.value.problems == [f"{file}, line {line}: {told}" for line in (5, 6)]
    load_file(str(tmp_path))  # a folder, perhaps a virtual environment, is passed over
    for other in (b"HINT_MS=\xff\xfe", "HINT_MS=400".encode("utf-16-le"), b"'HINT=MS'=400"):
        file.write_bytes(other)
        with pytest.raises(ConfigError, match="must be a text in UTF-8"):
            load_file(str(file))
    with pytest.raises(ConfigError, match="cannot be read"):
        load_file(str(file / "in a file"))


def test_what_a_file_may_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments, export, multi-line quotes, references and names without a value are understood.

    A value may take up the one above it.
    """
    file = tmp_path / ".env"
    file.write_text(
        "# a: comment\nexport A=1 # one\n\nB='x # y\nz'\nC=\"a\\nb\"\n"
        "D=${A}${NONE:-2}\nE\nexport E\nF=\n'G' = #:\nH:I=3\nJ=/a\nJ=${J}:/b\n"
        "K=1\nK=${K:-2}"
    )
    monkeypatch.setattr(os, "environ", {})
    load_file(str(file))
    known = {"A": "1", "B": "x # y\nz", "C": "a\nb", "D": "12", "F": "", "G": "", "H:I": "3"}
    assert os.environ == known | {"J": "/a:/b", "K": "1"}


def proxy(env: dict[str, str]) -> str | None:
    """Return the proxy on the way to Telegram by ``env``."""
    telegram = Config.read({"TELEGRAM_TOKEN": TOKEN} | env).telegram
    assert telegram is not None
    return telegram.proxy


def test_proxies() -> None:
    """The proxy for the address's scheme is used, else that for all; none if NO_PROXY says so.

    Without Telegram the proxy settings do not matter.
    """
    own, every = {"https_proxy": "http://own:1"}, {"ALL_PROXY": "https://any:1"}
    assert proxy({}) is None
    assert proxy(own | every) == "http://own:1"
    assert proxy(every) == "https://any:1"
    assert proxy({"HTTPS_PROXY": " HTTP://me:w@[::1]:1 "}) == "HTTP://me:w@[::1]:1"
    assert proxy({"HTTPS_PROXY": "http://other:1"} | own) == "http://own:1"
    assert proxy({"HTTPS_PROXY": "http://other:1", "https_proxy": ""}) is None
    assert proxy({"http_proxy": "ftp://x", "HTTP_PROXY": "y"}) is None
    assert proxy({"http_proxy": "http://own:1", "TELEGRAM_API_URL": "http://x:1"}) == "http://own:1"
    for left_out in ("telegram.org", "a, .API.telegram.org", "*", " * "):
        assert proxy({"HTTPS_PROXY": "socks5://own:1", "NO_PROXY": left_out}) is None
    for left_out in ("x.org", "", ",", "ram.org", "org.telegram", "*.telegram.org"):
        assert proxy({"NO_PROXY": "*", "no_proxy": left_out} | own) == "http://own:1"
    assert Config.read({"HTTPS_PROXY": "socks5://own:1", "DISCORD_TOKEN": "x"}).telegram is None


@pytest.mark.parametrize(
    "wrong",
    ["socks5://me:hush@own:1", "own:3128", "http://", "http://own:port", "http://own:0",
     "http://me:hu/sh@own:1", "http://o wn:1", "http://own:99999"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])
def test_proxies_that_cannot_be_used(name: str, wrong: str) -> None:
    """Any proxy but an HTTP one is refused by its name only, and how to do without one is told."""
    with pytest.raises(ConfigError) as caught:
        proxy({name: wrong})
    (problem,) = caught.value.problems
    assert problem.startswith(f"{name} must be an HTTP proxy")
    assert "NO_PROXY" in problem
    assert "api.telegram.org" in problem
    assert "hu" not in problem


def test_only_a_wrong_address_is_named() -> None:
    """With a wrong address of Telegram's server only that is named, not the proxy on the way."""
    with pytest.raises(ConfigError, match="TELEGRAM_API_URL") as caught:
        proxy({"TELEGRAM_API_URL": "http://[::1", "HTTP_PROXY": "socks5://own:1"})
    assert len(caught.value.problems) == 1


def test_secret_with_a_mark(tmp_path: Path) -> None:
    """The mark that Windows editors begin UTF-8 with is no part of a secret; UTF-16 is refused."""
    (tmp_path / "token").write_text(f"{TOKEN}\n", encoding="utf-8-sig")
    config = Config.read({"TELEGRAM_TOKEN_FILE": str(tmp_path / "token")})
    assert config.telegram == Telegram(TOKEN)
    (tmp_path / "token").write_text(TOKEN, encoding="utf-16")
    with pytest.raises(ConfigError, match="TELEGRAM_TOKEN_FILE names a file that cannot be read"):
        Config.read({"TELEGRAM_TOKEN_FILE": str(tmp_path / "token")})


def test_secrets() -> None:
    """All secrets among the settings are listed, so that logs can hide them."""
    env = {
        "REDIS_URL": "redis://bot:p%20w@host/0",
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_WEBHOOK_URL": "https://mines.example/hook",
        "TELEGRAM_WEBHOOK_SECRET": "hush",
        "HTTPS_PROXY": "http://me:w%2Fd@proxy:3128",
        "DISCORD_TOKEN": "discord-token",
    }
    secrets = ("p%20w", "p w", TOKEN, "hush", "w%2Fd", "w/d", "discord-token")
    assert Config.read(env).secrets() == secrets
    assert "w%2Fd" not in repr(Config.read(env))
    in_files = {name.removesuffix("_FILE") for name in SETTINGS if name.endswith("_FILE")}
    assert in_files <= env.keys(), "what can stand in a file of its own is secret"
    assert Config.read({"REDIS_URL": "unix://bot@/s?password=p"}).secrets() == ("p",)
    assert Config.read({"TELEGRAM_TOKEN": TOKEN}).secrets() == (TOKEN,)
    assert Config.read({}).secrets() == ()
