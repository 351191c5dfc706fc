"""When compiled kernels are out of date, and where they are kept until then.

Numba keeps machine code for as long as the file of its function stays as it is. But a kernel has
those that it calls in it, and the weights that they read: after an update of other files it would
go on as before. Here it is out of date as soon as any file of this package is another.

Numba also numbers the files of machine code, gives the same numbers again after an update, and
writes first which file holds what. Whoever is killed between the two, or finds the disk full, or
writes at once with another process, leaves code of before, or for other arguments, that is taken
for what it is not. Here a file's name tells what is in it, so that it never holds anything else.
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
    """The index of a kernel's machine code and the files that hold it, a file a signature."""

    def save(self, key: Any, data: Any) -> None:
        """Save ``data``, for one signature and processor as ``key`` tells, before the index."""
        code = sha256(self._dump((self._version, self._source_stamp, key))).hexdigest()
        base = self._index_name.removesuffix(".nbi")
        name = f"{base}.{code}.nbc"
        self._save_data(name, data)
        index = self._load_index()
        if not index:  # it is of other sources, or there was none
            for old in Path(self._cache_path).glob(f"{base}.*.nbc"):
                if old.name != name:
                    old.unlink(missing_ok=True)
        self._save_index(index | {key: name})


class KernelCache(caching.FunctionCache):
    """What Numba keeps on disk of a kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Take it for out of date when any file of this package has changed."""
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp(), SOURCES
        self._cache_file = KernelFiles(self._cache_path, self._impl.filename_base, stamp)
