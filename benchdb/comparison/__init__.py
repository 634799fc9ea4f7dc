"""One question, many faces: Spec (the question) -> select (one query) -> tabulate (pure) -> Comparison (the answer)."""
