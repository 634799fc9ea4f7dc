"""Logs with one row for each request (CSV, JTL): counted in bounded memory, whatever their size."""
