"""Answers that are kept for ever: freezing one, and telling whether today's data would say the same."""
