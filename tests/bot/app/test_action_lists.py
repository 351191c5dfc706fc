"""For every action, decided which lists it belongs to."""

from __future__ import annotations

from typing import Final, get_args

from bot.app import deciding
from bot.app.requests import actions, board_actions, coach_actions
from bot.platforms.discord import chat as discord_chat
from bot.platforms.telegram import events, owned, written

LISTS: Final = {
    "game": deciding._ON_A_GAME,
    "mines": deciding._TELL_OF_MINES,
    "one": discord_chat._FOR_ONE,
    "own": owned._OWN,
    "person": events._IN_PERSON,
    "plays": written._PLAYS,
}
DECIDED: Final[dict[str, tuple[type[actions.Action], ...]]] = {
    "game": (actions.Press, actions.Look, actions.TurnPage),
    "game plays": (
        actions.Typed, actions.TakeBack, actions.Resign, actions.SetMode, actions.Save,
    ),
    "game mines plays": (actions.Hint, board_actions.Scan),
    "mines": (
        board_actions.Prove, board_actions.Share, board_actions.ShowCode,
        board_actions.ShowReplayFile,
    ),
    "one": (
        actions.Help, actions.Misread, actions.SetLanguage, actions.ChooseLanguage,
        actions.ShowSettings, actions.SetChoice, actions.ShowPrivacy, actions.Export,
    ),
    "one own": (actions.Delete, coach_actions.Train, coach_actions.Answer),
    "person": (board_actions.Challenge, board_actions.JoinDuel),
    "plays": (actions.SetAccess, coach_actions.Solve),
    "": (
        actions.Greet, actions.Thank, actions.NewGame, actions.Again, actions.Begin,
        actions.Inspect, actions.ShowBoard, actions.ListGames, actions.Load,
        actions.ChooseLevel, actions.Confirm, actions.Learn, actions.Invite, actions.TakeOver,
        actions.Left,
        board_actions.NewTournament, board_actions.NextRound, board_actions.Rematch,
        board_actions.PlayShared,
        board_actions.PlayCode, board_actions.Daily, board_actions.DailyTables,
        board_actions.SetListed, board_actions.ShowTop, board_actions.ShowCard,
        coach_actions.ShowStats, coach_actions.SetPublic, coach_actions.Review,
        coach_actions.Replay,
    ),
}  # fmt: skip
"""The lists that each action is in: ``_ON_A_GAME``, ``_TELL_OF_MINES``, and those of platforms.

What is in none of them is for everybody, or looks for itself in its handler.
"""


def test_every_action_is_kept_from_what_it_must_be() -> None:
    """Every action is in just the lists that this table names for it."""
    decided = {action: lists for lists, each in DECIDED.items() for action in each}
    assert decided == {
        action: " ".join(name for name, listed in LISTS.items() if action in listed)
        for action in get_args(actions.Action)
    }
