"""Dry runs: files go through the whole pipeline in a process of their own, and all but the report is rolled back."""
