"""Requests: who asks for what and where, and how it is read from commands, buttons and links."""
