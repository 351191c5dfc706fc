"""``python -m bot``: the bot, on the platforms that have a token, or in this terminal."""

from signal import SIGINT

try:
    from bot.cli import main
except KeyboardInterrupt:  # loading takes a second
    raise SystemExit(128 + SIGINT) from None

if __name__ == "__main__":
    raise SystemExit(main())
