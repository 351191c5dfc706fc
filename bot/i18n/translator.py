"""Translator: says a Text in a language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from icu4py.messageformat import MessageFormat

from bot.i18n.language import LANGUAGES, best_language
from bot.i18n.names import isolate
from bot.i18n.pattern import placeholders
from bot.i18n.spacing import marked, spaced
from bot.i18n.text import Arg, Text

_REMEMBERED: Final = 4096
"""Texts that need not be formatted again: labels, and what is said of every other move."""


class Translator:
    """The catalogues of all languages; not to be shared between threads.

    A catalogue is a folder ``<language>`` of ``<topic>.toml`` files whose tables spell the keys
    ("refused.full"); a pattern is in ICU MessageFormat.
    """

    def __init__(self, folder: Traversable | None = None) -> None:
        """Say the bot's own texts, or those of a ``folder``; raises as ``read_catalogue`` does."""
        self._patterns = {
            language: read_catalogue(folder / language) if folder else own_catalogue(language)
            for language in LANGUAGES
        }
        self._compiled: dict[tuple[str, str], tuple[MessageFormat, frozenset[str]]] = {}
        self._said = lru_cache(_REMEMBERED)(self._formatted)

    def say(self, text: Text, language: str) -> str:
        """Return ``text`` in ``language``; KeyError if its key or an argument is unknown.

        A language that is not spoken here, as a newer release may have stored it, is said in the
        nearest one.
        """
        if language not in self._patterns:
            language = best_language(language)
        return self._said(text.key, text.args, language)

    def _formatted(self, key: str, given: tuple[tuple[str, Arg], ...], language: str) -> str:
        message, needed = self._message(key, language)
        args: dict[str, Any] = {name: self._spoken(arg, language) for name, arg in given}
        if missing := needed - args.keys():
            raise KeyError(f"{key} needs {', '.join(sorted(missing))}")
        said = message.format(args)
        return spaced(said) if _is_chinese(language) else said

    def keys(self, language: str) -> frozenset[str]:
        """Return every key that the catalogue of ``language`` has."""
        return frozenset(self._patterns[language])

    def pattern(self, key: str, language: str) -> str:
        """Return the pattern of ``key`` in ``language``; KeyError if there is none."""
        return self._patterns[language][key]

    def _message(self, key: str, language: str) -> tuple[MessageFormat, frozenset[str]]:
        compiled = self._compiled.get((language, key))
        if compiled is None:
            pattern = self.pattern(key, language)
            needed = frozenset(placeholders(pattern))
            pattern = marked(pattern) if _is_chinese(language) else pattern
            compiled = MessageFormat(pattern, language), needed
            self._compiled[language, key] = compiled
        return compiled

    def _spoken(self, arg: Arg, language: str) -> str | int | float:
        if isinstance(arg, str):
            return isolate(arg)
        if isinstance(arg, Text):
            return self.say(arg, language)
        if isinstance(arg, tuple):
            return self._joined([str(self._spoken(item, language)) for item in arg], language)
        return arg

    def _joined(self, items: list[str], language: str) -> str:
        if len(items) <= 1:
            return "".join(items)
        *rest, last = items
        head = rest[0]
        for item in rest[1:]:
            head = self._pair("list.more", head, item, language)
        return self._pair("list.last", head, last, language)

    def _pair(self, key: str, first: str, second: str, language: str) -> str:
        return self._message(key, language)[0].format({"first": first, "second": second})


def _is_chinese(language: str) -> bool:
    return language.startswith("zh")


@cache
def own_translator() -> Translator:
    """Return the translator of the bot's own texts, shared on the event loop's thread."""
    return Translator()


@cache
def own_catalogue(language: str) -> Mapping[str, str]:
    """Return the pattern of every key in a language of the bot's own, read once for all."""
    return read_catalogue(files("bot.i18n") / "catalogues" / language)


def read_catalogue(folder: Traversable) -> Mapping[str, str]:
    """Return the pattern of every key in the ``*.toml`` files of ``folder``.

    ValueError if two files define one key.
    """
    patterns: dict[str, str] = {}
    for topic in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if topic.name.endswith(".toml"):
            found = dict(_flat(tomllib.loads(topic.read_text("utf-8"))))
            if twice := patterns.keys() & found.keys():
                raise ValueError(f"{topic.name} defines again: {', '.join(sorted(twice))}")
            patterns |= found
    return patterns


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, str(value)
