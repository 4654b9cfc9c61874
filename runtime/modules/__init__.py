"""Modules and functions as objects of Python: call them, look at them, change their state."""
