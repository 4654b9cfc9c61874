"""`remove-inplace-ops`: writes to local tensors become operators that return new tensors.

    %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
    %w = aten.add_.Tensor(%a, %y, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
    func.return %a : !ts.tensor

becomes

    %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
    %v = aten.add.Tensor(%a, %y, %one) : (!ts.tensor, !ts.tensor<[2],f32>, i64) -> !ts.tensor
    func.return %v : !ts.tensor

An operation of the same block allocates the tensor. Before the write, no view, container, branch or
unknown code refers to it (`versions.py`). The operator without the underscore must return a tensor
of the same element type, sizes and strides. `add_` keeps those of its first operand, `add` promotes
and broadcasts, and `tril` makes a contiguous tensor. The tensor must not be made with
`requires_grad=True`, which its writes keep. The stride of a dimension of size 1, which addresses no
element, may change. `relu_` keeps it, and `relu` makes a contiguous tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.lazy import operator_table, schema_op
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.analysis.tensor_properties import contiguous
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.mutation.versions import VersionedWrite, Versions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_KEEPS_TYPE = frozenset(
    """
    aten.relu_ aten.relu6_ aten.leaky_relu_ aten.elu_ aten.celu_ aten.selu_ aten.silu_ aten.mish_
    aten.hardtanh_ aten.hardsigmoid_ aten.hardswish_ aten.threshold_ aten.neg_ aten.sign_ aten.sgn_
    aten.round_ aten.floor_ aten.ceil_ aten.trunc_ aten.bitwise_not_ aten.zero_ aten.copy_
    aten.fill_.Scalar aten.fill_.Tensor aten.tril_ aten.triu_ aten.index_add_ aten.index_copy_
    aten.index_fill_.int_Scalar aten.scatter_.src aten.scatter_.value aten.scatter_add_
    """.split()
)
"""Writes whose operator without the underscore keeps the type of the first operand, too."""

_LAYS_IN_ORDER = frozenset(
    """
    aten.tril_ aten.triu_ aten.scatter_.src aten.scatter_.value aten.scatter_.reduce
    aten.scatter_.value_reduce aten.scatter_reduce_.two aten.scatter_add_ aten.index_add_
    aten.index_copy_ aten.index_reduce_ aten.masked_fill_.Scalar aten.masked_fill_.Tensor
    aten.masked_scatter_ aten.cumsum_ aten.cumprod_ aten.renorm_ aten.addmm_ aten.addr_
    aten.addbmm_ aten.baddbmm_
    """.split()
)
"""Writes whose operator without the underscore makes a contiguous tensor, also of one that is
not."""

_DRAWS = {
    "aten.uniform_": "aten.uniform",
    "aten.normal_": "aten.normal_functional",
    "aten.exponential_": "aten.exponential",
    "aten.bernoulli_.float": "aten.bernoulli.p",
    "aten.bernoulli_.Tensor": "aten.bernoulli.Tensor",
    "aten.dropout_": "aten.dropout",
    "aten.alpha_dropout_": "aten.alpha_dropout",
    "aten.feature_dropout_": "aten.feature_dropout",
    "aten.feature_alpha_dropout_": "aten.feature_alpha_dropout",
}
"""Writes of random numbers, and the operators that draw the same numbers for a new tensor."""

_MAKES_CONTIGUOUS = frozenset(
    """
    aten.zeros aten.ones aten.full aten.eye aten.eye.m aten.rand aten.randn aten.mm aten.bmm
    aten.matmul aten.linear aten.addmm aten.baddbmm aten.softmax.int
    """.split()
) | {name.replace("_.", ".").removesuffix("_") for name in _LAYS_IN_ORDER}
"""Operators whose result is contiguous, whatever their operands are."""

_LIKE = frozenset({"aten.zeros_like", "aten.ones_like", "aten.full_like"})
"""Operators whose result is contiguous if their first operand is, as are pointwise ones of one
tensor."""

_ELEMENTWISE = (Family.COMPARISON, Family.BINARY, Family.TERNARY)
_KEEPS_ORDER = frozenset({"aten.unsqueeze", "aten.expand", "aten.expand_as"})
"""Views that add dimensions of size 1, or with strides of 0."""


def functional_name(op: Operation) -> str | None:
    """Return `aten.add.Tensor` for `aten.add_.Tensor`, if there is such an operator with the same
    arguments."""
    if op.name in _DRAWS:
        return _DRAWS[op.name]
    if not isinstance(op, SchemaOp) or not op.schema.kind.endswith("_"):
        return None
    _, _, overload = op.name.partition("_.")
    name = op.schema.kind[:-1].replace("::", ".") + (f".{overload}" if overload else "")
    schema = operator_table().get(name)
    if schema is None or schema.is_mutable or is_random(schema) or len(schema.returns) != 1:
        return None
    names = [argument.name for argument in schema.arguments]
    return name if names == [argument.name for argument in op.schema.arguments] else None


def only_writes_elements(op: Operation) -> bool:
    """Return whether an operation changes nothing but elements of its first operand, a tensor."""
    if functional_name(op) is None or not isinstance(op.operands[0].type, TensorType):
        return False
    return not aliasing_of(op.name).arguments[0].metadata_written


def functional_operator(
    op: Operation, operands: Sequence[SSAValue], facts: TypeFacts, *, any_layout: bool = False
) -> str:
    """Return the operator that may replace a write, given values of the types of its operands. With
    `any_layout`, the new tensor may be laid out in another order. Raises NotConstantError if there
    is none."""
    name = functional_name(op)
    if name is None or not only_writes_elements(op):
        raise NotConstantError("no operator does the same without writing")
    probe = schema_op(name).create(operands=operands, result_types=[TensorType.get()])
    reason = _obstacle(op, probe, facts, any_layout=any_layout)
    probe.erase()
    if reason is not None:
        raise NotConstantError(reason)
    return name


def write_to_tensor(op: Operation, versions: Versions) -> VersionedWrite:
    """Return the operator without the underscore. Raises NotConstantError unless it is legal."""
    origins = [versions.origin(value) for value in op.operands]
    name = functional_operator(op, origins, versions.facts)
    new = schema_op(name).create(operands=op.operands, result_types=[op.operands[0].type])
    return [new], new.results[0], [new.results[0]]


def _obstacle(op: Operation, probe: SchemaOp, facts: TypeFacts, *, any_layout: bool) -> str | None:
    """Return why `probe` may not replace the write `op`; None if it may."""
    if may_require_grad(probe.operands[0], facts):
        return "the tensor may require a gradient, and the new one would not"
    if op.name == "aten.normal_" and (any_layout or not _is_contiguous(probe.operands[0], facts)):
        return "the numbers drawn for a contiguous tensor are others"
    if not any_layout and loses_layout(op, probe.operands[0], facts):
        return "the tensor may not be contiguous, as the new one is"
    if op.name in _KEEPS_TYPE:
        return None
    try:
        types = result_types(probe, facts)
    except (ShapeError, PromotionError) as error:
        return f"it fails: {error}"
    written = facts.tensor_type_of(probe.operands[0])
    result = types[0] if types is not None else None
    found = result if isinstance(result, TensorType) else TensorType.get()
    alone = sum(isinstance(value.type, TensorType) for value in op.operands) == 1
    same_sizes = written.shape == found.shape and isa(written.shape, tuple[int | str, ...])
    if not same_sizes and not alone:
        return "the sizes may broadcast to others"
    if found.dtype is None or found.dtype != written.dtype:
        return "the element types may promote to another"
    return None


def loses_layout(write: Operation, tensor: SSAValue, facts: TypeFacts) -> bool:
    """Return whether the operator that may replace a write makes a contiguous tensor in place of
    one that may not be."""
    return write.name in _LAYS_IN_ORDER and not _is_contiguous(tensor, facts)


def may_require_grad(made: SSAValue, facts: Facts) -> bool:
    """Return whether the operator that allocates a tensor is asked to record its gradient."""
    owner = owner_of(made)
    index = owner.schema.argument_index("requires_grad") if isinstance(owner, SchemaOp) else None
    if owner is None or index is None:
        return False
    return facts.known_constant(owner.operands[index]) is not False


def _is_contiguous(made: SSAValue, facts: TypeFacts) -> bool:
    """Return whether a tensor is contiguous that an operator allocates for the function alone."""
    owner, type = owner_of(made), facts.tensor_type_of(made)
    if owner is not None and owner.name in _MAKES_CONTIGUOUS:
        return True
    if isinstance(owner, SchemaOp) and _keeps_layout(owner):
        return _is_contiguous(owner.operands[0], facts)
    if isinstance(owner, SchemaOp) and _combines_elements(owner):
        tensors = (value for value in owner.operands if isinstance(value.type, TensorType))
        return all(_is_in_order(value, facts) for value in tensors)
    shape = type.shape
    return shape is not None and (len(shape) < 2 or type.strides == contiguous(shape))


def _is_in_order(value: SSAValue, facts: TypeFacts) -> bool:
    """Return whether the strides of a tensor descend, leaving out those of 0: a pointwise result of
    such operands is contiguous."""
    if facts.is_resized(value):
        return False
    owner, shape = owner_of(value), facts.tensor_type_of(value).shape
    if shape is not None and sum(size != 1 for size in shape) < 2:
        return True
    if owner is not None and owner.name in _KEEPS_ORDER:
        return _is_in_order(owner.operands[0], facts)
    return _is_contiguous(value, facts)


def _combines_elements(op: SchemaOp) -> bool:
    return family_of(op.name) in _ELEMENTWISE and not op.schema.is_mutable


def _keeps_layout(op: SchemaOp) -> bool:
    return op.name in _LIKE or family_of(op.name) is Family.UNARY


def remove_inplace_ops(function: FuncOp, facts: TypeFacts) -> None:
    """Replace the writes to tensors that only the function knows."""
    versions = Versions(facts)
    for op in list(function.body.walk()):
        for result in op.results:
            if isinstance(result.type, TensorType):
                versions.follow(result, write_to_tensor)


@dataclass(frozen=True)
class RemoveInplaceOpsPass(TsPass):
    """Replace writes to tensors that only the function knows by new tensors."""

    name = "remove-inplace-ops"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            remove_inplace_ops(function, analyses.get(TypeFacts, function))
