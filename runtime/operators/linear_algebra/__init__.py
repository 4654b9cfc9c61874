"""Products, factorisations and solutions of matrices."""
