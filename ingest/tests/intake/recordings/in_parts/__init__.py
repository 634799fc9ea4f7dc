"""Recordings and copies of a folder that is imported in parts: read, withdrawn and restored in any order."""
