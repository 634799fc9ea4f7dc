"""Requests that failed along a curve: which points they speak against, and what is said of them."""
