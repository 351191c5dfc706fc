"""Wishes: what a player wants a game to be, as it is written, and the rules it leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from bot.app.requests.called import is_chinese
from bot.app.requests.level_names import level_called
from bot.i18n import Text, keys_by_name
from core.rules import DEFAULT, LEVELS, DriftingError, FirstOpen, Rules, RulesError
from core.typed import plain

_MAX_DIGITS: Final = 9
_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)
_NEGATIVE: Final = re.compile(r"(?<!\S)[-\u2212][0-9]+", re.ASCII)
_BETWEEN_NUMBERS: Final = re.compile(
    rf"(?<=[0-9])\s*(?:[x*/乘]|by|{plain('на')})\s*(?=[0-9])", re.ASCII
)
_BETWEEN_WORDS: Final = re.compile(r"[,;!。]|\.(?![0-9])", re.ASCII)
"""Punctuation as in the sentence that says what can be written, for whoever copies that."""
_WITH: Final = f"(?:with|{plain('с')}) "
_MINES: Final = "|".join(map(plain, ("mines?", "мин(?:ы|а|ами)?", "[个個颗顆]?雷")))
_SIZE: Final = re.compile(
    rf"(?<!lives )\b([0-9]+ [0-9]+) (?:{_WITH})?([0-9]+)(?: ?(?:{_MINES})(?!\w))?"
)
"""Rows, columns and mines; the last number may have the word for mines behind it."""
_LIVES_BEHIND: Final = re.compile(r"\b([0-9]+) lives\b(?! [0-9])")
_ALSO: Final = {
    "noguess": ("no guess", "no guessing", "no guesses", "без угадываний", "без догадок"),
    "blindfold": ("blind", "blindfolded"),
    "lives": ("life", "жизнь", "жизней", "命", "条命", "條命"),
}
"""What players write for an option besides its names in the catalogues."""
_KIND: Final = re.compile("([0-9]?)(s?)(c?)(n?)(d?)")
"""A wish on a button: the lives, if they were said, and a letter for each option.

These are: only the first cell safe, casual, no guess, drifting.
"""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new game should be, as far as the player said it."""

    level: str | None = None
    size: tuple[int, int, int] | None = None
    """Rows, columns and mines."""
    first_open: FirstOpen = FirstOpen.OPENING
    lives: int | None = None
    """None where the player did not say: then one, or as many as that kind of game has."""
    casual: bool = False
    no_guess: bool = False
    drifting: bool = False
    blindfold: bool = False


_MODES: Final[dict[str, Callable[[Wish], Wish]]] = {
    "casual": lambda wish: replace(wish, casual=True),
    "noguess": lambda wish: replace(wish, no_guess=True),
    "drifting": lambda wish: replace(wish, drifting=True),
    "blindfold": lambda wish: replace(wish, blindfold=True),
}
_ADDED: Final = (*_MODES, "safe", "lives")
_NO_SPACES: Final = str.maketrans("", "", "-_ ")


class WishError(ValueError):
    """Raised when a wish cannot be read or granted; ``text`` says why in a sentence."""

    def __init__(self, text: Text) -> None:
        """Keep the sentence."""
        super().__init__(text.key)
        self.text = text


def read_wish(text: str) -> Wish:
    """Read ``[LEVEL | ROWS COLS MINES]`` and what may be added to it in any order; else WishError.

    That is ``safe``, ``casual``, ``noguess``, ``drifting``, ``blindfold`` and ``lives N``, by
    their names in any language.
    """
    # First of all: thousands of digits would be looked through for each thing that may be written.
    # Below every range is 0 as well.
    written = _NUMBER.sub(_shortened, _NEGATIVE.sub("0", plain(text)))
    written = _BETWEEN_WORDS.sub(" ", _BETWEEN_NUMBERS.sub(" ", written))
    written = _SIZE.sub(r"\1 \2 ", _in_own_words(written))
    words = iter(_LIVES_BEHIND.sub(r"lives \1", written).split())
    wish = Wish()
    for word in words:
        if _NUMBER.fullmatch(word) and wish.size is None:
            wish = replace(wish, size=(int(word), _next_number(words), _next_number(words)))
        else:
            wish = _with_word(wish, word, words)
    if wish.size and wish.level:
        raise WishError(Text("newgame.usage"))
    return wish


def is_wish(text: str) -> bool:
    """Tell whether ``text`` says what a new game should be."""
    try:
        read_wish(text)
    except WishError:
        return False
    return True


def _in_own_words(written: str) -> str:
    """Return ``written``, which is plain, with what may be added as the commands call it."""
    words, pattern = _added()
    said = pattern.sub(lambda found: f" {words[_unspaced(found[1] or found[2])]} ", written)
    return " ".join(said.split())


@cache
def _added() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return what may be added by its names, and what finds these.

    A Chinese name needs no space around it, and may be followed by a word for a game or a mode.
    """
    named = keys_by_name(tuple(f"option_name.{word}" for word in _ADDED))
    words = {plain(name): key.partition(".")[2] for name, key in named.items()}
    words |= {plain(name): word for word, names in _ALSO.items() for name in names}
    longest = sorted(words, key=len, reverse=True)
    chinese = "|".join(name for name in longest if is_chinese(name))
    spaced = "|".join(re.sub("[- ]", "[-_ ]?", name) for name in longest if not is_chinese(name))
    pattern = rf"(?<!\w)({spaced})(?!\w)|({chinese})(?:局|模式)?"
    return {_unspaced(name): word for name, word in words.items()}, re.compile(pattern)


def _unspaced(name: str) -> str:
    return name.translate(_NO_SPACES)


def _with_word(wish: Wish, word: str, words: Iterator[str]) -> Wish:
    level = level_called(word)
    if level in LEVELS and wish.level is None:
        return replace(wish, level=level)
    if (mode := _MODES.get(word)) is not None:
        return mode(wish)
    match word:
        case "safe":
            return replace(wish, first_open=FirstOpen.SAFE)
        case "lives":
            return replace(wish, lives=_next_number(words))
        case _:
            raise WishError(Text("newgame.usage"))


def _next_number(words: Iterator[str]) -> int:
    word = next(words, "")
    if not _NUMBER.fullmatch(word):
        raise WishError(Text("newgame.usage"))
    return int(word)


def _shortened(number: re.Match[str]) -> str:
    """Return a number without zeros before it, or one beyond every range for very many digits."""
    digits = number[0].lstrip("0") or "0"
    return digits if len(digits) <= _MAX_DIGITS else str(10**_MAX_DIGITS)


def grant(wish: Wish, rng: Random) -> Rules:
    """Return the rules a wish leads to; WishError says why there are none such."""
    level = LEVELS[wish.level or DEFAULT].rules(rng)
    rows, cols, mines = wish.size or (level.rows, level.cols, level.mines)
    modes = wish.casual, wish.no_guess, wish.drifting, wish.blindfold
    lives = 1 if wish.lives is None else wish.lives
    try:
        return Rules(rows, cols, mines, wish.first_open, lives, *modes)
    except RulesError as error:
        sentence = Text(f"newgame.range_{error.limit}", low=error.low, high=error.high)
        raise WishError(sentence) from error
    except DriftingError as error:
        raise WishError(Text("newgame.drifting_alone")) from error


def is_granted(wish: Wish) -> bool:
    """Tell whether there are rules for a wish, whichever mines a level draws."""
    try:
        grant(wish, Random(0))  # noqa: S311  # what is drawn is not used
    except WishError:
        return False
    return True


def write_kind(wish: Wish) -> tuple[str, ...]:
    """Return what a button says of a wish beside its size, nothing of an ordinary one.

    A blindfold is not among it: such a board has no buttons.
    """
    is_safe = wish.first_open is FirstOpen.SAFE
    kinds = zip("scnd", (is_safe, wish.casual, wish.no_guess, wish.drifting), strict=True)
    lives = "" if wish.lives is None else wish.lives
    word = f"{lives}{''.join(mark for mark, is_on in kinds if is_on)}"
    return (word,) if word else ()


def read_kind(words: Sequence[str]) -> Wish:
    """Return the wish that ``words`` of a button say; ValueError if they say none."""
    if not words:
        return Wish()
    found = _KIND.fullmatch(words[0]) if len(words) == 1 and words[0] else None
    if found is None:
        raise ValueError(words)
    lives, safe, *marks = found.groups()
    casual, no_guess, drifting = map(bool, marks)
    return Wish(
        first_open=FirstOpen.SAFE if safe else FirstOpen.OPENING,
        lives=int(lives) if lives else None,
        casual=casual,
        no_guess=no_guess,
        drifting=drifting,
    )
