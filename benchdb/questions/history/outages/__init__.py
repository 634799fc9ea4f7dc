"""Stretches of a history that measured nothing: every request failed, or every run was stopped before its end."""
