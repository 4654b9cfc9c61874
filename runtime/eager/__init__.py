"""Operators called from Python outside of scripts, executed immediately."""
