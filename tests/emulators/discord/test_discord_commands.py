"""Slash commands on the Discord emulator: registered, typed, completed, answered."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from tests.emulators.discord.helpers import place
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.rig import Client, Rig, client, refused
from tests.emulators.discord.wire import Json

RUSSIAN = discord.Locale.russian


class Translator(app_commands.Translator):
    """A translator that knows three words of Russian."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation."""
        del context
        known = {"rows": "ряды", "level": "уровень", "newgame": "новая"}
        return known.get(string.message) if locale is RUSSIAN else None


def minesweeper() -> Client:
    """Return a client with a group of commands, as a game has them."""
    bot = Client()
    group = app_commands.Group(
        name="newgame",
        description="Begin",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )

    @group.command(name="board", description="Any size")
    async def board(
        interaction: discord.Interaction,
        rows: app_commands.Range[int, 2, 40],
        mines: int = 1,
        *,
        loud: bool = False,
    ) -> None:
        await interaction.response.send_message(f"{rows} {mines} {loud}", ephemeral=True)

    @group.command(name="level", description="A named level")
    async def level(interaction: discord.Interaction, level: str) -> None:
        await interaction.response.send_message(f"{level} {interaction.user}")

    @level.autocomplete("level")
    async def proposals(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        del interaction
        names = ("beginner", "expert")
        return [app_commands.Choice(name=n, value=n) for n in names if n.startswith(current)]

    bot.tree.add_command(group)
    return bot


async def test_commands_are_carried_out(rig: Rig) -> None:
    """A command reaches its function with its options, and the answer is seen."""
    ann, channel = place(rig)
    async with client(rig, minesweeper()) as bot:
        synced = await bot.tree.sync()
        assert [one.name for one in await bot.tree.fetch_commands()] == ["newgame"]
        answer = await channel.slash(ann, "newgame board", rows=9, mines=10).settled()
        assert answer.reply.text == "9 10 False"
        assert answer.reply.viewer is ann
        assert channel.messages == []
        assert channel.seen_by(ann) == [answer.reply]
        assert synced[0].id == int(answer.data["id"])
        answer = await channel.slash(ann, "newgame level", level="expert").settled()
        assert channel.last.text == "expert ann"
        assert channel.last.cause is answer


async def test_autocompletion(rig: Rig) -> None:
    """What is typed so far reaches the bot, and its proposals come back."""
    ann, channel = place(rig)
    async with client(rig, minesweeper()) as bot:
        await bot.tree.sync()
        typed = channel.complete(ann, "newgame level", "level", "ex")
        assert (await typed.settled()).choices == [{"name": "expert", "value": "expert"}]
        with pytest.raises(ValueError, match="proposes nothing"):
            channel.complete(ann, "newgame board", "rows", "1")


async def test_translated_names(rig: Rig) -> None:
    """A person finds a command by its translated or original name, an option by the former."""
    _, channel = place(rig)
    assert channel.guild is not None
    ivan = rig.world.user("Ivan", "ru")
    channel.guild.join(ivan)
    bot = minesweeper()
    await bot.tree.set_translator(Translator())
    async with client(rig, bot):
        await bot.tree.sync()
        answer = await channel.slash(ivan, "новая level", уровень="expert").settled()
        assert answer.reply.text == "expert ivan"
        with pytest.raises(ValueError, match="unknown"):
            channel.slash(ivan, "newgame level", level="expert")


@pytest.mark.parametrize(
    ("words", "options", "error"),
    [
        ("newgame", {}, LookupError),
        ("newgame nothing", {}, LookupError),
        ("nothing", {}, LookupError),
        ("newgame board", {}, ValueError),
        ("newgame board", {"rows": 1}, ValueError),
        ("newgame board", {"rows": 41}, ValueError),
        ("newgame board", {"rows": "9"}, ValueError),
        ("newgame board", {"rows": True}, ValueError),
        ("newgame board", {"rows": 9, "columns": 9}, ValueError),
        ("newgame board", {"rows": 9, "mines": 2**60}, ValueError),
        ("newgame level", {"level": "x" * 6001}, ValueError),
    ],
)
async def test_what_the_client_does_not_send(
    rig: Rig, words: str, options: dict[str, Any], error: type[Exception]
) -> None:
    """A person cannot send what the command does not offer."""
    ann, channel = place(rig)
    async with client(rig, minesweeper()) as bot:
        await bot.tree.sync()
        with pytest.raises(error):
            channel.slash(ann, words, **options)


async def test_where_commands_are_offered(rig: Rig) -> None:
    """Context, installation and permissions decide who is offered a command, and where."""
    ann, channel = place(rig)
    bob = rig.world.user("Bob", installed=True)
    elsewhere = rig.world.guild("Elsewhere", bob, ann, installed=False).channel("chat")
    between = rig.world.private(ann, bob)
    async with client(rig, minesweeper()) as bot:
        await bot.tree.sync()
        game = ("newgame level", "level", "x")
        for user, where in ((ann, channel), (ann, rig.world.dm(ann)), (bob, elsewhere)):
            answer = await where.slash(user, game[0], level="x").settled()
            assert answer.reply.home is where
        assert answer.user_only
        for user, where in ((ann, elsewhere), (bob, between)):
            with pytest.raises(LookupError):
                where.slash(user, game[0], level="x")
        assert channel.guild is not None
        channel.guild.join(bob)
        channel.deny(bob, Permission.USE_APPLICATION_COMMANDS)
        with pytest.raises(LookupError, match="may not use"):
            channel.slash(bob, game[0], level="x")


async def test_commands_of_one_guild(rig: Rig) -> None:
    """A guild's own commands are offered there alone, and only if the bot is in it."""
    ann, channel = place(rig)
    other = rig.world.guild("Other", ann).channel("x")
    away = rig.world.guild("Away", ann, installed=False)
    bot = Client()

    @bot.tree.command(description="x", guild=discord.Object(channel.guild.id))  # type: ignore[union-attr]  # in a guild
    async def here(interaction: discord.Interaction, who: discord.User) -> None:
        await interaction.response.send_message(who.name)

    async with client(rig, bot):
        await bot.tree.sync(guild=discord.Object(channel.guild.id))  # type: ignore[union-attr]  # in a guild
        assert (await channel.slash(ann, "here", who=ann).settled()).reply.text == "ann"
        with pytest.raises(LookupError):
            other.slash(ann, "here", who=ann)
        with refused(rig.world, 50001):
            await bot.tree.sync(guild=discord.Object(away.id))


def option(**about: Any) -> Json:
    """Return an option of a command."""
    return {"type": 3, "name": "o", "description": "d"} | about


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "Upper"}, "APPLICATION_COMMAND_INVALID_NAME"),
        ({"name": "two words"}, "APPLICATION_COMMAND_INVALID_NAME"),
        ({"name": "x" * 33}, "BASE_TYPE_BAD_LENGTH"),
        ({"description": ""}, "BASE_TYPE_BAD_LENGTH"),
        ({"description": "x" * 101}, "BASE_TYPE_BAD_LENGTH"),
        ({"name_localizations": {"xx": "x"}}, "BASE_TYPE_CHOICES"),
        ({"name_localizations": {"ru": "Новая"}}, "APPLICATION_COMMAND_INVALID_NAME"),
        ({"options": [option(name=f"o{n}") for n in range(26)]}, "BASE_TYPE_MAX_LENGTH"),
        (
            {"options": [option(), option(name="p", required=True)]},
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        ({"options": [option(), option()]}, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
        (
            {"options": [option(choices=[{"name": "x", "value": "y"}] * 26)]},
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            {"options": [option(choices=[{"name": "x", "value": "y"}], autocomplete=True)]},
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
        ),
        (
            {
                "options": [
                    option(name=f"o{n}", choices=[{"name": "x" * 99, "value": "y" * 99}] * 25)
                    for n in range(3)
                ]
            },
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ],
)
async def test_commands_that_discord_refuses(rig: Rig, fields: Json, code: str) -> None:
    """Each fault of a command is refused with Discord's own code."""
    async with client(rig) as bot:
        command = {"name": "c", "description": "d", "type": 1} | fields
        with refused(rig.world, 50035, code):
            await bot.http.bulk_upsert_global_commands(rig.world.bot.id, [command])
        rig.server.mismatches.clear()


async def test_how_many_commands(rig: Rig) -> None:
    """A bot registers up to a hundred commands, of different names, for its own application."""
    async with client(rig) as bot:
        commands: list[Any] = [{"name": f"c{n}", "description": "d", "type": 1} for n in range(101)]
        put = bot.http.bulk_upsert_global_commands
        with refused(rig.world, 30032):
            await put(rig.world.bot.id, commands)
        rig.server.mismatches.clear()
        first = await put(rig.world.bot.id, commands[:100])
        again = await put(rig.world.bot.id, commands[:50])
        assert [one["id"] for one in again] == [one["id"] for one in first[:50]]
        with refused(rig.world, 50035, "APPLICATION_COMMANDS_DUPLICATE_NAME"):
            await put(rig.world.bot.id, commands[:1] * 2)
        with refused(rig.world, 20012):
            await put(5, [])
