"""Logs are read by a child process with limits: one child for many files, ended when a file is too much for it."""
