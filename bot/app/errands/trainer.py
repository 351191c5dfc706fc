"""Trainer: exercises at a level that follows the player, kept in the player's own space."""

from __future__ import annotations

from functools import partial
from random import Random

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions.desk import Desk
from bot.app.decisions.manner import Manner
from bot.app.documents.practice import ORDER, TRAINING, Task, Training, read_training
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Settings
from bot.app.errands.reviewing import Look
from bot.app.ports import Advisor, Store
from bot.app.requests import coach_actions
from bot.app.requests.coordinates import EXAMPLE, row_word
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.screens.train_page import (
    is_choice,
    is_right,
    progress,
    question,
    verdict,
)
from bot.app.screens.unread import unread_cell
from bot.i18n import Text
from core.grid import Cell
from core.typed import TypedError, only_cell, parse_typed


class Trainer:
    """Sets exercises and judges the answers."""

    def __init__(self, store: Store, advisor: Advisor, rng: Random, look: Look) -> None:
        """Keep progress in ``store``; ``rng`` draws tasks, ``advisor`` makes exercises of them.

        ``look`` reads a chat.
        """
        self._store = store
        self._advisor = advisor
        self._rng = rng
        self._look = look

    async def train(self, request: Request, action: coach_actions.Train) -> Reply:
        """Set the next exercise, judge a typed answer, or tell the progress."""
        manner = await self._look(request, Desk.manner_beside)
        if action.answer == "?":
            reply = progress(await self._training(request))
        elif action.answer:
            reply = await self._typed(request, action, manner)
        else:
            reply = await self._next(request, manner.settings)
        return manner.told(reply)

    async def answer(self, request: Request, action: coach_actions.Answer) -> Reply:
        """Judge the answer of a button; it counts if the exercise is the one that was set last."""
        manner = await self._look(request, Desk.manner_beside)
        task = Task(ORDER[action.drill], action.seed)
        reply = await self._judged(request, task, action.cell, manner.settings)
        return manner.told(reply)

    async def _next(self, request: Request, settings: Settings) -> Reply:
        decide = partial(_set_task, rng=self._rng)
        space = player_space(request.player.id)
        await self._store.update(space, request.operation, decide)
        training = await self._training(request)
        task = training.task or training.next_task(self._rng)  # none if answered in between
        exercise = await self._advisor.exercise(task.drill, task.seed)
        return question(exercise, task, training, settings, tapped=request.chat.in_place)

    async def _typed(self, request: Request, typed: coach_actions.Train, manner: Manner) -> Reply:
        """Judge a typed answer."""
        task = (await self._training(request)).task
        if typed.exercise is not None:
            drill, seed = typed.exercise
            task = Task(ORDER[drill], seed)
        if task is None:
            return Reply((Text("train.no_task"),), private=True)
        exercise = await self._advisor.exercise(task.drill, task.seed)
        grid, usage = exercise.board.grid, Text("train.usage", cell=EXAMPLE)
        first, called = manner.settings.coordinates.first, row_word(manner.language)
        try:
            cell = only_cell(parse_typed(typed.answer, grid, first, row_word=called))
        except TypedError as error:
            said = unread_cell(error, grid, manner.settings.coordinates, usage)
            return Reply((said,), private=True)
        if cell is None:
            return Reply((usage,), private=True)
        return await self._judged(request, task, cell, manner.settings)

    async def _judged(self, request: Request, task: Task, cell: Cell, settings: Settings) -> Reply:
        exercise = await self._advisor.exercise(task.drill, task.seed)
        if cell not in exercise.board.grid or not is_choice(exercise, cell):
            return Reply((Text("train.closed"),), private=True)
        decide = partial(_count, task=task, right=is_right(exercise, cell))
        await self._store.update(player_space(request.player.id), request.operation, decide)
        practice = (await self._training(request)).practice(task.drill)
        return verdict(exercise, task, cell, practice, settings)

    async def _training(self, request: Request) -> Training:
        """Return what the player has practised."""
        return await self._store.view(player_space(request.player.id), read_training)


def _set_task(documents: Documents, _now: int, *, rng: Random) -> Decision[None]:
    training = read_training(documents)
    return Decision(None, {TRAINING: Write(replace(training, task=training.next_task(rng)))})


def _count(documents: Documents, _now: int, *, task: Task, right: bool) -> Decision[None]:
    training = read_training(documents)
    after = training.answered(task, right=right)
    return Decision(None, {} if after is training else {TRAINING: Write(after)})
