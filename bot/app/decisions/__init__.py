"""Decisions: what each action does to a chat's documents, purely: nothing here can reach a port."""
