"""The contracts of the levels, as data. `verify-level{level=te}` checks a module against a row.

A row lists the operations of its level and exceptions: exact names, prefixes that end in `.`, or
`*`. Any other operation is an error. It names the pass that should have removed the operation: the
first matching entry of `removed_by`. A row also has conditions on types and on single operations:
functions that return a fault or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BoolAttr,
    ContainerType,
    FloatAttr,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    VectorType,
    f64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema.effects import has_unknown_effects, is_random
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.te import sizes_of_argument
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.dialects.types import TensorType as TsTensorType
from xdsl_torchscript.lowering.core.diagnostics import Finding, about, operation_name
from xdsl_torchscript.lowering.core.levels import SCRIPT_ONLY, block_arguments
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.core.write_backs import is_write_back

OpNames: TypeAlias = tuple[str, ...]
"""Operation names: exact, or a prefix that ends in `.`, or `*` for all."""

TypeFault: TypeAlias = Callable[[Attribute], str | None]
OpFault: TypeAlias = Callable[[Operation], str | None]


def _any_type(_: Attribute) -> str | None:
    return None


def _any_op(_: Operation) -> str | None:
    return None


@dataclass(frozen=True)
class Level:
    """A row of the table."""

    summary: str
    legal: OpNames
    illegal: OpNames = ()
    removed_by: tuple[tuple[str, str], ...] = ()
    type_fault: TypeFault = _any_type
    op_fault: OpFault = _any_op
    argument_hint: str = ""
    result_hint: str = ""


_STRUCTURAL = ("builtin", "func", "prim")
"""Dialects whose operations are not operators with a schema."""


def _typed_fault(attr: Attribute) -> str | None:
    """Check that a tensor inside a fusion group has a dtype and known or symbolic sizes."""
    if not isinstance(attr, TsTensorType):
        return None
    if attr.dtype is None:
        return f"has type {attr} without a dtype"
    if attr.shape is None or None in attr.shape:
        return f"has type {attr} with unknown sizes"
    return None


def _effect_fault(op: Operation) -> str | None:
    """Check that the operation, of any namespace, only computes, or draws random numbers, which it
    does in program order, or writes an argument at the end of its function."""
    if isinstance(op, SchemaOp):
        is_idle = _keeps_statistics(op) or _drops_nothing(op) or is_write_back(op)
        fault = None if is_idle else _schema_effect(op.schema)
    elif op.dialect_name() in _STRUCTURAL:
        fault = _ACTS.get(op.name)
    else:
        fault = "has unknown effects"
    return fault and f"{fault}, which is not allowed in a typed program"


def _schema_effect(schema: FunctionSchema) -> str | None:
    if schema.is_mutable:
        return "writes to one of its operands"
    if is_random(schema):
        drops = any(schema.argument_index(name) is not None for name in _DROPOUT)
        return "drops elements at random in its steps" if drops else None
    return "has unknown effects" if has_unknown_effects(schema) else None


def _keeps_statistics(op: SchemaOp) -> bool:
    """Return whether the operator is a batch norm that writes no running statistics: in evaluation,
    or without any.
    """
    index = op.schema.argument_index("training")
    if index is None or op.schema.is_mutable:
        return False
    training = op.operands[index].owner
    if isinstance(training, ConstantOp) and training.value == BoolAttr.from_bool(False):
        return True
    places = map(op.schema.argument_index, ("running_mean", "running_var"))
    return all(place is not None and _is_none(op.operands[place]) for place in places)


def _drops_nothing(op: SchemaOp) -> bool:
    """Return whether a recurrent network or an attention draws no random numbers, as in evaluation
    or without dropout."""
    if op.schema.is_mutable:
        return False
    places = [op.schema.argument_index(name) for name in ("train", *_DROPOUT)]
    owners = [op.operands[place].owner for place in places if place is not None]
    return any(isinstance(owner, ConstantOp) and owner.value in _NO_DROPOUT for owner in owners)


_DROPOUT = ("dropout", "dropout_p")
"""The arguments of operators that drop elements between the operators that they consist of."""
_NO_DROPOUT = (BoolAttr.from_bool(False), FloatAttr(0.0, f64))
"""Values of `train` and `dropout` without random numbers."""


def _is_none(value: SSAValue) -> bool:
    constant = isinstance(value.owner, ConstantOp) and value.owner.value is None
    return constant or isinstance(value.type, NoneType)


_ACTS = {
    "prim.Print": "prints",
    "prim.Enter": "enters a context",
    "prim.Exit": "leaves a context",
    "prim.fork": "runs concurrently",
    "prim.awaitable": "runs later",
}
"""The effects of operations without a schema."""


def _sizes_fault(op: Operation) -> str | None:
    """Check that `te.sizes` of a function names its index arguments."""
    if not isinstance(op, FuncOp):
        return None
    try:
        for position in range(len(op.function_type.inputs)):
            sizes_of_argument(op, position)
    except VerifyException as error:
        return str(error)
    return None


def _element(attr: Attribute, *containers: type[ContainerType[Attribute]]) -> Attribute:
    if not isinstance(attr, containers):
        return attr
    return cast(ContainerType[Attribute], attr).get_element_type()


def _is_scalar(attr: Attribute) -> bool:
    return isinstance(attr, IntegerType | IndexType | AnyFloat)


def _te_fault(attr: Attribute) -> str | None:
    if _is_scalar(_element(attr, TensorType)):
        return None
    return f"has type {attr}; values of this level are scalars and tensors of them"


def _loops_fault(attr: Attribute) -> str | None:
    if _is_scalar(_element(attr, MemRefType, VectorType)):
        return None
    return f"has type {attr}; values of this level are scalars, vectors and memrefs of them"


def _llvm_fault(attr: Attribute) -> str | None:
    element = _element(attr, VectorType)
    if isinstance(element, IntegerType | AnyFloat) or element.name.startswith("llvm."):
        return None
    return f"has type {attr}, which LLVM does not have"


_LOWER = (
    "te.",
    "scf.",
    "cf.",
    "memref.",
    "vector.",
    "simd.",
    "tensor.",
    "arith.",
    "math.",
    "llvm.",
)
_TS_REMOVED_BY = tuple((name, "convert-ts-to-te") for name in ("aten.", "prim.", "ts."))
_TE_REMOVED_BY = (*_TS_REMOVED_BY, ("te.", "convert-te-to-loops"))

_CLASS = "ts.class"
_MODULES_HINT = "'-p freeze,inline-calls,lower-graph' turns a module's method into a function"

LEVELS: dict[str, Level] = {
    "script": Level("as a frontend leaves it: methods, attributes, calls", ("*",), _LOWER),
    "graph": Level(
        "inlined, without self: what an executor takes",
        ("*",),
        (*_LOWER, *SCRIPT_ONLY),
    ),
    "typed": Level(
        "inside a fusion group: dtypes and sizes known, nothing mutated",
        ("*",),
        (*_LOWER, *SCRIPT_ONLY),
        type_fault=_typed_fault,
        op_fault=_effect_fault,
        argument_hint="; 'specialize-inputs' types arguments",
        result_hint=(
            "; 'propagate-types' types operators with a type rule; ts.register_operator(..., "
            "result_types=...) adds one"
        ),
    ),
    "te": Level(
        "tensor expressions with value semantics",
        ("builtin.module", "func.", "te.", "arith.", "math.", "scf.", "cf.assert"),
        removed_by=_TS_REMOVED_BY,
        type_fault=_te_fault,
        op_fault=_sizes_fault,
    ),
    "loops": Level(
        "loops over buffers",
        (
            "builtin.module",
            "func.",
            "scf.",
            "cf.assert",
            "memref.",
            "vector.",
            "simd.",
            "arith.",
            "math.",
        ),
        removed_by=_TE_REMOVED_BY,
        type_fault=_loops_fault,
    ),
    "llvm": Level(
        "the llvm dialect alone",
        ("builtin.module", "llvm."),
        removed_by=(
            *_TE_REMOVED_BY,
            ("scf.", "lower-scf-to-cf"),
            ("cf.", "convert-cf-to-llvm"),
            ("memref.", "convert-memref-to-llvm"),
            ("vector.", "convert-vector-to-llvm"),
            ("simd.", "convert-vector-to-llvm"),
            ("arith.", "convert-arith-to-llvm"),
            ("math.", "convert-math-to-llvm"),
            ("func.", "convert-func-to-llvm"),
            ("builtin.unrealized_conversion_cast", "reconcile-unrealized-casts"),
        ),
        type_fault=_llvm_fault,
    ),
}
"""The levels in lowering order."""


def level_faults(root: Operation, level_name: str) -> Sequence[Finding]:
    """Return everything in `root` that is not legal at the level. Raises KeyError for an unknown
    level.

    A value with an illegal type is omitted if only its operands' types cause that. Of a program
    with classes, only the first is returned if no class is legal.
    """
    level = LEVELS[level_name]
    classes = (op for op in nested_operations(root) if op.name == _CLASS)
    first = next(classes, None) if _CLASS in level.illegal else None
    if first is not None:
        return [about(first, f"is not legal at level '{level_name}'; {_MODULES_HINT}")]
    causes: list[Finding] = []
    consequences: list[Finding] = []
    names: dict[str, str | None] = {}
    for op in (root, *nested_operations(root)):
        name = operation_name(op)
        if name not in names:
            names[name] = _name_message(name, level_name, level)
        if (message := names[name] or level.op_fault(op)) is not None:
            causes.append(about(op, message))
        elif (message := _value_message(op, level)) is not None:
            follows = any(level.type_fault(source.type) for source in _sources(op))
            (consequences if follows else causes).append(about(op, message))
    return causes or consequences


def _sources(op: Operation) -> Iterator[SSAValue]:
    """Yield the operands of `op`, and the values that its regions yield."""
    yield from op.operands
    for block in (block for region in op.regions for block in region.blocks):
        if block.last_op is not None:
            yield from block.last_op.operands


def _name_message(name: str, level_name: str, level: Level) -> str | None:
    """Return the fault of all operations of a name, or None."""
    if matches(name, level.legal) and not matches(name, level.illegal):
        return None
    remover = next((by for names, by in level.removed_by if matches(name, (names,))), None)
    hint = f"; '{remover}' should have removed it" if remover else ""
    return f"is not legal at level '{level_name}'{hint}"


def matches(name: str, names: OpNames) -> bool:
    """Return whether an operation is among `names`."""
    return any(
        name == entry or entry == "*" or (entry.endswith(".") and name.startswith(entry))
        for entry in names
    )


def _value_message(op: Operation, level: Level) -> str | None:
    """Return the fault of the first result or block argument with an illegal type, or None."""
    for index, result in enumerate(op.results):
        if (fault := level.type_fault(result.type)) is not None:
            return f"result #{index} {fault}{level.result_hint}"
    for arg in block_arguments(op):
        if (fault := level.type_fault(arg.type)) is not None:
            return f"block argument #{arg.index} {fault}{level.argument_hint}"
    return None
