"""Print the llvm dialect as the text of LLVM IR: `emit_module`."""

from xdsl_torchscript.lowering.loops_to_llvm.emit.module import emit_module

__all__ = ["emit_module"]
