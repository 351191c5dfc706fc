"""``python -m core``: the solver from the command line."""

import os

from core.cli.main import INTERRUPTED, main

if __name__ == "__main__":
    code = main()
    if code == INTERRUPTED:
        os._exit(code)  # what a thread is still working out is not waited for
    raise SystemExit(code)
