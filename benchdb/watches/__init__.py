"""Histories that somebody watches: asked again as runs come in; whoever wants to hear of a change hears of it once."""
