"""The operator library: one file per family, each a table from op names to numpy functions."""
