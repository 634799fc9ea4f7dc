"""Comparisons: how they are shown."""
