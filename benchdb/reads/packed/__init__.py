"""Runs and their numbers as arrays (benchdb/models/packed.py): read for questions about many runs, and proven."""
