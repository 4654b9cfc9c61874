"""The exceptions by which code crashes on programs that it does not support."""

CRASHES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)
"""Those of faulty passes, and of xDSL's passes and parsers."""
