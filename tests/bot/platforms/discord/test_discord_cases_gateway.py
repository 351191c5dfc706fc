"""Trouble at the gateway: how the bot begins and ends, events, and the day's identifies."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial

import pytest

from bot.platforms import PlatformRefused
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    key_of,
    opening_keys,
    playing_discord,
    plays,
)
from tests.emulators.discord.events import Event
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.limits import DAY, IDENTIFIES
from tests.emulators.discord.wire import ApiError, page_before
from tests.emulators.discord.world import Options, World

pytestmark = pytest.mark.gateway

BEGINNING = ("get_my_user", "bulk_set_application_commands", "get_bot_gateway")

SPENT = "Only 20 logins are left"


def away(world: World) -> None:
    """Let each call that a starting bot makes fail twice."""
    for name in BEGINNING:
        world.limit_next(name, 1, via=False)
        world.lose_answer(name)


async def test_case_20_begin() -> None:
    """Case 20: if the first calls of a starting bot fail, it makes them again, and plays."""
    async with playing_discord(before=away) as play:
        assert all(len(play.world.calls(name)) >= 3 for name in BEGINNING)
        await plays(play)


async def test_patience() -> None:
    """A starting bot that gets a 429 calls again no sooner than Discord says."""

    def busy(world: World) -> None:
        world.limit_next("get_bot_gateway", 60)
        world.limit_next("get_bot_gateway", 1, via=False)

    async with playing_discord(before=busy) as play:
        first, second, third, *_ = (call.at for call in play.world.calls("get_bot_gateway"))
        assert second >= first + 60
        assert third >= second + 1
        await plays(play)


async def test_html_page_of_a_proxy() -> None:
    """A starting bot that gets a proxy's page, not in UTF-8, with 503 tries again, and plays."""

    def shut(world: World) -> None:
        page = page_before(503, "<h1>Ошибка</h1>".encode("cp1251"))
        for name in BEGINNING:
            world.fail_next(name, page)

    async with playing_discord(before=shut) as play:
        await plays(play)


async def test_case_20_token() -> None:
    """Case 20: a token that Discord does not know stops the bot with a sentence that says so."""
    async with deployment() as shared:
        with pytest.raises(PlatformRefused, match="Discord does not know DISCORD_TOKEN"):
            async with shared.worker(token="not.a.token"):  # noqa: S106  # as it says
                pass


async def test_commands_refused(caplog: pytest.LogCaptureFixture) -> None:
    """If Discord refuses the slash commands, the bot logs it, and plays."""

    def refuse(world: World) -> None:
        error = ApiError(400, 50035, "Invalid Form Body")
        world.fail_next("bulk_set_application_commands", error)

    async with playing_discord(before=refuse) as play:
        ann = play.world.user("Ann")
        await play.say(play.world.dm(ann), ann, "/newgame easy")
        assert "the slash commands were refused" in caplog.text


async def test_case_20_invalid(play: PlayingDiscord) -> None:
    """Case 20: after op 9 the bot asks how many identifies are left, then identifies anew."""
    world, asked = play.world, len(play.world.calls("get_bot_gateway"))
    world.gateway.invalidate()
    await play.reach(lambda: len(world.handshake.identifies) == 2)
    assert len(world.calls("get_bot_gateway")) == asked + 1
    await play.reach(lambda: world.handshake.sessions.live)
    await plays(play)


async def test_case_20_budget(caplog: pytest.LogCaptureFixture) -> None:
    """Case 20: a session that is invalid again and again does not use up the day's identifies.

    The bot says so once, and goes on when Discord gives more.
    """
    async with playing_discord() as play:
        world, handshake = play.world, play.world.handshake
        handshake.budget.used += [play.clock.now()] * (IDENTIFIES - 25)
        for begun in range(2, 6):
            world.gateway.invalidate()
            await play.reach(partial(has_begun, play, begun))
        assert handshake.budget.left == 20
        world.gateway.invalidate()
        await play.reach(lambda: SPENT in caplog.text)
        asked = len(world.calls("get_bot_gateway"))
        play.clock.advance(3600.0)
        await play.passing(play.clock.sleep(30.0, "test"))
        assert handshake.budget.left == 20
        assert not world.gateway.connections
        assert len(world.calls("get_bot_gateway")) == asked
        play.clock.advance(DAY)
        await play.reach(lambda: handshake.sessions.live)
        await plays(play)
    assert caplog.text.count(SPENT) == 1


def has_begun(play: PlayingDiscord, times: int) -> bool:
    """Tell whether the bot has identified so many ``times``, and is in a session."""
    handshake = play.world.handshake
    return len(handshake.identifies) == times and bool(handshake.sessions.live)


async def test_case_20_budget_of_shards(caplog: pytest.LogCaptureFixture) -> None:
    """Case 20: when one shard may not identify until tomorrow, the other plays on."""
    async with playing_discord(Options(flood=False, check=False, shards=2)) as play:
        world, handshake = play.world, play.world.handshake
        handshake.budget.used += [play.clock.now()] * (IDENTIFIES - 22)
        world.gateway.invalidate(world.gateway.connections[1])
        await play.reach(lambda: SPENT in caplog.text)
        await plays(play)
        assert not play.running.done()
        assert len(handshake.identifies) == 2


async def test_case_20_budget_as_it_begins(caplog: pytest.LogCaptureFixture) -> None:
    """Case 20: while the second shard waits for identifies, the first plays; the bot logs that."""
    played: list[asyncio.Task[list[list[int]]]] = []

    async def play_meanwhile(world: World) -> list[list[int]]:
        """Have the first shard answer a command; return the shards that had identified by then."""
        await world.called("get_bot_gateway", 3)  # by the bot, then by each shard
        ann = world.user("Ann")
        await world.guild("Sweepers", ann, shard=0).channel("mines").slash(ann, "help").settled()
        return [each["shard"] for each in world.handshake.identifies]

    def nearly_used(world: World) -> None:
        renewed_at = world.hub.clock.now() + 120.0
        world.handshake.budget.used += [renewed_at - DAY] * (IDENTIFIES - 21)
        played.append(asyncio.create_task(play_meanwhile(world)))

    options = Options(flood=False, check=False, shards=2)
    async with playing_discord(options, before=nearly_used) as play:
        assert await played[0] == [[0, 2]]
        assert "Shard 1 waits for that." in caplog.text
        assert [each["shard"] for each in play.world.handshake.identifies] == [[0, 2], [1, 2]]
        await plays(play)


async def test_case_20_fault(play: PlayingDiscord) -> None:
    """Case 20: a fault in the library ends its connection, and the bot makes another."""
    handshake = play.world.handshake
    play.world.limit_next("get_bot_gateway", 1, via=False)
    play.world.hub.tell(Event("READY", {}))
    await play.reach(lambda: len(handshake.identifies) == 2 and handshake.sessions.live)
    assert len(play.world.gateway.connections) == 1
    await plays(play)


async def test_case_20_unreadable_event(
    play: PlayingDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """Case 20: an event that the library cannot read is set aside, and the connection stays.

    Further events of the same name, which may be many, are not logged.
    """
    for kind in ("GUILD_CREATE", "MESSAGE_CREATE") * 2:
        play.world.hub.tell(Event(kind, {"id": "no number", "channel_id": "5"}))
    await plays(play)
    assert len(play.world.handshake.identifies) == 1
    for kind in ("GUILD_CREATE", "MESSAGE_CREATE"):
        assert caplog.text.count(f"{kind} could not be read") == 1


async def test_case_20_unreadable(play: PlayingDiscord, caplog: pytest.LogCaptureFixture) -> None:
    """Case 20: the bot answers an interaction with odd options, not one of an unknown type."""
    tell = play.world.hub.tell
    tell(Event("INTERACTION_CREATE", {"id": "1", "type": 99}))
    ann = play.world.user("Ann")
    odd = {"id": "5", "data": {"name": "newgame", "options": 5}}
    broken = play.world.dm(ann).slash(ann, "help").payload() | odd
    tell(Event("INTERACTION_CREATE", broken))
    # The emulator does not know this interaction, so it refuses the answer.
    await play.reach(lambda: "interaction 5 was not answered: 404" in caplog.text)
    assert "an interaction in no known form was set aside" in caplog.text
    assert "a request failed" not in caplog.text
    await plays(play)
    assert len(play.world.handshake.identifies) == 1


async def test_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault while a message is read is logged, and the connection stays."""

    async def fail(*_given: object) -> None:
        """Fail."""
        raise LookupError("a fault")

    async with playing_discord() as play:
        monkeypatch.setattr(play.bot._texts, "handle", fail)
        ann = play.world.user("Ann")
        play.world.dm(ann).say(ann, "hello")
        await play.reach(lambda: "a request failed" in caplog.text)
        await plays(play)
        assert len(play.world.handshake.identifies) == 1


async def test_case_41_stop(play: PlayingDiscord) -> None:
    """Case 41: a bot told to stop leaves the gateway, and answers the command in work."""
    backend = play.backend
    ann, channel = play.in_server()
    backend.shut()
    began = channel.slash(ann, "newgame", rows=5, cols=5, mines=3)
    await play.reach(lambda: backend.held)
    play.stopping.set()
    await play.reach(lambda: not play.world.gateway.connections)
    backend.open()
    await play.settle(began)
    await play.reach(play.running.done)
    assert list(opening_keys(began.reply))
    assert channel.shown == [began.reply]


@pytest.mark.parametrize("by_http", [False, True], ids=["gateway", "http"])
async def test_case_18_workers(*, by_http: bool) -> None:
    """Case 18: two workers that get the same interactions make one game, one move and one board."""
    async with deployment() as shared, AsyncExitStack() as stack:
        workers, urls = [], []
        for _ in range(2):
            workers.append(await stack.enter_async_context(shared.worker(by_http=by_http)))
            urls.append(workers[0].world.endpoint.url)
        play, world = workers[0], workers[0].world
        channel = world.guild("Sweepers", ann := world.user("Ann")).channel("mines")
        world.endpoint.url = urls[0]
        await deliver(workers, urls, channel.slash(ann, "newgame", rows=5, cols=5, mines=3))
        [board] = channel.shown
        before = board.content
        world.endpoint.url = urls[0]
        await deliver(workers, urls, board.press(ann, key_of(board, 12)))
        session = await play.session(channel)
        assert (session.number, len(session.game.history)) == (1, 1)
        assert channel.shown == [board]
        assert board.content != before


async def deliver(workers: list[PlayingDiscord], urls: list[str | None], once: Interaction) -> None:
    """Deliver an interaction to the other worker as well, by HTTP; wait until all is done."""
    if urls[1] is not None:
        await asyncio.sleep(0)  # lets it leave for the first worker
        workers[0].world.endpoint.url = urls[1]
        once.deliver_again()
    await workers[0].settle(once)
    for worker in (*workers, *workers):
        await worker.settle()


async def test_case_20_crashes() -> None:
    """Case 20: a worker with 20 identifies left does not start, and says when there are more."""

    def used(world: World) -> None:
        now = world.hub.clock.now()
        world.handshake.budget.used += [now] * (IDENTIFIES - 20)

    with pytest.raises(PlatformRefused, match=r"Discord gives more in 24 h 0 min\."):
        async with playing_discord(before=used):
            pass


async def test_no_limit_is_said() -> None:
    """If Discord does not say how often the bot may identify, it connects all the same."""
    async with playing_discord(Options(check=False, limits_starts=False)) as play:
        await plays(play)


@pytest.mark.parametrize("status", [404, 405])
async def test_no_way_to_begin_is_said(status: int, caplog: pytest.LogCaptureFixture) -> None:
    """If a proxy does not know the call for the number of shards, the bot logs it, and uses one."""

    def unknown(world: World) -> None:
        error = ApiError(status, 0, "what is that?")
        world.fail_next("get_bot_gateway", error, times=2)  # by the bot, then by its shard

    async with playing_discord(before=unknown) as play:
        await plays(play)
        assert "Discord does not say how many shards to use" in caplog.text
        assert [each["shard"] for each in play.world.handshake.identifies] == [[0, 1]]
