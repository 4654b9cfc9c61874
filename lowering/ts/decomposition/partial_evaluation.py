"""Partial evaluation of composite operators: run decompositions on their operands, as far as types
and constants determine.

Branches are resolved, loops are unrolled, and numbers, strings and lists are computed, which leaves
straight-line code. For `aten.outer` of two vectors, whose decomposition checks the ranks, the
result is

    %one = prim.Constant 1 : i64
    %c = aten.unsqueeze(%v, %one) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[3,1],f32>
    %o = aten.mul.Tensor(%c, %w) : (...) -> !ts.tensor<[3,2],f32>

A known value is a Python value, an unknown one an SSA value of the residual code. Lists are Python
lists of values, so an append through one alias is visible through all.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence

from xdsl.dialects.builtin import FunctionType, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    ListConstructOp,
    ListUnpackOp,
    LoopOp,
    RaiseExceptionOp,
    TupleConstructOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import (
    ListType,
    NamedTupleType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import STATED, Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.refinement import inference
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.lowering.ts.simplification.dce import remove_dead
from xdsl_torchscript.lowering.ts.simplification.fold_rules import (
    LITERALS,
    FoldedValue,
    fold,
    is_literal,
    literal,
    tensor_type,
)

_MAX_ITERATIONS = 1000
"""The most iterations that are worth unrolling."""


class UndecidedError(ValueError):
    """Types do not determine an operator's decomposition; the message gives the reason."""


def expand(
    op: Operation,
    facts: Facts,
    lowered: Container[str] | None = None,
    *,
    unused: Collection[int] = (),
) -> FuncOp | None:
    """Return a function without arguments that computes `op` from its operands, or None if `op` is
    not composite.

    The result has no composite operators. With `lowered`, operators of these names are kept, and
    every operator must be one of them. The results numbered by `unused` are not computed, but
    uninitialised. The function reads values of the program around `op`; the caller inserts it in
    place of `op` or erases it. Raises UndecidedError, and ShapeError or PromotionError for operands
    that PyTorch rejects.
    """
    function = decomposition(op.name)
    if function is None:
        return None
    if unused:
        function = _without_results(function, unused)
    block = Block()
    emit = OpBuilder.at_end(block, op).with_inference(inference(STATED))
    evaluation = _Evaluation(emit, lowered)
    try:
        values = evaluation.call(
            function, [evaluation.operand(operand, facts) for operand in op.operands]
        )
        results = evaluation.residual_results(values, op.result_types)
    except BaseException:
        block.erase(safe_erase=False)
        raise
    evaluation.emit(ReturnOp(*results))
    _erase_dead(block)
    return FuncOp(op.name, ([], [result.type for result in results]), Region(block))


def unused_results(op: Operation) -> list[int]:
    """Return the numbers of the results without uses."""
    return [result.index for result in op.results if not result.uses]


def _without_results(function: FuncOp, unused: Collection[int]) -> FuncOp:
    """Return a copy of a function that computes the other results alone."""
    copy = function.clone()
    last = copy.body.block.last_op
    assert last is not None
    for index in unused:
        absent = UninitializedOp(last.operands[index].type)
        copy.body.block.insert_op_before(absent, last)
        last.operands[index] = absent.result
    remove_dead(copy, AliasAnalysis(copy))
    return copy


def evaluate(function: FuncOp, lowered: Container[str]) -> bool:
    """Replace a function's body by its residual code, which uses only operators with these names.
    Return whether that is possible. Its arguments must have their types."""
    old = function.body.block
    block = Block(arg_types=[argument.type for argument in old.args])
    for before, after in zip(old.args, block.args, strict=True):
        after.name_hint, after.location = before.name_hint, before.location
    emit = OpBuilder.at_end(block, function).with_inference(inference(STATED))
    evaluation = _Evaluation(emit, lowered, keeps_locations=True)
    arguments = [None if STATED.is_none(argument) else argument for argument in block.args]
    try:
        values = evaluation.call(function, arguments)
        results = evaluation.residual_results(values, function.function_type.outputs.data)
    except (UndecidedError, ShapeError, PromotionError):
        block.erase(safe_erase=False)
        return False
    evaluation.emit(ReturnOp(*results))
    _erase_dead(block)
    function.body.erase_block(old)
    function.body.add_block(block)
    function.function_type = FunctionType.from_lists(
        [argument.type for argument in block.args], [result.type for result in results]
    )
    return True


def composite_types(op: Operation, facts: Facts) -> Sequence[Attribute] | None:
    """Return the result types of a composite operator, None where the operands do not determine
    them. Raises ShapeError or PromotionError."""
    if not isinstance(op, SchemaOp) or all(type in LITERALS for type in op.result_types):
        return None
    if decomposition(op.name) is None:
        return None
    stand_in = type(op).create(
        operands=[_stand_in(operand, facts) for operand in op.operands],
        result_types=op.result_types,
    )
    stand_in.location = op.location
    try:
        function = expand(stand_in, STATED)
    except UndecidedError:
        return None
    finally:
        stand_in.drop_all_references()
    assert function is not None
    types = function.function_type.outputs.data
    function.erase()
    return types


def _stand_in(value: SSAValue, facts: Facts) -> SSAValue:
    """Return a value outside the program whose type and constants are the facts of `value`."""
    owner = owner_of(value)
    if isinstance(owner, ConstantOp):
        return owner.clone().result
    try:
        parts = [_stand_in(part, facts) for part in facts.elements_of(value)]
    except NotConstantError:
        return Block(arg_types=[facts.type_of(value)]).args[0]
    if isinstance(value.type, ListType):
        return ListConstructOp(parts, value.type.element).result
    return TupleConstructOp(parts).result


def _erase_dead(block: Block) -> None:
    """Erase operations without uses, such as the condition of a decided branch."""
    for op in reversed(list(block.ops)):
        if is_trivially_dead(op):
            op.detach()
            op.erase()


def _known_value(value: SSAValue, facts: Facts) -> FoldedValue:
    """Return the known part of an operand of the program."""
    owner = owner_of(value)
    if isinstance(owner, ConstantOp) and is_literal(owner):
        known = literal(owner)
        return value if isinstance(known, list) and not facts.is_unwritten(value) else known
    if isinstance(owner, TupleConstructOp):
        return tuple(_known_value(element, facts) for element in owner.operands)
    try:
        return [_known_value(element, facts) for element in facts.elements_of(value)]
    except NotConstantError:
        return None if facts.is_none(value) else value


class _Evaluation:
    """An evaluation in progress: the values so far, and the code that is left."""

    def __init__(
        self, emit: OpBuilder, lowered: Container[str] | None, *, keeps_locations: bool = False
    ) -> None:
        self.emit = emit
        self._lowered = lowered
        self._keeps_locations = keeps_locations
        self._values: dict[SSAValue, FoldedValue] = {}

    def call(self, function: FuncOp, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
        """Evaluate a function without changing it, and return its results."""
        return self._run(function.body.block, arguments)

    def operand(self, value: SSAValue, facts: Facts) -> FoldedValue:
        """Return the known part of an operand of the program: of the sizes of a tensor, each."""
        maker = owner_of(value)
        if maker is None or maker.name != "aten.size" or not facts.is_unwritten(value):
            return _known_value(value, facts)
        return self._unpacked(value, facts.tensor_type_of(maker.operands[0]))

    def _run(self, block: Block, arguments: Sequence[FoldedValue] = ()) -> Sequence[FoldedValue]:
        """Evaluate a block, and return its terminator's operands."""
        self._bind(block.args, arguments)
        last = block.last_op
        assert last is not None
        for op in block.ops:
            if op is not last:
                self._bind(op.results, self._results(op))
        return self._read(last)

    def _bind(self, names: Sequence[SSAValue], values: Sequence[FoldedValue]) -> None:
        self._values.update(zip(names, values, strict=True))

    def _read(self, op: Operation) -> list[FoldedValue]:
        return [self._values[operand] for operand in op.operands]

    def _results(self, op: Operation) -> Sequence[FoldedValue]:
        arguments = self._read(op)
        match op:
            case IfOp():
                condition = arguments[0]
                if not isinstance(condition, bool):
                    raise UndecidedError("depends on a branch whose condition is unknown")
                return self._run(op.then_block if condition else op.else_block)
            case LoopOp():
                return self._loop(op, arguments)
            case RaiseExceptionOp():
                message = f": {arguments[0]}" if isinstance(arguments[0], str) else ""
                raise UndecidedError(f"fails for these operands{message}")
            case UninitializedOp():
                return self._emit(op, [])
            case _ if op.name == "aten.size":
                return [self._sizes(op, arguments)]
            case _:
                found = fold(op, arguments)
                return self._emit_residual(op, arguments) if found is None else found

    def _loop(self, op: LoopOp, arguments: Sequence[FoldedValue]) -> Sequence[FoldedValue]:
        trips, more, *carried = arguments
        for iteration in range(_MAX_ITERATIONS):
            if more is False or (isinstance(trips, int) and iteration >= trips):
                return carried
            if more is not True or not isinstance(trips, int):
                break
            more, *carried = self._run(op.body, [iteration, *carried])
        raise UndecidedError("depends on a loop whose trip count is unknown")

    def _sizes(self, op: Operation, arguments: Sequence[FoldedValue]) -> FoldedValue:
        """Return a list of sizes; a symbolic one is a value that is computed at run time."""
        sizes = self.residual_value(self._emit_residual(op, arguments)[0], ListType(i64))
        return self._unpacked(sizes, tensor_type(arguments[0]))

    def _unpacked(self, sizes: SSAValue, type: TensorType) -> FoldedValue:
        """Return the elements of the list of sizes of a tensor, if its rank is known."""
        if type.shape is None:
            return sizes
        asked = self.emit(ListUnpackOp(sizes, [i64] * len(type.shape))).results
        return [d if isinstance(d, int) else v for d, v in zip(type.shape, asked, strict=True)]

    def _emit_residual(
        self, op: Operation, arguments: Sequence[FoldedValue]
    ) -> Sequence[FoldedValue]:
        """Emit an operator that is computed at run time, or its decomposition."""
        stays = self._lowered is not None and op.name in self._lowered
        function = None if stays else decomposition(op.name)
        if function is not None:
            return self.call(function, arguments)
        if self._lowered is not None and not stays:
            raise UndecidedError(f"is made of '{op.name}', which has no lowering")
        if (
            isinstance(op, SchemaOp)
            and op.schema.is_mutable
            and any(isinstance(argument, list) for argument in arguments)
        ):
            raise UndecidedError(f"is made of '{op.name}' of a list known only at run time")
        operands = [
            self.residual_value(value, operand.type)
            for value, operand in zip(arguments, op.operands, strict=True)
        ]
        return self._emit(op, operands)

    def _emit(self, op: Operation, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Emit the same operator into the residual code."""
        left = self.emit.insert(
            type(op).create(
                operands=operands,
                result_types=op.result_types,
                properties=op.properties,
                attributes=op.attributes,
            )
        )
        if self._keeps_locations:
            left.location = op.location
        for old, new in zip(op.results, left.results, strict=True):
            new.name_hint = old.name_hint
        return left.results

    def residual_results(
        self, values: Sequence[FoldedValue], types: Sequence[Attribute]
    ) -> list[SSAValue]:
        """Return the results in the residual code, a list that several of them hold as one."""
        lists: dict[int, SSAValue] = {}
        return [self.residual_value(v, type, lists) for v, type in zip(values, types, strict=True)]

    def residual_value(
        self, value: FoldedValue, type: Attribute, lists: dict[int, SSAValue] | None = None
    ) -> SSAValue:
        """Return the value in the residual code; `type` is declared by its user.

        `lists` has the lists in the residual code, by identity. An operand is not recorded: later
        appends must not show in it.
        """
        if isinstance(value, SSAValue):
            return value
        lists = {} if lists is None else lists
        inner = type.element if isinstance(type, OptionalType) else type
        if isinstance(value, list):
            if id(value) not in lists:
                element = inner.element if isinstance(inner, ListType) else inner
                parts = [self.residual_value(part, element, lists) for part in value]
                lists[id(value)] = self.emit(ListConstructOp(parts, element)).result
            return lists[id(value)]
        if isinstance(value, tuple):
            assert isinstance(inner, TupleType | NamedTupleType)
            parts = [
                self.residual_value(p, t, lists) for p, t in zip(value, inner.elements, strict=True)
            ]
            named = inner if isinstance(inner, NamedTupleType) else None
            return self.emit(TupleConstructOp(parts, named)).result
        return self.emit.constant(value)
