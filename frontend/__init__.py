"""The wing that shows: Comparison -> page, chart, CSV, JSON."""
