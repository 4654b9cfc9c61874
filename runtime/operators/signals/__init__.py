"""Spectra of signals, and windows over them."""
