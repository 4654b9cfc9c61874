"""Modes that programs set and query: gradient recording, which has no effect here, and autocast,
which is never on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ContextDecorator
from contextvars import ContextVar
from typing import Any, TypeVar

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table

_F = TypeVar("_F", bound=Callable[..., Any])

GRAD_MODE: ContextVar[bool] = ContextVar("gradients are recorded", default=True)
"""A mode of the thread, which a fork takes from its caller."""


def is_grad_enabled() -> bool:
    """Return the mode of this thread."""
    return GRAD_MODE.get()


def _set_grad_enabled(value: bool) -> None:
    GRAD_MODE.set(bool(value))


class GradMode(ContextDecorator):
    """`with ts.no_grad():`. Gradients are never computed, but programs query the mode: a
    transformer encoder takes its fast path without gradients."""

    def __init__(self, mode: bool) -> None:
        self._mode = mode
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(is_grad_enabled())
        _set_grad_enabled(self._mode)

    def __exit__(self, *failure: object) -> None:
        _set_grad_enabled(self._before.pop())


class SetGradMode(GradMode):
    """`ts.set_grad_enabled(False)`, which sets the mode at once, and `with` until its end."""

    def __init__(self, mode: bool) -> None:
        super().__init__(mode)
        super().__enter__()

    def __enter__(self) -> None:
        _set_grad_enabled(self._mode)

    def __exit__(self, *failure: object) -> None:
        _set_grad_enabled(self._before[0])

    def __call__(self, function: _F) -> _F:
        """Set the mode during the calls of a function alone."""
        self.__exit__()
        return GradMode(self._mode)(function)


def _never() -> bool:
    return False


def _always() -> bool:
    return True


_AUTOCAST = {"cpu": "bfloat16", "cuda": "float16"}


def _autocast_dtype(device_type: str) -> int:
    """Return the dtype of autocast. Raises BadValue for an unknown device."""
    if device_type not in _AUTOCAST:
        raise BadValue(f"autocast is known on {', '.join(_AUTOCAST)}, not on '{device_type}'")
    return BY_TORCH_NAME[_AUTOCAST[device_type]].code


MODES: Table = {
    "aten.is_autocast_cpu_enabled": _never,
    "aten.is_autocast_enabled": _never,
    "aten.get_autocast_dtype": _autocast_dtype,
    "aten.is_scripting": _always,
    "aten._get_tracing_state": _never,
    "aten.is_vulkan_available": _never,
    "aten.is_grad_enabled": is_grad_enabled,
    "aten.set_grad_enabled": _set_grad_enabled,
}
