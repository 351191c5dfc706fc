#!/bin/sh
# Numba takes no cache that it could not write to, and without one it refuses to start. So what was
# compiled at build is copied to where it may write: 28 MB, into memory.
set -eu
mkdir -p "$NUMBA_CACHE_DIR"
cp -R "${KERNELS:-/opt/kernels}/." "$NUMBA_CACHE_DIR"
exec python -m bot "$@"
