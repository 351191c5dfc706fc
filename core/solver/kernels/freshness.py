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
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from numba.core import caching


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
    """The machine code of one kernel on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Make code of ``function`` out of date when any file of this package has changed."""
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), SOURCES
        self._cache_file = KernelFiles(self._cache_path, self._impl.filename_base, stamp)
