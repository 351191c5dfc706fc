"""The solver's hot loops: plain Python over arrays, compiled by Numba."""
