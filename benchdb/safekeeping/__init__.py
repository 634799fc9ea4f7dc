"""That nothing is lost: a backup in one file, its way back, and the checks of everything that is kept."""
