"""Whether gradients are recorded. Nothing here records any; programs set it and ask for it."""

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


MODES: Table = {
    "aten.is_grad_enabled": _is_grad_enabled,
    "aten.set_grad_enabled": _set_grad_enabled,
}
