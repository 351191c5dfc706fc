"""Whose statistics are asked for, and whether others may see them."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.desk import Declined, Desk
from bot.app.ports import Decision, Documents, Write
from bot.app.request import Player
from bot.app.screen import Reply
from bot.app.state import Settings
from bot.app.stats import STATS, Stats
from bot.i18n import Text, clean_name


def find_player(desk: Desk, *, name: str) -> tuple[Player, Settings, str]:
    """Return the player called ``name`` in this chat, and how the chat is answered.

    Without a name that is the one who asks. Names are looked for among those who played here, the
    newest games first; raises Declined when nobody is called so.
    """
    asking = desk.request.player
    settings, language = desk.chat.settings, desk.language
    wanted = clean_name(name.removeprefix("@")).casefold()
    if not name or wanted == clean_name(asking.name).casefold():
        return asking, settings, language
    for number in range(desk.chat.next_number - 1, 0, -1):
        session = desk.session(number)
        for player, called in zip(session.players, session.names, strict=True) if session else ():
            if clean_name(called).casefold() == wanted:
                return Player(player, called), settings, language
    raise Declined(Reply((Text("stats.unknown", name=clean_name(name)),), private=True))


def make_public(documents: Documents, _now: int, *, public: bool) -> Decision[None]:
    """Let others see a player's statistics, or no longer."""
    stats = documents.get(STATS)
    known = stats if isinstance(stats, Stats) else Stats()
    return Decision(None, {STATS: Write(replace(known, public=public))})
