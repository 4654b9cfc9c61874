"""Scripts: functions in Python's syntax to IR, without executing them."""

from xdsl_torchscript.frontend.script.compiler import compile_source

__all__ = ["compile_source"]
