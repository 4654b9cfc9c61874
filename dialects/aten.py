"""Dialects that consist of operators alone: `aten` and the other namespaces of the table."""

from __future__ import annotations

from functools import cache

from xdsl_torchscript.dialects.lazy import LazyDialect


@cache
def operator_dialect(namespace: str) -> LazyDialect:
    """Return the dialect of a namespace such as `aten` or `quantized`, cached per process."""
    return LazyDialect(namespace)


ATEN = operator_dialect("aten")
