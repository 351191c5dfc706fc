"""Confirmed: what a plain yes or no means, which is about the question that a board asks back."""

from __future__ import annotations

from bot.app.decisions.desk import Desk
from bot.app.decisions.entry import turn_away
from bot.app.decisions.play import resign, show_board
from bot.app.requests.actions import Confirm, Resign, ShowBoard
from bot.app.requests.menu import Page
from bot.app.screens.reply import Reply
from bot.i18n import Text


def confirm(desk: Desk, action: Confirm) -> Reply:
    """Give up the game that is asked about, or play on; say so where nothing is asked.

    What cannot be kept for the next message, as whether to delete, takes more than a plain yes.
    """
    asked = desk.request.game
    session = desk.meant if asked is None else desk.session(asked)
    if session is None or session.game.outcome or session.page is not Page.GIVE_UP:
        # Where there are no buttons, the yes is typed.
        yes = "unknown.yes" if desk.request.chat.in_place else "unknown.yes_typed"
        return Reply((Text(yes if action.yes else "unknown.no"),), private=True)
    turn_away(desk, session)
    return resign(desk, Resign(sure=True)) if action.yes else show_board(desk, ShowBoard())
