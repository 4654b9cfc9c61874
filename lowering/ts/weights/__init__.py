"""Constant weights of convolutions and linear layers."""
