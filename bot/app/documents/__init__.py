"""Documents: what is kept, as values and as bytes, and under which names."""
