"""A metric over time or over versions: HistoryQuestion -> observations -> analyse (pure) -> HistoryAnswer."""
