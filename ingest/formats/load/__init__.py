"""Load generators: one folder for each tool, named as the format is."""
