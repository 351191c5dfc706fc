"""Prompt: lines that a person writes; its library is loaded where somebody does."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import FileHistory
from prompt_toolkit.patch_stdout import patch_stdout


class _History(FileHistory):
    """Lines in a file; where that cannot be read or written, those of this process alone."""

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines of the file, the newest first."""
        with suppress(OSError):
            return list(super().load_history_strings())
        return []

    def store_string(self, string: str) -> None:
        """Add a line to the file."""
        with suppress(OSError):
            super().store_string(string)


class PromptLines:
    """A prompt with history, completion, and output that does not break into it."""

    def __init__(self, name: str, history: Path, words: Iterable[str]) -> None:
        """Prompt as ``name``, keep the lines in the file ``history``, and complete ``words``."""
        with suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True)
        self._name = name
        self._pasted: deque[str] = deque()
        """Lines that were pasted with one that has been read, and are still to come."""
        self.session: PromptSession[str] = PromptSession(
            history=_History(str(history)),
            completer=WordCompleter(list(words), sentence=True),
            complete_while_typing=False,
        )

    async def read(self) -> str | None:
        """Return the next line; an interrupt gives an empty one, the end of the input None."""
        if self._pasted:
            return self._pasted.popleft()
        with patch_stdout(raw=True):
            try:
                written = await self.session.prompt_async(f"{self._name}> ")
            except KeyboardInterrupt:
                return ""
            except EOFError:
                return None
        self._pasted.extend(line for line in written.splitlines() if line.strip())
        return self._pasted.popleft() if self._pasted else ""
