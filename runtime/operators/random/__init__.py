"""The random stream, and the operators that draw from it."""
