"""`/studies/`: what was asked and found, and the forms that change it."""
