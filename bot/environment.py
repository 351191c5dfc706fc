"""Environment: the values of variables; each sentence in ``problems`` is about one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit


def read_number(
    env: Mapping[str, str], name: str, default: int, limits: tuple[int, int], problems: list[str]
) -> int:
    """Return the whole number ``name`` within ``limits``, else ``default``."""
    least, most = limits
    text = env.get(name, "").strip() or str(default)
    if text.isascii() and text.isdigit() and len(text) <= len(str(most)):
        value = int(text)
        if least <= value <= most:
            return value
    problems.append(f"{name} must be a whole number from {least} to {most}.")
    return default


def read_choice(
    env: Mapping[str, str], name: str, choices: Sequence[str], default: str, problems: list[str]
) -> str:
    """Return the one of ``choices`` that ``name`` is, else ``default``."""
    given = env.get(name, "").strip() or default
    chosen = next((each for each in choices if each.upper() == given.upper()), None)
    if chosen is None:
        problems.append(f"{name} must be one of {', '.join(choices)}.")
    return chosen or default


def read_address(
    env: Mapping[str, str], name: str, schemes: tuple[str, ...], problems: list[str]
) -> str | None:
    """Return the address ``name``, if there is one; it begins with one of ``schemes``."""
    url = env.get(name, "").strip()
    if not url:
        return None
    if scheme_of(url).lower() not in schemes:
        problems.append(f"{name} must begin with {' or '.join(f'{s}://' for s in schemes)}.")
    elif not is_server(url):
        problems.append(f"{name} must name a host, and a port only as a number up to 65535.")
    return url


def scheme_of(url: str) -> str:
    """Return what ``url`` begins with, before ://, whatever follows; else an empty text."""
    scheme, mark, _ = url.partition("://")
    return scheme if mark else ""


def is_server(url: str) -> bool:
    """Tell whether ``url`` has a host, and a port that there can be if any."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:  # such as for a port that is no number, or half an IPv6 address
        return False


def is_store(url: str, *, is_socket: bool) -> bool:
    """Tell whether ``url`` is the address of a store's servers, or of a socket.

    Several servers stand with commas between them. A password's /, ? or # that is not
    percent-encoded would end the host: then its @ is found behind that.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if parts.fragment or "@" in parts.path + parts.query:
        return False
    login, at, nodes = parts.netloc.rpartition("@")
    if is_socket:
        return not nodes and bool(parts.path)
    return all(is_server(f"//{login}{at}{node}") for node in nodes.split(","))


def read_secret(env: Mapping[str, str], name: str, problems: list[str]) -> str | None:
    """Return the value of ``name``, or what is in the file that ``name``_FILE names."""
    if value := env.get(name, "").strip():
        return value
    path = env.get(f"{name}_FILE", "").strip()
    if not path:
        return None
    try:
        return Path(path).expanduser().read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        problems.append(f"{name}_FILE names a file that cannot be read.")
        return None
