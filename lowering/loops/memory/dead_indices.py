"""Erase index arithmetic that a rewrite has made dead, so that later rewrites do not see it."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.core.walk import nested_operations


def erase_dead_indices(root: Operation) -> None:
    """Erase constants and `index` arithmetic inside `root` that nothing uses."""
    for op in reversed(list(nested_operations(root))):
        is_index_code = isinstance(op, arith.ConstantOp) or (
            op.dialect_name() == "arith" and isinstance(op.results[0].type, IndexType)
        )
        if is_index_code and op.results[0].first_use is None:
            Rewriter.erase_op(op)
