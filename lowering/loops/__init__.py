"""Passes inside the loop level."""
