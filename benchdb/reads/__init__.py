"""Every query that pages and the API ask of the rows, as functions that return values."""
