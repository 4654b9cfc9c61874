"""Operators called from Python, outside of any script: they run at once."""
