"""Histories: how they are shown."""
