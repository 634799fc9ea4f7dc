"""The command `benchdb`: sends logs to a site and asks it. Knows the site by its API alone, imports nothing of it."""
