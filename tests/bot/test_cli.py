"""The bot's command line: what it refuses, and where its settings come from."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bot import cli
from bot.cli import main
from bot.store import redis_backend
from tests.ports import free_port


@pytest.mark.parametrize("option", ["--player", "--chat", "--theme", "--language"])
def test_dashes_are_no_value(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An option whose value is -- is refused with a sentence, however argparse takes it."""
    with pytest.raises(SystemExit) as ended:
        main([f"{option}=--", "--check-config"])
    assert ended.value.code == 2
    assert f"argument {option}: '--' is no value" in capsys.readouterr().err


def test_settings_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings come from the folder's .env; --check-config names those that change nothing."""
    (tmp_path / ".env").write_text("HINT_MS=123\nDISCORD_SHARDS=0/2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", {"DATA_DIR": "games"})
    assert main(["--check-config"]) == 0
    good, unheeded = capsys.readouterr().out.splitlines()
    assert "a hint may take 123 ms" in good
    assert unheeded == "DISCORD_SHARDS changes nothing without DISCORD_TOKEN."


@pytest.mark.parametrize(
    "url",
    [
        *("redis://host?port=secret", "redis://host?db=secret", "redis://host?pasword=secret"),
        *("unix:///run/valkey.sock?db=secret", "redis+cluster://a:1,b:2?pasword=secret"),
        *(
            f"{scheme}?{option}"
            for scheme in ("rediss://host", "rediss+cluster://a:1,b:2")
            for option in (
                *("encoding=secret", "client_name=my%20secret", "retry=secret"),
                *("redis_connect_func=secret", "maint_notifications_config=secret"),
                *("socket_timeout=nan", "socket_connect_timeout=0", "socket_read_size=-1"),
                *("health_check_interval=-1", "protocol=9", "max_connections=0"),
                *("ssl_ca_certs=/secret", "ssl_certfile=/secret", "ssl_keyfile=/secret"),
                *("ssl_ciphers=secret", "ssl_min_version=1", "ssl_cert_reqs=secret"),
            )
        ),
        *("redis://host?db=-1", "redis://host?timeout=-1"),
    ],
)
def test_options_of_the_store(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--check-config tells of options and values that the store's library would not take."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", {"DATA_DIR": "games", "REDIS_URL": url})
    assert main(["--check-config"]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert "REDIS_URL is no address of a " in told.err
    assert "secret" not in told.err


@pytest.mark.parametrize(
    "url",
    [
        *("redis://host", "redis+cluster://a:1,b:2", "unix:///run/valkey.sock"),
        *("rediss://host", "rediss+cluster://a:1,b:2"),
    ],
)
def test_addresses_of_the_store(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--check-config takes these addresses as long as nothing in them is wrong."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", {"DATA_DIR": "games", "REDIS_URL": url})
    assert main(["--check-config"]) == 0


@pytest.mark.parametrize("url", ["redis://:secret@127.0.0.1:{port}", "unix://{folder}/none"])
def test_a_store_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    """Where no store answers, the bot says so in one sentence, which names the setting of where."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "configure_logs", lambda *_: None)  # they are the test runner's
    monkeypatch.setattr(redis_backend, "PATIENCE_S", 0.0)
    env = {"DATA_DIR": "games", "REDIS_URL": url.format(port=free_port(), folder=tmp_path)}
    monkeypatch.setattr(os, "environ", env)
    assert main([]) == 1
    printed, told = capsys.readouterr()
    assert (printed, len(told.splitlines())) == ("", 1)
    assert told.startswith("REDIS_URL: the store does not answer: ")
    assert "secret" not in told


def test_spans_without_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where spans are wanted, but their libraries are missing, the bot does not start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    monkeypatch.setattr(os, "environ", {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"})
    assert main(["--check-config"]) == 2
    told = "OTEL_EXPORTER_OTLP_ENDPOINT needs the extra: pip install .[tracing]\n"
    assert capsys.readouterr() == ("", told)
