"""Operators of quantised tensors."""
