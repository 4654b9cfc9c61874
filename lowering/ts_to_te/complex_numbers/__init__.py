"""Complex numbers as pairs of real ones, for fusion groups."""
