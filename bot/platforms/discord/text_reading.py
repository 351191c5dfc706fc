"""Text reading: what the messages that people write ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from bot.app.requests.actions import INVITE_USAGE, Action, Greet, Invite, Misread
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.requests.commands import read
from bot.app.requests.request import Chat, Player, Request
from bot.i18n import clean_name
from bot.platforms.discord.ids import discord_id, server_id
from bot.platforms.discord.view import TYPED
from core.grid import Grid
from core.rules import MAX_SIDE
from core.typed import TypedError, TypedProblem, is_talk, parse_typed

_ANY_BOARD: Final = Grid(MAX_SIDE, MAX_SIDE)


def asked_by(message: discord.Message, me: discord.ClientUser | None) -> Request | None:
    """Return what ``message`` asks of ``me``; None where it asks nothing.

    Discord does not say in which language its author reads.
    """
    game = _game_answered(message)
    action = _action(message, me, is_answer=game is not None)
    return None if action is None else _request(message, action, game)


def manages(message: discord.Message) -> bool:
    """Tell whether who wrote ``message`` may change the settings there."""
    author = message.author
    if message.guild is None:
        return True
    return isinstance(author, discord.Member) and author.guild_permissions.manage_guild


def _action(
    message: discord.Message, me: discord.ClientUser | None, *, is_answer: bool
) -> Action | None:
    """Return what a message asks for; in a server most messages are not meant for the bot."""
    content = message.content
    for form in () if me is None else (f"<@{me.id}>", f"<@!{me.id}>"):
        content = content.replace(form, " ")
    is_named = content != message.content
    if not content.strip():
        return Greet() if is_named and not message.mention_everyone else None
    if message.guild is None:
        return _read(content, message, me)
    is_rung = me is not None and me.mentioned_in(message) and not message.mention_everyone
    if is_rung and is_named:
        return _read(content, message, me)
    if not (is_rung or is_answer) or _is_talk(content, is_answer=is_answer):
        return None
    return _read(content, message, me)


def _is_talk(content: str, *, is_answer: bool) -> bool:
    """Tell whether what answers the bot without naming it is talk among players.

    An answer rings whom it answers, unless its author sees to it; so most are meant for others. To
    what is no board whatever cannot be read as moves is talk.
    """
    if content.lstrip().startswith(("/", "／")):
        return False
    if is_answer:
        return is_talk(content)
    try:
        parse_typed(content, _ANY_BOARD)
    except TypedError as error:
        return error.problem in {TypedProblem.UNREADABLE, TypedProblem.LETTERS}
    return False


def _read(content: str, message: discord.Message, me: discord.ClientUser | None) -> Action:
    """Read what is written; an invitation is for whom it names, or else whom it answers."""
    action = read(content)
    if action != Misread(INVITE_USAGE):
        return action
    answered = message.reference.resolved if message.reference else None
    people: list[discord.abc.User] = [*message.mentions]
    if isinstance(answered, discord.Message):
        people.append(answered.author)
    others = [each for each in people if me is None or each.id != me.id]
    if not others:
        return action
    return Invite(discord_id(str(others[0].id)), clean_name(others[0].display_name))


def _request(message: discord.Message, action: Action, game: int | None) -> Request:
    author = message.author
    if message.guild is not None and isinstance(action, ShowStats | SetPublic):
        # A slash command is answered to the player alone; a message is read by all.
        action = replace(action, for_all=True)
    return Request(
        operation=f"discord:{message.id}",
        chat=Chat(
            discord_id(str(message.channel.id)),
            message.guild is None,
            in_place=True,
            server=None if message.guild is None else server_id(str(message.guild.id)),
            language=None if message.guild is None else str(message.guild.preferred_locale),
        ),
        player=Player(discord_id(str(author.id)), clean_name(author.display_name)),
        action=action,
        game=game,
    )


def _game_answered(message: discord.Message) -> int | None:
    """Return the game whose board a message answers, as its buttons name it."""
    answered = message.reference.resolved if message.reference else None
    if not isinstance(answered, discord.Message):
        return None
    for custom_id in _custom_ids(answered):
        if custom_id.startswith(TYPED):
            continue
        try:
            _, game = read_button(custom_id)
        except ButtonDataError:
            continue
        if game is not None:
            return game
    return None


def _custom_ids(message: discord.Message) -> list[str]:
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    return [
        part.custom_id
        for row in rows
        for part in row.children
        if isinstance(part, discord.Button) and part.custom_id
    ]
