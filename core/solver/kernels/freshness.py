"""When compiled kernels are out of date, and where they are kept until then.

Numba reuses the machine code of a function until the function's file changes. But the code of a
kernel contains the kernels that it calls and the weights that they read: if only their files
changed, the old code would run on. Here it is out of date as soon as any file of this package has
changed.

Numba also numbers the files of machine code, uses the same numbers again after an update, and
writes its index of them before the files. A process that is killed in between, finds the disk full
or writes at the same time as another leaves an index that names old code, or code for arguments of
other types, and that would be run. Here the name of a file is a hash of what its code is for, so
that it never holds anything else.
"""

# Numba's cache has no types.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from numba import config
from numba.core import caching
from numba.core.runtime.nrt import rtsys

from core.solver.kernels.loading import KernelLoading


def _digest(folder: Path) -> bytes:
    found = sha256()
    for path in sorted((*folder.glob("*.py"), *folder.glob("*.txt"))):
        found.update(path.name.encode() + path.read_bytes())
    return found.digest()


SOURCES: Final = _digest(Path(__file__).parent)


class KernelFiles(caching.IndexDataCacheFile):
    """The index of a kernel's machine code and the files that hold it, one for each signature."""

    def save(self, key: Any, data: Any) -> None:
        """Save ``data``, the code for the signature and processor in ``key``, then the index."""
        code = sha256(self._dump((self._version, self._source_stamp, key))).hexdigest()
        base = self._index_name.removesuffix(".nbi")
        name = f"{base}.{code}.nbc"
        self._save_data(name, data)
        index = self._load_index()
        if not index:  # the one on disk is of other sources, or there was none
            for old in Path(self._cache_path).glob(f"{base}.*.nbc"):
                if old.name != name:
                    old.unlink(missing_ok=True)
        self._save_index(index | {key: name})


class KernelCache(caching.FunctionCache):
    """The machine code of one kernel on disk: where it is kept is found at the kernel's first call.

    For that Numba tries whether it may write there. It took a twentieth of the start of a process,
    which calls one kernel in nine.
    """

    _enabled = True

    def __init__(self, function: Callable[..., Any]) -> None:
        """Keep code of ``function``."""
        self._py_func = function

    @cached_property
    def _impl(self) -> KernelLoading:
        return KernelLoading(self._py_func)

    @cached_property
    def _cache_path(self) -> str:
        return str(self._impl.locator.get_cache_path())

    @cached_property
    def _cache_file(self) -> KernelFiles:  # type: ignore[override]  # Numba sets it at once
        stamp = self._impl.locator.get_source_stamp(), SOURCES
        return KernelFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for the signature ``sig``, or None if it is not there."""
        rtsys.initialize(target_context)  # what allocates and frees arrays
        with self._guard_against_spurious_io_errors():  # on Windows, where another has it open
            return self._load_overload(sig, target_context)


if not config.DISABLE_JIT:  # type: ignore[attr-defined]  # set at import
    FOLDER: Final = KernelCache(_digest).cache_path
    """Where code of this package is kept. RuntimeError at once if Numba may write nowhere."""
