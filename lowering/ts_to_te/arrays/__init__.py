"""Operators that create tensors, or choose and move their elements."""
