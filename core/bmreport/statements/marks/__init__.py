"""Marks that have no place in a finished sentence, one kind a file."""
