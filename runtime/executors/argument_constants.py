"""Numbers, flags and strings among the arguments of a function that a plan takes as constants.

    def f(x, k: int, scale: int): return torch.topk(x * scale, k)

A kernel needs to know `k`, which decides the sizes of the results, but not `scale`. Such are
arguments of tensor operators that are no elements: sizes, axes, flags and modes. Positions, such as
that of `select`, are data, as they change from call to call. Flags, strings, and whether an
argument is None, also decide branches, and the length of a list of tensors that a loop fills is a
size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TypeAlias, cast

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, SSAValue, Use

from xdsl_torchscript.dialects.constants import literal_attribute
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, LoopOp, UncheckedCastOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import (
    ListType,
    NumberType,
    OptionalType,
    StrType,
    TupleType,
)
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.ts.inlining import replace_use
from xdsl_torchscript.lowering.ts.profiling.size_arguments import RANGES, declared_argument
from xdsl_torchscript.runtime.values import Value

ArgumentConstant: TypeAlias = "int | str | list[int] | tuple[ArgumentConstant, ...] | None"

MAX_LENGTH = 64
"""The length of the longest list or string that is a constant, and of the longest list or dict of
tensors whose elements a plan takes."""

_NUMBERS = (i1, i64)
_POSITIONS = frozenset({"index", "start", "end", "idx", "storage_offset"})
"""The names of the arguments of operators that are positions."""

_PARAMETERS = frozenset({"k", "step", "stride", "dilation", "padding", "groups"})
"""The names of arguments that are parameters of operators, although symbols may be passed."""


def is_constant_argument(value: Value) -> bool:
    """Return whether a value is None, an integer, a flag, a short string, or a short list or tuple
    of integers."""
    if isinstance(value, str):
        return len(value) <= MAX_LENGTH
    if isinstance(value, list | tuple):
        elements = cast("Sequence[Value]", value)
        return len(elements) <= MAX_LENGTH and all(isinstance(each, int) for each in elements)
    return value is None or isinstance(value, int)


def take_arguments(
    function: FuncOp, inputs: Sequence[Value], fixed: Set[int]
) -> dict[int, ArgumentConstant]:
    """Replace the arguments among those numbered `fixed` that decide sizes or branches by their
    values in these inputs, whose lists nobody writes, and return the values by number. Lists that
    the function writes stay."""
    found: dict[int, ArgumentConstant] = {}
    for argument in function.body.block.args:
        if argument.index not in fixed or not _is_declared_constant(argument.type):
            continue
        value = inputs[argument.index]
        if not is_constant_argument(value) or not _is_decisive(argument, value):
            continue
        uses = list(_readers(function, argument))
        if uses:
            found[argument.index] = constant = cast("ArgumentConstant", value)
            _replace(argument, uses, constant)
    return found


def _is_declared_constant(type: Attribute) -> bool:
    """Return whether values of a type are integers, flags or strings, lists or tuples of integers
    or flags, or one of these or a number that may be None."""
    match type:
        case OptionalType():
            return type.element == f64 or _is_declared_constant(type.element)
        case ListType():
            return type.element in _NUMBERS
        case TupleType():
            return all(element in _NUMBERS for element in type.elements)
        case _:
            return type in _NUMBERS or isinstance(type, StrType)


def parameters_of_operators(function: FuncOp) -> Set[int]:
    """Return the numbers of the arguments that are parameters of operators, such as the `k` of
    `topk`, a step, or an axis: unlike a size, no symbol of a kernel can be one."""
    arguments = function.body.block.args
    return {each.index for each in arguments if any(map(_is_parameter, _derived_uses(each)))}


def _is_parameter(use: Use) -> bool:
    op, declared = use.operation, declared_argument(use)
    if declared is None or not isinstance(op, SchemaOp) or op.schema.kind in RANGES:
        return False
    if not _decides_size(use):
        return False
    return declared.name in _PARAMETERS or not declared.spelling.startswith("SymInt")


def _is_decisive(argument: BlockArgument, value: Value) -> bool:
    """Return whether sizes of tensors follow from an argument of this value, or branches, unless it
    is a number."""
    is_number = not isinstance(argument.type, OptionalType) and not isinstance(value, bool | str)
    return any(
        _decides_size(use) or (isinstance(use.operation, IfOp) and not is_number)
        for use in _derived_uses(argument)
    )


def _derived_uses(argument: BlockArgument) -> Iterator[Use]:
    """Yield the uses of an argument and of the numbers that are computed from it."""
    left: list[SSAValue] = [argument]
    seen: set[SSAValue] = {argument}
    while left:
        for use in left.pop().uses:
            yield use
            results = use.operation.results
            derived = [each for each in results if _is_plain(each.type) and each not in seen]
            left += derived
            seen.update(derived)


def _decides_size(use: Use) -> bool:
    """Return whether an operand decides the size of a tensor, or of a list of tensors."""
    op = use.operation
    if isinstance(op, LoopOp):
        return use.index == 0 and any(each.name == "aten.append.t" for each in op.walk())
    declared = declared_argument(use)
    if declared is None or not isinstance(op, SchemaOp):
        return False
    if op.schema.kind in RANGES:
        return declared.type in _NUMBERS or isinstance(declared.type, NumberType)
    return _is_declared_constant(declared.type) and declared.name not in _POSITIONS


def _readers(function: FuncOp, argument: BlockArgument) -> Iterable[Use]:
    """Return the uses of an argument, of a list those that neither write it nor hand it on, and
    none if it may be written elsewhere."""
    if not is_mutable_type(argument.type):
        return argument.uses
    aliases = AliasAnalysis(function)
    if aliases.has_writers(argument):
        return ()

    def only_reads(use: Use) -> bool:
        op = use.operation
        if isinstance(op, UncheckedCastOp):
            return all(map(only_reads, op.result.uses))
        return aliases.only_reads(op, argument)

    return filter(only_reads, argument.uses)


def _is_plain(type: Attribute) -> bool:
    return not is_mutable_type(type.element if isinstance(type, ListType) else type)


def _replace(argument: BlockArgument, uses: Sequence[Use], value: ArgumentConstant) -> None:
    """Let these uses of an argument use a constant."""
    start, type = argument.owner.first_op, argument.type
    assert start is not None
    known = type.element if isinstance(type, OptionalType) else type
    constant = ConstantOp.none() if value is None else ConstantOp(literal_attribute(value), known)
    result = Emitter.before(start, uses[0].operation)(constant).result
    result.name_hint = argument.name_hint
    for use in uses:
        replace_use(use, result, argument.type)
