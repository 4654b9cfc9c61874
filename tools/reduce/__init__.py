"""Reduction of a program while a predicate holds: `search` drives, the other files propose
edits."""
