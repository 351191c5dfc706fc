"""Data: what is kept of a player, handed out and deleted as they ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.app.access import Access
from bot.app.actions import Delete
from bot.app.button import Button
from bot.app.dailies import DAILIES, Dailies
from bot.app.day_store import FORGOTTEN_S
from bot.app.desk import Desk
from bot.app.members import MEMBERS, Members
from bot.app.ports import Decision, Documents, Write
from bot.app.reader import READER, Reader
from bot.app.screen import Reply
from bot.app.state import Session
from bot.app.stats import STATS, Stats
from bot.app.training import TRAINING, Training
from bot.i18n import Text
from core.game import Game
from core.move import move_text

NOBODY: Final = "deleted"
"""The id in the seat of a player whose data were deleted."""
_OF_A_PLAYER: Final = (STATS, TRAINING, READER)
NAMELESS: Final = "?"


def delete(desk: Desk, action: Delete) -> Reply:
    """Delete a private chat altogether, in a group empty the player's seats; ask back first."""
    if not action.sure:
        buttons = (Button(Text("delete.yes"), Delete(sure=True)),)
        return Reply((Text("delete.sure"),), buttons=(buttons,), private=True)
    for session in _sessions(desk):
        if desk.request.chat.private:
            desk.drop_session(session.number)
        elif desk.request.player.id in (session.owner, *session.players):
            desk.write_session(_without(session, desk.request.player.id))
    if desk.request.chat.private:
        desk.drop_chat()
    if members := desk.document(MEMBERS, Members):
        desk.keep(MEMBERS, members.without(desk.request.player.id))
    return Reply((Text("delete.done"),), private=True)


def _sessions(desk: Desk) -> Iterator[Session]:
    for number in range(1, desk.chat.next_number):
        session = desk.session(number)
        if session is not None:
            yield session


def _without(session: Session, player: str) -> Session:
    """Return the session with nobody where ``player`` was; the moves stay as they were."""
    gone = [each == player for each in session.players]
    return replace(
        session,
        owner=NOBODY if session.owner == player else session.owner,
        access=Access.OPEN if session.owner == player else session.access,
        players=tuple(
            f"{NOBODY}:{at}" if out else each
            for at, (each, out) in enumerate(zip(session.players, gone, strict=True))
        ),
        names=tuple(
            NAMELESS if out else name for name, out in zip(session.names, gone, strict=True)
        ),
        invited=tuple(each for each in session.invited if each != player),
    )


def forget_player(documents: Documents, _now: int) -> Decision[None]:
    """Delete a player's own documents.

    That today's boards were tried is kept until tomorrow, or a second try would be ranked.
    """
    kept = [name for name in _OF_A_PLAYER if documents.get(name) is not None]
    writes = {name: Write(None) for name in kept}
    dailies = documents.get(DAILIES)
    if isinstance(dailies, Dailies):
        writes[DAILIES] = Write(dailies.forgotten(), FORGOTTEN_S)
    return Decision(None, writes)


def export(desk: Desk, stats: Stats, training: Training, dailies: Dailies, reader: Reader) -> bytes:
    """Return what is kept of the player as JSON, indented.

    Of a game in a group that is the player's own moves; the mines of a running game stay hidden.
    """
    player = desk.request.player
    data = {
        "player": {"id": player.id, "name": player.name},
        "statistics": msgspec.to_builtins(dict(stats.tallies)),
        "statistics_public": stats.public,
        "achievements": sorted(stats.achievements),
        "training": msgspec.to_builtins(dict(training.practices)),
        "daily": msgspec.to_builtins(_named(dailies)),
        "reads": msgspec.to_builtins(_named(reader)),
        "settings": _named(desk.chat.settings) if desk.request.chat.private else None,
        "games": [_game(desk, each) for each in _sessions(desk) if player.id in each.players],
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2)


def _named(struct: msgspec.Struct) -> Mapping[str, object]:
    return msgspec.structs.asdict(struct)


def _game(desk: Desk, session: Session) -> dict[str, object]:
    game, seat = session.game, session.players.index(desk.request.player.id)
    entry = desk.chat.entry(session.number)
    return {
        "number": session.number,
        "name": entry.name if entry else None,
        "board": str(game.board).split(),
        "outcome": game.outcome,
        "moves": _moves(game, seat),
    }


def _moves(game: Game, seat: int) -> list[tuple[int, str]]:
    """Return the moves of the player in ``seat``, each with its time in ms."""
    grid = game.rules.grid
    return [(timed.at, move_text(timed.move, grid)) for timed in game.history if timed.by == seat]
