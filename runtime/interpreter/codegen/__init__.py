"""The tier above the plain interpreter: Python functions generated from code."""
