"""What native compilation raises."""


class NativeError(Exception):
    """LLVM refused a program, or an entry point does not exist; the message is LLVM's own."""
