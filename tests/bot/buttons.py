"""What buttons carry: any action on any game, and what is nearly such data or nothing like it."""

from __future__ import annotations

from string import ascii_lowercase, digits

from hypothesis import strategies as st

from bot.app import actions, coach_actions
from bot.app.access import Access
from bot.app.button import write_button
from bot.app.menu import Page
from bot.i18n import LANGUAGES
from core.move import Chord, Flag, FlagAround, Open, Unflag
from core.rules import LEVELS
from tests.strategies import damaged

GAMES = st.none() | st.integers(1, 999_999_999)
CELLS = st.integers(0, 9_999)
FLAGS = st.booleans()
ACTIONS = st.one_of(
    st.builds(
        actions.Press,
        st.sampled_from([Open, Flag, Unflag, Chord, FlagAround]).flatmap(
            lambda kind: st.builds(kind, CELLS)
        ),
        st.integers(0, 99_999),
    ),
    st.builds(actions.Begin, *[st.integers(2, 100)] * 2, st.integers(1, 9_999), CELLS),
    st.builds(actions.Inspect, CELLS),
    st.builds(actions.Look, CELLS, st.booleans()),
    st.builds(actions.TurnPage, st.sampled_from(Page)),
    st.builds(actions.SetMode, FLAGS),
    st.builds(actions.Hint, FLAGS),
    st.builds(actions.SetAccess, st.sampled_from(Access)),
    st.builds(actions.SetLanguage, st.sampled_from(LANGUAGES)),
    st.builds(actions.SetTextOnly, FLAGS),
    st.builds(actions.SetPinned, FLAGS),
    st.builds(actions.SetTheme, st.sampled_from(["classic", "high_contrast"])),
    st.builds(actions.Delete, FLAGS),
    st.builds(coach_actions.Review, st.none() | st.integers(1, 9_999), st.integers(0, 9_999)),
    st.builds(coach_actions.ShowStats, st.sampled_from(["", "custom", *LEVELS])),
    st.builds(coach_actions.SetPublic, FLAGS),
    st.builds(coach_actions.Solve, st.sampled_from(coach_actions.Solving)),
    st.builds(coach_actions.Replay, st.none() | st.integers(1, 9_999)),
    st.builds(actions.NewGame, st.builds(actions.Wish, st.none() | st.sampled_from(list(LEVELS)))),
    st.sampled_from(
        [
            actions.Greet(),
            actions.Help(),
            actions.Again(),
            actions.TakeBack(),
            actions.Resign(),
            actions.ShowBoard(),
            actions.ListGames(),
            actions.Learn(),
            actions.ChooseLanguage(),
            actions.ChooseLevel(),
            actions.ShowSettings(),
        ]
    ),
)
FOREIGN = st.text(max_size=100) | damaged(
    st.builds(write_button, ACTIONS, GAMES), f"{digits}.{ascii_lowercase}_!?@"
)
"""Data that nobody vouches for, some of it what a button of ours carries."""
