"""``python -m core``: the solver from the command line."""

import gc
import os
from signal import SIGINT, default_int_handler, getsignal, signal

# Loading the compiler takes a second, and some of what it loads passes over a KeyboardInterrupt.
interruptible = getsignal(SIGINT) is default_int_handler
if interruptible:
    signal(SIGINT, lambda *_: os._exit(128 + SIGINT))
gc.disable()  # hardly any garbage arises, and to look for it takes a tenth of that

from core.cli.main import INTERRUPTED, main  # noqa: E402 - as said

gc.enable()
if interruptible:
    signal(SIGINT, default_int_handler)

if __name__ == "__main__":
    code = main()
    if code == INTERRUPTED:
        os._exit(code)  # what a thread is still working out is not waited for
    raise SystemExit(code)
