"""The game of Minesweeper and its solver: pure, without I/O, clock or randomness of its own."""
