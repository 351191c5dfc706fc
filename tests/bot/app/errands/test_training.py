"""The trainer: exercises that follow the player; answers count once and by pattern."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.practice import ORDER, SEEDS, TRAINING, Task, Training
from bot.app.documents.spaces import player_space
from bot.app.requests.actions import Choice, SetChoice
from bot.app.requests.coach_actions import Answer, Train
from bot.app.screens.illustration import BoardPicture
from bot.app.screens.reply import Reply
from core.solver.reason import Conclusion
from core.trainer import Drill, Exercise, exercise
from tests.bot.app.conftest import Table, drawn, offered, words


async def training(table: Table, player: str = "ann") -> Training:
    """Return what a player has practised."""
    found = await table.store.view(
        player_space(f"test:{player}"), lambda docs, _: docs.get(TRAINING)
    )
    return found if isinstance(found, Training) else Training()


async def waiting(table: Table) -> tuple[Task, Exercise]:
    """Return the task that waits for Ann's answer, and its exercise."""
    task = (await training(table)).task
    assert task
    return task, exercise(task.drill, Random(task.seed))


def press(reply: Reply, cell: int) -> Answer:
    """Return what a press on ``cell`` of an exercise does."""
    action = reply.taps[cell]
    assert isinstance(action, Answer)
    return action


async def test_right_answer(table: Table) -> None:
    """A right answer is called right, explained, and counted once."""
    asked = await table.ask("/train")
    assert words(asked)[0] == "Pattern 1 of 10: one number."
    task, made = await waiting(table)
    answer = press(asked, made.answer[0])
    told = await table.ask(answer)
    name = made.board.grid.name(made.answer[0])
    assert words(told)[0] == f"✅ Right, {name}!"
    assert words(told)[-1] == "Lately (one number): 1 of 1 right."
    assert drawn(told, BoardPicture).screen.marked
    again = await table.ask(answer)
    assert words(again)[-1] == "Lately (one number): 1 of 1 right."
    assert (await training(table)).practice(task.drill).tried == 1


async def test_wrong_answer(table: Table) -> None:
    """A wrong answer is called wrong, and the right ones are shown."""
    for _ in range(4):
        asked = await table.ask("/train")
        task, made = await waiting(table)
        wrong = [cell for cell in made.board.closed() if cell not in made.answer]
        cell = next(cell for cell in wrong if not made.board.flagged[cell])
        told = await table.ask(press(asked, cell))
        safe = made.asked is Conclusion.SAFE
        assert words(told)[0].endswith("safe." if safe else "a mine.")
        assert words(told)[-2].startswith("Certain to be safe" if safe else "Certain to be")
    assert (await training(table)).practice(task.drill).right == 0
    assert task.drill is Drill.SINGLE


async def test_typed_answers(table: Table) -> None:
    """An answer can be typed as a cell's name; anything else is told what to write."""
    await table.say("/train")
    _, made = await waiting(table)
    assert (await table.say("/train now"))[0].startswith("Write /train and a cell")
    rows = made.board.grid.rows
    assert (await table.say("/train z99"))[0].startswith(
        f"That is off the board: rows go from 1 to {rows},"
    )
    told = await table.say(f"/train {made.board.grid.name(made.answer[0])}")
    assert told[0].startswith("✅ Right")
    assert (await table.say("/train a1"))[0].startswith("No exercise is waiting")


async def test_what_is_no_answer_is_told_to_one(table: Table) -> None:
    """In a group an unreadable or unwanted answer is told to its writer only."""
    table.private = False
    nothing = await table.ask("/train a1")
    assert (words(nothing)[0][:22], nothing.private) == ("No exercise is waiting", True)
    await table.ask("/train")
    empty = await table.ask("/train .")
    assert (words(empty)[0][:23], empty.private) == ("Write /train and a cell", True)
    assert (await training(table)).task


@pytest.mark.parametrize("in_place", [True, False])
async def test_how_it_is_answered(table: Table, *, in_place: bool) -> None:
    """Pressing is mentioned only where cells can be pressed; what to write always."""
    table.in_place = in_place
    how = (await table.say("/train"))[-1]
    assert how.startswith("Tap a cell, or write" if in_place else "Write /train and a cell")
    assert "alone is a move in your game" in how
    assert how.endswith("/train d3.")


@pytest.mark.parametrize("in_place", [True, False])
async def test_how_it_is_answered_later(table: Table, *, in_place: bool) -> None:
    """Where nothing can be pressed, how to answer is told with every exercise."""
    table.in_place = in_place
    asked = await table.ask("/train")
    _, made = await waiting(table)
    await table.ask(press(asked, made.answer[0]))
    assert (await table.say("/train"))[-1].endswith("/train d3.") is not in_place


async def test_how_text_is_answered(table: Table) -> None:
    """With boards as text, how to write the answer is told with every exercise."""
    table.in_place = True
    await table.ask(SetChoice(Choice.TEXT, "on"))
    asked = await table.ask("/train")
    _, made = await waiting(table)
    await table.ask(press(asked, made.answer[0]))
    assert (await table.say("/train"))[-1].endswith("/train d3.")


async def test_all_answers_are_shown(table: Table) -> None:
    """The verdict marks all cells that would have been right, and offers the next exercise."""
    for _ in range(6):
        asked = await table.ask("/train")
        _, made = await waiting(table)
        told = await table.ask(press(asked, made.answer[0]))
        screen = drawn(told, BoardPicture).screen
        assert {*made.answer} <= screen.marked | screen.changed
        assert offered(told) == [Train(), Train("?")]
    known = await table.ask("/train ?")
    assert offered(known) == [Train()]


async def test_open_cells_are_no_answer(table: Table) -> None:
    """A press on an open cell, or on one off the board, does not count as an answer."""
    asked = await table.ask("/train")
    _, made = await waiting(table)
    number = next(cell for cell in made.board.grid.cells() if made.board.opened[cell])
    for answer in (press(asked, number), Answer(0, press(asked, number).seed, 9_999)):
        told = await table.ask(answer)
        assert ([text.key for text in told.texts], told.private) == (["train.closed"], True)
    assert (await training(table)).task


async def test_flagged_cells_are_no_answer(table: Table) -> None:
    """A press on a mine already flagged in the exercise does not count as an answer."""
    drills = (Task(drill, seed) for drill in ORDER for seed in range(20))
    boards = ((task, exercise(task.drill, Random(task.seed)).board) for task in drills)
    task, board = next((task, board) for task, board in boards if any(board.flagged))
    told = await table.ask(Answer(ORDER.index(task.drill), task.seed, board.flagged.index(1)))
    assert ([text.key for text in told.texts], told.private) == (["train.closed"], True)


async def test_no_practice_is_not_told(table: Table) -> None:
    """A player none of whose answers count yet is told no share of right ones."""
    asked = await table.ask("/train")
    _, made = await waiting(table)
    told = words(await table.ask(press(asked, made.answer[0]), "bob"))
    assert told[0].startswith("✅ Right")
    assert told[-1].startswith("Certain to be")


async def test_others_answers_do_not_count(table: Table) -> None:
    """In a group an answer to somebody else's exercise is explained, but not counted."""
    asked = await table.ask("/train")
    _, made = await waiting(table)
    told = await table.ask(press(asked, made.answer[0]), "bob")
    assert words(told)[0].startswith("✅ Right")
    assert (await training(table, "bob")).practices == {}
    assert (await training(table)).practices == {}


async def test_progress(table: Table) -> None:
    """The progress lists the patterns tried, and marks those that are known."""
    nothing = await table.ask("/train ?")
    assert words(nothing) == ["No exercises of yours are counted yet."]
    assert offered(nothing) == [Train()]
    for _ in range(4):
        asked = await table.ask("/train")
        _, made = await waiting(table)
        assert all("✓" not in line for line in await table.say("/train ?"))
        await table.ask(press(asked, made.answer[0]))
    assert await table.say("/train ?") == ["Your patterns:", "✓ one number: 4 of 4 right"]


async def test_progress_after_a_deletion(table: Table) -> None:
    """Who has deleted their progress is not told that they have never tried an exercise."""
    asked = await table.ask("/train")
    _, made = await waiting(table)
    await table.ask(press(asked, made.answer[0]))
    await table.ask("/delete yes")
    assert await table.say("/train ?") == ["No exercises of yours are counted yet."]


def test_level_follows_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four right of the last five lead on to the next pattern, up to the last."""
    known, rng = Training(), Random(1)
    assert known.next_task(rng).drill is ORDER[0]
    for at, drill in enumerate(ORDER):
        assert known.level == at
        for right in (True, False, True, True, True):
            known = Training(known.practices, Task(drill, 0))
            known = known.answered(Task(drill, 0), right=right)
    assert known.level == len(ORDER) - 1
    drills = {known.next_task(rng).drill for _ in range(400)}
    assert drills == set(ORDER), "what is known comes back now and then"
    monkeypatch.setattr("bot.app.documents.practice._AGAIN", 1.0)
    drills = {known.next_task(rng).drill for _ in range(400)}
    assert drills == {*ORDER[:-1]}, "and is something easier"
    assert set(ORDER) == set(Drill)


def test_another_exercise_of_the_same_pattern() -> None:
    """An answer to an exercise that was set before does not count as one to the last."""
    known = Training(task=Task(Drill.SINGLE, 2))
    assert known.answered(Task(Drill.SINGLE, 1), right=True) == known


TASKS = st.builds(Task, st.sampled_from(Drill), st.integers(0, SEEDS - 1))


@given(st.lists(st.tuples(TASKS, st.booleans(), st.booleans()), max_size=40))
def test_counts(answers: list[tuple[Task, bool, bool]]) -> None:
    """Each task set to a player counts once, however often answered; others never count."""
    known = Training()
    for task, is_set, right in answers:
        if is_set:
            known = Training(known.practices, task)
        for _ in range(2):
            known = known.answered(task, right=right)
    tried = sum(practice.tried for practice in known.practices.values())
    rightly = sum(practice.right for practice in known.practices.values())
    assert tried == sum(is_set for _, is_set, _ in answers)
    assert rightly == sum(is_set and right for _, is_set, right in answers)
