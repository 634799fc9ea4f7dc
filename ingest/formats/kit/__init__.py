"""What the parsers of several formats share: reports in noise, printed units, JSON with line numbers, command lines."""
