"""Passes inside the TorchScript level."""
