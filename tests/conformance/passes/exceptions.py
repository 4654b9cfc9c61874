"""Operations that PyTorch's passes remove and ours leave on purpose, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evidence import Evidence
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import EnumType, ListType
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of

_CONVERSIONS = ("aten.Bool", "aten.Float", "aten.Int", "aten.ScalarImplicit", "prim.NumToTensor")


def _draws(op: Operation, evidence: Evidence) -> bool:
    return isinstance(op, SchemaOp) and aliasing_of(op.name).random


def _is_compared(op: Operation, evidence: Evidence) -> bool:
    return any(evidence.is_compared(result.name_hint or "") for result in op.results)


def _reaches_caller(op: Operation, evidence: Evidence) -> bool:
    return not op.regions and any(
        evidence.reaches_caller(result.name_hint or "") for result in op.results
    )


def _needs_enum(op: Operation, evidence: Evidence) -> bool:
    pending, seen = [op], {op}
    while pending:
        current = pending.pop()
        if isinstance(current, ConstantOp) and _holds_enum(current.type):
            return True
        owners = {value.owner for value in current.operands} - seen
        pending += [owner for owner in owners if isinstance(owner, Operation)]
        seen.update(pending)
    return False


def _holds_enum(type: Attribute) -> bool:
    return isinstance(type.element if isinstance(type, ListType) else type, EnumType)


def _writes_what_may_change(op: Operation, evidence: Evidence) -> bool:
    """Return whether the operation, or a write before it to the same tensor, may change a type."""
    if not isinstance(op, SchemaOp) or not op.schema.kind.endswith("_"):
        return False
    earlier = op.operands[0].owner
    changes = len(op.operands) > 1 or op.name == "aten.abs_"
    return changes or (isinstance(earlier, SchemaOp) and _writes_what_may_change(earlier, evidence))


def _writes_shared_tensor(op: Operation, evidence: Evidence) -> bool:
    """Return whether someone else than the graph may see the write, or read the tensor under
    another name."""
    if not isinstance(op, SchemaOp) or not op.schema.kind.endswith("_"):
        return False
    written = op.operands[0]
    while isinstance(written.owner, SchemaOp) and written.owner.schema.kind.endswith("_"):
        written = written.owner.operands[0]
    return evidence.is_shared(written.name_hint or "", op.results[0].name_hint or "")


def _is_conversion(op: Operation, evidence: Evidence) -> bool:
    return op.name.startswith(_CONVERSIONS)


def _is_convolution(owner: object) -> bool:
    return isinstance(owner, Operation) and owner.name.startswith("aten.conv")


def _is_rank_of_convolution(op: Operation, evidence: Evidence) -> bool:
    return op.name == "aten.dim" and _is_convolution(op.operands[0].owner)


@dataclass(frozen=True)
class Exemption:
    """Operations that a pass of ours may leave, for `dce` with their dependencies: those for which
    `holds`, given PyTorch's graph, is true; `graph` is an example.
    """

    pass_name: str
    holds: Callable[[Operation, Evidence], bool]
    graph: str
    reason: str


EXEMPTIONS: tuple[Exemption, ...] = (
    Exemption(
        "dce",
        _draws,
        "functional/F.dropout(x)",
        "without a draw the next one gives other numbers, which PyTorch forgets",
    ),
    Exemption(
        "cse",
        _is_compared,
        "language/classes/compares_identity",
        "`is` tells two equal objects apart; merged by PyTorch, they are one",
    ),
    Exemption(
        "constant-propagation",
        _reaches_caller,
        "language/assignments/annotated",
        "each call makes an object of its own for the caller, who may write it; folded by PyTorch, "
        "it is one in all calls",
    ),
    Exemption(
        "remove-mutation",
        _writes_what_may_change,
        "random/155",
        "the operator that does not write may promote or broadcast to another type, which PyTorch "
        "forgets; ours replaces the write where the types tell that it does not",
    ),
    Exemption(
        "remove-inplace-ops",
        _writes_shared_tensor,
        "random/42",
        "others see the write, or the next iteration does, which PyTorch forgets: its graph, made "
        "for export, computes something else",
    ),
    Exemption(
        "erase-number-types",
        _is_conversion,
        "language/arithmetic/int_power",
        "without the conversion, operators on numbers take tensors: PyTorch's graph, made for "
        "export, is ill-typed",
    ),
    Exemption(
        "constant-propagation",
        _needs_enum,
        "language/classes/enum_arguments",
        "the text of a graph names the members of an enum and not their values; ours computes "
        "nothing from them",
    ),
    Exemption(
        "immutable-only",
        _needs_enum,
        "language/classes/enum_in_conditions",
        "as for constant-propagation",
    ),
    Exemption(
        "peephole",
        _is_rank_of_convolution,
        "zoo/resnet18.train",
        "a convolution of an image without a batch has one dimension less, which PyTorch forgets",
    ),
)
