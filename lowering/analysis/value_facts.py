"""Facts about a function's values, derived by a walk over it: types and constants.

A forward dataflow analysis. Types of results follow from operands by the rules of
`result_types.py`. Types of branches are joined, but for a branch that known types and numbers
exclude (conditional constant propagation, Wegman and Zadeck 1991). An outermost loop is walked
until all types that it and its inner loops carry are stable. The program is not changed:
`propagate-types` writes facts into types, `erase-types` removes them.

Facts that writes invalidate are dropped. A tensor whose sizes may change keeps only its element
type. A list's elements are known only if it is never written.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar

from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.constants import KnownConstant, NotConstantError
from xdsl_torchscript.dialects.scalar_evaluation import NUMBERS, evaluate_operator
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.subtyping import unify
from xdsl_torchscript.dialects.types import FutureType, SizeType, TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.ranges import (
    ANY,
    RANGE_RULES,
    Range,
    range_of_size,
    result_range,
)
from xdsl_torchscript.lowering.analysis.refinement import refine
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.rules.structure import STRUCTURE
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.analysis.tensor_properties import with_properties
from xdsl_torchscript.lowering.analysis.type_queries import TYPE_QUERIES
from xdsl_torchscript.lowering.core.diagnostics import Finding, about

Types = Sequence[Attribute | None]


class Provenance(Enum):
    """The source of a value's type."""

    DECLARED = "declared"
    """Stated by the program text, and not refined by a rule."""
    INFERRED = "inferred"
    """Derived from operands by a rule."""
    GUARDED = "guarded"
    """Ensured by a check at run time."""
    PROFILED = "profiled"
    """Observed in all runs so far; later runs may differ."""


_GUARDS = (prim.GuardOp, prim.BailOutOp, prim.TypeCheckOp, prim.RequiresGradCheckOp)


_EVALUATED = frozenset(
    {*RANGE_RULES, *NUMBERS, *TYPE_QUERIES, "aten.len.t", "aten.size.int", "aten.__getitem__.t"}
)
"""Operators on numbers and sizes whose results may be known."""


class ValueFacts(MemoryFacts):
    """The facts of one function, given as the operation that holds its body.

    `faults` lists the operations whose operands PyTorch rejects.
    """

    over: ClassVar[tuple[type, ...]] = (AliasAnalysis,)
    """The analyses that it is constructed from (`Analyses.get`)."""

    def __init__(self, root: Operation, aliases: AliasAnalysis | None = None) -> None:
        super().__init__(aliases or AliasAnalysis(root))
        self._types: dict[SSAValue, Attribute] = {}
        self._lasting: dict[SSAValue, Attribute] = {}
        """The parts of `_types` that hold wherever the values are used."""
        self._constants: dict[SSAValue, KnownConstant] = {}
        self._ranges: dict[SSAValue, Range] = {}
        self._faults: dict[Operation, str] = {}
        self._carried: dict[Operation, Types] = {}
        self._in_loop = self._stale = False
        for region in root.regions:
            for block in region.blocks:
                self._block(block)

    @property
    def faults(self) -> Sequence[Finding]:
        return [about(op, message) for op, message in self._faults.items()]

    def composite_types(self, op: Operation) -> Types | None:
        """Return the types of the results of an operator without a rule; None if not known."""
        return None

    # Answers

    def type_of(self, value: SSAValue) -> Attribute:
        """Return a value's type as far as it holds wherever the value is used."""
        lasting = self._lasting.get(value)
        return self.without_ended(value, value.type) if lasting is None else lasting

    def constant_of(self, value: SSAValue) -> KnownConstant:
        if value in self._constants:
            return self._constants[value]
        return super().constant_of(value)

    def range_of(self, value: SSAValue) -> Range:
        """Return the least and the greatest value that an int can have."""
        try:
            number = self.int_of(value)
        except NotConstantError:
            if isinstance(value.type, SizeType):
                return range_of_size(value.type.dim)
            return self._ranges.get(value, ANY)
        return Range(number, number)

    def provenance_of(self, value: SSAValue) -> Provenance:
        """Return where a value's type is from."""
        owner = value.owner
        if isinstance(owner, _GUARDS):
            return Provenance.GUARDED
        inferred = self._types.get(value, value.type) != value.type
        return Provenance.INFERRED if inferred else Provenance.DECLARED

    def profiled_type_of(self, value: SSAValue) -> Attribute | None:
        """Return the type that `prim.profile` recorded for a value; a guess, never a fact."""
        owner = value.owner
        return owner.profiled_type if isinstance(owner, prim.ProfileOp) else None

    # The walk

    def _block(self, block: Block) -> None:
        for op in block.ops:
            if self._faults:
                self._faults.pop(op, None)
            self._operation(op)

    def _operation(self, op: Operation) -> None:
        match op:
            case SchemaOp() | prim.ConstantOp():
                self._operator(op)
            case prim.IfOp():
                self._branch(op)
            case prim.LoopOp() if self._in_loop:
                self._loop(op)
            case prim.LoopOp():
                self._until_stable(op)
            case prim.SubgraphOp() | prim.GradOfOp():
                self._pass_on(op, op.inputs, op.body.args)
                self._block(op.body)
                if isinstance(op, prim.DifferentiableGraphOp):
                    self._differentiate(op)
                elif isinstance(op, prim.ForkOp):
                    self._state(
                        op,
                        op.results,
                        list(map(FutureType, map(self.type_of, op.body_return.operands))),
                    )
                # The results of a fusion group may have other types than its body states.
                elif not isinstance(op, prim.AwaitableOp | prim.TensorExprGroupOp):
                    self._pass_on(op, op.body_return.operands, op.results)
            case prim.GuardOp() | prim.TypeCheckOp() | prim.RequiresGradCheckOp():
                self._pass_on(op, op.operands, op.results)
            case prim.BailOutOp():
                self._pass_on(op, [op.checked], op.results)
            case prim.ProfileOp() | prim.ProfileIvalueOp():
                self._pass_on(op, op.operands, op.results)
            case _:
                self._operator(op)

    def _operator(self, op: Operation) -> None:
        types: Types | None = None
        try:
            types = result_types(op, self)
            if types is None:
                types = self.composite_types(op)
        except (ShapeError, PromotionError) as error:
            self._faults[op] = str(error)
        # Operations on lists and tuples return operands, whose types are complete.
        if types and isinstance(op, SchemaOp) and op.name not in STRUCTURE:
            types = [
                with_properties(op, found, self) if type(found) is TensorType else found
                for found in types
            ]
        self._state(op, op.results, types or [None] * len(op.results))
        self._evaluate(op)

    def _evaluate(self, op: Operation) -> None:
        """Record the result of an operator on numbers and sizes that are known, or its range."""
        if isinstance(op, prim.ListUnpackOp):
            self._unpack_sizes(op)
            return
        if op.name not in _EVALUATED or len(op.results) != 1:
            return
        result = op.results[0]
        self._constants.pop(result, None)
        if op.name in RANGE_RULES:
            self._ranges[result] = result_range(op.name, map(self.range_of, op.operands))
        try:
            match op.name:
                case name if name in NUMBERS:
                    arguments = [self.constant_of(operand) for operand in op.operands]
                    found = evaluate_operator(name, NUMBERS[name], arguments)
                case name if name in TYPE_QUERIES:
                    found = TYPE_QUERIES[name](self.tensor_type_of(op.operands[0]))
                case "aten.len.t":
                    found = len(self.elements_of(op.operands[0]))
                case "aten.size.int" | "aten.__getitem__.t":
                    found = self.dim_of(result)
                    if not isinstance(found, int):
                        return
                case _:
                    return
        except NotConstantError:
            return
        self._constants[result] = found

    def _unpack_sizes(self, op: prim.ListUnpackOp) -> None:
        """Record the known sizes in a list that is taken apart."""
        for result in op.results:
            self._constants.pop(result, None)
            size = self.dim_of(result)
            if isinstance(size, int):
                self._constants[result] = size

    def _state(self, op: Operation, values: Sequence[SSAValue], types: Types) -> None:
        """Merge the inferred types with the types in the text."""
        for value, type in zip(values, types, strict=False):
            try:
                self._set_type(value, refine(value.type, type))
            except (ShapeError, PromotionError) as error:
                if not self.is_resized(value):
                    self._faults[op] = str(error)

    def _set_type(self, value: SSAValue, type: Attribute) -> None:
        self._types[value] = type
        self._lasting[value] = self.without_ended(value, type)

    def _differentiate(self, op: prim.DifferentiableGraphOp) -> None:
        """Type the results by the values that the body returns; the operation records gradients of
        them."""
        types = [self.type_of(value) for value in op.body_return.operands[: len(op.results)]]
        given = [self.type_of(value) for value in op.inputs]
        if any(isinstance(t, TensorType) and t.requires_grad is not False for t in given):
            types = [_without_gradient(type) for type in types]
        self._state(op, op.results, types)

    def _pass_on(
        self, op: Operation, sources: Sequence[SSAValue], targets: Sequence[SSAValue]
    ) -> None:
        count = min(len(sources), len(targets))
        self._state(op, targets[:count], [self.type_of(source) for source in sources[:count]])

    def _branch(self, op: prim.IfOp) -> None:
        """Walk the branches that may run, and join their types.

        Facts only weaken from one walk of a loop to the next. So a branch that does not run by the
        facts of one walk is walked as soon as they do not exclude it.
        """
        condition = self.known_constant(op.condition)
        if condition is not None:
            block, end = (
                (op.then_block, op.then_yield) if condition else (op.else_block, op.else_yield)
            )
            self._block(block)
            self._pass_on(op, end.operands, op.results)
            for result, value in zip(op.results, end.operands, strict=True):
                self._ranges[result] = self.range_of(value)
            return
        self._block(op.then_block)
        self._block(op.else_block)
        self._join(op, op.then_yield.operands, op.else_yield.operands)

    def _join(self, op: prim.IfOp, first: Sequence[SSAValue], second: Sequence[SSAValue]) -> None:
        for result, a, b in zip(op.results, first, second, strict=True):
            # Nothing reads the result of a branch that leaves it uninitialized.
            read = [type for type in self._types_of_read([a, b]) if type is not None]
            self._state(op, [result], [unify(read[0], read[-1]) if read else None])
            self._ranges[result] = self.range_of(a) | self.range_of(b)

    def _until_stable(self, op: prim.LoopOp) -> None:
        """Walk an outermost loop until all types that it and its inner loops carry are stable. A
        few walks suffice, however deep the nest."""
        self._in_loop = self._stale = True
        while self._stale:
            self._stale = False
            self._loop(op)
        self._in_loop = False

    def _loop(self, op: prim.LoopOp) -> None:
        """Walk a loop once, from the facts on entry and after the iterations of earlier walks."""
        self._ranges[op.trip] = Range(0, self.range_of(op.max_trip_count).high - 1)
        entry, stated = self._types_of_read(op.carried), op.result_types
        start = _weakest(entry, self._carried.get(op, entry), stated)
        for argument, type in zip(op.carried_args, start, strict=True):
            self._set_type(argument, type or argument.type)
        self._block(op.body)
        end = _weakest(start, self._types_of_read(op.body_condition.carried), stated)
        self._stale |= end != start
        self._carried[op] = end
        self._state(op, op.results, end)

    def _types_of_read(self, values: Sequence[SSAValue]) -> Types:
        """Return the types of values, None for one that nothing reads."""
        unread = prim.UninitializedOp
        return [None if isinstance(v.owner, unread) else self.type_of(v) for v in values]


def _without_gradient(type: Attribute) -> Attribute:
    """Return the type without the fact `requires_grad`."""
    if not isinstance(type, TensorType) or type.requires_grad is None:
        return type
    return TensorType.get(type.shape, type.dtype, strides=type.strides, device=type.device)


def _weakest(first: Types, second: Types, stated: Sequence[Attribute]) -> Types:
    """Return types that hold for the values of both, one by one: those that the program states if
    they have nothing in common. None is no value."""
    return [
        (unify(a, b) or type) if a and b else a or b
        for a, b, type in zip(first, second, stated, strict=True)
    ]
