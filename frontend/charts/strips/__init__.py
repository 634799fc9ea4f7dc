"""Strips: a value along a line of the page, drawn without a script."""
