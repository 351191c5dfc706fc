"""When compiled kernels are out of date.

Numba keeps machine code for as long as the file of its function stays as it is. But a kernel has
those that it calls in it, and the weights that they read: after an update of other files it would
go on as before. Here it is out of date as soon as any file of this package is another.
"""

from __future__ import annotations

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


def _fresh(locator: Any) -> Any:
    """Return a ``locator`` of caches whose stamp tells all sources."""

    def get_source_stamp(self: Any) -> object:
        return locator.get_source_stamp(self), SOURCES

    return type(locator.__name__, (locator,), {"get_source_stamp": get_source_stamp})


UserProvided = _fresh(caching.UserProvidedCacheLocator)
InTree = _fresh(caching.InTreeCacheLocator)
UserWide = _fresh(caching.UserWideCacheLocator)

CACHE_LOCATOR_CLASSES: Final = ",".join(
    f"{__name__}.{name}" for name in ("UserProvided", "InTree", "UserWide")
)
"""For Numba's setting of that name, in the order of its own: NUMBA_CACHE_DIR, beside the sources,
the user's cache folder."""
