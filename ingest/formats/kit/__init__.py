"""What several formats' parsers share: pieces of a log, printed units, JSON with line numbers, doubts, facts."""
