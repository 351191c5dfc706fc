"""The game of Minesweeper and its solver: pure, without I/O, platform or randomness of its own."""
