"""Windows: the part of a board that fits where it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from core.grid import Cell, Grid


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of cells; ``top`` and ``left`` are counted from 0."""

    top: int
    left: int
    rows: int
    cols: int

    def row_range(self) -> range:
        """Return the rows in the window."""
        return range(self.top, self.top + self.rows)

    def col_range(self) -> range:
        """Return the columns in the window."""
        return range(self.left, self.left + self.cols)

    def middle(self, grid: Grid) -> Cell:
        """Return the cell around which ``window_around`` makes this window."""
        return grid.cell(self.top + self.rows // 2, self.left + self.cols // 2)

    def cells(self, grid: Grid) -> list[Cell]:
        """Return the cells in the window, row by row."""
        cells: list[Cell] = []
        for row in self.row_range():
            first = row * grid.cols + self.left
            cells += range(first, first + self.cols)
        return cells


def window_around(grid: Grid, focus: Cell, most_rows: int, most_cols: int) -> Window:
    """Return the largest window allowed, with ``focus`` as near its middle as the edges let it."""
    rows, cols = min(grid.rows, most_rows), min(grid.cols, most_cols)
    row, col = grid.row_col(focus)
    top = min(max(row - rows // 2, 0), grid.rows - rows)
    left = min(max(col - cols // 2, 0), grid.cols - cols)
    return Window(top, left, rows, cols)
