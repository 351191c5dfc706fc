"""Messages on the Discord emulator: sent, edited, deleted, heard; and what may not be done."""

from __future__ import annotations

import discord
import pytest

from tests.emulators.discord.helpers import Pressed, found, place
from tests.emulators.discord.limits import NONCE, STALE_EDITS, STALE_SECONDS
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.rig import Rig, client, emulated, refused
from tests.emulators.discord.world import Options


async def test_sending_editing_deleting(rig: Rig) -> None:
    """A message is sent, changed and taken away, and the bot is told of each."""
    _, channel = place(rig)
    async with client(rig) as bot:
        there = found(bot, channel)
        sent = await there.send("one", embed=discord.Embed(title="t", description="d"))
        await sent.edit(content="two")
        assert (await there.fetch_message(sent.id)).content == "two"
        assert [one.id async for one in there.history()] == [sent.id]
        assert channel.last.content.embeds[0]["title"] == "t"
        await sent.delete()
        assert [seen.what for seen in channel.history] == ["sent", "edited", "deleted"]
        assert channel.messages == []
        await bot.saw("raw_message_delete")
        with pytest.raises(LookupError):
            _ = channel.last
        with refused(rig.world, 10008):
            await sent.edit(content="three")
        with refused(rig.world, 10008):
            await sent.delete()


async def test_what_the_bot_hears(rig: Rig) -> None:
    """Without the content intent the bot reads mentions, replies to it and direct messages."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        await found(bot, channel).send("board")
        board = channel.last
        channel.say(ann, "to others")
        channel.say(ann, f"{rig.world.bot.mention} 3 4")
        channel.say(ann, "c4", board)
        channel.say(ann, "d5", board, ping=False)
        rig.world.dm(ann).say(ann, "e6")
        await bot.next_heard(5)
        words = [message.content for message in bot.heard]
        assert words == ["", f"{rig.world.bot.mention} 3 4", "c4", "", "e6"]
        assert bot.heard[2].reference is not None
        assert bot.heard[2].reference.message_id == board.id
        assert isinstance(bot.heard[4].channel, discord.DMChannel)
        fetched = await found(bot, channel).fetch_message(bot.heard[0].id)
        assert fetched.content == ""


async def test_a_reply_to_an_answer_is_no_mention(rig: Rig) -> None:
    """A reply to what a command answered does not ping the bot, and so is not read."""
    ann, channel = place(rig)
    bot = Pressed()
    bot.tree.command(name="go", description="x")(go)
    async with client(rig, bot):
        await bot.tree.sync()
        await channel.slash(ann, "go").settled()
        channel.say(ann, "c4", channel.last)
        assert (await bot.next_heard()).content == ""


async def go(interaction: discord.Interaction) -> None:
    """Answer a command."""
    await interaction.response.send_message("board")


async def test_direct_messages(rig: Rig) -> None:
    """The bot opens direct messages with somebody, unless they are closed to it."""
    ann = rig.world.user("Ann")
    async with client(rig) as bot:
        user = discord.Object(ann.id)
        there = await bot.create_dm(user)
        await there.send("hello")
        assert rig.world.dm(ann).last.text == "hello"
        ann.closed = True
        with refused(rig.world, 50007):
            await there.send("hello?")
        with refused(rig.world, 10013):
            await bot.create_dm(discord.Object(5))
        theirs = rig.world.dm(ann).say(ann, "x")
        with refused(rig.world, 50003):
            await there.get_partial_message(theirs.id).delete()


async def test_replies(rig: Rig) -> None:
    """The bot replies to a message; if that is gone, it is refused, or sends without the reply."""
    ann, channel = place(rig)
    asked = channel.say(ann, "?")
    async with client(rig) as bot:
        there = found(bot, channel)
        known = there.get_partial_message(asked.id)
        await there.send("!", reference=known)
        assert channel.last.reply_to is asked
        channel.deny(rig.world.bot, Permission.READ_MESSAGE_HISTORY)
        with refused(rig.world, 160002):
            await there.send("!", reference=known)
        channel.denied.clear()
        asked.delete()
        with refused(rig.world, 50035, "REPLIES_UNKNOWN_MESSAGE"):
            await there.send("!", reference=known)
        lenient = known.to_reference(fail_if_not_exists=False)
        await there.send("!", reference=lenient)
        assert channel.last.reply_to is None


async def test_whose_messages(rig: Rig) -> None:
    """The bot edits its own messages alone, and deletes those of others where it may."""
    ann, channel = place(rig)
    theirs = channel.say(ann, "mine")
    async with client(rig) as bot:
        known = found(bot, channel).get_partial_message(theirs.id)
        with refused(rig.world, 50005):
            await known.edit(content="ours")
        with refused(rig.world, 50013):
            await known.delete()
        assert channel.guild is not None
        channel.guild.role("Mod", Permission.MANAGE_MESSAGES, rig.world.bot)
        await known.delete()
        assert theirs.deleted


@pytest.mark.parametrize(
    ("right", "code"),
    [
        (Permission.VIEW_CHANNEL, 50001),
        (Permission.SEND_MESSAGES, 50013),
        (Permission.EMBED_LINKS, 50013),
    ],
)
async def test_missing_permissions(rig: Rig, right: Permission, code: int) -> None:
    """A message is refused where the bot lacks a right, unless it is an administrator."""
    _, channel = place(rig)
    async with client(rig) as bot:
        channel.deny(rig.world.bot, right)
        with refused(rig.world, code):
            await found(bot, channel).send(embed=discord.Embed(title="x"))
        assert channel.guild is not None
        channel.guild.role("All", Permission.ADMINISTRATOR, rig.world.bot)
        await found(bot, channel).send(embed=discord.Embed(title="x"))


async def test_channels_that_are_gone(rig: Rig) -> None:
    """A deleted channel is unknown; one in a guild without the bot is closed to it."""
    _, channel = place(rig)
    async with client(rig) as bot:
        there = found(bot, channel)
        assert (await bot.fetch_channel(channel.id)).id == channel.id
        channel.remove()
        with refused(rig.world, 10003):
            await there.send("x")
        await bot.saw("guild_channel_delete")
        channel.deleted = False
        assert channel.guild is not None
        channel.guild.kick_bot()
        with refused(rig.world, 50001):
            await there.send("x")
        with refused(rig.world, 50035, "NUMBER_TYPE_COERCE"):
            await bot.http.send_message("x", params=discord.http.handle_message_parameters("x"))
        rig.server.mismatches.clear()


async def test_threads_in_the_archive(rig: Rig) -> None:
    """Sending takes a thread out of the archive unless it is locked; editing does not."""
    _, channel = place(rig)
    assert channel.guild is not None
    thread = channel.guild.thread(channel, "late")
    async with client(rig) as bot:
        there = bot.get_partial_messageable(thread.id)
        sent = await there.send("x")
        thread.archive()
        with refused(rig.world, 50083):
            await sent.edit(content="y")
        await there.send("z")
        assert not thread.archived
        await sent.edit(content="y")
        thread.archive(locked=True)
        with refused(rig.world, 50083):
            await there.send("z")
        channel.deny(rig.world.bot, Permission.SEND_MESSAGES_IN_THREADS)
        with refused(rig.world, 50013):
            await there.send("z")


async def test_edits_of_old_messages(rig: Rig) -> None:
    """Messages over an hour old take only a few edits an hour."""
    _, channel = place(rig)
    async with client(rig) as bot:
        sent = await found(bot, channel).send("x")
        rig.clock.advance(STALE_SECONDS + 1)
        for number in range(STALE_EDITS):
            await sent.edit(content=str(number))
        with refused(rig.world, 30046, "Maximum number of edits"):
            await sent.edit(content="too much")
        rig.clock.advance(STALE_SECONDS + 1)
        await sent.edit(content="later")


async def test_a_nonce_is_used_once(rig: Rig) -> None:
    """A message with a nonce that is enforced is sent once, however often it is asked for."""
    _, channel = place(rig)
    async with client(rig) as bot:
        first = await found(bot, channel).send("x", nonce=5)
        again = await found(bot, channel).send("x", nonce=5)
        other = await found(bot, channel).send("x", nonce=6)
        assert first.id == again.id != other.id
        assert len(channel.shown) == 2


async def test_a_nonce_that_is_too_long() -> None:
    """A nonce has 25 characters at most."""
    async with emulated(Options(flood=False, check=False)) as rig:
        _, channel = place(rig)
        async with client(rig) as bot:
            await found(bot, channel).send("x", nonce="n" * NONCE)
            with refused(rig.world, 50035, "Must be 25 or fewer in length."):
                await found(bot, channel).send("x", nonce="n" * (NONCE + 1))


@pytest.mark.parametrize(
    ("content", "embeds", "code", "words"),
    [
        ("", [], 50006, "Cannot send an empty message"),
        (" ", [], 50006, "Cannot send an empty message"),
        ("x" * 2001, [], 50035, "Must be 2000 or fewer in length."),
        ("", [discord.Embed(title="x" * 257)], 50035, "Must be 256 or fewer"),
        ("", [discord.Embed(description="x" * 4097)], 50035, "Must be 4096 or fewer"),
        ("", [discord.Embed(description="x" * 3001)] * 2, 50035, "MAX_EMBED_SIZE_EXCEEDED"),
        ("", [discord.Embed()], 50035, "BASE_TYPE_REQUIRED"),
        ("", [discord.Embed().add_field(name="", value="x")], 50035, "BASE_TYPE_REQUIRED"),
    ],
)
async def test_texts_and_embeds(
    rig: Rig, content: str, embeds: list[discord.Embed], code: int, words: str
) -> None:
    """Texts and embeds that are too long or empty are refused."""
    _, channel = place(rig)
    async with client(rig) as bot:
        with refused(rig.world, code, words):
            await found(bot, channel).send(content, embeds=embeds)
        await found(bot, channel).send("x" * 2000)
        rig.server.mismatches.clear()


async def test_typing(rig: Rig) -> None:
    """The bot shows that it types where it may write."""
    _, channel = place(rig)
    async with client(rig) as bot, found(bot, channel).typing():
        assert rig.world.calls("trigger_typing_indicator")


async def test_who_is_pinged(rig: Rig) -> None:
    """A message pings the users that it names, as far as ``allowed_mentions`` and rights allow."""
    ann, channel = place(rig)
    bob = rig.world.user("Bob")
    words = f"@everyone {ann.mention} {bob.mention}"
    async with client(rig) as bot:
        there = found(bot, channel)
        for allowed, pinged in (
            (discord.AllowedMentions.all(), (True, {ann.id, bob.id})),
            (discord.AllowedMentions.none(), (False, set())),
            (discord.AllowedMentions(everyone=False, users=[bob]), (False, {bob.id})),
        ):
            sent = await there.send(words, allowed_mentions=allowed)
            content = channel.last.content
            assert (content.everyone, set(content.mentions)) == pinged
            assert sent.mention_everyone == pinged[0]
        channel.deny(rig.world.bot, Permission.MENTION_EVERYONE)
        await there.send(words)
        assert not channel.last.content.everyone
