"""Refusals of a whole function before passes: operations that these neither replace nor remove, and
that no kernel computes.

    %a = prim.profile(%x) {profiled_type = !ts.tensor<[1000,64],f32>} : (!ts.tensor) -> !ts.tensor
    %v, %i = aten.median.dim(%a, %one, %false)           has a faster algorithm in libraries
    %w = aten.histc(%v, ...)                             has no kernel
    prim.Print(%n)                                       kernels print nothing
    func.return %w : !ts.tensor

Making a group of such a function fails, but only after all other passes of a plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ListConstructOp, PrintOp, ProfileOp, TupleConstructOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.walk import operations_in
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import LOWERINGS
from xdsl_torchscript.lowering.ts_to_te.groups.library_operators import is_faster_in_library


def early_refusal(function: FuncOp) -> str | None:
    """Return why no kernel computes a profiled function, whatever passes make of it. None if one
    may: branches, loops and writes are not looked at, as passes may replace them."""
    if any(isinstance(op, PrintOp) for op in operations_in(function.body.block)):
        return "prints"
    return next(filter(None, map(_refusal_of, _computing_results(function))), None)


def _computing_results(function: FuncOp) -> Iterator[SchemaOp]:
    """Yield the operators outside of branches and loops that results are computed by."""
    block = function.body.block
    assert block.last_op is not None
    pending: list[Operation] = [block.last_op]
    seen = {block.last_op}
    for op in pending:
        if isinstance(op, SchemaOp):
            yield op
        owners = (value.owner for value in op.operands)
        makers = [owner for owner in owners if isinstance(owner, Operation) and owner not in seen]
        found = [maker for maker in makers if maker.parent is block and _makes_tensors(maker)]
        seen.update(found)
        pending += dict.fromkeys(found)


def _makes_tensors(op: Operation) -> bool:
    """Return whether an operation makes tensors, or a list of them, of those that it takes."""
    if isinstance(op, ListConstructOp | TupleConstructOp | ProfileOp):
        return True
    makes_tensor = any(isinstance(type, TensorType) for type in op.result_types)
    return isinstance(op, SchemaOp) and makes_tensor and not op.schema.is_mutable


def _refusal_of(op: SchemaOp) -> str | None:
    is_quantized = "quantize" in op.name  # becomes ordinary operators
    if op.name not in LOWERINGS:
        has_kernel = is_quantized or decomposition(op.name) is not None
        return None if has_kernel else f"has no kernel of '{op.name}'"
    if _is_left_to_libraries(op):
        return f"leaves '{op.name}' to the interpreter's libraries"
    return None


def _is_left_to_libraries(op: SchemaOp) -> bool:
    """Return whether libraries are faster for the profiled sizes, and so for unknown ones."""
    taken = [_profiled(value, [value.owner]) for value in op.operands]
    made = [_profiled(value, [use.operation for use in value.uses]) for value in op.results]
    if any(isinstance(type, TensorType) and type.shape is None for type in (*taken, *made)):
        return False
    typed = iter(Block(arg_types=[type for type in taken if isinstance(type, TensorType)]).args)
    operands = [next(typed) if isinstance(v.type, TensorType) else v for v in op.operands]
    probe = schema_op(op.name).create(operands=operands, result_types=made)
    is_faster = is_faster_in_library(probe)
    probe.erase()
    return is_faster


def _profiled(value: SSAValue, profiles: list[Operation | Block]) -> Attribute:
    """Return the type of a value, that of one of these profiles of it if it is a tensor."""
    if not isinstance(value.type, TensorType):
        return value.type
    found = (p.profiled_type for p in profiles if isinstance(p, ProfileOp))
    return next((type for type in found if isinstance(type, TensorType)), value.type)
