"""Conditions, loops and exits: statements whose blocks join."""
