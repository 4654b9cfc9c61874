"""Type rules: the types of operators' results, in a file per family."""
