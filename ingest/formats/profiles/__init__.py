"""Kernel and system profiles: where the time went, by function."""
