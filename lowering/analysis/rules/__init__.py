"""Type rules: what operands and constants say of the results of an operator, a file by family."""
