"""Passes that prepare a function for the conversion: groups and decompositions."""
