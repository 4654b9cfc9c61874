"""Queries and marks for functions that may be traced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from xdsl_torchscript.runtime.modules.script import script
from xdsl_torchscript.runtime.tracing.active import current

_F = TypeVar("_F", bound=Callable[..., Any])


def is_tracing() -> bool:
    """Return whether a trace is being recorded."""
    return current() is not None


def script_if_tracing(function: _F) -> _F:
    """Decorate a function to run as a script in traces, preserving its control flow.

    Otherwise it runs as Python. Raises SourceError in a trace if it is not TorchScript.
    """
    scripted = cache(lambda: script(function))

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        return (scripted() if is_tracing() else function)(*args, **kwargs)

    return run  # pyright: ignore[reportReturnType]
