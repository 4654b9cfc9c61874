"""Conversions to the llvm dialect, and the emitter of LLVM IR."""
