"""``python -m bot``: the bot, on the platforms that have a token, or in this terminal."""

import os
import sys

from bot.loading import loading

# In the place of a stream that was closed (2>&-) the next file that is opened would stand.
for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
    if getattr(sys, name) is None:
        setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - until the end

with loading():
    from bot.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
