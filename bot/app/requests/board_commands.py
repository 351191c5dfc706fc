"""Board commands: what stands behind those about boards that others play too."""

from __future__ import annotations

from bot.app.requests.actions import Action, Misread
from bot.app.requests.board_actions import (
    Challenge,
    JoinDuel,
    NewTournament,
    PlayCode,
    PlayShared,
)
from bot.app.requests.called import first_word
from bot.app.requests.links import linked
from bot.app.requests.short_code import is_code
from bot.app.requests.wish import WishError, is_wish, read_wish
from bot.i18n import Text
from core.typed import plain


def read_play_shared(rest: str) -> Action:
    """Read what stands behind /play: the code of a shared board, or another program's of one."""
    code = plain(rest)
    if (link := linked(code)) is not None:
        return link
    if is_code(last := _last_word(code)):
        return PlayShared(last)
    if ":" in code or "b=" in code:
        return PlayCode(code)
    if code and is_wish(code):  # as others call it
        return Misread(Text("unknown.near", command=f"/newgame {' '.join(rest.split())}"))
    return PlayShared(code) if code else Misread(Text("share.usage"))


def read_duel(rest: str) -> Action:
    """Read what stands behind /duel: the code of one to join, or what the board is to be."""
    code = plain(rest)
    if (link := linked(code)) is not None:
        return link
    if is_code(last := _last_word(code)):
        return JoinDuel(last)
    try:
        return Challenge(read_wish(rest))
    except WishError:
        return Misread(Text("duel.usage"))


def _last_word(written: str) -> str:
    """Return the last word, a code's: some paste the whole line that they were sent with it."""
    return written.rpartition(" ")[2]


def read_tournament(rest: str) -> Action:
    """Read what stands behind /tournament: how many rounds, and what the boards are to be."""
    rounds, wish = first_word(plain(rest))
    if not rounds.isdecimal() or len(rounds) > 1:
        return Misread(Text("tournament.usage"))
    try:
        return NewTournament(int(rounds), read_wish(wish))
    except WishError:
        return Misread(Text("tournament.usage"))
