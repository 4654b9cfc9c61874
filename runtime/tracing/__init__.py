"""What a trace has to know of tensors, modules and scripted programs."""

from __future__ import annotations

if __name__ != "xdsl_torchscript.runtime.tracing":
    raise ImportError(f"import 'xdsl_torchscript.runtime.tracing', not '{__name__}'")
