"""Rejections by passes, as the exception of native code."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from xdsl.utils.exceptions import DiagnosticException

from xdsl_torchscript.lowering.core.diagnostics import FindingsError, file_position
from xdsl_torchscript.runtime.errors import NativeUnsupported, place


@contextmanager
def unsupported_if_rejected() -> Generator[None]:
    """Raise NativeUnsupported, with all findings, where a pass rejects a program."""
    try:
        yield
    except FindingsError as error:
        found = [f"{place(file_position(f.location))}error: {f.message}" for f in error.findings]
        raise NativeUnsupported("\n".join(found)) from error
    except DiagnosticException as error:
        raise NativeUnsupported(str(error)) from error
