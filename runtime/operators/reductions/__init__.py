"""Operators that make one number of many."""
