"""Controls: what can be chosen beside a board, and what its cells do when they are pressed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.access import Access
from bot.app.requests.button import Button, Row, write_button, write_presses
from bot.app.requests.menu import Page
from bot.app.screens.screen import Face, Screen
from bot.i18n import Text
from core.grid import Cell
from core.tap import tap, tap_kinds

_REMEMBERED: Final = 1024
"""Rows that need not be made again."""


def _is_told(screen: Screen) -> bool:
    """Tell whether an ended game has a single layout, and one that may be told by now."""
    return screen.begun and not (screen.rules.drifting or screen.undecided)


def is_shared(screen: Screen) -> bool:
    """Tell whether the board of an ended game can be given to others."""
    return _is_told(screen) and not screen.taught


def cell_action(screen: Screen, cell: Cell) -> actions.Press | actions.Inspect | board_actions.Scan:
    """Return what a press on ``cell`` stands for, as the board is drawn now."""
    if screen.page is Page.SCAN:
        return board_actions.Scan(screen.rules.grid.name(cell))
    is_idle = not screen.smart_tap and not screen.board.is_closed(cell)
    move = None if is_idle else tap(screen.board, cell, flagging=screen.flagging)
    return actions.Inspect(cell) if move is None else actions.Press(move, screen.revision)


def cells_data(screen: Screen, cells: Sequence[Cell]) -> list[str]:
    """Return ``cell_action`` of each of ``cells`` as the data of a button."""
    if screen.page is Page.SCAN:
        return [write_button(cell_action(screen, cell), screen.number) for cell in cells]
    kinds = tap_kinds(screen.board, cells, flagging=screen.flagging)
    return write_presses(kinds, cells, screen.revision, screen.number)


def controls(screen: Screen, *, private: bool, passing: bool = False) -> tuple[Row, ...]:
    """Return the controls of a board; ``private`` when its player is alone in the chat.

    ``passing`` where nothing but the board can be shown, and nobody can be invited.
    """
    if screen.over:
        return _ended(screen)
    if screen.page is Page.MENU:
        return _menu(screen, private=private, passing=passing)
    if screen.page is Page.ACCESS:
        return _access(screen, passing=passing)
    return _PAGES[screen.page](screen)


def _button(screen: Screen, key: str, action: actions.Action, **args: str | int) -> Button:
    return Button(Text(f"control.{key}", **args), action, screen.number)


def _play(screen: Screen) -> tuple[Row, ...]:
    return (play_row(screen.number, flagging=screen.flagging, hint=hint_label(screen)),)


def hint_label(screen: Screen) -> str | None:
    """Return which label the button of a hint has, by its price; None where hints are refused."""
    if screen.undecided:
        return None
    return "hint_price" if screen.at_stake else "hint"


@lru_cache(_REMEMBERED)
def play_row(number: int, *, flagging: bool, hint: str | None) -> Row:
    """Return the row below a board in play, which is shown for nearly every move.

    ``hint`` is as by ``hint_label``.
    """
    mode = "mode_flag" if flagging else "mode_open"
    hints = () if hint is None else (Button(Text(f"control.{hint}"), actions.Hint(), number),)
    return (
        Button(Text(f"control.{mode}"), actions.SetMode(flagging=not flagging), number),
        *hints,
        Button(Text("control.menu"), actions.TurnPage(Page.MENU), number),
    )


def _menu(screen: Screen, *, private: bool, passing: bool) -> tuple[Row, ...]:
    first = [_button(screen, "give_up", actions.TurnPage(Page.GIVE_UP))]
    if screen.rules.undo:
        first.append(_button(screen, "undo", actions.TakeBack()))
    if not private and screen.rival is None and screen.round is None:
        first.append(_button(screen, f"access_{screen.access}", actions.TurnPage(Page.ACCESS)))
    second: list[Button] = []
    if screen.face is not Face.READY and not screen.undecided:
        second.append(_button(screen, "scan", board_actions.Scan()))
    if not screen.undecided:
        second.append(_button(screen, "watch", coach_actions.Solve()))
    if not passing:
        second.append(_button(screen, "settings", actions.ShowSettings()))
    second.append(_button(screen, "back", actions.TurnPage(Page.PLAY)))
    return (tuple(first), tuple(second))


def _scan(screen: Screen) -> tuple[Row, ...]:
    return ((_button(screen, "back", actions.TurnPage(Page.PLAY)),),)


def _give_up(screen: Screen) -> tuple[Row, ...]:
    return (
        (
            _button(screen, "give_up_yes", actions.Resign(sure=True)),
            _button(screen, "give_up_no", actions.TurnPage(Page.PLAY)),
        ),
    )


def _watch(screen: Screen) -> tuple[Row, ...]:
    return (
        (
            _button(screen, "solve_step", coach_actions.Solve(coach_actions.Solving.STEP)),
            _button(screen, "solve_all", coach_actions.Solve(coach_actions.Solving.ALL)),
            _button(screen, "back", actions.TurnPage(Page.PLAY)),
        ),
    )


def _watching(screen: Screen) -> tuple[Row, ...]:
    return ((_button(screen, "solve_stop", coach_actions.Solve(coach_actions.Solving.STOP)),),)


def _access(screen: Screen, *, passing: bool) -> tuple[Row, ...]:
    choices = [
        _button(screen, f"access_{each}", actions.SetAccess(each))
        for each in Access
        if each is not screen.access and not (passing and each is Access.INVITED)
    ]
    return ((*choices, _button(screen, "back", actions.TurnPage(Page.PLAY))),)


_PAGES: Final = {
    Page.PLAY: _play,
    Page.GIVE_UP: _give_up,
    Page.SCAN: _scan,
    Page.WATCH: _watch,
    Page.WATCHING: _watching,
}
"""The pages of controls that are the same everywhere."""


def _ended(screen: Screen) -> tuple[Row, ...]:
    """Return what a finished game offers; the first button names the game whose board it is."""
    first: Row = (
        _button(screen, "again", actions.Again()),
        _button(screen, "levels", actions.ChooseLevel()),
    )
    second: list[Button] = []
    if _is_told(screen):
        second.append(_button(screen, "review", coach_actions.Review()))
        if is_shared(screen):
            second.append(_button(screen, "share", board_actions.Share()))
        if screen.rules.no_guess:
            second.append(_button(screen, "proof", board_actions.Prove()))
    if screen.rematch:
        first = (_button(screen, "rematch", board_actions.Rematch()), *first)
    if not screen.last_round:
        first = (_button(screen, "next_round", board_actions.NextRound()), *first)
    return (first, tuple(second)) if second else (first,)
