"""Versions of tensors: a scatter or a loop makes a new one of the tensor that it begins with."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import OpResult, SSAValue

from xdsl_torchscript.dialects.te import ScatterOp


def old_version(value: OpResult) -> SSAValue | None:
    """Return the tensor of which a result is a new version, None if there is none."""
    match value.op:
        case ScatterOp():
            return value.op.init
        case scf.ForOp():
            return value.op.iter_args[value.index]
        case _:
            return None
