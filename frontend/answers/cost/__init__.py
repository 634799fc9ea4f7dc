"""The cost of a request: how it is shown."""
