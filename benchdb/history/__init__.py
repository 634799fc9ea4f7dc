"""A metric over time or over versions: HistorySpec (question) -> observations -> analyse (pure) -> HistoryAnswer."""
