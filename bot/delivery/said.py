"""Said: what was last said of each board, to be shown again while the board stays as it is."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.requests.menu import Page
from bot.app.screens.screen import Screen
from bot.app.screens.ways import other_way
from bot.bounded import BoundedDict
from bot.i18n import Text

_REMEMBERED: Final = 10_000


class Said:
    """The last texts of the newest boards, and the marks that came with them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._last: BoundedDict[tuple[str, int], tuple[Screen, tuple[Text, ...]]] = BoundedDict(
            _REMEMBERED
        )
        self._unheard: BoundedDict[str, None] = BoundedDict(_REMEMBERED)

    def remember(self, chat: str, screen: Screen, texts: tuple[Text, ...]) -> None:
        """Remember what was said of a game of ``chat`` as it is on ``screen``."""
        self._last[chat, screen.number] = screen, texts
        self._unheard.pop(chat, None)

    def move(self, old: tuple[str, int], new: tuple[str, int]) -> None:
        """Take what was said of the game ``old`` (a chat and a number) as said of ``new``.

        Unless something was said of ``new`` already, which is newer.
        """
        last = self._last.pop(old, None)
        if last is not None and new not in self._last:
            self._last[new] = last

    def note_unheard(self, chat: str) -> None:
        """Note that ``chat`` could not be written to."""
        self._unheard[chat] = None

    def is_unheard(self, chat: str) -> bool:
        """Tell whether ``chat`` could not be written to since something was said there last."""
        return chat in self._unheard

    def tells(self, chat: str, screen: Screen) -> bool:
        """Tell whether more was said of a game as it is than its board alone shows."""
        marks, texts = self._holding(chat, screen)
        return marks is not None and bool(texts or marks.marked or marks.chances)

    def of(self, chat: str, screen: Screen) -> tuple[Screen, tuple[Text, ...]] | None:
        """Return ``screen`` with the marks of its last texts, and these texts; None without any.

        The texts name cells and moves by the settings of ``screen``, which may be newer than they.
        """
        marks, texts = self._holding(chat, screen)
        if marks is None:
            return None
        marked = replace(
            screen,
            changed=marks.changed,
            marked=marks.marked,
            chances=marks.chances,
            # The board of a blindfold game stays shown where it was asked for; what is shown of a
            # finished board depends on how things stand now.
            board=screen.board if screen.over else marks.board,
        )
        if screen.text_only != marks.text_only:
            texts = tuple(other_way(text, tapped=marks.text_only) for text in texts)
        return marked, tuple(map(screen.coordinates.respell, texts))

    def _holding(self, chat: str, screen: Screen) -> tuple[Screen | None, tuple[Text, ...]]:
        """Return what was said last, and of which board, if that still holds for ``screen``."""
        marks, texts = self._last.get((chat, screen.number), (None, ()))
        return (marks, texts) if marks is not None and _holds(marks, screen) else (None, ())


def _holds(said: Screen, screen: Screen) -> bool:
    """Tell whether what was said of a board as ``said`` may be said of it as ``screen``.

    A question below a board is gone when other buttons are shown. A text may be about those who
    play: it does not stay when the game's access changes, or when one of them had their data
    deleted; players who join later change nothing.
    """
    is_asked = said.page in {Page.PLAY, screen.page}
    before = screen.players[: len(said.players)]
    who = said.access, said.players
    return is_asked and said.revision == screen.revision and who == (screen.access, before)
