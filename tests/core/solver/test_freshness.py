"""Compiled kernels are compiled again if anything they are made of has changed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from shutil import copytree, ignore_patterns
from threading import Semaphore, Thread, current_thread
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
import pytest
from numba.core import caching
from numba.core.registry import cpu_target

from core.solver.kernels import freshness
from core.solver.kernels.freshness import KernelCache, KernelFiles

ESTIMATES = """
import os, signal, sys
from importlib import import_module
import numpy as np
from numba import njit

zeros = np.zeros(40)
njit(lambda seen: np.tanh(seen[0]))(zeros)  # loads what compiling takes, once for all
for line in sys.stdin:
    if not os.fork():
        break
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
else:
    sys.exit()

folder, module, name, write = line.split()
left, replace = int(write), os.replace

def replace_or_end(*paths):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(*paths)

os.replace = replace_or_end
sys.path.insert(0, folder)
kernel = getattr(import_module(f"core.solver.kernels.{module}"), name)
said = kernel(import_module("core.solver.kernels.network").VALUE, zeros)
print(said, sum(kernel.stats.cache_hits.values()), end=" ", flush=True)
os._exit(0)
"""
"""A process that forks for each line it reads, to call a kernel of the copy in a folder and say if
it was found compiled. The fork is killed before it puts its n-th file into the cache."""

Call: TypeAlias = Callable[..., list[str]]


def kept(folder: Path, name: str, stamp: str) -> Any:
    """Return the files of the kernel of that ``name``, from sources of that ``stamp``."""
    files: Any = KernelFiles  # Numba has no types
    return files(str(folder), name, stamp)


class Writer(Thread):
    """Saves something to ``files``, a file at a time: as a process does beside others."""

    def __init__(self, files: Any, key: str, code: str) -> None:
        """Save ``code`` as that of ``key``; a test that fails waits for nothing."""
        super().__init__(daemon=True)
        self.files, self.key, self.code = files, key, code
        self._go, self._waits = Semaphore(0), Semaphore(0)

    def run(self) -> None:
        """Save, step by step."""
        try:
            self.files.save(self.key, self.code)
        finally:
            self._waits.release()

    def begin(self) -> None:
        """Go on to where the first file is to be put in its place."""
        self.start()
        self._waits.acquire()

    def step(self) -> None:
        """Put a file in its place, and go on to the next."""
        self._go.release()
        self._waits.acquire()

    def wait(self) -> None:
        """Wait for the next step."""
        self._waits.release()
        self._go.acquire()


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let writers wait for each step."""
    replace = os.replace

    def wait_and_replace(source: str, target: str) -> None:
        writer = current_thread()
        if isinstance(writer, Writer):
            writer.wait()
        replace(source, target)

    monkeypatch.setattr(os, "replace", wait_and_replace)


@pytest.fixture(scope="module")
def forking() -> Iterator[subprocess.Popen[str]]:
    """Start a process that calls kernels; how fast they are does not matter.

    Python itself keeps no code there, as it knows changes only by size and second.
    """
    with subprocess.Popen(  # noqa: S603  # our own command line
        [sys.executable, "-c", ESTIMATES],
        env={"NUMBA_OPT": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    """Copy the kernels, without what is compiled of them."""
    folder = tmp_path / "core" / "solver" / "kernels"
    there = Path(freshness.__file__).parent
    copytree(there, folder, ignore=ignore_patterns("__pycache__"))
    for package in (folder.parent, folder.parents[1]):
        (package / "__init__.py").touch()  # so that this copy is imported, not an installed one
    return folder


@pytest.fixture
def call(forking: subprocess.Popen[str], kernels: Path) -> Call:
    """Call a kernel of the copy in a process of its own: what it says, if it was compiled, -9."""

    def call(kernel: str, killed_at: int = 0) -> list[str]:
        assert forking.stdin
        assert forking.stdout
        forking.stdin.write(f"{kernels.parents[2]} {kernel} {killed_at}\n")
        forking.stdin.flush()
        return forking.stdout.readline().split()

    return call


def add(kernels: Path, constant: str) -> None:
    """Have the network's kernel begin its sum with another ``constant``."""
    file = kernels / "network.py"
    head, _, tail = file.read_text().partition("    found = ")
    file.write_text(f"{head}    found = {constant}\n" + tail.partition("\n")[2])


def test_other_files_have_changed(kernels: Path, call: Call) -> None:
    """A compiled kernel is not used once its weights, or what it calls, have changed."""
    first, *was_there = call("value estimate")
    assert was_there == ["0", "0"]
    assert call("value estimate") == [first, "1", "0"]
    weights = np.loadtxt(kernels / "value.txt")
    np.savetxt(kernels / "value.txt", weights + 0.1)
    weighed, *was_there = call("value estimate")
    assert (weighed != first, was_there) == (True, ["0", "0"])
    add(kernels, "9.0")
    changed, *was_there = call("value estimate")
    assert (changed != weighed, was_there) == (True, ["0", "0"])


def test_only_what_it_calls_is_there(kernels: Path, call: Call) -> None:
    """A kernel whose own code is lost is compiled with the code that is there of what it calls."""
    first, *_ = call("value estimate")
    for file in (kernels / "__pycache__").glob("value.estimate-*"):
        file.unlink()
    assert call("value estimate") == [first, "0", "0"]
    assert call("value estimate") == [first, "1", "0"]


def test_killed_as_it_saves(kernels: Path, call: Call) -> None:
    """A process killed at any of its writes leaves no old kernel that counts as current."""
    said = {call("network output")[0]}
    for write in range(1, 9):
        add(kernels, str(write))
        killed = call("network output", write) == ["-9"]
        said.add(call("network output")[0])
        assert len(said) == write + 1
        if not killed:
            break
    assert write > 1
    assert not killed


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize("others", [("now", "float"), ("next", "int")], ids=["key", "sources"])
@pytest.mark.parametrize("order", sorted(set(permutations((0, 0, 1, 1)))))
def test_saved_at_once(tmp_path: Path, order: tuple[int, ...], others: tuple[str, str]) -> None:
    """Two that save at once, in any order, never load each other's code or older code."""
    writers = []
    for stamp, key in (("before", "int"), ("now", "int"), others):
        files = kept(tmp_path, "kernel", stamp)
        writers.append(Writer(files, key, f"code of {stamp} for {key}"))
    before, *both = writers
    before.files.save(before.key, before.code)
    for writer in both:
        writer.begin()
    for at in order:
        both[at].step()
        for writer in writers:
            assert writer.files.load(writer.key) in {writer.code, None}
    for writer in both:
        writer.join()


def test_what_is_left(tmp_path: Path) -> None:
    """Code of all signatures is found; once other sources' code is saved, only that is left."""
    now, after = (kept(tmp_path, "kernel", stamp) for stamp in ("now", "next"))
    other = kept(tmp_path, "kernel2", "now")
    other.save("int", "code of another")
    now.save("int", "code")
    now.save("float", "more code")
    now.save("int", "code again")
    assert (now.load("int"), now.load("float")) == ("code again", "more code")
    assert len(list(tmp_path.iterdir())) == 5
    after.save("int", "new code")
    assert (now.load("int"), after.load("int"), after.load("float")) == (None, "new code", None)
    assert len(list(tmp_path.iterdir())) == 4
    assert other.load("int") == "code of another"


@pytest.mark.parametrize("uncompiled", [False, True])
def test_kept_nowhere(*, uncompiled: bool) -> None:
    """Where Numba may write nowhere a solver that is to be compiled says so at once."""
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator", "NUMBA_CACHE_DIR": ""}
    done = subprocess.run(
        [sys.executable, "-c", "import core.solver"],
        env=os.environ | nowhere | {"NUMBA_DISABLE_JIT": str(int(uncompiled))},
        capture_output=True,
        check=False,
        text=True,
    )
    assert ("no locator available" in done.stderr, done.returncode) == (not uncompiled,) * 2


def test_held_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that another process holds on Windows counts as not there: the kernel is compiled."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "held")

    monkeypatch.setattr(caching, "os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(KernelCache, "_load_overload", refuse)
    assert KernelCache(refuse).load_overload(None, cpu_target.target_context) is None
