"""Tournaments: rounds that a group plays together, each player for points of their own."""

from __future__ import annotations

import dataclasses
from typing import Final

from msgspec.structs import replace

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.lobby import Kept, go_back_to, granted, start
from bot.app.documents.keeping import keeps_finished_s
from bot.app.documents.spaces import game_name
from bot.app.documents.state import Session
from bot.app.documents.tournament import LEAST_ROUNDS, MINE_COSTS, MOST_ROUNDS, Tournament
from bot.app.requests.board_actions import NewTournament, NextRound
from bot.app.screens.reply import Reply
from bot.app.screens.tournament import standing_after
from bot.i18n import Text
from core.game import Game
from core.rules import FirstOpen, Rules

_LIVES: Final = 3
"""So that one mine does not end everybody's round."""


def new_tournament(desk: Desk, action: NewTournament) -> Reply:
    """Begin the first round of a tournament."""
    if desk.request.chat.private:
        raise Declined(Text("tournament.group_only"))
    wish = action.wish
    if wish.lives is None:
        wish = dataclasses.replace(wish, lives=_LIVES)
    rules = granted(desk, wish)
    if rules.undo or rules.drifting or not LEAST_ROUNDS <= action.rounds <= MOST_ROUNDS:
        raise Declined(Text("tournament.usage"))
    return _begin(desk, rules, Tournament(action.rounds))


def _begin(desk: Desk, rules: Rules, tournament: Tournament) -> Reply:
    kept = Kept(casual=True, tournament=replace(tournament, begun=desk.now))
    return start(desk, Game.new(rules), _round_texts(tournament, rules), kept)


def _round_texts(tournament: Tournament, rules: Rules) -> tuple[Text, ...]:
    special = {
        "newgame.safe": rules.first_open is FirstOpen.SAFE,
        "newgame.no_guess": rules.no_guess,
    }
    how = Text("tournament.how", mine=MINE_COSTS, lives=rules.lives)
    if rules.lives > rules.mines:
        how = Text("tournament.how_unending", mine=MINE_COSTS)
    return (
        Text("tournament.round", round=tournament.round, rounds=tournament.rounds),
        how,
        *(Text(key) for key, is_so in special.items() if is_so),
    )


def next_round(desk: Desk, _action: NextRound) -> Reply:
    """Begin the round after a finished one; whoever asks later finds the newest that has begun."""
    if desk.request.chat.private:
        return _next_step(desk)
    thread = desk.request.chat.thread
    session = desk.asked_of(lambda each: each.tournament is not None and each.thread == thread)
    tournament = session.tournament
    if tournament is None or not tournament.has_next:
        return _next_step(desk)
    if session.game.outcome is None:
        raise Declined(Text("tournament.running"))
    newest = _newest(desk, session)
    if newest.number != session.number:
        return _shown(desk, newest)
    standing = standing_after(session, tournament)
    counted = replace(standing, round=tournament.round + 1)
    followed = replace(session, tournament=replace(tournament, followed_by=desk.chat.next_number))
    reply = _begin(desk, session.game.rules, counted)
    # Its board stays as it is: nothing on it changes.
    desk.keep(game_name(session.number), followed, keeps_finished_s(session, desk.now))
    return reply


def _shown(desk: Desk, session: Session) -> Reply:
    """Show a round that has begun; of one that runs the same is said to all who come to it."""
    if session.game.outcome or session.tournament is None:
        return Reply((), desk.screen(session))
    texts = _round_texts(session.tournament, session.game.rules)
    return replace(go_back_to(desk, session), texts=texts)


def _next_step(desk: Desk) -> Reply:
    """Show what a lesson asks for next, where there is no next round; raises Declined elsewhere."""
    session = desk.meant
    screen = None if session is None else desk.screen(session)
    if screen is None or screen.lesson is None:
        raise Declined(Text("tournament.no_next"))
    return Reply((), screen)


def _newest(desk: Desk, session: Session) -> Session:
    """Return the newest round that follows on ``session``, of those that are still there."""
    while session.tournament and (after := desk.session(session.tournament.followed_by)):
        session = after
    return session
