"""Numbers and when their runs were made -> HistoryAnswer: placed along x, cut into levels, put together. Pure."""
