"""The conversion from tensor expressions to loops over buffers."""
