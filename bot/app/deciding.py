"""Deciding: what each action does to a chat, purely."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from bot.app.decision import Decision, Documents
from bot.app.decisions import (
    card,
    codes,
    daily,
    data,
    duel,
    entry,
    handover,
    inspection,
    lobby,
    play,
    proof,
    scanner,
    settings,
    share,
    talk,
    top,
    tournament,
    watch,
)
from bot.app.decisions.confirmed import confirm
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.entry import turn_away, turn_to_own
from bot.app.decisions.fair_play import turn_back_undecided
from bot.app.decisions.hints import hint
from bot.app.decisions.knowledge import Knowledge
from bot.app.decisions.review import turn_to_ended
from bot.app.documents.state import ChatState
from bot.app.needed import Moved
from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply

_HANDLERS: Final[dict[type[actions.Action], Callable[[Desk, Any], Reply]]] = {
    actions.Greet: talk.greet,
    actions.Thank: talk.thank,
    actions.Help: talk.help_,
    actions.Misread: talk.misread,
    actions.SetLanguage: talk.set_language,
    actions.NewGame: lobby.new_game,
    actions.Again: lobby.again,
    actions.Save: lobby.save,
    actions.Load: lobby.load,
    actions.ListGames: lobby.list_games,
    actions.Delete: data.delete,
    actions.Learn: lobby.learn,
    actions.Begin: lobby.begin,
    actions.ChooseLevel: lobby.choose_level,
    actions.ChooseLanguage: talk.choose_language,
    actions.ShowPrivacy: talk.privacy,
    actions.ShowSettings: settings.show,
    actions.SetChoice: settings.set_choice,
    actions.SetAccess: entry.set_access,
    actions.Invite: entry.invite,
    actions.TakeOver: handover.take_over,
    actions.Left: handover.left,
    actions.Hint: hint,
    board_actions.Prove: proof.prove,
    board_actions.Daily: daily.daily,
    board_actions.DailyTables: daily.tables,
    board_actions.ShowTop: top.top,
    board_actions.ShowCard: card.show_card,
    board_actions.ShowCode: codes.show_code,
    board_actions.ShowReplayFile: codes.show_replay_file,
    board_actions.PlayCode: codes.play_code,
    board_actions.Scan: scanner.scan,
    board_actions.Share: share.share,
    board_actions.Challenge: duel.challenge,
    board_actions.JoinDuel: duel.join,
    board_actions.Rematch: duel.rematch,
    board_actions.NewTournament: tournament.new_tournament,
    board_actions.NextRound: tournament.next_round,
    board_actions.PlayShared: share.play_shared,
    coach_actions.Solve: watch.solve,
    actions.Press: play.press,
    actions.Inspect: inspection.inspect,
    actions.Look: play.look,
    actions.TurnPage: play.turn_page,
    actions.Typed: play.play_typed,
    actions.TakeBack: play.take_back,
    actions.Resign: play.resign,
    actions.Confirm: confirm,
    actions.SetMode: play.set_mode,
    actions.ShowBoard: play.show_board,
}
"""How each action is decided; not here are statistics and a player's data, which need more."""

_ON_A_GAME: Final = (
    actions.Press,
    actions.Typed,
    actions.Hint,
    board_actions.Scan,
    actions.SetMode,
    actions.Look,
    actions.TurnPage,
    actions.TakeBack,
    actions.Resign,
    actions.Save,
)
"""Actions for those alone whom the game's access lets in."""

_OF_OWN: Final = (actions.Save, actions.SetAccess, actions.Invite)
"""Actions of a game's owner; they are about a game of their own, even while they play another."""

_OF_ENDED: Final = (
    actions.TakeBack,
    board_actions.Prove,
    board_actions.Share,
    board_actions.ShowCode,
    board_actions.ShowReplayFile,
)
"""Actions that are about an ended game if who asks has no part in the one that is played."""

_TELL_OF_MINES: Final = (
    actions.Hint,
    board_actions.Prove,
    board_actions.Scan,
    board_actions.Share,
    board_actions.ShowCode,
    board_actions.ShowReplayFile,
)
"""Actions whose answers say more of a board than rivals on it may know."""


def decide(
    documents: Documents, now: int, *, request: Request, known: Knowledge, rng: Random
) -> Decision[Reply]:
    """Decide ``request``: a pure function of its arguments, ``rng`` among them.

    Raises Needed when it takes something of the solver or of another space that is not among what
    is ``known``, and Moved when the chat is another one by now.
    """
    desk = Desk(documents, now, request, rng, known)
    follow_chat(desk.chat)
    try:
        if isinstance(request.action, actions.SETTINGS):
            settings.turn_back_members(desk)
        if isinstance(request.action, _OF_OWN):
            turn_to_own(desk)
        if isinstance(request.action, _OF_ENDED):
            turn_to_ended(desk)
        if isinstance(request.action, _ON_A_GAME):
            turn_away(desk)
        if isinstance(request.action, _TELL_OF_MINES):
            turn_back_undecided(desk, desk.asked)
        return desk.decision(_HANDLERS[type(request.action)](desk, request.action))
    except Declined as declined:
        return Desk(documents, now, request, rng).decision(declined.reply)


def follow_chat(chat: ChatState) -> None:
    """Raise Moved when the chat is another one by now, or is still to be brought here."""
    if chat.moved_to is not None or chat.coming is not None:
        raise Moved
