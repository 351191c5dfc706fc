"""Board commands: what stands behind those about boards that others play too."""

from __future__ import annotations

import re
from typing import Final

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
from bot.app.requests.meant import command_meant
from bot.app.requests.short_code import AROUND_CODES, is_code
from bot.app.requests.wish import WishError, is_wish, read_wish
from bot.i18n import Text
from core.typed import plain

_FOREIGN: Final = re.compile(
    r"(?<![0-9a-z])[0-9a-z]+:[0-9]+,[0-9]+,u[0-9a-f]+|b=[0-9]+&m=[0-9a-v]+"
)
"""Boards as other programs write them, in whatever they are pasted with."""
_NO_CODE: Final = re.compile(r"[a-z]+|[0-9]+|([a-z][0-9])+")
"""Could be a code by its form, but likely means something else where no code is asked for."""
_BETWEEN: Final = re.compile(rf"[\s{re.escape(AROUND_CODES)}]")
_SENT: Final = re.compile(r"/(play|duel) ([a-z0-9]+)(?!_*[a-z0-9])")
"""The command in what is sent to others, which they are to write."""


def read_code(text: str) -> Action | None:
    """Return what a code does that is the only word, or in the text it was sent in; else None."""
    written = plain(text)
    if (sent := _SENT.search(written)) is not None and is_code(sent[2]):
        return JoinDuel(sent[2]) if sent[1] == "duel" else PlayShared(sent[2])
    return find_code(written) if len(written.split()) == 1 else None


def find_code(written: str) -> Action | None:
    """Return what the last code does that is recognised without a command; None if there is none.

    Not a code of letters alone (a word), of digits alone (a number), or of both in turn (cells).
    """
    for word in reversed(plain(written).split()):
        code = word.strip(AROUND_CODES)
        if is_code(code) and not _NO_CODE.fullmatch(code):
            return PlayShared(code)
        if found := _FOREIGN.findall(word):
            return PlayCode(found[-1])
    return None


def read_play_shared(rest: str) -> Action:
    """Read what stands behind /play: the code of a shared board, or that of another program."""
    code = plain(rest)
    if (link := linked(code)) is not None:
        return link
    if (found := _code_in(code)) is not None:
        return PlayShared(found)
    if ":" in code or "b=" in code:
        return PlayCode([code, *_FOREIGN.findall(code)][-1])
    if code and is_wish(code):  # as others call it
        meant: str | None = f"newgame {' '.join(rest.split())}"
    else:
        meant = command_meant(code)  # as in "play again"
    return Misread(Text("unknown.near", command=f"/{meant}") if meant else Text("share.usage"))


def read_duel(rest: str) -> Action:
    """Read what stands behind /duel: the code of one to join, or what the board is to be."""
    code = plain(rest)
    if (link := linked(code)) is not None:
        return link
    if (found := _code_in(code)) is not None:
        return JoinDuel(found)
    try:
        return Challenge(read_wish(rest))
    except WishError:
        return Misread(Text("duel.usage"))


def _code_in(written: str) -> str | None:
    """Return the last word that is a code: some paste the whole line that the code was sent in.

    Others put it in quotes, or add a size, though the board is as it was shared. In Chinese
    punctuation has no space behind it. A part of another program's board may look like a code.
    """
    words = reversed(_BETWEEN.split(_FOREIGN.sub(" ", written)))
    return next(filter(is_code, words), None)


def read_tournament(rest: str) -> Action:
    """Read what stands behind /tournament: how many rounds, and what the boards are to be."""
    rounds, wish = first_word(plain(rest))
    if not rounds.isdecimal() or len(rounds) > 1:
        return Misread(Text("tournament.usage"))
    try:
        return NewTournament(int(rounds), read_wish(wish))
    except WishError:
        return Misread(Text("tournament.usage"))
