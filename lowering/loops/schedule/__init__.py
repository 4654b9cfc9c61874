"""Transformations of single loops, by name: the vocabulary of schedules."""
