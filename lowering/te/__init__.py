"""Passes inside the tensor-expression level."""
