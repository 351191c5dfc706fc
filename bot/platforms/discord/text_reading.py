"""Text reading: what the messages that people write ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.app.requests.actions import (
    BOT_INVITED,
    INVITE_USAGE,
    Action,
    Greet,
    Invite,
    Misread,
    Typed,
)
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.coach_actions import Answer, SetPublic, ShowStats, Train
from bot.app.requests.lines import apart, in_turn
from bot.app.requests.move_words import asks_moves
from bot.app.requests.request import Chat, Player, Request
from bot.i18n import clean_name
from bot.platforms.discord.events import server_language
from bot.platforms.discord.ids import discord_id, server_id
from bot.platforms.discord.slash_reading import read_typed
from bot.platforms.discord.writing import WRITTEN, Author, Membership, Written, manages
from core.typed import is_talk

_QUOTED: Final = re.compile(r"^[^\S\n]*(?:>>> (?s:.*)|> .*)", re.MULTILINE)
"""A quotation in Discord's markup: a line, or all that follows."""


def asked_by(message: Written, me: str, guild: discord.Guild | None) -> Request | None:
    """Return what ``message``, written in ``guild``, asks of ``me``; None where it asks nothing.

    Discord does not say in which language its author reads.
    """
    buttons = [*_buttons_answered(message)]
    game = next((game for _, game in buttons if game is not None), None)
    exercise = next((action for action, _ in buttons if isinstance(action, Answer)), None)
    wanted = _wanted(message, me, is_answer=game is not None or exercise is not None)
    if not wanted:
        return None
    action, *below = wanted
    if exercise is not None and isinstance(action, Typed):
        action = Train(action.text, (exercise.drill, exercise.seed))
    return _request(message, (action, *below), game, guild)


def _wanted(message: Written, me: str, *, is_answer: bool) -> tuple[Action, ...]:
    """Return what a message asks for, in turn; in a server most are not meant for the bot."""
    name = re.compile(f"<@!?{me}>")
    content, is_named = name.subn(" ", _QUOTED.sub("", message.content).strip())
    if not content.strip() and is_named:
        return (Greet(),)
    if not content.strip() and (message.guild_id or message.type not in WRITTEN):
        return ()
    if message.guild_id is None:  # maybe a picture or a sticker, which says nothing
        return _read(content, message, me)
    if is_named and not message.mention_everyone:
        return _read(content, message, me)
    # As answers do; a name within a quotation was said with what is quoted.
    is_rung = any(each.id == me for each in message.mentions) and not message.mention_everyone
    if not (is_answer or (is_rung and not name.search(message.content))):
        return ()
    wanted = _read(content, message, me)
    return () if _is_talk(content, wanted[0], is_answer=is_answer) else wanted


def _is_talk(content: str, action: Action, *, is_answer: bool) -> bool:
    """Tell whether a message that answers the bot without naming it is talk among players.

    An answer mentions whom it answers unless its author turns that off, so most are meant for
    others. If it answers neither a board nor an exercise, all that cannot be read as moves is talk.
    """
    if content.lstrip().startswith(("/", "／")):
        return False
    if asks_moves(action):
        return False
    return is_talk(content) or not is_answer


def _read(content: str, message: Written, me: str) -> tuple[Action, ...]:
    """Read what is written to the bot, one thing after another."""
    return in_turn([_read_part(part, message, me) for part in apart(content)])


def _read_part(part: str, message: Written, me: str) -> Action:
    """Read a part of it; an invitation is for whom it mentions, or else whom it answers."""
    action = read_typed(part)
    if isinstance(action, ShowStats):
        return _about_mentioned(action, message)
    if action != Misread(INVITE_USAGE):
        return action
    answered = message.referenced_message
    people = [*message.mentions, *([answered.author] if answered and answered.author else [])]
    other = next((each for each in people if each.id != me), None)
    if other is None:
        return action
    invited = Invite(discord_id(other.id), _name(other, other.member))
    return Misread(BOT_INVITED) if other.bot else invited


def _about_mentioned(action: ShowStats, message: Written) -> ShowStats:
    """Return ``action``, about the player whom it mentions in place of a name, if it does."""
    for each in message.mentions:
        if action.name in {f"<@{each.id}>", f"<@!{each.id}>"}:
            if each.id == message.author.id:
                return ShowStats()
            return ShowStats("", _name(each, each.member), discord_id(each.id))
    return action


def _request(
    message: Written, wanted: Sequence[Action], game: int | None, guild: discord.Guild | None
) -> Request:
    server = message.guild_id
    if server is not None:
        wanted = [*map(_for_all, wanted)]
    return Request(
        operation=discord_id(message.id),
        chat=Chat(
            discord_id(message.channel_id),
            server is None,
            in_place=True,
            server=None if server is None else server_id(server),
            language=server_language(str(guild.preferred_locale)) if guild else None,
        ),
        player=Player(discord_id(message.author.id), _name(message.author, message.member)),
        action=wanted[0],
        game=game,
        may_set=manages(message, guild),
        below=tuple(wanted[1:]),
    )


def _for_all(action: Action) -> Action:
    """Return ``action``; a slash command is answered to the player alone, a message read by all."""
    if isinstance(action, ShowStats | SetPublic):
        return replace(action, for_all=True)
    return action


def _name(user: Author, member: Membership | None) -> str:
    nick = member.nick if member else None
    return clean_name(nick or user.global_name or user.username)


def _buttons_answered(message: Written) -> Iterator[tuple[Action, int | None]]:
    """Return what the buttons below the message that is answered do, and in which games."""
    for custom_id in _custom_ids(message):
        try:
            yield read_button(custom_id)
        except ButtonDataError:
            continue


def _custom_ids(message: Written) -> Iterator[str]:
    """Return the ids of the buttons below the message that is answered."""
    answered = message.referenced_message
    for row in answered.components if answered else ():
        for part in row.get("components", ()):
            if part.get("custom_id"):
                yield str(part["custom_id"])
