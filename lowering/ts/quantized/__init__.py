"""Quantised operators as ordinary ones, on whole numbers in float32."""
