"""Statistics asked for: whose they are, and whether whoever asks may see them."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.manner import Manner
from bot.app.documents.effects import Finished, Retracted
from bot.app.documents.mode import counted
from bot.app.documents.seats import is_person
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, read_stats
from bot.app.errands.finder import settle
from bot.app.errands.reviewing import Look
from bot.app.ports import Store
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.requests.request import Player, Request
from bot.app.screens.reply import Reply
from bot.app.screens.stats_page import stats_page
from bot.i18n import Text, clean_name

_LOOKED_AT: Final = 200
"""Games whose players are looked through for a name."""


class Statistics:
    """Shows statistics to whoever may see them."""

    def __init__(self, store: Store, look: Look) -> None:
        """Read ``store``; ``look`` reads a chat."""
        self._store = store
        self._look = look

    async def show(self, request: Request, action: ShowStats) -> Reply:
        """Return the asking player's statistics, or those of a named player who allows it."""
        wanted = partial(_find_player, action=action)
        player, manner = await self._look(request, wanted)
        is_counted = await settle(self._store, partial(_counts, player=player.id))
        stats = await self._store.view(player_space(player.id), read_stats)
        own = player.id == request.player.id
        if own and action.for_all and not stats.public:
            reply = Reply((Text("alone.slash", command="/stats"),), private=True)
        elif not (own or stats.public):
            reply = Reply((Text("stats.hidden", name=player.name),), private=True)
        else:
            reply = stats_page(stats, player.name, action.level, manner.settings, own=own)
            counting = () if is_counted else (Text("stats.counting"),)
            reply = replace(reply, texts=(*reply.texts, *counting))
        return manner.told(reply)

    async def set_public(self, request: Request, action: SetPublic) -> Reply:
        """Let others see the statistics of who asks, or no longer."""
        space = player_space(request.player.id)
        await self._store.update(space, request.operation, partial(_make_public, public=action.on))
        reply = await self.show(request, ShowStats(action.level, for_all=action.for_all))
        said = Text("stats.public" if action.on else "stats.private")
        return replace(reply, texts=(said, *reply.texts))


def _counts(effect: object, *, player: str) -> bool:
    """Tell whether ``effect`` changes what the statistics of the player of that id say."""
    if not isinstance(effect, Finished | Retracted):
        return False
    session = effect.session
    return any(session.players[seat] == player for seat in counted(session))


def _find_player(desk: Desk, *, action: ShowStats) -> tuple[Player, Manner]:
    """Return whose statistics are asked for, and how the chat is answered.

    Without an id or a name that is the one who asks. Names are looked for among those who played
    here, the newest games first; raises Declined when nobody is called so.
    """
    asking, name, manner = desk.request.player, action.name, desk.manner_beside()
    if action.player:
        return Player(action.player, name), manner
    wanted = clean_name(name.removeprefix("@")).casefold()
    if not name or wanted == clean_name(asking.name).casefold():
        return asking, manner
    for session in desk.sessions(desk.chat.newest(_LOOKED_AT)):
        for player, called in zip(session.players, session.names, strict=True):
            if is_person(player) and clean_name(called).casefold() == wanted:
                return Player(player, called), manner
    unknown = Text("stats.unknown", name=clean_name(name))
    said = Text("stats.user_name") if name.startswith("@") else unknown
    raise Declined(said)


def _make_public(documents: Documents, _now: int, *, public: bool) -> Decision[None]:
    return Decision(None, {STATS: Write(replace(read_stats(documents), public=public))})
