"""Lists and tuples."""
