"""The daily boards: one try a day at the same boards as everybody, and tables of their times."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final

from bot.app.decisions.deal import OfTheDay
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.knowledge import DayKnown, OfDay
from bot.app.decisions.lobby import Kept, go_back_to, start
from bot.app.decisions.room import turn_back_full
from bot.app.documents.day import KEEP_TRIED_S, DayGame
from bot.app.documents.state import Session
from bot.app.documents.table import Table
from bot.app.requests.board_actions import Daily, DailyTables
from bot.app.requests.button import Button
from bot.app.requests.day import DAY_LEVELS, OnDay, date_of, day_of
from bot.app.screens.reply import Reply
from bot.app.screens.times import exact_time
from bot.i18n import Text
from core.rules import LEVELS

_SHOWN: Final = 5
"""Lines of a table: three tables fit on a phone."""


class _Try(Enum):
    """How far a player's one try at a board of today is."""

    OPEN = auto()
    RUNNING = auto()
    """It goes on in this chat."""
    AWAY = auto()
    """It was begun in another chat, or deleted since."""
    ENDED = auto()


def daily(desk: Desk, action: Daily) -> Reply:
    """Show what there is to play today, or play a board of the day; in a group show the tables."""
    if not desk.request.chat.private:
        return _in_group(desk)
    return _overview(desk) if action.level is None else _play(desk, action.level)


def _play(desk: Desk, level: str) -> Reply:
    on = OnDay(day_of(desk.now), level)
    if (running := _running(desk, on)) is not None:
        return go_back_to(desk, running)
    begun = desk.document(f"day:{level}", DayGame)
    if begun is not None and begun.day == on.day:
        raise Declined(Text("daily.done"))
    turn_back_full(desk)  # before the one try is claimed
    number = desk.chat.next_number
    game, dealt = desk.dealt(OfTheDay(on, desk.request.player.id, desk.request.chat.id))
    started = Text("daily.started", date=date_of(on.day), level=Text(f"level.{level}"))
    # The date of its end, too: 00:15 alone would be taken for today's.
    rules = Text("daily.rules", date=date_of(on.day + 1))
    reply = start(desk, game, (started, rules), Kept(daily=on, adjusted=dealt.adjusted))
    desk.keep(f"day:{level}", DayGame(on.day, number), KEEP_TRIED_S)
    return reply


def _running(desk: Desk, on: OnDay) -> Session | None:
    """Return the try at a day's board that goes on in this chat."""
    begun = desk.document(f"day:{on.level}", DayGame)
    session = desk.session(begun.number) if begun is not None and begun.day == on.day else None
    return None if session is None or session.game.outcome else session


def _overview(desk: Desk) -> Reply:
    known = desk.known(OfDay(day_of(desk.now)))
    states = [_state(desk, known, level) for level in DAY_LEVELS]
    days, streak = known.dailies.streak, Text("daily.next")
    if days.best:
        streak = Text("daily.streak", days=days.at(known.day), best=days.best)
    title = Text("daily.title", date=date_of(known.day))
    to_play = _to_play(desk, known)
    levels = tuple(Button(Text(f"daily.play_{level}"), Daily(level)) for level in to_play)
    tables = (Button(Text("control.tables"), DailyTables()),)
    buttons = (levels, tables) if levels else (tables,)
    return Reply((title, *states, streak, *_ways(desk, to_play)), buttons=buttons)


def _to_play(desk: Desk, known: DayKnown) -> list[str]:
    """Return the levels whose boards of today are still to be played, or played on here."""
    to_play = {_Try.OPEN, _Try.RUNNING}
    return [level for level in DAY_LEVELS if _tried(desk, known, level) in to_play]


def _tried(desk: Desk, known: DayKnown, level: str) -> _Try:
    ended = known.dailies.times.get(level)
    if ended is not None and ended[0] == known.day:
        return _Try.ENDED
    if _running(desk, OnDay(known.day, level)) is not None:
        return _Try.RUNNING
    claim = known.dailies.claims.get(level)
    return _Try.AWAY if claim is not None and claim.day == known.day else _Try.OPEN


def _ways(desk: Desk, to_play: list[str]) -> Iterator[Text]:
    """Yield how boards are played where there are no buttons."""
    if to_play and not desk.request.chat.in_place:
        yield Text("daily.how", commands=tuple(f"/daily {level}" for level in to_play))


def _state(desk: Desk, known: DayKnown, level: str) -> Text:
    """Return how the player stands with a level's board today."""
    size = LEVELS[level]
    board = Text("daily.board", level=Text(f"level.{level}"), rows=size.rows, cols=size.cols)
    match _tried(desk, known, level):
        case _Try.OPEN:
            return Text("daily.open", board=board)
        case _Try.RUNNING:
            return Text("daily.running", board=board)
        case _Try.AWAY:
            return Text("daily.tried", board=board)
        case _Try.ENDED:
            _, time = known.dailies.times[level]
            if time is None:
                return Text("daily.failed", board=board)
            return _solved(board, time, known.tables[level], desk.request.player.id)


def _solved(board: Text, time: int, table: Table, player: str) -> Text:
    rank = next((rank for rank, each in table.ranked() if each.player == player), None)
    if rank is None:
        return Text("daily.solved", board=board, time=exact_time(time))
    words = Text("daily.of", rank=rank, count=table.tried)
    return Text("daily.rank", board=board, time=exact_time(time), rank=words)


def tables(desk: Desk, action: DailyTables) -> Reply:
    """Show the tables of today, and who won yesterday."""
    if action.server and desk.request.chat.server is None:
        raise Declined(Text("top.no_server"))
    if not desk.request.chat.private:
        return _in_group(desk, server=action.server)
    known = desk.known(OfDay(day_of(desk.now)))
    title = Text("daily.title", date=date_of(known.day))
    boards = ((Button(Text("control.daily"), Daily()),),)
    ways = _ways(desk, _to_play(desk, known))
    return Reply((title, *_tables(known), *ways), buttons=boards)


def _in_group(desk: Desk, *, server: bool = False) -> Reply:
    """Show the tables of those who ask for them in this chat; who asks is one of them."""
    if not desk.chat.settings.daily:
        raise Declined(Reply((Text("daily.off"),), private=True, link=Daily()))
    here = desk.request.chat
    chat = desk.chat.tables_id(here.id)
    group = here.server if server and here.server else chat
    joins = tuple(filter(None, (chat, here.server)))
    known = desk.known(OfDay(day_of(desk.now), group, joins))
    title = Text("daily.title", date=date_of(known.day))
    below = Text("daily.members_server" if group == here.server else "daily.members")
    other = Button(Text("daily.to_chat" if server else "daily.to_server"), DailyTables(not server))
    buttons = ((other,),) if here.server else ()
    return Reply((title, *_tables(known), below), buttons=buttons, link=Daily())


def _tables(known: DayKnown) -> Iterator[Text]:
    for level in DAY_LEVELS:
        yield from level_lines(known.tables[level], level, _SHOWN)
    for level in DAY_LEVELS:
        for first in known.before[level].winners[:_SHOWN]:
            time = exact_time(first.time)
            yield Text("daily.yesterday", level=Text(f"level.{level}"), name=first.name, time=time)


def level_lines(table: Table, level: str, most: int) -> Iterator[Text]:
    """Return how many have solved the board of a level, and the first lines of its table."""
    name = Text(f"level.{level}")
    if not table.tried:
        yield Text("daily.table_none", level=name)
        return
    yield Text("daily.table", level=name, tried=table.tried, solved=table.solved)
    yield from table_lines(table, most)


def table_lines(table: Table, most: int) -> Iterator[Text]:
    """Return the first lines of a table."""
    for (rank, entry), _ in zip(table.ranked(), range(most), strict=False):
        yield Text("daily.line", rank=rank, name=entry.name, time=exact_time(entry.time))
