"""One question, many faces: Spec (what is asked) -> select (one query) -> tabulate (pure) -> Comparison (the answer)."""
