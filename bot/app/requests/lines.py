"""Lines: what a message asks for, one thing after another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Final

from bot.app.requests.actions import Action, Misread
from bot.app.requests.called import AROUND_WORDS, first_word
from bot.app.requests.commands import AFTER_A_NAME, COMMANDS, read
from bot.app.requests.move_words import MOVES, asks_moves, read_move
from bot.i18n import Text
from core.typed import is_moves, is_talk, plain

MOST: Final = 8
"""Things that one message asks for, at most: each of them is answered."""
_MOST_ARGUMENTS: Final = 8
"""Lines below a command that may be one argument each; more of them are read as a whole only."""
_SLASHES: Final = ("/", "／")
_WITH_NUMBERS: Final = frozenset(
    {*MOVES, "board", "resume", "card", "review", "scan", "train", "newgame", "duel", "tournament"}
)
"""Commands of whose own words some look like moves."""


def apart(text: str) -> list[str]:
    """Return the parts of ``text`` that are carried out in turn, at most one more than ``MOST``.

    A line with a slash begins one. A command takes the lines below it that change what it asks for.
    Of what else stands there, moves are parts of their own, and talk, which asks for nothing, none.
    """
    lines = [line for line in text.strip().lstrip(AFTER_A_NAME).splitlines() if line.strip()]
    if len(lines) <= 1:
        return [text]
    parts: list[str] = []
    while lines and len(parts) <= MOST:
        block = [lines.pop(0)]
        are_moves = bool(lines) and asks_moves(read(block[0]))
        while lines and not _begins(lines[0], after_moves=are_moves):
            block.append(lines.pop(0))
        if _is_command(block[0]):
            taken = _taken(block)
            parts.append("\n".join(block[:taken]))
            parts += islice(_below(block[taken:]), MOST + 1)
        else:  # only the first of all, which is passed over where it says nothing
            said = "\n".join(block)
            parts += [] if lines and isinstance(read(said), Misread) else [said]
    return parts[: MOST + 1]


def in_turn(wanted: list[Action]) -> tuple[Action, ...]:
    """Return the first ``MOST`` of ``wanted``, and behind them what is said of those left out."""
    too_many = (Misread(Text("lines.most", count=MOST)),) if len(wanted) > MOST else ()
    return (*wanted[:MOST], *too_many)


def _begins(line: str, *, after_moves: bool) -> bool:
    """Tell whether ``line`` begins a part, maybe one ``after_moves``."""
    if line.lstrip().startswith(_SLASHES):
        return True
    return after_moves and (_is_bare(line) or _is_move_in_words(line))


def _is_bare(line: str) -> bool:
    """Tell whether ``line`` is the name of a command and no more."""
    return plain(line).strip(AROUND_WORDS + " ") in COMMANDS


def _is_command(line: str) -> bool:
    return line.lstrip().startswith(_SLASHES) or _name(line) in COMMANDS


def _name(line: str) -> str:
    return plain(first_word(line)[0]).lstrip("/").partition("@")[0].strip(AROUND_WORDS)


def _taken(block: list[str]) -> int:
    """Return how many lines of ``block`` its command takes, its own among them."""
    alone, most, name = read(block[0]), len(block), _name(block[0])
    has_cell = name not in MOVES and is_moves(first_word(block[0])[1])
    if (has_cell or name not in _WITH_NUMBERS) and not isinstance(alone, Misread):
        most = next((at for at, line in enumerate(block) if at and _is_move(line)), most)
    counts: list[int] = [most, *range(min(most - 1, _MOST_ARGUMENTS + 1), 1, -1)]
    for count in counts:
        whole = read("\n".join(block[:count]))
        if whole != alone and not isinstance(whole, Misread):
            return count
    return 1


def _below(lines: list[str]) -> Iterator[str]:
    """Yield the parts that ``lines`` below a command are; moves on several lines are one."""
    for are_moves, some in groupby((line for line in lines if _asks(line)), is_moves):
        if are_moves:
            yield "\n".join(some)
        else:
            yield from some


def _asks(line: str) -> bool:
    """Tell whether ``line`` is no talk; most of that is known by having no number."""
    if not _has_number(line):
        return _is_bare(line)
    return not is_talk(line) or _is_move_in_words(line)


def _is_move(line: str) -> bool:
    return is_moves(line) or _is_move_in_words(line)


def _is_move_in_words(line: str) -> bool:
    move = read_move(line) if _has_number(line) else None
    return move is not None and asks_moves(move)


def _has_number(line: str) -> bool:
    return any(map(str.isnumeric, line))
