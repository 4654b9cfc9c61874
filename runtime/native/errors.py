"""The error of native compilation."""


class NativeError(Exception):
    """LLVM rejects a program, or an entry point does not exist; the message is LLVM's own."""
