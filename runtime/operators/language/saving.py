"""`torch.save` in a program: refused unless the caller allows writing."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeAlias

from xdsl_torchscript.runtime.operators.core import Table

WriteFile: TypeAlias = Callable[[Any, str], None]

WRITE: ContextVar[WriteFile | None] = ContextVar("how a program writes files", default=None)
"""Writes a value to a path; None where programs must not write."""


def _save(item: Any, filename: str) -> None:
    write = WRITE.get()
    if write is None:
        raise PermissionError(
            f"the program must not write '{filename}'; run it in "
            "'with ts.allow_writing(folder):' to let it"
        )
    write(item, filename)


SAVING: Table = {"aten.save": _save}
