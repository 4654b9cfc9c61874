"""The random stream, and what is drawn from it."""
