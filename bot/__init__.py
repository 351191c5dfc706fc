"""The chat bot around the game."""
