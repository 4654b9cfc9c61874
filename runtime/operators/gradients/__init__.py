"""Operators that programs of gradients call: what comes back through another operator."""
