"""What a question's filters name: what is called otherwise today, and what no run has."""
