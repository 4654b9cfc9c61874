"""Modes that programs set and ask for: whether gradients are recorded, which nothing here does, and
autocast, which is never on."""

from __future__ import annotations

from threading import local

from xdsl_torchscript.runtime.operators.core import Table


class _Modes(local):
    """The modes of one thread."""

    grad = True


_MODES = _Modes()


def _is_grad_enabled() -> bool:
    return _MODES.grad


def _set_grad_enabled(value: bool) -> None:
    _MODES.grad = value


def _never() -> bool:
    return False


MODES: Table = {
    "aten.is_autocast_cpu_enabled": _never,
    "aten.is_autocast_enabled": _never,
    "aten.is_grad_enabled": _is_grad_enabled,
    "aten.set_grad_enabled": _set_grad_enabled,
}
