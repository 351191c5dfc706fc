"""Duels: two players on the same layout, each on a board of their own; who is faster wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.app.decisions.deal import FromDuel, NoGuess, OfRematch
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.lobby import Kept, granted, start
from bot.app.decisions.room import turn_back_full
from bot.app.documents.duel import FULL, Duellist, InDuel, Standing, duel_game, rematch_code
from bot.app.documents.effects import DuelJoined
from bot.app.documents.seats import is_gone, is_person
from bot.app.documents.shared import SharedBoard
from bot.app.documents.state import Session
from bot.app.requests.board_actions import Challenge, JoinDuel, Rematch
from bot.app.requests.button import Button
from bot.app.requests.short_code import is_code, new_code
from bot.app.screens.duel import ended_texts, has_rematch, standing_text
from bot.app.screens.reply import Reply
from bot.app.screens.screen import good_start
from bot.app.screens.sizes import begun_texts, sized
from bot.i18n import Text
from core.game import Game, Played
from core.generate import uniform
from core.move import Open
from core.rules import Rules

_TRIES: Final = 50
"""Layouts that are drawn until one is not solved by its first open."""


@dataclass(frozen=True, slots=True)
class _Before:
    """The duel that a rematch follows on, and the ids of its players, as far as there are any."""

    code: str | None = None
    players: tuple[str, ...] = ()


_NOTHING_BEFORE: Final = _Before()


def challenge(desk: Desk, action: Challenge) -> Reply:
    """Begin a duel and invite somebody to it."""
    rules = granted(desk, action.wish)
    if rules.undo or rules.drifting:
        raise Declined(Text("duel.usage"))
    return _begin(desk, _drawn(desk, rules), new_code(desk.rng))


def _drawn(desk: Desk, rules: Rules) -> Game:
    first = good_start(rules)
    if rules.no_guess:
        game = desk.dealt(NoGuess(rules, first, goes_on=True, command="/duel"))[0]
        if game.outcome is None:
            return game
    else:
        for _ in range(_TRIES):
            played = Game.new(rules).play(Open(first), partial(uniform, rng=desk.rng))
            if isinstance(played, Played) and played.game.outcome is None:
                return played.game
    only_one_is_safe = rules.mines == len(rules.grid) - 1
    key = "duel.too_full" if only_one_is_safe else "duel.too_easy"
    raise Declined(Text(key))


def _begin(desk: Desk, game: Game, code: str, before: _Before = _NOTHING_BEFORE) -> Reply:
    reply = _enter(desk, game, InDuel(code), before)
    buttons = ((Button(Text("duel.join"), JoinDuel(code)),),)
    here = desk.request.chat
    return replace(
        reply,
        # Where boards are messages the invitation is one of its own, and the board follows it.
        screen=None if here.in_place else reply.screen,
        begun=reply.screen if here.in_place else None,
        link=JoinDuel(code),
        buttons=() if here.private else buttons,
    )


def _enter(desk: Desk, game: Game, duel: InDuel, before: _Before = _NOTHING_BEFORE) -> Reply:
    """Start the player's own game of ``duel``."""
    number, here, player = desk.chat.next_number, desk.request.chat, desk.request.player
    texts = Text("duel.begun", **sized(game.rules)), *begun_texts(game.rules), *_how(desk, duel)
    duel = replace(duel, game=duel_game(here.id, number))
    reply = start(desk, game, texts, Kept(casual=True, duel=duel))
    duellist = Duellist(
        player=player.id,
        name=player.name,
        chat=here.id,
        number=number,
        in_place=here.in_place,
        standing=Standing.of(game),
        public=not here.private,
    )
    joined = DuelJoined(
        code=duel.code,
        board=SharedBoard.of(game),
        duellist=duellist,
        follows_on=before.code,
        seats=before.players,
        at=desk.now,
    )
    desk.after_commit(joined)
    return reply


def _how(desk: Desk, duel: InDuel) -> tuple[Text, ...]:
    """Say how a duel goes; for whom it waits to those who have played the one before it here."""
    before = _one_before(desk, duel.code)
    if before is None:
        return (Text("duel.how"),)
    awaited = None if duel.rival else _awaited(before)
    return (awaited,) if awaited else ()


def _one_before(desk: Desk, code: str) -> InDuel | None:
    """Return the duel that the player has played here and that the duel ``code`` follows on."""
    return next((duel for duel in _own_duels(desk) if rematch_code(duel.code) == code), None)


def _own_duels(desk: Desk) -> Iterator[InDuel]:
    """Return the duels that the player has played here last, the newest first."""
    player = desk.request.player.id
    return (each.duel for each in desk.newest() if each.duel and each.duellist == player)


def join(desk: Desk, action: JoinDuel) -> Reply:
    """Take the other seat of a duel."""
    if not is_code(action.code):
        raise Declined(Text("duel.unknown"))
    return _take_seat(desk, action.code)


def _take_seat(desk: Desk, code: str) -> Reply:
    # Until the game of a first press is entered the claimed seat would let them begin another.
    if any(duel.code == code and duel.is_untold for duel in _own_duels(desk)):
        raise Declined(Text("duel.yours"))
    turn_back_full(desk)  # before the seat is taken for nothing
    request = desk.request
    deal = FromDuel(code, request.player.id, request.chat.id, request.operation)
    if (known := desk.known(deal)).refusal == FULL:
        return _watched(desk, code, known.duellists)
    game, dealt = desk.dealt(deal)
    here = InDuel(code)
    for rival in dealt.duellists:
        here = InDuel(code, rival.name, rival.standing)
    reply = _enter(desk, game, here)
    told = (Text("duel.turned"),) if dealt.is_turned else ()
    return replace(reply, texts=(*reply.texts, *told))


def _watched(desk: Desk, code: str, duellists: tuple[Duellist, ...]) -> Reply:
    """Tell a spectator how far both are: nothing that would help either of them."""
    lines = [standing_text(each.name, each.standing) for each in duellists]
    private = desk.request.chat.private
    buttons = ((Button(Text("duel.look_again"), JoinDuel(code)),),) if private else ()
    texts = (Text(FULL), *lines, *ended_texts(duellists))
    return Reply(texts, buttons=buttons, private=not private)


def rematch(desk: Desk, _action: Rematch) -> Reply:
    """Begin another duel by the same rules, or join it where the other player has begun it."""
    is_meant = partial(_may_be_followed, desk)
    session = desk.asked_of(is_meant)
    # Below the other's board, where that is seen, one's own is meant.
    session = next(filter(is_meant, desk.same_duel(session)), session)
    duel = session.duel if has_rematch(session) else None
    is_over, is_own = session.game.outcome is not None, session.duellist == desk.request.player.id
    if duel is None or not (is_over or is_own):
        raise Declined(Text("duel.no_rematch"))
    if not is_over:
        raise Declined(_not_yet(desk, duel))
    if not is_own:
        raise Declined(Text("duel.not_yours"))
    turn_back_full(desk)  # before it is promised to who would begin it
    code = rematch_code(duel.code)
    if (begun := _unfinished(desk, code)) is not None:  # of which others may not know yet
        raise Declined(_not_yet(desk, begun))
    known = desk.known(OfRematch(duel.code, desk.request.player.id, desk.request.operation))
    if known.refusal:
        raise Declined(Text(known.refusal))
    if known.is_first:
        # Nobody could take the seat of who was deleted: it is for whoever comes.
        seats = (each.player for each in known.duellists if is_person(each.player))
        before = _Before(duel.code, tuple(seats))
        return _begin(desk, _drawn(desk, session.game.rules), code, before)
    return _take_seat(desk, code)


def _may_be_followed(desk: Desk, session: Session) -> bool:
    """Tell whether another duel can follow on the player's own game ``session``."""
    return desk.is_own_duel(session) and has_rematch(session)


def _not_yet(desk: Desk, duel: InDuel) -> Text:
    """Say why nothing follows on ``duel`` yet: both play it, or it waits for a rival, and whom."""
    if duel.rival is not None:
        return Text("duel.going_on")
    return _awaited(_one_before(desk, duel.code)) or Text("duel.unaccepted")


def _awaited(before: InDuel | None) -> Text | None:
    """Say for whom the rematch of the duel ``before`` waits; None if it is for whoever comes."""
    if before is None or before.rival is None or is_gone(before):
        return None
    return Text("duel.awaited", name=before.rival)


def _unfinished(desk: Desk, code: str) -> InDuel | None:
    """Return what the player's unfinished game of the duel ``code`` knows of it.

    A board that came too late is none: its player may play the duel on another.
    """
    games = filter(has_rematch, desk.sessions([entry.number for entry in desk.chat.games]))
    own = (each.duel for each in games if each.duellist == desk.request.player.id)
    return next((duel for duel in own if duel and duel.code == code), None)
