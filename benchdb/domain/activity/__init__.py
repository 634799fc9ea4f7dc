"""What sysstat recorded beside a run, as values: series, panels, means in a load window, what they imply."""
