"""``python -m bot``: the bot, on the platforms that have a token, or in this terminal."""

import os
import sys
from signal import SIGINT, default_int_handler, getsignal, signal

# In the place of a stream that was closed (2>&-) the next file that is opened would stand.
for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
    if getattr(sys, name) is None:
        setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - until the end

# Loading takes a second, and some of what is loaded passes over a KeyboardInterrupt.
interruptible = getsignal(SIGINT) is default_int_handler
if interruptible:
    signal(SIGINT, lambda *_: os._exit(128 + SIGINT))

from bot.cli import main  # noqa: E402 - as said

if interruptible:
    signal(SIGINT, default_int_handler)

if __name__ == "__main__":
    raise SystemExit(main())
