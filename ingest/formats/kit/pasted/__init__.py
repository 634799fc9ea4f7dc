"""What is seen to before a format reads a log: what collectors wrote around its lines, what was left out."""
