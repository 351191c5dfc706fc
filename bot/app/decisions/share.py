"""Sharing: the same board for others, by a code, and a line that says how it went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.app.decisions.deal import OF_DUEL, FromCode
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.drifted import turn_back_drifted
from bot.app.decisions.lobby import Kept, start
from bot.app.documents.effects import Published
from bot.app.documents.listed import is_listed
from bot.app.documents.mode import mode_of
from bot.app.documents.shared import SharedBoard
from bot.app.documents.state import Session
from bot.app.requests.board_actions import Daily, JoinDuel, PlayShared, Share
from bot.app.requests.button import Button
from bot.app.requests.day import date_of
from bot.app.requests.short_code import is_code, new_code
from bot.app.screens.reply import Reply
from bot.app.screens.sizes import begun_texts, sized
from bot.app.screens.summary import solved_percent
from bot.app.screens.times import duration
from bot.i18n import Text
from core.game import Game, Outcome
from core.record import begun
from core.rules import level_name

_BAR: Final = 10
"""Squares of the bar that shows how far a game got."""


def share(desk: Desk, _action: Share) -> Reply:
    """Give the code of a game's board, and say how it went without saying where anything is.

    A running game is its owner's to share, and casual from then on: who plays the board elsewhere
    gets to see the mines.
    """
    session = desk.asked
    if session.daily is not None:
        return Reply(_texts(session), link=Daily())
    turn_back_drifted(session)
    if session.lesson:
        raise Declined(Text("share.lesson"))
    begun_game = begun(session.game)
    if begun_game is None:
        key = "game.empty" if session.game.outcome else "share.early"
        raise Declined(Text(key))
    if session.game.outcome is None and session.owner != desk.request.player.id:
        raise Declined(Text("share.not_yours"))
    shared = _shared(desk, session)
    board = SharedBoard.of(begun_game, _to_beat(session), adjusted=session.adjusted)
    desk.after_commit(Published(shared.code or "", board))
    texts = _texts(shared)
    if mode_of(shared) is not mode_of(session):
        texts = (Text("share.exposed"), *texts)
    return Reply(texts, link=PlayShared(shared.code or ""))


def _shared(desk: Desk, session: Session) -> Session:
    """Return the session with its code, kept in the chat."""
    casual = session.casual or session.game.outcome is None
    shared = replace(session, code=session.code or new_code(desk.rng), casual=casual)
    if shared != session:
        desk.write_session(shared)
    return shared


def _to_beat(session: Session) -> int | None:
    """Return the time to beat, where the board was won without help by one who did not know it."""
    return session.game.elapsed(0) if is_listed(session) else None


def _texts(session: Session) -> tuple[Text, ...]:
    """Return what is told of a game to those who may still play its board."""
    bar = Text("share.bar", bar=_bar(session.game), result=_result(session.game))
    if (on := session.daily) is None:
        return (Text("share.line", **sized(session.game.rules)), bar)
    level = Text(f"level.{level_name(session.game.rules)}")
    return (Text("daily.share_line", date=date_of(on.day), level=level), bar)


def _result(game: Game) -> Text:
    state = game.outcome or "running"
    return Text(f"share.{state}", time=duration(game.elapsed(0)), solved=solved_percent(game))


def _bar(game: Game) -> str:
    filled = solved_percent(game) * _BAR // 100
    burst = "💥" if game.outcome is Outcome.LOST else ""
    return "🟩" * filled + burst + "⬜" * (_BAR - filled - len(burst))


def play_shared(desk: Desk, action: PlayShared) -> Reply:
    """Start a game on a shared board: the same layout, with the same first cell open."""
    deal = FromCode(action.code)
    if not is_code(action.code):
        raise Declined(Text("share.unknown"))
    if desk.known(deal).refusal == OF_DUEL:
        join = Button(Text("duel.join"), JoinDuel(action.code))
        raise Declined(Reply((Text(OF_DUEL),), buttons=((join,),), private=True))
    game, dealt = desk.dealt(deal)
    texts = tuple(_opening_texts(game, dealt.won_in))
    return start(desk, game, texts, Kept(code=action.code, casual=True, adjusted=dealt.adjusted))


def _opening_texts(game: Game, won_in: int | None) -> Iterator[Text]:
    yield Text("share.opened", **sized(game.rules))
    yield from begun_texts(game.rules)
    if won_in is not None:
        yield Text("share.to_beat", time=duration(won_in))
