"""Tables of results that people typed."""
