"""Tiles and panels of matrix products and convolutions."""
