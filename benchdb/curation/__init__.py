"""What editors change on stored runs: exclusions with their reasons, and tags."""
