"""Environment: variables, also of a file; what is wrong with them is said in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from dotenv import load_dotenv
from dotenv.parser import parse_stream

_BLANK: Final = re.compile(r"[\s\x00-\x1f\x7f]")
_DATABASE: Final = re.compile(r"/?[0-9]{0,5}", re.ASCII)
_ONLY_DATABASE: Final = ("", "/", "/0")
"""Paths in the address of a cluster: the client's library takes no other database there."""
_LISTEN: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):([0-9]{1,5})", re.ASCII)
_MAX_PORT: Final = 65_535


class ConfigError(ValueError):
    """Raised when settings cannot be used; ``problems`` has a sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        """Keep the sentences."""
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Listen:
    """An address to listen on; port 0 is any that is free."""

    host: str
    port: int


def load_file(name: str) -> None:
    """Set variables of the environment as the file ``name`` says, but none that is set already.

    ConfigError if it is no text, or has lines that are odd. Editors of Windows begin files
    with a mark, which is passed over.
    """
    try:
        text = Path(name).read_text(encoding="utf-8-sig")
        odd = _odd_lines(text)
        if not odd:
            load_dotenv(stream=StringIO(text))
    except (FileNotFoundError, IsADirectoryError):  # or the folder of a virtual environment
        return
    except (OSError, ValueError):  # as for UTF-16, where every other byte is zero
        raise ConfigError([f"{name} cannot be read: it must be a text in UTF-8."]) from None
    if odd:
        raise ConfigError([f"{name}, line {line}: {told}" for line, told in odd])


def _odd_lines(text: str) -> list[tuple[int, str]]:
    """Return the number of each line of ``text`` that is odd, and a sentence on what is wrong.

    That is one that is no setting, such as NAME:value, or that sets one anew to something else,
    unless it was empty before or is taken up, as in NAME=${NAME}:more. A name alone is allowed.
    """
    odd, values = [], dict[str, str]()
    for each in parse_stream(StringIO(text)):
        said = each.original.string.lstrip()
        # The library gives the first of the empty lines before it, if there are any.
        line = each.original.line + each.original.string.removesuffix(said).count("\n")
        if each.error or (each.value is None and ":" in (each.key or "")):
            odd.append((line, "NAME=value is expected, quotes closed."))
        elif each.key and each.value is not None:
            is_taken_up = any(f"${{{each.key}{end}" in each.value for end in ("}", ":-"))
            if not is_taken_up and values.get(each.key, "") not in {"", each.value}:
                odd.append((line, f"{each.key} is set to something else above."))
            values[each.key] = each.value
    return odd


@dataclass(frozen=True, slots=True)
class Environment:
    """The variables of the environment, and a sentence for each that is wrong."""

    variables: Mapping[str, str] = field(repr=False)
    problems: list[str] = field(default_factory=list)

    def text(self, name: str) -> str:
        """Return the value of ``name`` without blanks around it, empty if there is none."""
        return self.variables.get(name, "").strip()

    def number(self, name: str, default: int, limits: tuple[int, int]) -> int:
        """Return the whole number ``name`` within ``limits``, else ``default``."""
        least, most = limits
        text = self.text(name) or str(default)
        if text.isascii() and text.isdigit() and len(text) <= len(str(most)):
            value = int(text)
            if least <= value <= most:
                return value
        self.problems.append(f"{name} must be a whole number from {least} to {most}.")
        return default

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Return the one of ``choices`` that ``name`` is, else ``default``."""
        given = self.text(name) or default
        chosen = next((each for each in choices if each.upper() == given.upper()), None)
        if chosen is None:
            self.problems.append(f"{name} must be one of {', '.join(choices)}.")
        return chosen or default

    def address(
        self, name: str, schemes: tuple[str, ...], ports: tuple[int, ...] = ()
    ) -> str | None:
        """Return the address ``name``, if there is one; it begins with one of ``schemes``.

        If it names a port, that is one of ``ports``, unless these are none.
        """
        url = self.text(name)
        if not url:
            return None
        if scheme_of(url).lower() not in schemes:
            self.problems.append(
                f"{name} must begin with {' or '.join(f'{s}://' for s in schemes)}."
            )
        elif not _is_server(url):
            self.problems.append(
                f"{name} must name a host, a port only as a number up to 65535, and have no spaces."
            )
        elif ports and urlsplit(url).port not in {None, *ports}:
            self.problems.append(f"{name} must have one of the ports {', '.join(map(str, ports))}.")
        return url

    def base(self, name: str) -> str | None:
        """Return the HTTP address ``name``, to which paths are added, if there is one."""
        url = self.address(name, ("http", "https"))
        if url and _is_server(url) and ("@" in urlsplit(url).netloc or "?" in url or "#" in url):
            self.problems.append(f"{name} must have no user, password, ? or #.")
        return url

    def proxy(self, url: str) -> str | None:
        """Return the HTTP proxy for ``url``, if other programs' variables name one."""
        if not _is_server(url):
            return None
        to = urlsplit(url)
        env, scheme = self.variables, f"{to.scheme}_proxy"
        # Of a name in lower and in upper case the lower one is heeded, even if it is empty.
        names = (each if each in env else each.upper() for each in (scheme, "all_proxy"))
        name = next(filter(self.text, names), None)
        left_out = env.get("no_proxy", env.get("NO_PROXY", ""))
        if name is None or _is_left_out(to.hostname or "", left_out):
            return None
        proxy = self.text(name)
        if scheme_of(proxy).lower() not in {"http", "https"} or not _is_server(proxy):
            self.problems.append(
                f"{name} must be an HTTP proxy, like http://host:3128, unless NO_PROXY leaves out "
                f"{to.hostname}; special characters of a password are percent-encoded."
            )
        return proxy

    def listen(self, name: str, default: str = "") -> Listen | None:
        """Return the host and port ``name``, else those of ``default``; None for neither."""
        address = self.text(name) or default
        if not address:
            return None
        found = _LISTEN.fullmatch(address)
        if found and int(found[3]) <= _MAX_PORT:
            return Listen(found[1] or found[2], int(found[3]))
        self.problems.append(f"{name} must be a host and a port, like 0.0.0.0:8080 or [::]:8080.")
        return None

    def folder(self, name: str) -> Path:
        """Return the folder ``name``, else the bot's own in the home folder of who runs it."""
        try:
            if given := self.text(name):
                return Path(given).expanduser()
            base = self.text("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        except RuntimeError:  # no such user, or one without a home
            self.problems.append(
                f"{name} must be a folder without ~: there is no such home folder."
            )
            base = Path()
        return Path(base) / "minesweeper-bot"

    def secret(self, name: str) -> str | None:
        """Return the value of ``name``, or what is in the file that ``name``_FILE names."""
        if value := self.text(name):
            return value
        path = self.text(f"{name}_FILE")
        if not path:
            return None
        try:
            return Path(path).expanduser().read_text(encoding="utf-8-sig").strip() or None
        except (OSError, RuntimeError, UnicodeDecodeError):
            self.problems.append(f"{name}_FILE names a file that cannot be read.")
            return None


def _is_left_out(host: str, hosts: str) -> bool:
    """Tell whether ``host``, or a domain that it is in, is in the list ``hosts`` of NO_PROXY."""
    names = [name.strip().lower().lstrip(".") for name in hosts.split(",")]
    return "*" in names or any(f".{host}".endswith(f".{name}") for name in names if name)


def scheme_of(url: str) -> str:
    """Return what stands before the :// of ``url``, whatever follows; empty without a ://."""
    scheme, mark, _ = url.partition("://")
    return scheme if mark else ""


def _is_server(url: str) -> bool:
    """Tell whether ``url`` has a host and, if it names a port, one that can be."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0 and not _BLANK.search(url)
    except ValueError:  # such as for a port that is no number, or half an IPv6 address
        return False


def passwords_of(url: SplitResult) -> list[str]:
    """Return the password in ``url`` as it is written and decoded; both empty if there is none."""
    return [url.password or "", unquote(url.password or "")]


def nodes_of(url: str) -> tuple[str, list[str]]:
    """Return the ``url`` of a cluster's first node, and the others, which follow it after commas.

    Newer versions of Python do not split a URL with the brackets of an IPv6 address in such a list.
    """
    scheme, mark, rest = url.partition("://")
    netloc = re.split("[/?#]", rest, maxsplit=1)[0]
    login, at, nodes = netloc.rpartition("@")
    first, *others = nodes.split(",")
    return f"{scheme}{mark}{login}{at}{first}{rest[len(netloc) :]}", others


def is_store(url: str, *, is_socket: bool, is_cluster: bool) -> bool:
    """Tell whether ``url`` is the address of a store's server, or of a cluster's, or of a socket.

    Those of a cluster stand with commas between them, behind one login for all of them. A
    password's /, ? or # that is not percent-encoded would end the host: then its @ is found behind
    that.
    """
    first, others = nodes_of(url) if is_cluster else (url, [])
    try:
        parts = urlsplit(first)
    except ValueError:
        return False
    if parts.fragment or "@" in parts.path + parts.query:
        return False
    login, _, host = parts.netloc.rpartition("@")
    if is_socket:
        return not host and bool(parts.path)
    if is_cluster and ("@" in login or parts.path not in _ONLY_DATABASE):
        return False
    known = all(_is_server(server) for server in (first, *(f"//{node}" for node in others)))
    return known and "," not in host and bool(_DATABASE.fullmatch(parts.path))
