"""Composite operators, replaced by the operators that compute them."""
