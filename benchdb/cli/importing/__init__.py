"""What `benchdb import` says: beforehand in a dry run, and of what became of the files."""
