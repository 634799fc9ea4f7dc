"""Where the level of a curve changes, and which of these changes could be a drift: numbers alone. Pure."""
