"""Classes, interfaces, enums and named tuples in programs."""
