"""How compiled kernels are loaded: their machine code, and nothing that only compiling takes.

Numba reads with a kernel's machine code its code for LLVM, which is put into kernels that call it
and are compiled later, and sets up all that it knows how to compile. Both took three quarters of
the time, and 130 MB, of a process that compiles nothing. Here the first is read once a kernel that
calls this one is compiled; Numba does the second itself before it compiles.
"""

# Numba's cache has no types.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from functools import cache, partial
from typing import Any

from numba.core import caching
from numba.core.codegen import ll  # type: ignore[attr-defined]  # LLVM as Numba has it


class KernelLoading(caching.CompileResultCacheImpl):
    """How the machine code of a kernel is made ready to be called."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the compiled kernel that is kept as ``payload``."""
        (name, kind, (machine_code, bitcode)), described, *others = payload
        # What Numba asks of the code for LLVM as it loads: which function Python calls.
        entry = f'define void @"{described.llvm_cpython_wrapper_name}"() {{ ret void }}'
        brief = ll.parse_assembly(entry).as_bitcode()
        library = name, kind, (machine_code, brief)
        loaded = super().rebuild(target_context, (library, described, *others))
        read = cache(partial(ll.parse_bitcode, bitcode))
        loaded.library._get_module_for_linking = read  # noqa: SLF001  # Numba has no other way
        return loaded
