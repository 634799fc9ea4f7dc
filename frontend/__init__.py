"""The wing that shows: Answer -> page, chart, CSV, JSON."""
