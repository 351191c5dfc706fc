"""How many requests a worker takes at once, pressed or written, at the gateway and by HTTP."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.app.decision import Documents
from bot.app.documents.spaces import chat_space
from bot.platforms.discord import intake
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Interaction
from tests.written import written

REFUSED = "2 requests are in work; what else comes is refused"


@pytest.fixture(autouse=True)
def _two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a worker take two requests at once."""
    monkeypatch.setattr(intake, "IN_WORK", 2)


def begun(play: PlayingDiscord, name: str) -> Interaction:
    """Have a new player begin a game in private."""
    user = play.world.user(name)
    made: Interaction = play.world.dm(user).slash(user, "newgame", rows=5, cols=5, mines=3)
    return made


async def crowd(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> list[Interaction]:
    """Return two interactions that wait for the store, and one that was refused."""
    play.backend.shut()
    logged = caplog.text.count(REFUSED)
    taken = [begun(play, name) for name in ("Ann", "Bob")]
    await play.reach(lambda: play.backend.held == 2)
    refused = begun(play, "Eve")
    await play.reach(lambda: caplog.text.count(REFUSED) > logged)
    return [*taken, refused]


async def release(play: PlayingDiscord, *waiting: Interaction) -> None:
    """Let the store commit again, and wait until the ``waiting`` are answered by a board."""
    play.backend.open()
    for each in waiting:
        await play.settle(each)
        assert list(opening_keys(each.reply))


async def is_kept(play: PlayingDiscord, channel: Channel) -> bool:
    """Tell whether a chat has a game."""

    def look(documents: Documents, _now: int) -> bool:
        return documents.get("game:1") is not None

    return await play.store.view(chat_space(f"discord:{channel.id}"), look)


async def test_only_so_much_at_once(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """While two requests are in work a third fails and commits nothing; later it is taken."""
    *taken, refused = await crowd(play, caplog)
    await release(play, *taken)
    play.clock.advance(4)
    assert refused.failed
    assert not await is_kept(play, refused.place)
    await play.slash(refused.place, refused.user, "newgame", rows=5, cols=5, mines=3)
    assert await is_kept(play, refused.place)


async def test_refusals_are_logged_once(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """Refusals are logged when they begin, counted when half is done, and logged anew later."""
    *taken, _ = await crowd(play, caplog)
    more = [begun(play, "Zoe") for _ in range(3)]
    await play.reach(lambda: play.bot._intake._refused == 4)
    assert caplog.text.count(REFUSED) == 1
    await release(play, *taken)
    assert "half of the requests are done; 4 were refused" in caplog.text
    assert not any(each.answered for each in more)
    *taken, _ = await crowd(play, caplog)
    assert written(caplog.records).count(REFUSED) == 2
    await release(play, *taken)


async def test_when_half_is_done(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only with half of the requests done are refusals counted: with one done they go on."""
    monkeypatch.setattr(intake, "IN_WORK", 4)
    requests, gates = intake.Intake(), [asyncio.Event() for _ in range(4)]

    async def work(gate: asyncio.Event) -> None:
        await gate.wait()

    tasks = [requests.begin(partial(work, gate)) for gate in gates]
    assert requests.begin(partial(work, gates[0])) is None
    told = []
    for gate, task in zip(gates, tasks, strict=True):
        gate.set()
        assert task is not None
        await task
        await asyncio.sleep(0)  # what follows on its end is done as well
        told.append("half of the requests" in caplog.text)
    assert told == [False, True, True, True]


@pytest.mark.http
async def test_what_the_endpoint_says(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """A busy endpoint replies 503, to forgeries 401, to no interaction 400; it answers a PING."""
    *taken, refused = await crowd(play, caplog)
    endpoint = play.world.endpoint
    assert (await endpoint.post(refused.payload())).status == 503
    assert (await endpoint.post(refused.payload(), tampered=True)).status == 401
    assert (await endpoint.post({"type": 99})).status == 400
    assert await endpoint.verify()
    await release(play, *taken)


@pytest.mark.gateway
async def test_what_is_written(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """Written commands count, and are passed over while two are in work; talk does not count."""
    play.backend.shut()
    ann, bob, eve = (play.world.user(name) for name in ("Ann", "Bob", "Eve"))
    for user in (ann, bob):
        play.world.dm(user).say(user, "/newgame easy")
    await play.reach(lambda: play.backend.held == 2)
    play.world.guild("Sweepers", ann).channel("mines").say(ann, "a nice day")
    play.world.dm(eve).say(eve, "/newgame easy")
    await play.reach(lambda: REFUSED in caplog.text)
    assert play.bot._intake._refused == 1
    play.backend.open()
    await play.settle(answered=2)
    assert all("easy" in play.world.dm(user).last.text for user in (ann, bob))
    assert not await is_kept(play, play.world.dm(eve))
    await play.say(play.world.dm(eve), eve, "/newgame easy")
    assert await is_kept(play, play.world.dm(eve))
