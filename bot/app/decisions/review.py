"""Reviews as pages: a game as a whole, and each of its moves with the board as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from msgspec.structs import replace

from bot.app.counsel import Progress
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.drifted import turn_back_drifted
from bot.app.decisions.fair_play import is_of_today, turn_back_undecided
from bot.app.documents.state import Session
from bot.app.requests.actions import Again, TakeBack
from bot.app.requests.board_actions import ShowCard
from bot.app.requests.button import Button, Row
from bot.app.requests.coach_actions import Replay
from bot.app.requests.coach_actions import Review as LookBack
from bot.app.requests.request import Request
from bot.app.screens.illustration import (
    LEAST_POINTS,
    Animation,
    BoardPicture,
    EndedPage,
    Illustration,
    Plot,
    Subject,
)
from bot.app.screens.reply import Reply
from bot.app.screens.review_move import move_texts
from bot.app.screens.review_summary import summary_texts
from bot.app.screens.screen import NO_CHANCES, Face, Screen
from bot.app.screens.unread import unread_text
from bot.i18n import Text
from core.board import Board
from core.grid import Cell
from core.move import Chord, GiveUp, Open, Undo
from core.record import steps
from core.review import Grade, GradedMove, Review
from core.typed import TypedError, only_cell

_MOST_SCREENS: Final = 240
"""Of a replay; a renderer may show fewer."""
MISTAKES: Final = frozenset({Grade.MINE, Grade.SAFE_LEFT, Grade.WORSE_GUESS})


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finished game in its chat, as it is reviewed there."""

    session: Session
    screen: Screen
    has_card: bool = True
    around: Cell | None = None
    """What is to be in sight of a board of which not all fits; None: where a move was made."""

    @property
    def number(self) -> int:
        """The game's number in its chat."""
        return self.session.number

    @property
    def where(self) -> str:
        """The name of the cell ``around`` which it is shown, as a button carries it."""
        return "" if self.around is None else self.session.game.rules.grid.name(self.around)


def reviewed(desk: Desk) -> Reviewed:
    """Return the game that a request wants to look back on; raises Declined when there is none."""
    session = looked_back_on(desk, none="review.none")
    turn_back_drifted(session)
    if session.game.outcome is None:
        raise Declined(Text("review.running"))
    if session.game.started_at is None:
        raise Declined(Text("game.empty"))
    turn_back_undecided(desk, session)
    action = desk.request.action
    around = cell_in_sight(desk, session, action.where) if isinstance(action, EndedPage) else None
    screen = screen_around(desk, session, around)
    return Reviewed(session, screen, not is_of_today(session, desk.now), around)


def cell_in_sight(desk: Desk, session: Session, where: str) -> Cell | None:
    """Return the cell that is to be in sight, None if none is named; raises Declined."""
    try:
        return only_cell(desk.read_cells(where, session))
    except TypedError as error:
        text = unread_text(error, session.game.rules.grid, desk.chat.settings.coordinates)
        raise Declined(text) from None


def screen_around(desk: Desk, session: Session, cell: Cell | None) -> Screen:
    """Return how ``session`` looks with ``cell`` in sight, or what was looked at last."""
    screen = desk.screen(session)
    return screen if cell is None else replace(screen, focus=cell)


def looked_back_on(desk: Desk, none: str) -> Session:
    """Return the game that is named, or else the one that ended last.

    Raises Declined, with the key ``none`` where nothing is named and nothing has ended.
    """
    number = _number(desk.request)
    session = last_ended(desk) if number is None else desk.session(number)
    if session is None:
        key = none if number is None else "game.gone"
        raise Declined(Text(key))
    return session


def _number(request: Request) -> int | None:
    """Return the game that is named; None where it is the last finished one that is meant."""
    action = request.action
    number = action.game if isinstance(action, EndedPage) else None
    return request.game if number is None else number


def last_ended(desk: Desk) -> Session | None:
    """Return the game that ended last here, of those that who asks has played if there are any.

    Where none has, but for boards that were given up unopened, it is the one that is played.
    """
    ended = [each for each in desk.newest_here() if each.game.outcome and _was_played(each)]
    own = [each for each in ended if desk.request.player.id in each.players]
    current = desk.current
    played = None if current and current.game.outcome and current.lesson else current
    return max(own or ended, key=lambda each: each.clock.last, default=played)


def _was_played(session: Session) -> bool:
    """Tell whether something was opened, and not in a lesson: else there is nothing to tell of."""
    return session.game.started_at is not None and not session.lesson


def turn_to_ended(desk: Desk) -> None:
    """Have who names no game, and has no part in what is played, ask of the one that ended last.

    So it is after a lesson, after a board that was given up unopened, and where the game that was
    played is parked. An end is taken back only of a game of one's own, within the hour, and not
    in the place of a parked game, which may be what is meant.
    """
    if desk.request.game is not None:
        return
    played, player = desk.meant, desk.request.player.id
    is_back = isinstance(desk.request.action, TakeBack)
    if played is None:
        is_meant = is_back
    elif played.game.outcome is not None:
        is_meant = is_back or _was_played(played)
    else:
        is_meant = played.is_of(player)
    # Looked for last: all games of the chat are read for it.
    if is_meant or (ended := last_ended(desk)) is None:
        return
    if not is_back or (ended.is_of(player) and ended.clock.is_recent(desk.now)):
        desk.turn_to(ended)


def unfinished(game: Reviewed, page: LookBack, progress: Progress, *, is_first: bool) -> Reply:
    """Return what is said while a review is being worked out; its button asks for what follows."""
    begun = Text("review.begun", count=progress.of)
    done = Text("review.progress", done=progress.graded, count=progress.of)
    texts = (*_title(game), begun if is_first else done)
    go_on = Button(Text("review.go_on"), page)
    return Reply(texts, buttons=((go_on,),), unfinished=True)


def _title(game: Reviewed) -> tuple[Text, ...]:
    return summary_texts(game.session)


def summary_page(game: Reviewed, review: Review) -> Reply:
    """Return the page about the game as a whole, with its chances of winning as a plot.

    Where a single move says nothing of how they went, its board is shown.
    """
    has_course = len(review.curve) >= LEAST_POINTS
    turning = review.moves.index(review.turning.move) if review.turning else None
    plot = Plot(Text("plot.win"), tuple(_course(review)), turning)
    return Reply(
        summary_texts(game.session, review),
        buttons=_summary_buttons(game, review),
        picture=_picture(
            game, plot if has_course else BoardPicture(game.screen), LookBack(game.number)
        ),
    )


def _course(review: Review) -> Iterator[float]:
    """Yield the chance to win after each move, so that these count as where they are told.

    One that was taken back has changed nothing.
    """
    after = 0.0  # the first open is never taken back
    for move in review.moves:
        after = after if move.undone else move.after
        yield after


def move_page(
    game: Reviewed, review: Review, number: int, move: GradedMove, chances: Mapping[Cell, float]
) -> Reply:
    """Return the page about the explained ``move``, the move ``number`` of the game.

    It shows the board as it was, with the ``chances`` of mines; before the first open there are
    none, for the rules promise that it is safe.
    """
    chances = NO_CHANCES if move.grade is Grade.FIRST else chances
    return Reply(
        tuple(move_texts(game.session, move, number, len(review.moves), chances)),
        buttons=_move_buttons(game, review, number),
        picture=_picture(
            game, BoardPicture(_screen_of(game, move, chances)), LookBack(game.number, number)
        ),
    )


def _picture(game: Reviewed, subject: Subject, page: EndedPage) -> Illustration:
    return Illustration(subject, game.screen.theme, game.screen.text_only, page)


def _screen_of(game: Reviewed, move: GradedMove, chances: Mapping[Cell, float]) -> Screen:
    """Return the board before a move: framed and in sight what it opened, outlined the best."""
    made = sorted(move.made.cells)
    best = frozenset(move.best.cells) - frozenset(made)
    return replace(
        _as_it_was(game, move.board, move.timed.at),
        focus=made[len(made) // 2] if game.around is None else game.around,
        marked=frozenset(made),
        changed=best,
        chances=chances,
    )


def _as_it_was(game: Reviewed, board: Board, at: int) -> Screen:
    started = game.session.game.started_at or 0
    return replace(
        game.screen,
        board=board,
        elapsed=max(at - started, 0),
        face=Face.PLAYING,
        mover=None,
        lesson=None,
    )


def replay_page(game: Reviewed) -> Reply:
    """Return the game as an animation."""
    screens = (*_screens(game), game.screen)
    to_review = Button(Text("control.review"), LookBack(game.number))
    kinds = [each.move for each in game.session.game.history]
    moves = [each for each in kinds if not isinstance(each, GiveUp | Undo)]
    flags = sum(not isinstance(each, Open | Chord) for each in moves)  # which have no pages
    texts = (*_title(game), Text("review.replay", count=len(moves), flags=flags))
    picture = _picture(game, Animation(screens), Replay(game.number))
    return Reply(texts, buttons=((to_review,),), picture=picture)


def _screens(game: Reviewed) -> tuple[Screen, ...]:
    """Return the boards after the moves but the last, some left out evenly where they are many."""
    played = game.session.game
    moves = len(played.history) - 1
    every = max(1, -(-moves // _MOST_SCREENS))
    shown = islice(steps(played), 0, moves, every)
    return tuple(_as_it_was(game, step.played.game.board, step.timed.at) for step in shown)


def _summary_buttons(game: Reviewed, review: Review) -> tuple[Row, ...]:
    first = [_page(game, "moves", 1)]
    if review.turning:
        first.append(_page(game, "turning", review.moves.index(review.turning.move) + 1))
    replay = Button(Text("review.to_replay"), Replay(game.number))
    card = (Button(Text("control.card"), ShowCard(), game.number),) if game.has_card else ()
    again = Button(Text("control.again"), Again(), game.number)
    return (tuple(first), (replay, *card, again))


def _move_buttons(game: Reviewed, review: Review, number: int) -> tuple[Row, ...]:
    turns = [_page(game, "back", number - 1)] if number > 1 else []
    turns += [_page(game, "next", number + 1)] if number < len(review.moves) else []
    rest = [_page(game, "whole", 0)]
    if mistake := _next_mistake(review, number):
        rest.append(_page(game, "mistake", mistake))
    return (tuple(turns), tuple(rest)) if turns else (tuple(rest),)


def _next_mistake(review: Review, number: int) -> int | None:
    """Return the number of the next move that was no good, from the first again after the last."""
    found = [at for at, move in enumerate(review.moves, 1) if move.grade in MISTAKES]
    later = [at for at in found if at > number]
    following = next(iter(later or found), number)
    return following if following != number else None


def _page(game: Reviewed, label: str, move: int) -> Button:
    return Button(Text(f"review.to_{label}"), LookBack(game.number, move))
