"""Below: what a message asks for after its first line has been carried out."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.requests.actions import Delete, Typed
from bot.app.requests.board_actions import Daily
from bot.app.requests.coach_actions import Train
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.i18n import Text


def with_left(request: Request, reply: Reply) -> Reply:
    """Return ``reply``, saying so if what stands below in the message is left undone."""
    if not (request.below and _ends(request, reply)):
        return reply
    return replace(reply, texts=(*reply.texts, Text("lines.left")))


def next_below(request: Request, reply: Reply) -> Request | None:
    """Return the request for what comes next in the message, on the board that ``reply`` shows.

    None at its end, and where the rest is left undone.
    """
    if not request.below or _ends(request, reply):
        return None
    operation = f"{request.operation}.{len(request.below)}"
    action, *below = request.below
    if (board := reply.screen or reply.begun) is not None:
        chat = replace(request.chat, id=reply.chat or request.chat.id)
        request = replace(request, chat=chat, game=board.number)
    return replace(request, operation=operation, action=action, below=tuple(below))


def _ends(request: Request, reply: Reply) -> bool:
    """Tell whether nothing is done after ``reply`` to ``request``.

    Nearly all that is for one player alone says why something was not done: moves below are not to
    be played on another board than they were meant for. Nor are they after what has boards of its
    own, if none is shown here. What is repeated was done before, but a deletion ends all the same.
    """
    action, has_moves = request.action, isinstance(request.below[0], Typed)
    if isinstance(action, Daily | Train) and has_moves and reply.screen is None:
        return True
    is_done = reply.file is not None or (reply.repeated and not isinstance(action, Delete))
    return reply.private and not is_done
