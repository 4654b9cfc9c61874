"""Errors of operators for operands that they do not accept.

`OperandError` is their base. Each is also Python's error for its kind. As in PyTorch, each but
`BadIndex` is a RuntimeError too.
"""

from __future__ import annotations

import numpy as np


class OperandError(Exception):
    """Operands that an operator does not accept; the message names them and the accepted ones."""


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
