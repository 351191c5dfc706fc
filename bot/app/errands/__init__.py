"""Errands: what needs the store or solver, before a decision is made and after its commit."""
