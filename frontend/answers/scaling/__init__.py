"""Scaling: how it is shown."""
