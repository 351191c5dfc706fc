"""Progress against a model of Telegram's queue: nothing unfinished is ever forgotten."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.telegram.intake.progress import Progress


def test_the_offset_moves_over_what_is_done() -> None:
    """The lowest update in work holds the offset, which then passes all that are done."""
    progress = Progress()
    assert progress.offset == 0
    for number in (5, 6, 7):
        progress.begin(number)
    progress.finish(6)
    assert progress.offset == 0
    progress.finish(5)
    assert progress.offset == 7
    progress.confirmed(7)
    assert progress.offset == 0
    progress.finish(7)
    assert progress.offset == 8


def test_what_is_done_out_of_order() -> None:
    """The offset stays at an update in work between two that are done."""
    progress = Progress()
    for number in (1, 2, 3):
        progress.begin(number)
    progress.finish(1)
    progress.finish(3)
    assert progress.offset == 2
    progress.finish(2)
    assert progress.offset == 4


@given(
    st.lists(st.integers(1, 9), unique=True, max_size=9),
    st.lists(st.tuples(st.sampled_from(["poll", "finish", "lose"]), st.integers(0, 8))),
)
def test_nothing_unfinished_is_forgotten(numbers: list[int], steps: list[tuple[str, int]]) -> None:
    """In any order of polls, losses and ends no update starts twice or is dropped unfinished."""
    progress, queue = Progress(), sorted(numbers)
    started: list[int] = []
    finished: set[int] = set()
    for step, index in [*steps, ("poll", 0)]:
        if step == "finish":
            running = [number for number in started if number not in finished]
            if running:
                finished.add(number := running[index % len(running)])
                progress.finish(number)
            continue
        offset = progress.offset
        forgotten = [number for number in queue if number < offset]
        assert set(forgotten) <= finished
        queue = [number for number in queue if number >= offset]
        if step == "poll":
            progress.confirmed(offset)
            new = [number for number in queue[:4] if progress.is_new(number)]
            assert not set(new) & set(started)
            for number in new:
                progress.begin(number)
            started += new
