#!/bin/sh
# Numba only uses a cache that it may write to, and without one the solver does not start. So what
# was compiled at build is copied to where it may write: 28 MB, into memory.
set -eu
mkdir -p "$NUMBA_CACHE_DIR"
cp -R "${KERNELS:-/opt/kernels}/." "$NUMBA_CACHE_DIR"
exec python -m bot "$@"
