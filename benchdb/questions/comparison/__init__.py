"""Two sides and more: ComparisonQuestion -> fetch (one query) -> tabulate (pure) -> Comparison."""
