"""The app: what a request means and what is shown, the same on every platform."""
