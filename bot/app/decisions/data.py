"""Data: what is kept of a player, handed out and deleted as they ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.decisions import exported
from bot.app.decisions.desk import Desk
from bot.app.decisions.draw import draw_for
from bot.app.decisions.duel_progress import report_gone
from bot.app.decisions.exported import Exported
from bot.app.documents.dailies import DAILIES, Dailies, read_dailies
from bot.app.documents.day import KEEP_TRIED_S
from bot.app.documents.forgotten import FORGOTTEN, deleted, deleting
from bot.app.documents.keeping import keeps_game_s
from bot.app.documents.practice import TRAINING, read_training
from bot.app.documents.reader import READER, read_reader
from bot.app.documents.seats import NAMELESS, NOBODY, emptied
from bot.app.documents.spaces import game_name
from bot.app.documents.state import Entry, Session
from bot.app.documents.stats import STATS, read_stats
from bot.app.documents.undecided import is_in_duel, told_board
from bot.app.requests.access import Access
from bot.app.requests.actions import Delete
from bot.app.requests.button import Button
from bot.app.requests.menu import Page
from bot.app.requests.request import Request
from bot.app.requests.short_code import new_code
from bot.app.screens.reply import Reply
from bot.i18n import Text
from core.board import Board
from core.game import Game, Refused
from core.move import GiveUp, move_text

_OF_A_PLAYER: Final = (STATS, TRAINING, READER)


def delete(desk: Desk, action: Delete) -> Reply:
    """Delete a private chat's settings; ask back before anything is deleted."""
    if not action.sure:
        asking = desk.meant
        if asking is not None and asking.page is Page.GIVE_UP:
            desk.close_menu(asking)  # a yes that follows is not about that game
        buttons = (Button(Text("delete.yes"), Delete(sure=True)),)
        # Where there are no buttons, the yes is typed.
        typed = () if desk.request.chat.in_place else (Text("delete.typed"),)
        said = Text("delete.sure" if desk.request.chat.private else "delete.sure_group")
        return Reply((said, *typed), buttons=(buttons,), private=True)
    if desk.request.chat.private:
        desk.forget_chat()
    return Reply((Text("delete.done"),), private=True)


def duels(desk: Desk, *, numbers: range) -> list[str]:
    """Return the codes of the duels that the player plays in the games ``numbers``."""
    own = (each.duel for each in desk.sessions(numbers) if each.duellist == desk.request.player.id)
    return [duel.code for duel in own if duel is not None]


def delete_games(  # noqa: PLR0913  # what a decision has, and which of the chat's games
    documents: Documents,
    now: int,
    *,
    request: Request,
    numbers: range,
    is_last: bool,
    duels: Sequence[str],
    rng: Random,
) -> Decision[Reply]:
    """Delete the games ``numbers`` of a private chat; in a group empty the player's seats.

    Where these are the last ones, all begun since are among them: a round has the names of those
    who played the one before.

    Duels that the player is in count as given up. ``duels`` are the codes of all that were played
    here: where one is not remembered any more, nobody else tells the rival's board.
    """
    desk, player = Desk(documents, now, request, rng), request.player.id
    # An id that nobody else of the chat has or will have: a tournament's points stay apart.
    ghost = emptied(new_code(rng))
    found = desk.sessions(range(numbers.start, desk.chat.next_number) if is_last else numbers)
    # Asked for one by one, each of them would have all this begin anew.
    desk.places([session.number for session in found])
    for session in found:
        if session.duellist == player:
            report_gone(desk, session, ghost)
        if request.chat.private:
            desk.drop_session(session)
        elif (after := _without(session, player, ghost, duels)) != session:
            is_left = session.duellist == player and is_in_duel(session, desk.now)
            _write(desk, session, _given_up(desk, after) if is_left else after)
            if after.owner == NOBODY:  # it may be the player who has named it
                _take_name(desk, after.number)
    return desk.decision(Reply())


def _given_up(desk: Desk, session: Session) -> Session:
    """Return the session as it is over: nobody plays a duel for who has left it."""
    moved = session.moving(desk.now)
    played = session.game.play(GiveUp(), draw_for(desk, session), at=moved.time(desk.now))
    if isinstance(played, Refused):
        return session
    return replace(moved.menu_closed(), game=played.game)


def _write(desk: Desk, before: Session, after: Session) -> None:
    """Keep a session; boards of finished games, of which there may be many, stay as they are."""
    if before.game.outcome is None:
        desk.write_session(after)
    else:
        expires = keeps_game_s(desk.chat, after, desk.now)
        desk.keep(game_name(after.number), after, expires)


def _take_name(desk: Desk, number: int) -> None:
    """Have a game called by its number, where it stands in the chat's list."""
    entry = desk.chat.entry(number)
    if entry is not None and entry.name is not None:
        games = tuple(Entry(number) if each == entry else each for each in desk.chat.games)
        desk.write_chat(replace(desk.chat, games=games))


def _without(session: Session, player: str, ghost: str, duels: Sequence[str]) -> Session:
    """Return the session with ``ghost`` where ``player`` was; the moves stay as they were."""
    gone, duel = [each == player for each in session.players], session.duel
    if duel is not None and session.duellist == player:
        # Nothing is told to this board any more, so no other deletion would find the name here.
        duel = replace(duel, rival=duel.rival and NAMELESS, rival_at=None)
    elif duel is not None and duel.code in duels:
        duel = replace(duel, rival=NAMELESS)
    return replace(
        session,
        owner=NOBODY if session.owner == player else session.owner,
        access=Access.OPEN if session.owner == player else session.access,
        players=tuple(
            ghost if out else each for each, out in zip(session.players, gone, strict=True)
        ),
        names=tuple(
            NAMELESS if out else name for name, out in zip(session.names, gone, strict=True)
        ),
        invited=tuple(each for each in session.invited if each != player),
        hint=session.hint and session.hint.without(player),
        warned=None if session.warned and session.warned.player == player else session.warned,
        duel=duel,
        tournament=session.tournament and session.tournament.renamed(player, ghost, NAMELESS),
    )


def begin_forgetting(documents: Documents, now: int) -> Decision[None]:
    """Delete a player's own documents, but for where they are listed, which is still needed.

    From here on no game counts for them until all is deleted.
    """
    writes = _own_deleted(documents) | {FORGOTTEN: deleting(now)}
    if dailies := read_as(documents, DAILIES, Dailies):
        # Until the last step: one that is broken off and asked for again much later needs it.
        writes[DAILIES] = Write(dailies.being_forgotten())
    return Decision(None, writes)


def forget_player(documents: Documents, now: int) -> Decision[None]:
    """Delete a player's own documents; games that end later count again.

    That today's boards were tried is kept until tomorrow, or a second try would be ranked.
    """
    writes = _own_deleted(documents) | {FORGOTTEN: deleted(now)}
    if dailies := read_as(documents, DAILIES, Dailies):
        writes[DAILIES] = Write(dailies.forgotten(), KEEP_TRIED_S)
    return Decision(None, writes)


def _own_deleted(documents: Documents) -> dict[str, Write]:
    kept = [name for name in _OF_A_PLAYER if documents.get(name) is not None]
    return {name: Write(None) for name in kept}


def of_player(documents: Documents, _now: int) -> Exported:
    """Return what is kept in a player's own space."""
    stats = read_stats(documents)
    return {
        "statistics": exported.statistics(stats),
        "statistics_public": stats.public,
        "achievements": sorted(stats.achievements),
        "training": exported.training(read_training(documents)),
        "daily": exported.daily(read_dailies(documents)),
        "reads": msgspec.to_builtins(_named(read_reader(documents))),
    }


def export(desk: Desk, own: Exported, games: Sequence[Exported]) -> Exported:
    """Return what is kept of the player: their ``own``, and what the chat has of them."""
    player = desk.request.player
    return {
        "player": {"id": player.id, "name": player.name},
        **own,
        "settings": _named(desk.chat.settings) if desk.request.chat.private else None,
        "games": games,
    }


def games(desk: Desk, *, numbers: range) -> list[Callable[[], Exported]]:
    """Return what writes out the games ``numbers`` that the player has started or played on.

    Of a game in a group that is the player's own moves; the mines of a running game stay hidden.
    To write a game out takes half a millisecond for two hundred moves, so it is left to a thread.
    """
    player = desk.request.player.id
    own = (each for each in desk.sessions(numbers) if each.is_of(player))
    return [
        partial(_game, each, told_board(each, desk.now), desk.chat.entry(each.number), player)
        for each in own
    ]


def _named(struct: msgspec.Struct) -> Mapping[str, object]:
    return msgspec.structs.asdict(struct)


def _game(session: Session, board: Board, entry: Entry | None, player: str) -> Exported:
    game = session.game
    seat = session.players.index(player) if player in session.players else None
    return {
        "number": session.number,
        "name": entry.name if entry else None,
        "board": str(board).split(),
        "outcome": game.outcome,
        "moves": _moves(game, seat),
    }


def _moves(game: Game, seat: int | None) -> list[tuple[int, str]]:
    """Return the moves of the player in ``seat``, each with its time in ms."""
    grid = game.rules.grid
    return [(timed.at, move_text(timed.move, grid)) for timed in game.history if timed.by == seat]
