"""Tracing: record the operators that a Python function runs as a program."""

from __future__ import annotations

if __name__ != "xdsl_torchscript.runtime.tracing":
    raise ImportError(f"import 'xdsl_torchscript.runtime.tracing', not '{__name__}'")
