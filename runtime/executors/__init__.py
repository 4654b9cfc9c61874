"""Executors: how a function runs, from the first call to an optimised plan.

`stages.py` lists the states of a function, `profiling_executor.py` moves between them.
"""
