"""Which queue an upload waits in, and what no queue holds any more."""
