"""Backward operators: gradients with respect to the inputs of forward operators."""
