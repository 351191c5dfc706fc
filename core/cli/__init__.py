"""The command line around the solver. The only part of ``core`` that reads and prints."""
