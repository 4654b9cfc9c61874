"""Conditions and loops: statements whose blocks join."""
