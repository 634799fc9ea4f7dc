"""How the values of answers are written."""
