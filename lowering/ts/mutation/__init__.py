"""Writes to tensors, lists and dicts."""
