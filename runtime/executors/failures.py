"""Failures of executors to make a plan: the interpreter goes on, with one warning."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from xdsl.utils.exceptions import DiagnosticException, VerifyException

from xdsl_torchscript.dialects.lazy_import import MissingPackageError
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.native.errors import NativeError

FAILURES = Exception
"""Errors of making a plan. Defects of the compiler are among them: no call fails for one."""

_EXPECTED = (
    DiagnosticException,
    VerifyException,
    MissingPackageError,
    NativeError,
    NativeUnsupported,
)
"""Errors whose message needs no class name."""


def warn_interpreted(error: Exception, subject: str) -> None:
    """Warn that a function or a group stays interpreted, and why."""
    kind = "" if isinstance(error, _EXPECTED) else f"{type(error).__name__}: "
    warnings.warn(
        f"{subject}: {kind}{error} (ts.set_engine('interp') turns optimisation off)",
        RuntimeWarning,
        stacklevel=3,
    )


@dataclass
class Failures:
    """Warns of the first failure of a function, or of its groups; `ts.explain` lists the reasons of
    all groups that do not compile."""

    warned: bool = False

    def add(self, error: Exception, subject: str) -> None:
        """Warn that the subject stays interpreted, if this is the first failure."""
        if not self.warned:
            self.warned = True
            warn_interpreted(error, subject)

    def add_group(self, error: Exception, reason: str) -> None:
        """Add the failure of a group."""
        self.add(error, f"a group of operators is interpreted, as {reason}")
