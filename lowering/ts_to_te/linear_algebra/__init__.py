"""Products, factorisations and transforms."""
