"""The race of `python -m benchmarks`: workloads, peers, roofs and reports."""
