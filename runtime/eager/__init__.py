"""Operators called from Python outside scripts, executed immediately."""
