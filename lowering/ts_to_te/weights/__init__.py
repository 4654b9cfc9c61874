"""Constant weights in the layout of kernels."""
