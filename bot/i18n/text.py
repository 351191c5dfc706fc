"""Text: what is to be said, with no human language in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, Union

Arg: TypeAlias = Union[str, int, float, "Text", tuple["Text | str", ...]]
"""What fills a placeholder: foreign text, a number, a text to translate, or a list of these."""


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """A key of the catalogues with the arguments of its pattern, sorted by name.

    A ``str`` is foreign text and is shown as it is (see ``isolate``); an ``int`` or ``float`` is
    a number and is formatted by the language; a tuple is joined as a list: "a, b and c".
    """

    key: str
    args: tuple[tuple[str, Arg], ...]

    def __init__(self, key: str, /, **args: Arg) -> None:
        """Make the text ``key`` with ``args``."""
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "args", tuple(sorted(args.items()) if args else ()))
