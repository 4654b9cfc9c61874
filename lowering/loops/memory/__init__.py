"""Buffers: their places, sizes and traffic."""
