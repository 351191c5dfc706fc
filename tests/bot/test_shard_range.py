"""ShardRange: which shards a process has, as its environment says."""

from __future__ import annotations

import pytest

from bot.config import Config
from bot.environment import ConfigError
from bot.shard_range import ShardRange

TOKEN = "a.discord.token"  # noqa: S105  # no real one


@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        ("0-3/16", ShardRange(0, 3, 16), "shards 0 to 3 of 16"),
        (" 5/16 ", ShardRange(5, 5, 16), "shard 5 of 16"),
        ("0/1", ShardRange(0, 0, 1), "shard 0 of 1"),
    ],
)
def test_ranges(text: str, expected: ShardRange, words: str) -> None:
    """The setting gives one shard or a range, and the total; --check-config tells it in words."""
    config = Config.read({"DISCORD_TOKEN": TOKEN, "DISCORD_SHARDS": text})
    assert config.discord
    assert config.discord.shards == expected
    assert f"Discord by the gateway, {words}" in config.describe()


def test_iterates() -> None:
    """A range yields its shards' numbers, both ends included."""
    assert list(ShardRange(4, 7, 16)) == [4, 5, 6, 7]


def test_without_shards_set() -> None:
    """Without the setting the bot has all shards."""
    config = Config.read({"DISCORD_TOKEN": TOKEN})
    assert config.discord
    assert config.discord.shards is None
    assert config.describe().endswith("Discord by the gateway.")


@pytest.mark.parametrize(
    "text", ["4/4", "3-1/4", "0-4/4", "-1/4", "1", "a/4", "0/٤", "0/0", "0-1-2/4"]
)
def test_no_ranges(text: str) -> None:
    """Impossible shards are refused with an example."""
    with pytest.raises(ConfigError, match="like 0-3/16 or 5/16"):
        Config.read({"DISCORD_TOKEN": TOKEN, "DISCORD_SHARDS": text})
