"""What the replies of a run count for: failures, and what makes a figure mean less than it seems to."""
