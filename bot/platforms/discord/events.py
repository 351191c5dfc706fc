"""Events: Discord's interactions and messages, as requests of the app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Any, Final, TypeAlias

import msgspec

from bot.app.requests.actions import Action, Hint, Misread
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.request import Chat, Player, Request
from bot.i18n import Text, clean_name
from bot.platforms.discord.components import EPHEMERAL
from bot.platforms.discord.ids import Snowflake, discord_id, part_of, server_id
from bot.platforms.discord.shapes import shaped
from bot.platforms.discord.slash_reading import read_typed
from bot.platforms.discord.view import TYPED

Json: TypeAlias = Mapping[str, Any]

_BOT_DM: Final = 1
"""The context of a direct message with the bot itself."""
_BY_GUILD: Final = "0"
"""The integration type of what a server, or the direct messages with the bot, has installed."""
_THREADS: Final = frozenset({10, 11, 12})
_PRIVATE_THREAD: Final = 12
_VOICES: Final = frozenset({2, 13})
"""Types of channels that are threads, or where people also speak; docs, channel types."""
_ADMINISTRATOR: Final = 1 << 3
_MANAGE_GUILD: Final = 1 << 5
_VIEW_CHANNEL: Final = 1 << 10
_SEND_MESSAGES: Final = 1 << 11
_CONNECT: Final = 1 << 20
_MANAGE_THREADS: Final = 1 << 34
_SEND_IN_THREADS: Final = 1 << 38
_USE_EXTERNAL_APPS: Final = 1 << 50
_PIN_MESSAGES: Final = 1 << 51
_ALL_RIGHTS: Final = -1


class Kind(IntEnum):
    """The kinds of interaction."""

    PING = 1
    COMMAND = 2
    PRESS = 3
    AUTOCOMPLETE = 4
    FORM = 5


class Interaction(msgspec.Struct, frozen=True):
    """An interaction, as far as it is needed to answer."""

    id: str
    token: str
    application: str
    kind: Kind
    chat: Chat
    player: Player
    language: str
    data: Json
    message: str | None = None
    """The id of the message whose button was pressed."""
    unseen: bool = False
    """Whether nobody else sees that message."""
    asker: str | None = None
    """Who wrote the message that the one with the button answers; None where none is known."""
    manages: bool = True
    """Whether the player may change the settings here."""
    archived: bool = False
    """Whether it comes from a thread in the archive: nothing there is changed, and what is sent
    takes the thread out of it."""

    @property
    def guest(self) -> bool:
        """Whether the bot can only answer here.

        The player alone has it installed, or it may not look into the channel, or not write there,
        as far as Discord tells.
        """
        return self.chat.only_answers

    def asks(self, action: Action, game: int | None = None) -> Request:
        """Return the request for ``action``; a hint is for its player alone."""
        if isinstance(action, Hint) and not self.chat.private:
            action = replace(action, alone=True)
        operation = f"discord:{self.id}"
        asker = self.chat, self.player
        return Request(operation, *asker, action, self.language, game, may_set=self.manages)


class InteractionError(ValueError):
    """Raised for what is no interaction in Discord's form."""


class _User(msgspec.Struct):
    id: Snowflake
    username: str
    global_name: str | None = None


class _Member(msgspec.Struct):
    user: _User
    nick: str | None = None
    permissions: str = "0"


class _Author(msgspec.Struct):
    """Who has written a message."""

    id: Snowflake


class _Answered(msgspec.Struct):
    """A message that another answers."""

    author: _Author | None = None


class _Known(msgspec.Struct):
    """A message, as far as it is read."""

    id: Snowflake
    flags: int = 0
    referenced_message: _Answered | None = None


class _Thread(msgspec.Struct):
    """What only a channel that is a thread has, as far as it is read."""

    archived: bool = False


class _Channel(msgspec.Struct):
    """A channel, as far as it is read."""

    id: Snowflake
    type: int = 0
    thread_metadata: _Thread | None = None


class _Received(msgspec.Struct):
    """What is read of an interaction; most of the message, which comes whole, is passed over."""

    type: Kind
    id: Snowflake = ""
    application_id: Snowflake = ""
    """Neither is missed in a PING, of which nothing but the type is needed."""
    token: str = ""
    channel_id: Snowflake | None = None
    channel: _Channel | None = None
    guild_id: Snowflake | None = None
    guild_locale: str | None = None
    message: _Known | None = None
    member: _Member | None = None
    user: _User | None = None
    data: dict[str, Any] | None = None
    locale: str = "en-US"
    app_permissions: str | None = None
    context: int | msgspec.UnsetType | None = msgspec.UNSET
    authorizing_integration_owners: dict[str, Any] = msgspec.field(
        default_factory=lambda: {_BY_GUILD: ""}
    )


_DECODER: Final = msgspec.json.Decoder(_Received)


def decode_interaction(body: bytes) -> Interaction | None:
    """Return the interaction in ``body``, None for a PING; InteractionError when it is none."""
    try:
        received = _DECODER.decode(body)
        return None if received.type is Kind.PING else _read(received)
    except (ValueError, RecursionError) as error:
        raise InteractionError("this is no interaction") from error


def read_interaction(raw: Json) -> Interaction:
    """Return the interaction in ``raw``; InteractionError when it is none."""
    try:
        return _read(msgspec.convert(raw, _Received))
    except ValueError as error:
        raise InteractionError("this is no interaction") from error


def _read(raw: _Received) -> Interaction:
    member = raw.member
    user = member.user if member else raw.user
    channel = raw.channel_id or (raw.channel.id if raw.channel else None)
    if user is None or channel is None or not (raw.id and raw.application_id):
        raise InteractionError("it does not say who, where, which one, or of which application")
    is_brought = _BY_GUILD not in raw.authorizing_integration_owners
    hushed = is_brought and _is_hushed(raw)
    direct = raw.context == _BOT_DM or (member is None and raw.context is msgspec.UNSET)
    rights = _rights(raw)
    place = discord_id(channel)
    return Interaction(
        id=raw.id,
        token=raw.token,
        application=raw.application_id,
        kind=raw.type,
        chat=Chat(
            part_of(place, user.id) if hushed else place,
            direct or hushed,
            in_place=True,
            server=server_id(raw.guild_id) if raw.guild_id else None,
            language=server_language(raw.guild_locale),
            only_answers=is_brought or not _may_send(raw.channel, rights),
            may_pin=bool(rights & _PIN_MESSAGES),
        ),
        player=_player(user, member.nick if member else None),
        language=raw.locale,
        data=shaped(raw.data),
        message=raw.message.id if raw.message else None,
        unseen=raw.message is not None and bool(raw.message.flags & EPHEMERAL),
        asker=_asker(raw.message),
        manages=member is None or hushed or _manages(member),
        archived=_is_archived(raw.channel),
    )


def _is_archived(channel: _Channel | None) -> bool:
    thread = channel.thread_metadata if channel else None
    return thread is not None and thread.archived


def server_language(locale: str | None) -> str | None:
    """Return the language of a server; None for American English, which all have at first."""
    return None if locale == "en-US" else locale


def _player(user: _User, nick: str | None) -> Player:
    name = nick or user.global_name or user.username
    return Player(discord_id(user.id), clean_name(name))


def _may_send(channel: _Channel | None, rights: int) -> bool:
    """Tell whether the bot may look into ``channel`` and write there, besides answering."""
    kind = channel.type if channel else 0
    needed = _VIEW_CHANNEL | (_SEND_IN_THREADS if kind in _THREADS else _SEND_MESSAGES)
    if kind in _VOICES:
        needed |= _CONNECT
    if kind == _PRIVATE_THREAD:
        needed |= _MANAGE_THREADS  # Discord does not tell whether somebody has added the bot
    return rights & needed == needed


def _rights(raw: _Received) -> int:
    """Return the bot's rights in the channel: all of them where Discord tells of none."""
    if raw.guild_id is None or raw.app_permissions is None:
        return _ALL_RIGHTS
    rights = int(raw.app_permissions)
    return _ALL_RIGHTS if rights & _ADMINISTRATOR else rights


def _is_hushed(raw: _Received) -> bool:
    """Tell whether only the player sees what the bot, which that player has installed, answers.

    A press on a message that all see is answered for all; docs, USE_EXTERNAL_APPS.
    """
    if raw.member is None or (raw.message and not raw.message.flags & EPHEMERAL):
        return False
    return not int(raw.member.permissions) & (_ADMINISTRATOR | _USE_EXTERNAL_APPS)


def _asker(message: _Known | None) -> str | None:
    answered = message.referenced_message if message else None
    author = answered.author if answered else None
    return discord_id(author.id) if author else None


def _manages(member: _Member) -> bool:
    return bool(int(member.permissions) & (_ADMINISTRATOR | _MANAGE_GUILD))


def press_of(data: Json) -> tuple[Action, int | None]:
    """Return what a pressed button asks for, and the game it belongs to."""
    try:
        return read_button(str(data.get("custom_id", "")))
    except ButtonDataError:
        return Misread(Text("press.foreign")), None


def game_behind(word: str, custom_id: str) -> int | None:
    """Return the game whose number stands behind ``word`` in an id of Discord's own controls."""
    beginning, _, number = custom_id.partition(".")
    if beginning != word or not number.isascii() or not number.isdigit():
        return None
    return int(number[:9])


def form_of(data: Json) -> tuple[Action, int | None]:
    """Return what a form that was sent asks for: moves, or a command as it is typed elsewhere."""
    game = game_behind(TYPED, str(data.get("custom_id", "")))
    values = [value for part in data.get("components", []) for value in _values(part)]
    if not values or game is None:
        return Misread(Text("press.foreign")), None
    return read_typed(values[0]), game


def _values(part: Json) -> list[str]:
    """Return the lines typed into a part of a form, whichever way it is nested."""
    inner = [part["component"]] if "component" in part else part.get("components", [part])
    return [str(field["value"]) for field in inner if "value" in field]
