"""What `manage.py generate` writes: the plan, the reports of ab, the rows."""
