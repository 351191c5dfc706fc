"""What is logged while people play on Discord: nothing they write, and no secret."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from bot.observability.logs import JsonFormatter, _Discreet
from bot.observability.redaction import Redactor
from tests.bot.platforms.discord.playing_discord import opening_keys, playing_discord
from tests.emulators.discord.world import World


@pytest.fixture
def logged() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Return all that is logged at DEBUG, no secret being named, and what the filter lets out."""
    streams = io.StringIO(), io.StringIO()
    handlers = [logging.StreamHandler(stream) for stream in streams]
    handlers[1].addFilter(_Discreet())
    root = logging.getLogger()
    level = root.level
    for handler in handlers:
        handler.setFormatter(JsonFormatter(Redactor()))
        root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield streams
    for handler in handlers:
        root.removeHandler(handler)
    root.setLevel(level)


@pytest.mark.parametrize("by_http", [False, True])
async def test_nothing_secret(logged: tuple[io.StringIO, io.StringIO], *, by_http: bool) -> None:
    """No token is logged even where a library quotes its calls; the filter keeps names in."""
    async with playing_discord(by_http=by_http) as play:
        ann, channel = play.in_server("Philomena")
        started = await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)
        press = await play.press(started.reply, ann, next(opening_keys(started.reply))[0])
        tokens = [play.world.token, started.token, press.token]
    everything, let_out = (stream.getvalue() for stream in logged)
    assert '"logger": "discord.http"' in everything
    assert [token for token in tokens if token in everything] == []
    assert "Philomena" in everything
    assert "Philomena" not in let_out


@pytest.mark.parametrize(("by_http", "warnings"), [(False, 1), (True, 0)])
async def test_endpoint_elsewhere(
    caplog: pytest.LogCaptureFixture, *, by_http: bool, warnings: int
) -> None:
    """Only at the gateway the bot warns, once, that Discord sends interactions to an endpoint."""

    def set_endpoint(world: World) -> None:
        world.endpoint.url = "http://127.0.0.1:9/"

    async with playing_discord(by_http=by_http, before=set_endpoint):
        pass
    said = [record.message for record in caplog.records if "endpoint" in record.message]
    assert len(said) == warnings
