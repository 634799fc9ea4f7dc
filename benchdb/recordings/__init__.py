"""What machines were doing beside which runs: recordings attached to runs, read inside their load windows."""
