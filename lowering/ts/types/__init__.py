"""Types of values: inferred, specialised, erased."""
