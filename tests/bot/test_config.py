"""Configuration: read from the environment, every problem named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Config, ConfigError


def test_defaults() -> None:
    """Nothing has to be set."""
    config = Config.read({"XDG_DATA_HOME": "/x"})
    assert config == Config(None, Path("/x/minesweeper-bot"), hint_ms=100, log_level="WARNING")


def test_home_is_the_last_resort() -> None:
    """Without XDG_DATA_HOME data is kept where the XDG base directory specification says."""
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


def test_every_problem_is_named() -> None:
    """Wrong settings are all named, and without their values, which may be secret."""
    with pytest.raises(ConfigError) as caught:
        Config.read({"REDIS_URL": "postgres://secret@x", "HINT_MS": "901", "LOG_LEVEL": "loud"})
    assert len(caught.value.problems) == 3
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "٣", "9" * 5000])
def test_hint_ms_is_a_number_in_range(text: str) -> None:
    """Anything but a whole number in range is refused."""
    with pytest.raises(ConfigError):
        Config.read({"HINT_MS": text})


def test_example_names_every_setting_with_its_default() -> None:
    """The example file reads as the defaults."""
    lines = Path(".env.example").read_text(encoding="utf-8").splitlines()
    env = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert Config.read(env) == Config.read({})
    assert env.keys() == {"REDIS_URL", "DATA_DIR", "HINT_MS", "LOG_LEVEL"}
