"""The bot's commands, name and descriptions in the Telegram emulator."""

from __future__ import annotations

import pytest
from telegram import (
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeChatMember,
)

from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.description import at_hand
from tests.emulators.telegram.people import User
from tests.emulators.telegram.rig import Rig, refused


def menu(rig: Rig, user: User, chat: Chat) -> list[str]:
    """Return the commands ``user`` sees in ``chat``."""
    return [one["command"] for one in rig.world.commands_for(user, chat)]


async def test_the_bot_knows_itself(rig: Rig) -> None:
    """The library's initialisation finds a bot with a name, privacy mode and inline mode."""
    assert (rig.bot.username, rig.bot.first_name) == ("mines_test_bot", "Mines")
    assert rig.bot.supports_inline_queries
    assert not rig.bot.can_read_all_group_messages


async def test_menus_by_scope_and_language(rig: Rig) -> None:
    """The narrowest scope wins, in it the person's language, as the Bot API documents."""
    ann, bob = rig.world.user("Ann", language="ru-RU"), rig.world.user("Bob", language=None)
    private, group = rig.world.private(bob), rig.world.supergroup("Friends", ann, bob)
    assert menu(rig, bob, private) == []
    await rig.bot.set_my_commands([("play", "Play")])
    await rig.bot.set_my_commands([("mine", "x")], BotCommandScopeAllPrivateChats())
    await rig.bot.set_my_commands([("group", "x")], BotCommandScopeAllGroupChats())
    await rig.bot.set_my_commands([("gruppa", "x")], BotCommandScopeAllGroupChats(), "ru")
    assert menu(rig, bob, private) == ["mine"]
    assert (menu(rig, ann, group), menu(rig, bob, group)) == (["gruppa"], ["group"])
    await rig.bot.set_my_commands([("admin", "x")], BotCommandScopeAllChatAdministrators())
    await rig.bot.set_my_commands([("bob", "x")], BotCommandScopeChatMember(group.id, bob.id))
    assert (menu(rig, ann, group), menu(rig, bob, group)) == (["admin"], ["bob"])


async def test_menus_are_read_back_and_removed(rig: Rig) -> None:
    """A menu is returned for its scope and language only, until it is deleted or set empty."""
    scope = BotCommandScopeChat(5)
    await rig.bot.set_my_commands([("a", "x")], scope, "ru")
    assert [one.command for one in await rig.bot.get_my_commands(scope, "ru")] == ["a"]
    assert await rig.bot.get_my_commands() == ()
    await rig.bot.delete_my_commands(scope, "ru")
    assert await rig.bot.get_my_commands(scope, "ru") == ()
    await rig.bot.set_my_commands([("a", "x")])
    await rig.bot.set_my_commands([])
    assert await rig.bot.get_my_commands() == ()


@pytest.mark.parametrize(
    ("commands", "language", "words"),
    [
        ([("New", "x")], "", "BOT_COMMAND_INVALID"),
        ([("new", "")], "", "BOT_COMMAND_DESCRIPTION_INVALID"),
        ([("new", "x")] * 101, "", "BOT_COMMANDS_TOO_MUCH"),
        ([("new", "x")], "russian", "LANG_CODE_INVALID"),
    ],
)
async def test_bad_menus(
    rig: Rig, commands: list[tuple[str, str]], language: str, words: str
) -> None:
    """A menu Telegram does not take is refused."""
    with refused(rig.world, words):
        await rig.bot.set_my_commands(commands, language_code=language)


async def test_scopes_are_checked(rig: Rig) -> None:
    """An unknown scope, and one without its chat, are refused and noted."""
    for scope, words in (("all", "Unsupported type specified"), ("chat", "Can't find field")):
        with refused(rig.world, f"can't parse BotCommandScope: {words}"):
            await rig.bot._post("getMyCommands", {"scope": {"type": scope}})
    with refused(rig.world, "expected an Array of BotCommand"):
        await rig.bot._post("setMyCommands", {"commands": 5})
    noted = [each.partition(".")[0] for each in rig.server.mismatches]
    calls = ["getMyCommands", "getMyCommands", "setMyCommands"]
    assert noted == (calls if at_hand() else [])
    rig.server.mismatches.clear()


async def test_texts_by_language(rig: Rig) -> None:
    """Name and descriptions fall back to those for all languages, and have their limits."""
    assert (await rig.bot.get_my_name()).name == "Mines"
    await rig.bot.set_my_name("Сапёр", language_code="ru")
    await rig.bot.set_my_description("Play")
    await rig.bot.set_my_short_description("Boom")
    assert (await rig.bot.get_my_name("ru")).name == "Сапёр"
    assert (await rig.bot.get_my_description("zh")).description == "Play"
    assert (await rig.bot.get_my_short_description()).short_description == "Boom"
    with refused(rig.world, "bot short description is too long"):
        await rig.bot.set_my_short_description("x" * 121)
