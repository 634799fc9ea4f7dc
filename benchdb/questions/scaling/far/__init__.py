"""Runs that lie far from the others of their point: which they are, and what is said of them."""
