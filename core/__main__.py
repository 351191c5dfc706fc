"""``python -m core``: the solver from the command line."""

import os
from signal import SIGINT

try:
    from core.cli.main import INTERRUPTED, main
except KeyboardInterrupt:  # loading the compiler takes a second
    raise SystemExit(128 + SIGINT) from None

if __name__ == "__main__":
    code = main()
    if code == INTERRUPTED:
        os._exit(code)  # what a thread is still working out is not waited for
    raise SystemExit(code)
