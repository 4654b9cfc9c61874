"""The errors of operators: operands that an operator does not take.

`OperandError` is their class. Each is of the class, too, that Python raises for its kind, and a
RuntimeError, which PyTorch raises for all but a wrong index.
"""

from __future__ import annotations

import numpy as np


class OperandError(Exception):
    """An operator does not take its operands; the message says which, and what it takes."""


class BadValue(OperandError, RuntimeError, ValueError):
    """Sizes or values of operands do not fit the operator."""


class BadType(OperandError, RuntimeError, TypeError):
    """The operator is not defined on operands of these types."""


class BadIndex(OperandError, IndexError):
    """An index or a dimension is out of range."""


class DivisionByZero(OperandError, RuntimeError, ZeroDivisionError):
    """Integers are divided by zero."""


class BadKey(OperandError, KeyError):
    """A dict has no such key."""

    __str__ = Exception.__str__  # a KeyError shows its message quoted


class BadMatrix(BadValue, np.linalg.LinAlgError):
    """A matrix has no result: it is singular, or not positive-definite."""
