"""Hints: the best move told in four steps, a step further each time it is asked for again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from math import ceil
from typing import Final

from msgspec.structs import replace

from bot.app.counsel import Counsel
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.knowledge import CounselOn
from bot.app.documents.state import HintState, Session
from bot.app.requests.actions import Hint
from bot.app.screens.cells import cell_names, first_cells
from bot.app.screens.explain import highlights, reason_text
from bot.app.screens.explain_guess import left_out, unscanned
from bot.app.screens.reply import Reply
from bot.app.screens.screen import NO_CHANCES
from bot.app.screens.summary import how_to_play_on
from bot.i18n import Text, about, percent
from core.grid import Cell
from core.solver.reason import GuessReason

_MOST_CLUES: Final = 4
"""Numbers that a first step points at; more would be a riddle of their own."""

_FAR_OFF: Final = 0.5
"""An error bar from here on tells a player nothing."""


class Step(IntEnum):
    """What a hint tells, in this order; its value is how many have been told with it."""

    WHERE = 1
    WHY = 2
    CELL = 3
    MAP = 4


def hint(desk: Desk, action: Hint) -> Reply:
    """Tell the next step of the hint on a game."""
    session = desk.asked.menu_closed()
    has_begun = session.game.started_at is not None
    told = _steps_told(session, desk.request.player.id)
    if action.again and has_begun and not told:
        # Another hint would be none that anybody has seen, and be counted.
        raise Declined(Text("hint.outdated"))
    if session.game.outcome:
        return _over(desk, session)
    if not has_begun:
        return _before_start(desk, desk.close_menu(desk.asked))
    counsel = desk.known(CounselOn(session.game.board))
    steps = _last_told(told) if action.again else _next_steps(told, action)
    last = steps[-1]
    after = session if action.again else _remembered(desk, session, action, last)
    texts = _texts(counsel, steps, session, is_at_stake=desk.screen(session).at_stake)
    chances = counsel.chances if last is Step.MAP else NO_CHANCES
    if last is Step.WHERE:
        named = _named_clues(counsel)
        marked = frozenset(named)
    else:
        named, marked = (counsel.cell,), highlights(counsel.reason)
    # On a large board what is told has to be in sight.
    focus = named[len(named) // 2] if named else after.focus
    screen = replace(desk.screen(after), focus=focus, marked=marked, chances=chances)
    # What is told to one does not move the board of all.
    after = after if action.alone else replace(after, focus=focus)
    if after != desk.asked:  # else its board is as it was, and need not be shown anew
        desk.write_session(after)
    return Reply(tuple(texts), screen)


def _over(desk: Desk, session: Session) -> Reply:
    on = () if desk.request.chat.passing else (how_to_play_on(session),)
    return Reply((Text("hint.over"), *on), desk.screen(session), private=True)


def _before_start(desk: Desk, session: Session) -> Reply:
    screen = desk.screen(session)
    texts = [Text("watch.first")]
    if screen.start is not None:
        texts.append(Text("alt.start", cell=screen.board.grid.name(screen.start)))
        screen = replace(screen, marked=frozenset({screen.start}))
    return Reply(tuple(texts), screen)


def _told(session: Session) -> HintState | None:
    """Return what has been told about the board as it is."""
    hint = session.hint
    return hint if hint is not None and hint.moves == len(session.game.history) else None


def _steps_told(session: Session, player: str) -> int:
    """Return how many steps ``player`` has been told about the board as it is.

    If a newer version has told them more than there is here, that is all of them.
    """
    hint = _told(session)
    return 0 if hint is None else min(dict(hint.alone).get(player, hint.step), Step.MAP)


def _last_told(told: int) -> tuple[Step, ...]:
    """Return which of the ``told`` steps to tell again: the last, with the map all of them."""
    return tuple(Step) if told == Step.MAP else (Step(told),)


def _next_steps(told: int, action: Hint) -> tuple[Step, ...]:
    """Return the steps to tell a player who was ``told`` so many; after the last the first."""
    if action.whole:
        return tuple(Step)
    return (Step.WHERE if told == Step.MAP else Step(told + 1),)


def _remembered(desk: Desk, session: Session, action: Hint, step: Step) -> Session:
    """Return the session with a note of who was told how far: up to ``step``."""
    before = _told(session)
    hint = HintState(len(session.game.history), step)
    if action.alone:
        known = before or replace(hint, step=0)
        alone = dict(known.alone) | {desk.request.player.id: step}
        hint = replace(known, alone=tuple(alone.items()))
    return replace(session, hint=hint, hints=session.hints + (before is None))


def _texts(
    counsel: Counsel, steps: tuple[Step, ...], session: Session, *, is_at_stake: bool
) -> Iterator[Text]:
    yield from _said_first(counsel, is_at_stake=is_at_stake)
    yield from (_SAID[step](counsel) for step in steps)
    is_guess = isinstance(counsel.reason, GuessReason)
    if is_guess or Step.MAP in steps:
        yield from unscanned(session, counsel.chances)
    if is_guess and not {Step.WHY, Step.CELL}.isdisjoint(steps):
        yield from left_out(session.game)
    if Step.MAP not in steps:
        yield Text("hint.more")


def _said_first(counsel: Counsel, *, is_at_stake: bool) -> Iterator[Text]:
    """Say what comes before the steps: the price, wrong flags, an inexact answer."""
    if is_at_stake:  # said until a first step has been told
        yield Text("hint.assisted")
    for key, cells in (("wrong_flag", counsel.wrong.on_safe), ("overfull", counsel.wrong.overfull)):
        if cells:
            named = first_cells(counsel.analysis.board, cells)
            yield Text(f"hint.{key}", cells=named, count=len(cells))
    if not counsel.analysis.exact:
        yield _approximately(counsel.analysis.error_bar)


def _approximately(error_bar: float) -> Text:
    """Say that chances are estimates, and how far they may be off where that tells something."""
    if error_bar >= _FAR_OFF:
        return Text("hint.approximate_roughly")
    points = ceil(round(error_bar * 100, 9))  # rounded up, for it is a bound
    return Text("hint.approximate", points=points)


def _where(counsel: Counsel) -> Text:
    reason = counsel.reason
    if isinstance(reason, GuessReason):
        return Text("hint.where_guess")
    if clues := _named_clues(counsel):
        return Text("hint.where_certain", clues=cell_names(counsel.analysis.board, clues))
    return Text("hint.where_counting" if reason.counting else "hint.where_many")


def _named_clues(counsel: Counsel) -> tuple[Cell, ...]:
    """Return the numbers that the first step points at, if they are few and tell it all."""
    reason = counsel.reason
    if isinstance(reason, GuessReason) or reason.counting or len(reason.clues) > _MOST_CLUES:
        return ()
    return reason.clues


def _why(counsel: Counsel) -> Text:
    return Text("hint.why", reason=reason_text(counsel.analysis.board, counsel.reason))


def _cell(counsel: Counsel) -> Text:
    cell = counsel.analysis.board.grid.name(counsel.cell)
    if isinstance(counsel.reason, GuessReason):
        win = about(counsel.win, exact=counsel.reason.chosen.exact)
        return Text("hint.cell_guess", cell=cell, safe=percent(counsel.safe), win=win)
    return Text("hint.cell_certain", cell=cell)


def _map(_counsel: Counsel) -> Text:
    return Text("hint.map")


_SAID: Final[dict[Step, Callable[[Counsel], Text]]] = {
    Step.WHERE: _where,
    Step.WHY: _why,
    Step.CELL: _cell,
    Step.MAP: _map,
}
"""The sentence of each step."""
