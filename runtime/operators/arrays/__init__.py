"""Operators that make tensors, see them as others, and arrange or choose their elements."""
