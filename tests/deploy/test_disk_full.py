"""A full disk: how the server of ``deploy`` ends, and that the runbook says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from tests.deploy.valkey_server import DEPLOY, administrator, serving


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_server_ends(tmp_path: Path) -> None:
    """A server that cannot write acknowledges nothing: it ends, with words that the runbook has."""
    with serving(tmp_path), administrator(tmp_path) as client:
        # The next file that it writes to is on a disk that is full.
        (tmp_path / "appendonlydir" / "appendonly.aof.2.incr.aof").symlink_to("/dev/full")
        client.bgrewriteaof()
        with pytest.raises(RedisConnectionError):
            client.set("a", "b")
    words = "Can't recover from AOF write error"
    assert words in (tmp_path / "log").read_text()
    assert words in (DEPLOY / "RUNBOOK.md").read_text()
