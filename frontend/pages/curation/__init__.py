"""Pages of what editors keep for the whole site."""
