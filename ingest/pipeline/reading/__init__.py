"""What a log is read to: records and problems of one format or of several, or nothing."""
