"""Links: what a link to the bot can do, as a word that stands in it, and as a typed command."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from bot.app.requests.board_actions import Daily, JoinDuel, PlayShared
from bot.app.requests.short_code import AROUND_CODES
from bot.i18n import Text

Link: TypeAlias = PlayShared | Daily | JoinDuel
"""What a link can do."""

_SHARED: Final = "g_"
_DUEL: Final = "d_"
_DAILY: Final = "daily"
_STARTING: Final = re.compile(r"start=([\w-]+)", re.ASCII)
"""The word in a link, whatever the link is written in."""


def write_link(link: Link) -> str:
    """Return the word for ``link``: letters, digits, - and _, at most 64 (Telegram's limit)."""
    if isinstance(link, JoinDuel):
        return f"{_DUEL}{link.code}"
    return f"{_SHARED}{link.code}" if isinstance(link, PlayShared) else _DAILY


def read_link(word: str) -> Link | None:
    """Return what a link with ``word`` does, None for one that is not ours."""
    if word.startswith(_SHARED):
        return PlayShared(word.removeprefix(_SHARED))
    if word.startswith(_DUEL):
        return JoinDuel(word.removeprefix(_DUEL))
    return Daily() if word == _DAILY else None


def linked(text: str) -> Link | None:
    """Return what the last link in ``text`` does, or the word of one that stands there alone.

    Who copies a code may copy either, and what stands around it.
    """
    return read_link([text, *_STARTING.findall(text)][-1].strip(AROUND_CODES))


def typed_link(link: Link) -> str:
    """Return the command that does the same."""
    if isinstance(link, JoinDuel):
        return f"/duel {link.code}"
    return f"/play {link.code}" if isinstance(link, PlayShared) else "/daily"


def told_link(link: Link) -> Text:
    """Say what a link is for, and the command, which can be copied: a link alone says nothing."""
    if isinstance(link, Daily):
        return Text("daily.play")
    key = "duel.send" if isinstance(link, JoinDuel) else "share.play"
    return Text(key, command=typed_link(link))
