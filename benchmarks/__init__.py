"""Benchmarks. `python -m benchmarks` races the engine against the installed peers."""
