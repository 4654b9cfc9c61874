"""`convert-ts-to-te`: typed programs become tensor expressions over builtin tensors.

    func.func @f(%x: !ts.tensor<[s0,3],f32>) -> !ts.tensor<[s0,3],f32> {
      %k = prim.Constant 2.0 : f64
      %r = aten.mul.Scalar(%x, %k) : (!ts.tensor<[s0,3],f32>, f64) -> !ts.tensor<[s0,3],f32>
      func.return %r : !ts.tensor<[s0,3],f32>
    }

becomes

    func.func @f(%s0: index, %x: tensor<?x3xf32> {te.sizes = array<i64: 0>}) -> tensor<?x3xf32> {
      %r = te.compute (%i = %s0, %j = 3) : tensor<?x3xf32> {
        %0 = te.load %x[%i, %j] : tensor<?x3xf32>
        %1 = arith.constant 2.000000e+00 : f32
        %2 = arith.mulf %0, %1 : f32
        te.yield %2 : f32
      }
      func.return %r : tensor<?x3xf32>
    }

Every symbolic or computed size of arguments becomes a leading `index` argument, in order of first
appearance in their types. `te.sizes` names the tensors that have it. Numbers are unchanged; a
returned tuple becomes several results. Each operator is one step: conversions between element
types, broadcasting and index arithmetic are explicit. All operations without a counterpart are
reported together, and then the program is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import cf, func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    ModuleOp,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import (
    IfYieldOp,
    ListConstructOp,
    LoopConditionOp,
    ToListOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import (
    is_compound,
    is_symbol,
    sum_of,
    symbols_in,
)
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import NoneType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.memory_effects import may_train
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import exact_result_types
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import (
    Finding,
    about,
    nearest_location,
    raise_findings,
)
from xdsl_torchscript.lowering.core.messages import OTHER_SIZE
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.lowering.ts.containers.tuples import maker_of
from xdsl_torchscript.lowering.ts.fusion.checked_views import may_exceed
from xdsl_torchscript.lowering.ts.weights.weight_layout import passed_layout
from xdsl_torchscript.lowering.ts_to_te.arrays.counting import COUNTING
from xdsl_torchscript.lowering.ts_to_te.arrays.creation import CREATIONS
from xdsl_torchscript.lowering.ts_to_te.arrays.gathers import GATHERS
from xdsl_torchscript.lowering.ts_to_te.arrays.joining import JOINING
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import REARRANGEMENTS, number_of
from xdsl_torchscript.lowering.ts_to_te.arrays.scatters import SCATTERS
from xdsl_torchscript.lowering.ts_to_te.arrays.searching import SEARCHING
from xdsl_torchscript.lowering.ts_to_te.arrays.sorting import SORTING
from xdsl_torchscript.lowering.ts_to_te.arrays.views import SLICES, VIEWS
from xdsl_torchscript.lowering.ts_to_te.casts import CASTS
from xdsl_torchscript.lowering.ts_to_te.computed_sizes import emit_sum
from xdsl_torchscript.lowering.ts_to_te.control import STRUCTURE
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    TeValue,
    builtin_tensor,
    memory_type,
    shape_and_dtype,
)
from xdsl_torchscript.lowering.ts_to_te.exceptions import EXCEPTIONS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.contractions import CONTRACTIONS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.eigenvalues import EIGENVALUES
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.factorisations import FACTORISATIONS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.fourier import FOURIER
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.matrix_functions import MATRIX_FUNCTIONS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.products import PRODUCTS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.reflections import REFLECTIONS
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_elements import check_bytes
from xdsl_torchscript.lowering.ts_to_te.networks.convolutions import CONVOLUTIONS
from xdsl_torchscript.lowering.ts_to_te.networks.grids import GRIDS
from xdsl_torchscript.lowering.ts_to_te.networks.losses import LOSSES
from xdsl_torchscript.lowering.ts_to_te.networks.normalisation import NORMALISATIONS
from xdsl_torchscript.lowering.ts_to_te.networks.packed_sequences import PACKED_SEQUENCES
from xdsl_torchscript.lowering.ts_to_te.networks.pooling import POOLING
from xdsl_torchscript.lowering.ts_to_te.networks.recurrent import RECURRENT
from xdsl_torchscript.lowering.ts_to_te.networks.resampling import RESAMPLING
from xdsl_torchscript.lowering.ts_to_te.networks.transposed_convolutions import (
    TRANSPOSED_CONVOLUTIONS,
)
from xdsl_torchscript.lowering.ts_to_te.pointwise.complex_tensors import COMPLEX_TENSORS
from xdsl_torchscript.lowering.ts_to_te.pointwise.divisors import DIVISORS
from xdsl_torchscript.lowering.ts_to_te.pointwise.float_parts import FLOAT_PARTS
from xdsl_torchscript.lowering.ts_to_te.pointwise.operators import POINTWISE
from xdsl_torchscript.lowering.ts_to_te.pointwise.polynomials import POLYNOMIALS
from xdsl_torchscript.lowering.ts_to_te.random.random_numbers import RANDOM_NUMBERS
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import REDUCTIONS
from xdsl_torchscript.lowering.ts_to_te.reductions.scans import SCANS
from xdsl_torchscript.lowering.ts_to_te.scalars import SCALAR_OPERATORS

BUILTIN_LOWERINGS: dict[str, TeRule] = {
    **STRUCTURE,
    **EXCEPTIONS,
    **POINTWISE,
    **CASTS,
    **COMPLEX_TENSORS,
    **FOURIER,
    **FACTORISATIONS,
    **REFLECTIONS,
    **EIGENVALUES,
    **RECURRENT,
    **PACKED_SEQUENCES,
    **MATRIX_FUNCTIONS,
    **GRIDS,
    **FLOAT_PARTS,
    **VIEWS,
    **REDUCTIONS,
    **NORMALISATIONS,
    **REARRANGEMENTS,
    **GATHERS,
    **SCATTERS,
    **SCANS,
    **SORTING,
    **SEARCHING,
    **JOINING,
    **CREATIONS,
    **COUNTING,
    **RANDOM_NUMBERS,
    **DIVISORS,
    **POOLING,
    **POLYNOMIALS,
    **RESAMPLING,
    **CONTRACTIONS,
    **PRODUCTS,
    **LOSSES,
    **CONVOLUTIONS,
    **TRANSPOSED_CONVOLUTIONS,
    **SCALAR_OPERATORS,
}

LOWERINGS: RuleTable[TeRule] = RuleTable("a te lowering", BUILTIN_LOWERINGS.get)
"""Every operator that can be compiled, by op name."""

_REASONS = (Refusal, ShapeError, PromotionError, NotConstantError)


def is_ts_function(function: func.FuncOp) -> bool:
    """Return whether a function with a body contains anything of the `ts` level."""
    if not function.body.blocks:
        return False
    types = [argument.type for argument in function.body.block.args]
    return any(type.name.startswith("ts.") for type in types) or any(
        isinstance(op, SchemaOp) or op.dialect_name() in ("aten", "prim", "ts")
        for op in function.walk()
    )


def _lowered_arguments(function: func.FuncOp) -> list[BlockArgument]:
    """Return the arguments that exist at te level: all but None."""
    return [arg for arg in function.body.block.args if not isinstance(arg.type, NoneType)]


def refusals(function: func.FuncOp, *, trial: bool = True) -> Iterator[Finding]:
    """Yield the reasons why `function` has no counterpart at te level; none if it has. Without
    `trial`, a conversion may still find reasons."""
    arguments = _lowered_arguments(function)
    sizes = symbols_of([argument.type for argument in arguments])
    symbols, named = {*filter(is_symbol, sizes)}, {s for size in sizes for s in symbols_in(size)}
    for argument in arguments:
        reason = _reason_of_type(argument, symbols)
        if reason is not None:
            yield about(function, f"argument {argument.index} {reason}")
    for op in function.body.walk():
        reason = refusal_of(op, trial=trial) or _reason_of_results(op, named)
        if reason is not None:
            yield about(op, reason)


def refusal_of(op: Operation, *, trial: bool = True) -> str | None:
    """Return why `op` has no counterpart at te level, or None if it has."""
    try:
        _check(op, trial)
    except _REASONS as error:
        return str(error)
    return None


def _check(op: Operation, trial: bool) -> None:
    match op:
        case func.ReturnOp():
            for leaf in _leaves(op):
                if not isinstance(leaf.type, NoneType):
                    memory_type(leaf.type)
        case IfYieldOp() | LoopConditionOp():
            return
        case _ if op.name in LOWERINGS:
            rule = LOWERINGS[op.name]
            if (reason := refusal_of_draw(op)) is not None:
                raise Refusal(reason)
            check_bytes(op)
            rule.check(op)
            if trial:
                rule.trial(op)
            _check_stated_types(op)
        case _:
            raise Refusal("has no lowering to tensor expressions")


def refusal_of_draw(op: Operation) -> str | None:
    """Return why an operator draws numbers that no rule draws, None if it does not."""
    if not isinstance(op, SchemaOp) or op.name in RANDOM_NUMBERS:
        return None
    return "draws random numbers" if is_random(op.schema) and may_train(op) else None


def _check_stated_types(op: Operation) -> None:
    """Check that stated result types are the inferred ones, so that loads stay in bounds. Kernels
    check those of slices that may exceed their tensors."""
    if op.name in SLICES and may_exceed(op):
        return
    for result, found in zip(op.results, exact_result_types(op, STATED) or (), strict=False):
        stated = result.type
        if not (isinstance(stated, TensorType) and isinstance(found, TensorType)):
            continue
        if (stated.shape, stated.dtype) != (found.shape, found.dtype):
            raise Refusal(f"states {stated}, but gives {found}; run 'propagate-types'")


def _leaves(end: Operation) -> Iterator[SSAValue]:
    """Yield the values that a function returns, those in tuples and lists that are made here. A
    tensor holds the numbers of a list that is made of it."""
    pending = list(reversed(end.operands))
    while pending:
        value = pending.pop()
        owner = maker_of(value)
        if isinstance(owner, TupleConstructOp | ListConstructOp):
            pending += reversed(owner.operands)
        elif isinstance(owner, ToListOp):
            pending.append(owner.input)
        else:
            yield value


def _reason_of_type(value: SSAValue, symbols: Set[str]) -> str | None:
    """Return why an argument has no counterpart, None if it has; `symbols` are the sizes of
    arguments that are symbols."""
    try:
        memory_type(value.type)
    except _REASONS as error:
        return str(error)
    shape = value.type.shape or () if isinstance(value.type, TensorType) else ()
    if not all(symbols_in(size) <= symbols for size in shape):
        return f"has type {value.type} with a computed size; specialise it to a number or a symbol"
    return None


def _reason_of_results(op: Operation, symbols: Set[str]) -> str | None:
    """Return why results have no counterpart, None if they have; `symbols` are those in the sizes
    of arguments."""
    sizes = symbols_of([result.type for result in op.results])
    unknown = next((size for size in sizes if not symbols_in(size) <= symbols), None)
    return None if unknown is None else f"has the size {unknown}, which no argument brings"


def _flatten(value: TeValue) -> Iterator[SSAValue]:
    if isinstance(value, SSAValue):
        yield value
    elif value is not None:
        for element in value:
            yield from _flatten(element)


def convert_function(function: func.FuncOp) -> func.FuncOp:
    """Convert a function to te level, without arguments that are None; `refusals` must be empty for
    it."""
    old, carried = function.body.block, _lowered_arguments(function)
    symbols = symbols_of([argument.type for argument in carried])
    block = Block(
        arg_types=[IndexType()] * len(symbols)
        + [_memory_of(function, argument) for argument in carried]
    )
    sizes, inputs = block.args[: len(symbols)], block.args[len(symbols) :]
    to = TeConversion(LOWERINGS, dict(zip(symbols, sizes, strict=True)))
    for name, size in zip(symbols, sizes, strict=True):
        size.name_hint = "size" if is_compound(name) else name
        size.location = nearest_location(function)
    for argument, new in zip(carried, inputs, strict=True):
        new.location = argument.location
        to.bind(argument, new)
    _check_computed_sizes(to.at(function, InsertPoint.at_end(block)))
    to.convert_block(old, block)
    to.finish()
    results = _return(to.at(old.last_op or function, InsertPoint.at_end(block)))
    types = ([argument.type for argument in block.args], [result.type for result in results])
    new_function = func.FuncOp(
        function.sym_name.data,
        types,
        Region(block),
        function.sym_visibility,
        arg_attrs=_size_attributes([argument.type for argument in carried], symbols),
    )
    new_function.location = function.location
    return new_function


def _check_computed_sizes(to: TeConversion) -> None:
    """Fail at run time if a computed size of an argument is another than its symbols give."""
    for size in filter(is_compound, tuple(to.symbols)):
        expected = emit_sum(to.code, sum_of(size), to.symbols)
        is_equal = to.code.compare("eq", to.symbols[size], expected)
        to.emit(cf.AssertOp(is_equal, f"{to.op.name}: {OTHER_SIZE}"))


def _memory_of(function: func.FuncOp, argument: BlockArgument) -> Attribute:
    """Return the type of an argument at te level."""
    layout = passed_layout(function, argument.index)
    if layout is None:
        return memory_type(argument.type)
    shape, dtype = shape_and_dtype(argument.type)
    return builtin_tensor(layout.shape(dtype, [*map(number_of, shape)]), dtype)


def _size_attributes(
    types: Sequence[Attribute], symbols: Sequence[str]
) -> ArrayAttr[DictionaryAttr] | None:
    """Return attributes that name the `index` arguments of each tensor's symbolic sizes."""
    if not symbols:
        return None
    attributes = [DictionaryAttr({}) for _ in symbols]
    for type in types:
        shape = type.shape or () if isinstance(type, TensorType) else ()
        positions = [symbols.index(size) for size in shape if isinstance(size, str)]
        named = {te.SIZES: DenseArrayBase.from_list(i64, positions)} if positions else {}
        attributes.append(DictionaryAttr(named))
    return ArrayAttr(attributes)


def _return(to: TeConversion) -> list[SSAValue]:
    """End the new block; a tuple of results becomes several, and a written argument is what it has
    become."""
    assigns = [op for op in to.emit.point.block.ops if isinstance(op, te.AssignOp)]
    versions = {op.target: op.value for op in assigns}
    before = to.at(to.op, InsertPoint.before(assigns[0])) if assigns else to
    results: list[SSAValue] = []
    for old in _leaves(to.op):
        for result in _flatten(to.aggregate(old)):
            if result not in versions:
                results.append(result)
            elif isinstance(old, BlockArgument):
                results.append(versions[result])
            else:  # A clone of what it was.
                results.append(before.copy(old))
    to.emit(func.ReturnOp(*results))
    return results


def _faults(functions: Sequence[func.FuncOp], *, trial: bool = True) -> list[Finding]:
    return [found for function in functions for found in refusals(function, trial=trial)]


@dataclass(frozen=True)
class ConvertTsToTePass(TsPass):
    """Lower typed TorchScript functions to tensor expressions."""

    name = "convert-ts-to-te"
    level = "typed"
    requires = ()
    ensures = ("te",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = [f for f in module.walk() if isinstance(f, func.FuncOp) and is_ts_function(f)]
        if _faults(functions, trial=False):
            raise_findings(_faults(functions))
        try:
            converted = list(map(convert_function, functions))
        except _REASONS:
            raise_findings(_faults(functions))
            raise
        for function, new in zip(functions, converted, strict=True):
            Rewriter.replace_op(function, new)
