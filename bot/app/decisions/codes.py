"""Codes: boards as other programs write them, out of a finished game and into a new one."""

from __future__ import annotations

from typing import Final

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.drifted import turn_back_drifted
from bot.app.decisions.fair_play import is_of_today
from bot.app.decisions.knowledge import ReplayOf
from bot.app.decisions.lobby import Kept, start
from bot.app.requests.board_actions import PlayCode, ShowCode, ShowReplayFile
from bot.app.screens.reply import Reply
from bot.app.screens.sizes import sized
from bot.i18n import Text
from core.board import NotationError
from core.game import Game
from core.ptta import read_ptta, write_ptta
from core.tatham import read_tatham, write_tatham

_LONG: Final = 1_500
"""Characters; longer codes would be cut off in a message, and a code with its end gone is none."""


def show_code(desk: Desk, _action: ShowCode) -> Reply:
    """Give the codes of a finished board, which say where the mines are; long ones as a file."""
    game = _told(desk, early="code.early", today="code.daily")
    tatham, ptta = write_tatham(game), write_ptta(game)
    if len(tatham) + len(ptta) > _LONG:
        file, name = f"{tatham}\n\n{ptta}\n".encode(), "minesweeper.txt"
        return Reply((Text("code.file"),), file=file, file_name=name, private=True)
    return Reply((Text("code.tatham", code=tatham), Text("code.ptta", code=ptta)))


def show_replay_file(desk: Desk, _action: ShowReplayFile) -> Reply:
    """Give a finished game as a replay for other programs."""
    game = _told(desk, early="code.replay_early", today="code.replay_today")
    if (file := desk.known(ReplayOf(game))) is None:
        raise Declined(Text("code.no_replay"))
    return Reply((Text("code.replay"),), file=file, file_name="minesweeper.evf", private=True)


def _told(desk: Desk, *, early: str, today: str) -> Game:
    """Return the game asked about; raises Declined where its mines are not to be told.

    What is said then are the keys ``early``, and ``today`` for a board of this day.
    """
    game = desk.asked.game
    turn_back_drifted(desk.asked)
    if game.outcome is None or game.started_at is None:
        raise Declined(Text("game.empty" if game.outcome else early))
    if is_of_today(desk.asked, desk.now):
        raise Declined(Text(today))
    return game


def play_code(desk: Desk, action: PlayCode) -> Reply:
    """Start a game on the board of a code; who has the code can know its mines: it is casual."""
    try:
        game = read_ptta(action.text) if "b=" in action.text else read_tatham(action.text)
    except NotationError as error:
        raise Declined(Text("code.unreadable")) from error
    opened = Text("code.opened", **sized(game.rules))
    return start(desk, game, (opened,), Kept(casual=True))
