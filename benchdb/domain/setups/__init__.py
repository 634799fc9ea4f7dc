"""Setups: what one is known by, and what its runs say otherwise. Pure."""
