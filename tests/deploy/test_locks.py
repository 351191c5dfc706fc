"""The locked requirements: everything pinned, with hashes, and enough for what the project asks."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

DEPLOY = Path("deploy")
LOCKS = ("requirements.txt", "requirements-test.txt")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def entries(lock: str) -> list[str]:
    """Return the requirements of a lock, each in one line with its hashes."""
    text = (DEPLOY / lock).read_text(encoding="utf-8")
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def pinned(lock: str) -> dict[str, str]:
    """Return the version of each distribution of a lock."""
    required = [Requirement(entry.partition(" --hash")[0]) for entry in entries(lock)]
    return {
        canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in required
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_has_its_hashes(lock: str) -> None:
    """Each line is one exact version with SHA-256 hashes, and no line names another index."""
    for entry in entries(lock):
        requirement, *hashes = entry.split(" --hash")
        assert re.fullmatch(r"==[^=*,]+", str(Requirement(requirement.strip()).specifier)), entry
        assert hashes, entry
        assert len(_HASH.findall(entry)) == len(hashes), entry


def test_nothing_is_missing() -> None:
    """Both locks have what the project needs to run, in a version that it allows."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    for lock in LOCKS:
        versions = pinned(lock)
        for text in project["dependencies"]:
            wanted = Requirement(text)
            assert versions[canonicalize_name(wanted.name)] in wanted.specifier, text


def test_both_locks_agree() -> None:
    """What is tested is what runs: no version differs between the locks."""
    running, tested = (pinned(lock) for lock in LOCKS)
    assert running.items() <= tested.items()


def test_extras_are_locked_too() -> None:
    """A requirement with extras is locked with them, or pip would take the newest unhashed."""
    locked = [Requirement(entry.partition(" --hash")[0]) for entry in entries(LOCKS[-1])]
    extras = {canonicalize_name(each.name): each.extras for each in locked}
    here = [each for each in locked if each.marker is None or each.marker.evaluate()]
    wanted = [
        asked
        for each in here
        for asked in map(Requirement, requires(each.name) or ())
        for extra in each.extras or {""}
        if asked.marker is None or asked.marker.evaluate({"extra": extra})
    ]
    assert any(asked.extras for asked in wanted)
    for asked in wanted:
        assert asked.extras <= extras[canonicalize_name(asked.name)], asked


def test_hashes_are_asked_for() -> None:
    """The image is built from the lock alone, with hashes."""
    assert "--require-hashes" in (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
