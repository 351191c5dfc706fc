"""Progress: which updates are done, and how far the offset of getUpdates may move."""

from __future__ import annotations


class Progress:
    """Knows every update that Telegram has not been told to forget.

    No offset is sent without need: update_ids may fall after a quiet week ("chosen randomly",
    Bot API, Update), and an old offset would make Telegram forget what has a smaller number.
    """

    def __init__(self) -> None:
        """Know of nothing."""
        self.outstanding: set[int] = set()
        self._done: set[int] = set()

    def is_new(self, update_id: int) -> bool:
        """Return whether the update has not come before."""
        return update_id not in self.outstanding and update_id not in self._done

    def begin(self, update_id: int) -> None:
        """Note an update that is in work."""
        self.outstanding.add(update_id)

    def finish(self, update_id: int) -> None:
        """Note that Telegram may forget an update."""
        self.outstanding.discard(update_id)
        self._done.add(update_id)

    @property
    def offset(self) -> int:
        """Return the lowest update_id that Telegram must keep, or 0 if it can forget nothing."""
        lowest = min(self.outstanding, default=None)
        if not self._done or (lowest is not None and min(self._done) > lowest):
            return 0
        return max(self._done) + 1 if lowest is None else lowest

    def confirmed(self, offset: int) -> None:
        """Note that Telegram has been told ``offset``: what is below it cannot come again."""
        self._done = {number for number in self._done if number >= offset}
