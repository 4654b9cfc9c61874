"""Branches, loops, calls and early exits."""
