"""`/watches/`: histories that somebody wants to hear of when they change, and their feeds."""
