"""Vectors in the place of scalars."""
