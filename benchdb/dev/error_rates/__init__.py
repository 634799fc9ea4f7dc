"""How often verdicts, changes and intervals are wrong, on runs whose truth is known."""
