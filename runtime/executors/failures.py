"""Failures of executors to make a plan: the interpreter goes on, with one warning."""

from __future__ import annotations

import warnings

from xdsl.utils.exceptions import DiagnosticException, VerifyException

from xdsl_torchscript.dialects.lazy_import import MissingPackageError

FAILURES = (
    DiagnosticException,
    VerifyException,
    LookupError,
    ValueError,
    TypeError,
    MissingPackageError,
)
"""Errors of preparing a function."""


def warn_of(error: Exception, subject: str) -> None:
    """Warn that a function or a group stays interpreted, and why."""
    warnings.warn(
        f"{subject}: {error} (ts.set_engine('interp') turns optimisation off)",
        RuntimeWarning,
        stacklevel=3,
    )
