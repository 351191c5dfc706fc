"""The gateway of the Discord emulator, through the library: begin, break, resume, shards."""

from __future__ import annotations

import discord
import pytest

from tests.emulators.discord.events import Intent
from tests.emulators.discord.helpers import Pressed, place
from tests.emulators.discord.limits import DAY, IDENTIFIES, RESUME_SECONDS
from tests.emulators.discord.rig import Client, Rig, client, emulated
from tests.emulators.discord.world import Options


async def test_connecting(rig: Rig) -> None:
    """The library logs in, identifies and learns of the guilds with their channels and threads."""
    _, channel = place(rig)
    assert channel.guild is not None
    thread = channel.guild.thread(channel, "late night")
    async with client(rig) as bot:
        assert bot.user is not None
        assert (bot.user.id, bot.user.name) == (rig.world.bot.id, "mines")
        assert [guild.name for guild in bot.guilds] == ["Field"]
        known = bot.get_channel(thread.id)
        assert isinstance(known, discord.Thread)
        assert (known.name, known.parent_id) == ("late night", channel.id)
    [identify] = rig.world.handshake.identifies
    assert identify["properties"]["browser"] == "discord.py"


async def test_heartbeats_are_acknowledged(rig: Rig) -> None:
    """The library beats at once and whenever it is asked, and learns its latency."""
    async with client(rig) as bot:
        [connection] = rig.world.gateway.connections
        await rig.world.changes.until(lambda: connection.beats)
        rig.world.gateway.ask_heartbeat()
        await rig.world.changes.until(lambda: connection.beats >= 2)
        assert bot.latency >= 0


async def test_a_connection_that_looks_dead() -> None:
    """Without acknowledgements the library closes the connection and resumes."""
    bot = Client()
    async with emulated(Options(heartbeat=0.1)) as rig, client(rig, bot):
        rig.world.gateway.acknowledging = False
        # For this connection alone: a busy machine may take longer to begin another.
        assert bot.ws._keep_alive
        bot.ws._keep_alive.heartbeat_timeout = 0.3
        await rig.world.changes.until(lambda: rig.world.handshake.resumes)
        rig.world.gateway.acknowledging = True
        await bot.saw("resumed")
        assert len(rig.world.handshake.identifies) == 1


@pytest.mark.parametrize("how", ["op 7", "op 9", "4000", "4009", "dropped"])
async def test_breaks(rig: Rig, how: str) -> None:
    """After a break the library resumes and gets missed events in order; 4009 ends the session."""
    async with client(rig, Pressed()) as bot:
        ann, channel = place(rig)
        channel.say(ann, f"{rig.world.bot.mention} before")
        await bot.next_heard()
        rig.world.gateway.break_off(how)
        channel.say(ann, f"{rig.world.bot.mention} meanwhile")
        if how == "4009":
            await rig.world.changes.until(lambda: len(rig.world.handshake.identifies) == 2)
            return
        await bot.saw("resumed")
        channel.say(ann, f"{rig.world.bot.mention} after")
        await bot.next_heard(3)
        words = [message.content.split()[-1] for message in bot.heard]
        assert words == ["before", "meanwhile", "after"]
        assert rig.world.gateway.paths[-1] == "/gateway/resume/"
        assert len(rig.world.handshake.identifies) == 1


async def test_an_invalid_session(rig: Rig) -> None:
    """After op 9 for good the library identifies anew, at the first address."""
    async with client(rig) as bot:
        rig.world.gateway.invalidate()
        await bot.saw("ready", 2)
        assert len(rig.world.handshake.identifies) == 2
        assert rig.world.gateway.paths[-1] == "/gateway/"
        assert len(rig.world.handshake.sessions.live) == 1


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013])
async def test_final_close_codes(rig: Rig, code: int) -> None:
    """The library gives up after a code that is final."""
    bot = Client()
    with pytest.raises(discord.ConnectionClosed) as caught:
        await closed_with(rig, bot, code)
    assert caught.value.code == code


async def closed_with(rig: Rig, bot: Client, code: int) -> None:
    """Connect, and be closed with ``code``."""
    async with client(rig, bot):
        rig.world.gateway.close(code)
        await bot.saw("disconnect")


async def test_privileged_intents_are_granted() -> None:
    """A privileged intent is refused unless the bot has been granted it."""
    intents = discord.Intents.default()
    intents.message_content = True
    async with emulated() as rig:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with client(rig, Client(intents)):
                pass
    granted = Options(privileged=Intent.MESSAGE_CONTENT)
    async with emulated(granted) as rig, client(rig, Pressed(intents=intents)) as bot:
        ann, channel = place(rig)
        channel.say(ann, "to nobody")
        assert (await bot.next_heard()).content == "to nobody"


async def test_shards() -> None:
    """Each shard is told of its own guilds; the first of direct messages."""
    async with emulated(Options(shards=2)) as rig:
        people = [rig.world.user(name) for name in ("Ann", "Bob")]
        for index, user in enumerate(people):
            rig.world.guild(f"G{index}", user, shard=index)
        bot = discord.AutoShardedClient(
            intents=discord.Intents.default(), guild_ready_timeout=0.01, max_messages=None
        )
        bot.before_identify_hook = Client.before_identify_hook.__get__(bot)  # type: ignore[method-assign]  # borrowed
        async with client(rig, bot):
            assert {guild.name: guild.shard_id for guild in bot.guilds} == {"G0": 0, "G1": 1}
            first, second = sorted(rig.world.handshake.sessions.live, key=lambda one: one.shard)
            before = first.seq, second.seq
            rig.world.dm(people[0]).say(people[0], "hello")
            assert (first.seq - before[0], second.seq - before[1]) == (1, 0)


async def test_too_few_shards(rig: Rig) -> None:
    """A client that does not shard where it must is closed with 4011."""
    rig.world.handshake.shards_wanted = 2
    with pytest.raises(discord.ConnectionClosed) as caught:
        async with client(rig):
            pass
    assert caught.value.code == 4011


async def test_the_budget_of_identifies(rig: Rig) -> None:
    """A thousand identifies a day; the next one costs the token."""
    budget = rig.world.handshake.budget
    budget.used = [rig.clock.now()] * (IDENTIFIES - 1)
    async with client(rig):
        assert budget.card()["remaining"] == 0
    token = rig.world.token
    with pytest.raises(discord.ConnectionClosed):
        async with client(rig):
            pass
    assert rig.world.token != token
    rig.clock.advance(DAY)
    assert budget.card() == {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 0,
        "max_concurrency": 1,
    }


async def test_an_outage_is_no_removal(rig: Rig) -> None:
    """A guild that is unavailable comes back; one that throws the bot out is gone."""
    async with client(rig) as bot:
        _, channel = place(rig)
        guild = channel.guild
        assert guild is not None
        await bot.saw("guild_join")
        guild.fail()
        await bot.saw("guild_unavailable")
        assert "guild_remove" not in bot.seen
        guild.recover()
        await bot.saw("guild_available")
        guild.kick_bot()
        await bot.saw("guild_remove")
        assert len(bot.guilds) == 0


async def test_members_can_be_asked_for() -> None:
    """The library gets a guild's members over the gateway."""
    intents = discord.Intents.default()
    intents.members = True
    granted = Options(privileged=Intent.GUILD_MEMBERS)
    async with emulated(granted) as rig:
        ann, channel = place(rig)
        async with client(rig, Client(intents, chunk_guilds_at_startup=False)) as bot:
            [guild] = bot.guilds
            members = await guild.chunk()
            assert {one.id for one in members} == {ann.id, rig.world.bot.id}
            await bot.change_presence(status=discord.Status.idle)
        assert channel.guild is not None


async def test_what_nobody_asked_for(rig: Rig) -> None:
    """A session is told of the kinds of events it asked for, and of guilds that are not away."""
    ann, channel = place(rig)
    rig.world.guild("Away", ann).fail()
    async with client(rig, Client(discord.Intents(guilds=True))) as bot:
        assert [guild.name for guild in bot.guilds if not guild.unavailable] == ["Field"]
        [session] = rig.world.handshake.sessions.live
        before = session.seq
        channel.say(ann, "x")
        assert session.seq == before


async def test_a_session_nobody_came_back_to(rig: Rig) -> None:
    """After minutes a broken session is forgotten, and the library identifies anew."""
    async with client(rig) as bot:
        rig.world.gateway.drop()
        await rig.world.changes.until(lambda: not rig.world.handshake.sessions.live)
        rig.clock.advance(RESUME_SECONDS + 1)
        await bot.saw("ready", 2)
        assert len(rig.world.handshake.identifies) == 2
