"""Answers to interactions on the Discord emulator: in time, once, deferred, followed up, modals."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from tests.emulators.discord.channel import Channel
from tests.emulators.discord.helpers import (
    COMMAND,
    Pressed,
    answer,
    found,
    layout,
    legacy,
    place,
    pressed,
    row,
)
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.limits import ACKNOWLEDGE_SECONDS, FOLLOW_UPS, TOKEN_SECONDS
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.rig import Rig, client, refused


async def test_what_a_press_carries(rig: Rig) -> None:
    """The library learns who pressed where, with which rights, and on what."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        assert interaction.user.id == ann.id
        assert interaction.guild_id == channel.guild.id  # type: ignore[union-attr]  # in a guild
        assert interaction.channel_id == channel.id
        assert interaction.permissions.administrator
        assert interaction.app_permissions.send_messages
        assert interaction.locale is discord.Locale.american_english
        assert interaction.context.guild
        assert (interaction.id, interaction.token) == (known.id, known.token)
        assert interaction.filesize_limit == 10 * 1024 * 1024


async def test_in_time(rig: Rig) -> None:
    """After three seconds an interaction fails, and an answer to it is refused."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        passed = []
        for seconds in (ACKNOWLEDGE_SECONDS, 0.01):
            rig.clock.advance(seconds)
            passed.append(known.failed)
        assert passed == [False, True]
        with refused(rig.world, 10062):
            await interaction.response.edit_message(content="late")
        assert channel.last.text == "board"


async def test_once(rig: Rig) -> None:
    """A second acknowledgement is refused, also from another process with the same event."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, first = await pressed(bot, channel, ann)
        known.deliver_again()
        second = await bot.next_taken(2)
        assert second.id == first.id
        await first.response.edit_message(content="one")
        with refused(rig.world, 40060):
            await second.response.edit_message(content="two")
        assert channel.last.text == "one"


async def test_thinking(rig: Rig) -> None:
    """A follow-up or an edit shows a deferred answer, to one person if it was deferred so."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        await interaction.response.defer(thinking=True, ephemeral=True)
        assert known.loading
        await interaction.followup.send("here")
        assert (known.reply.text, known.reply.viewer, known.loading) == ("here", ann, False)
        assert known.follow_ups == []
        known, interaction = await pressed(bot, channel, ann)
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="there")
        assert channel.last is known.reply
        assert channel.last.text == "there"


async def test_deferred_updates(rig: Rig) -> None:
    """After a deferred update @original is the message with the button."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        await interaction.response.defer()
        assert known.original is known.source
        with pytest.raises(LookupError):
            _ = known.reply
        await interaction.edit_original_response(content="slow", view=None)
        assert channel.last.text == "slow"
        assert channel.last.labels == []


async def test_follow_ups(rig: Rig) -> None:
    """Follow-ups are sent, read, edited and deleted with the interaction's token."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        await interaction.response.send_message("answer", ephemeral=True)
        assert (await interaction.original_response()).content == "answer"
        sent = await interaction.followup.send("more", wait=True)
        assert (await known.followed_up()).text == "more"
        await sent.edit(content="less")
        assert (await interaction.followup.fetch_message(sent.id)).content == "less"
        await sent.delete()
        with refused(rig.world, 10008):
            await sent.delete()
        await interaction.delete_original_response()
        with refused(rig.world, 10008):
            await interaction.edit_original_response(content="x")
        with refused(rig.world, 10008):
            await interaction.followup.fetch_message(1)


async def test_tokens(rig: Rig) -> None:
    """A token works only after the answer, and for fifteen minutes."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        _, interaction = await pressed(bot, channel, ann)
        with refused(rig.world, 10015):
            await interaction.followup.send("too early")
        await interaction.response.defer()
        rig.clock.advance(TOKEN_SECONDS + 1)
        with refused(rig.world, 50027):
            await interaction.followup.send("too late")
        strange = discord.Webhook.from_state(
            {"id": rig.world.bot.id, "type": 3, "token": "x" * 60}, bot._connection
        )
        with refused(rig.world, 10015):
            await strange.send("x")


async def test_an_app_that_only_a_user_has(rig: Rig) -> None:
    """A guest bot may send five follow-ups; where it may not post, the user alone sees them."""
    bob = rig.world.user("Bob", installed=True)
    owner = rig.world.user("Ann")
    guild = rig.world.guild("Elsewhere", owner, bob, installed=False)
    chat, quiet = guild.channel("chat"), guild.channel("quiet")
    quiet.deny(bob, Permission.USE_EXTERNAL_APPS)
    async with client(rig, Pressed()) as bot:
        for number, where in enumerate((chat, quiet), start=1):
            known = rig.world.interactions.begin(2, bob, where, COMMAND)
            interaction = await bot.next_taken(number)
            await interaction.response.send_message("x")
            assert known.reply.viewer is (None if where is chat else bob)
        for _ in range(FOLLOW_UPS):
            await interaction.followup.send("x")
        with refused(rig.world, 40094):
            await interaction.followup.send("x")


async def test_answers_that_do_not_fit(rig: Rig) -> None:
    """A command cannot be answered with an update, nor a press with proposals."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        for kind in (1, 8, 99):
            with refused(rig.world, 50035, "BASE_TYPE_CHOICES"):
                await answer(bot, known, {"type": kind})
        command = rig.world.interactions.begin(2, ann, channel, COMMAND)
        for kind in (6, 7):
            with refused(rig.world, 50035, "BASE_TYPE_CHOICES"):
                await answer(bot, command, {"type": kind, "data": {"content": "x"}})
        with refused(rig.world, 50006):
            await answer(bot, command, {"type": 4, "data": {"content": ""}})
        with refused(rig.world, 50035, "{'data': {'content'"):
            await answer(bot, command, {"type": 4, "data": {"content": "x" * 2001}})
        assert not command.answered
        typed = rig.world.interactions.begin(4, ann, channel, COMMAND)
        choices = [{"name": str(n), "value": str(n)} for n in range(26)]
        with refused(rig.world, 50035, "BASE_TYPE_MAX_LENGTH"):
            await answer(bot, typed, {"type": 8, "data": {"choices": choices}})
        rig.server.mismatches.clear()
        await interaction.response.defer()


@pytest.mark.parametrize("gone", ["message", "channel", "archived", "private"])
async def test_updates_of_what_is_gone(rig: Rig, gone: str) -> None:
    """A press on what is then deleted or archived cannot be answered with an update."""
    ann, channel = place(rig)
    assert channel.guild is not None
    channel = channel.guild.thread(channel, "late") if gone == "archived" else channel
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        code = disappear(gone, known, channel)
        if gone == "private":
            await interaction.response.send_message("x", ephemeral=True, view=legacy("y"))
            with pytest.raises(LookupError, match="does not see"):
                known.reply.press(rig.world.user("Bob"), "y")
            return
        with refused(rig.world, code):
            await interaction.response.edit_message(content="x")
        if gone == "channel":
            with refused(rig.world, code):
                await interaction.response.send_message("x")


def disappear(gone: str, known: Interaction, channel: Channel) -> int:
    """Delete or archive what an update needs; return the code of its refusal."""
    assert known.source is not None
    if gone == "message":
        known.source.delete()
    elif gone == "channel":
        channel.remove()
    elif gone == "archived":
        channel.archive()
    return {"message": 10008, "channel": 10003}.get(gone, 50083)


@pytest.mark.parametrize("locked", [False, True])
async def test_answer_in_the_archive(rig: Rig, locked: bool) -> None:  # noqa: FBT001  # pytest gives it
    """An answer as a new message takes its thread out of the archive, unless that is locked."""
    ann, channel = place(rig)
    assert channel.guild
    thread = channel.guild.thread(channel, "late")
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, thread, ann)
        thread.archive(locked=locked)
        if locked:
            with refused(rig.world, 50083):
                await interaction.response.send_message("x")
        else:
            await interaction.response.send_message("x")
        assert thread.archived is locked
        assert known.answered is not locked


async def test_persistent_buttons(rig: Rig) -> None:
    """A button sent by one process works in the next."""
    ann, channel = place(rig)
    async with client(rig) as bot:
        await found(bot, channel).send(view=layout(row("go")))
    async with client(rig, Pressed()) as bot:
        channel.last.press(ann, "GO")
        interaction = await bot.next_taken()
        await interaction.response.edit_message(view=layout(ui.TextDisplay("gone")))
        assert channel.last.text == "gone"


async def test_interactions_nobody_knows(rig: Rig) -> None:
    """An answer with a wrong token is refused as one to an unknown interaction."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        known, interaction = await pressed(bot, channel, ann)
        interaction.token = "x"  # noqa: S105  wrong on purpose
        with refused(rig.world, 10062):
            await interaction.response.defer()
        assert not known.answered
