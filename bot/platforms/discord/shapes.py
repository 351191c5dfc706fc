"""Shapes: the form of an interaction's data is checked before anything of it is read."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.platforms.discord.client import known


class _Option(msgspec.Struct):
    """An option of a command; its value is checked where the command is read."""

    name: str


class _Described(msgspec.Struct):
    """Somebody whom an option names."""

    username: str | None = None
    global_name: str | None = None
    nick: str | None = None


class _Resolved(msgspec.Struct):
    """Those whom options name, by their ids."""

    users: dict[str, _Described] = {}
    members: dict[str, _Described] = {}


class _Part(msgspec.Struct):
    """A part of a form, which may hold others."""

    component: _Part | msgspec.UnsetType = msgspec.UNSET
    components: list[_Part] = []


class _Data(msgspec.Struct):
    """The form of an interaction's data, as far as it is read."""

    name: str = ""
    options: list[_Option] = []
    resolved: _Resolved = msgspec.field(default_factory=_Resolved)
    components: list[_Part] = []


def shaped(data: dict[str, Any] | None) -> dict[str, Any]:
    """Return ``data``; nothing, which is answered as unreadable, if it is in no known form."""
    said = known(data)
    try:
        msgspec.convert(said, _Data)
    except msgspec.ValidationError:
        return {}
    return said
