"""Redaction: what must not be read in a log, by its shape and by its value."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from typing import Final

HIDDEN: Final = "***"
_SHORTEST_VALUE: Final = 8
"""Shorter values would also be hidden inside of ordinary words."""
_NAMES: Final = (
    "(?=[apst])"  # all names begin with these: other places are passed over at once
    "(?:password|passwd|pwd|passphrase|secret|token|authorization|(?:api|access|private)[_-]?key)"
    "(?:[_-]?(?:key|value))?s?"
)
"""Also at the end of a longer name: X-Telegram-Bot-Api-Secret-Token."""
_QUOTE: Final = r"(?:\\*['\"]|\\+u002[27]|&(?:quot|apos|#\w{1,4});|%2[27])"
"""A quote as Python, JSON, HTML and addresses write it."""
_QUOTED: Final = rf"(?P<quote>{_QUOTE}).*?(?:(?<!\\)(?P=quote)|\Z)"
"""A value to its closing quote, or to the end of the text if it was cut off before.

In JSON within JSON both quotes have as many backslashes before them; a quote of the value has more.
"""
_NAMED: Final = rf"{_NAMES}(?:{_QUOTE}?\s*(?:[=:]|%3[ad])|{_QUOTE}\s*,)\s*"
"""What stands before a value that is named as a secret."""
_ADDRESS: Final = re.compile(r"://[^\s'\"]*")
_PASSWORD: Final = re.compile(r"(://[^/?#:]*:).*")


def _without_password(address: re.Match[str]) -> str:
    """Hide the password of redis://user:password@host, also of one without a user.

    An expression that ends with the @ would look for it again from each :// of a long word.
    """
    before, at, host = address[0].rpartition("@")
    return _PASSWORD.sub(rf"\1{HIDDEN}", before) + at + host


_SHAPES: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    # Telegram's bot tokens, also in an address: 123456:AA..., its colon perhaps quoted.
    (re.compile(r"[0-9]{5,20}(?::|%3A)[A-Za-z0-9_-]{20,}", re.ASCII | re.IGNORECASE), HIDDEN),
    # Discord's interaction tokens are base64 of "interaction:..."; they hold for 15 minutes.
    (re.compile(r"aW50ZXJhY3Rpb246[A-Za-z0-9+/_=-]+", re.ASCII), HIDDEN),
    # Discord's bot tokens: id, time and signature, each in base64.
    (
        re.compile(r"\b[A-Za-z0-9_-]{18,40}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{25,}", re.ASCII),
        HIDDEN,
    ),
    # Discord's addresses that hold a token after an id: webhooks and answers to interactions.
    (
        re.compile(r"(/(?:webhooks|interactions)/[0-9]{1,20}/)[^\s/?#'\"]+", re.ASCII),
        rf"\1{HIDDEN}",
    ),
    (_ADDRESS, _without_password),
    # AUTH and HELLO ... AUTH as a Redis client sends them, with a user or without.
    (re.compile(r"\b(AUTH)(?:\s+(?![-=])\S+){1,2}"), rf"\1 {HIDDEN}"),
    # Authorization: Bot ..., Bearer ..., Basic ...
    (re.compile(r"\b(Bot|Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{20,}", re.ASCII), rf"\1 {HIDDEN}"),
    # Named as secrets, in brackets: 'tokens': ['...', '...']
    (
        re.compile(rf"({_NAMED}[\[({{])(?:{_QUOTED}|[^\])}}])*", re.IGNORECASE | re.DOTALL),
        rf"\1{HIDDEN}",
    ),
    # Named as a secret: password=..., 'token': '...', X-...-Secret-Token: ...
    (
        re.compile(
            rf"({_NAMED})(?![\[({{])(?:(?:Bot|Bearer|Basic)\s+|b(?={_QUOTE}))?"
            rf"(?:{_QUOTED}|[^\s,;&'\")}}\]]+)",
            re.IGNORECASE | re.DOTALL,
        ),
        rf"\1{HIDDEN}",
    ),
)


def _in_any_writing(secret: str) -> str:
    """Return what finds ``secret`` as it is, and as JSON, Python, HTML and addresses write it."""
    return "".join(_ways(run) for run in re.findall(r"\\+|[^\\]", secret))


def _ways(run: str) -> str:
    """Return what finds one character, or backslashes, of which a writing has any number.

    All that is repeated is limited: however many backslashes a text has, it is read in one go.
    """
    if re.fullmatch(r"[\w-]", run, re.ASCII):
        return run
    units = run[0].encode("utf-16-be", "surrogatepass").hex()
    ways = (
        "".join(rf"\\{{1,7}}u{units[at : at + 4]}" for at in range(0, len(units), 4)),
        "".join(f"%{byte:02x}" for byte in run.encode(errors="surrogatepass")),
        rf"&#(?:{ord(run[0])}|x{ord(run[0]):x});",
        re.escape(html.escape(run)) if run in "&<>\"'" else "",
        r"\+" if run == " " else "",
        # As it is at last: a writing may begin with it, such as %25 or &amp;
        r"\\{1,16}" if run[0] == "\\" else rf"\\{{0,7}}+{re.escape(run)}",
    )
    return f"(?i:{'|'.join(filter(None, ways))})"


class Redactor:
    """Hides secrets in texts: those it is told, and everything that looks like one."""

    def __init__(self, secrets: Iterable[str | None] = ()) -> None:
        """Hide the values of ``secrets`` wherever they stand, however they are written there.

        Values of fewer than eight characters are hidden only where their name or shape tells.
        """
        known = {secret for secret in secrets if secret and len(secret) >= _SHORTEST_VALUE}
        # The longest first: one secret may hold another.
        words = "|".join(map(_in_any_writing, sorted(known, key=len, reverse=True)))
        self._known = re.compile(words) if words else None

    def __call__(self, text: str) -> str:
        """Return ``text`` with every secret replaced by three asterisks."""
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text
