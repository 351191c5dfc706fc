"""``python -m core``: the solver from the command line."""

from core.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
