"""Objects and their attributes."""
