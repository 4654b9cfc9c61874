"""Scripts: functions in Python's syntax become IR. Nothing of the text is executed."""

from xdsl_torchscript.frontend.script.compiler import compile_source

__all__ = ["compile_source"]
