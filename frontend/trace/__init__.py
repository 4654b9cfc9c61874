"""Traces: what a Python function does with its inputs becomes a program."""

from __future__ import annotations

if __name__ != "xdsl_torchscript.frontend.trace":
    raise ImportError(f"import 'xdsl_torchscript.frontend.trace', not '{__name__}'")
