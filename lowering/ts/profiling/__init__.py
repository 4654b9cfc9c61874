"""Profiled types, guards and bailouts."""
