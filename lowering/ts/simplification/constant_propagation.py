"""`constant-propagation`: operations on constants are computed before the program runs.

    %two = prim.Constant 2 : i64
    %four = aten.add.int(%two, %two) : (i64, i64) -> i64
    %more = aten.gt.int(%four, %two) : (i64, i64) -> i1
    %r = prim.If %more -> (!ts.tensor) {
      %s = prim.ListConstruct(%two, %four) : (i64, i64) -> !ts.list<i64>
      %v = aten.reshape(%x, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
      prim.If.yield %v : !ts.tensor
    } else {
      prim.If.yield %x : !ts.tensor
    }

becomes

    %s = prim.Constant [2, 4] : !ts.list<i64>
    %r = aten.reshape(%x, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor

An operation without effects whose operands are constants is evaluated, unless it fails. All
executions share a constant. So a list or tensor becomes one only if no code, the caller included,
can write it. Lists of tensors or of indices stay, for kernels. A branch whose condition is constant
replaces its prim.If. The initial values of a loop that never runs replace its results. A value that
both branches yield, or that a loop carries unchanged, is removed from the results, as is one that a
branch yields while the other raises. A condition is constant in the branches, and behind them if
one raises. A list stays the same object when a loop appends to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i8, i16, i32, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.dtypes import UINT8
from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, LoopOp, UninitializedOp
from xdsl_torchscript.dialects.schema.effects import is_mutable_type
from xdsl_torchscript.dialects.tensor_type import is_integer
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_effects import compares_identity
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.containers.unpack_constants import is_list_of_tensors
from xdsl_torchscript.lowering.ts.control_flow.branch_conditions import (
    condition_of,
    state_condition,
)
from xdsl_torchscript.lowering.ts.control_flow.fold_branches import take_branch
from xdsl_torchscript.lowering.ts.control_flow.region_results import (
    without_branch_results,
    without_carried_values,
)
from xdsl_torchscript.lowering.ts.functions import defined_functions
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import (
    ConstantEvaluator,
    evaluate_scalars,
)
from xdsl_torchscript.lowering.ts.weights.weighted_operators import element_of, literal_type

_INDETERMINATE = frozenset(
    """
    empty empty_like empty_permuted empty_quantized empty_strided new_empty new_empty_strided
    """.split()
)
"""Operators whose results have arbitrary elements."""

_RETURN_LIST = ("aten.append.t", "aten.add_.t")
"""Writes whose result is the list that they write."""


@dataclass
class _Propagation:
    """A walk over a function, with the aliases that hold before it."""

    aliases: AliasAnalysis
    evaluate: ConstantEvaluator
    immutable_only: bool
    frozen: set[SSAValue] = field(default_factory=set[SSAValue])
    """Constants of mutable types, made by this walk, that cannot be written."""
    computed: dict[SSAValue, ConstantOp] = field(default_factory=dict[SSAValue, ConstantOp])
    """The values of unwritten objects that a remaining operation creates anew on each run."""
    stated: set[SSAValue] = field(default_factory=set[SSAValue])
    """Conditions that are constants in their branches."""
    reshaped: bool = False
    """A prim.If or prim.Loop was removed, so the next walk may know more."""

    def block(self, block: Block) -> None:
        op = block.first_op
        while op is not None:
            op = self._operation(block, op)

    def _operation(self, block: Block, op: Operation) -> Operation | None:
        """Fold `op` or its nested operations. Return the operation to continue with."""
        before, after = op.prev_op, op.next_op
        match op:
            case _ if not op.regions:
                self._fold(op)
                return after
            case IfOp() if (condition := _number(op.condition)) is not None:
                take_branch(op, condition != 0)
            case LoopOp() if _never_runs(op):
                pairs = zip(op.carried, op.results, strict=True)
                initial = [cast_at_boundary(value, result.type, op) for value, result in pairs]
                Rewriter.replace_op(op, [], initial)
            case IfOp():
                self._state_condition(op)
                self.block(op.then_block)
                self.block(op.else_block)
                self._merge_results(op)
                return after
            case LoopOp():
                self._loop(op)
                return after
            case _:
                for region in op.regions:
                    for inner in region.blocks:
                        self.block(inner)
                return after
        self.reshaped = True
        return block.first_op if before is None else before.next_op

    def _state_condition(self, op: IfOp) -> None:
        condition = condition_of(op)
        if condition not in self.stated:
            self.stated.add(condition)
            state_condition(condition)

    # Operations

    def _fold(self, op: Operation) -> None:
        """Replace the results of an operation on constants, and erase it if none stays."""
        if not op.results or isinstance(op, ConstantOp):
            return None
        operands: list[ConstantOp] = []
        for operand in op.operands:
            if (known := self._constant(operand)) is None:
                return None
            operands.append(known)
        reason = self._obstacle(op)
        if reason is not None:
            return refuse(op, reason)
        try:
            constants = self.evaluate(op, operands)
        except NotConstantError as error:
            return refuse(op, str(error))
        propagate_location(op, constants)
        stays = False
        for result, constant in zip(op.results, constants, strict=True):
            (value,) = constant.results
            if is_mutable_type(result.type):
                if not self._is_frozen(result) or is_list_of_tensors(result.type):
                    self.computed[result] = constant
                    stays = True
                    continue
                self.frozen.add(value)
            Rewriter.insert_op(constant, InsertPoint.before(op))
            result.replace_all_uses_with(value)
        if not stays:
            Rewriter.erase_op(op)
        return None

    def _constant(self, value: SSAValue) -> ConstantOp | None:
        """Return the constant that `value` equals wherever it is used."""
        return _constant_op(value) or self.computed.get(value)

    def _obstacle(self, op: Operation) -> str | None:
        """Return why an operation on constants has to run; None if it may be folded."""
        operands = [v for v in op.operands if is_mutable_type(v.type) and not _is_none(v)]
        results = [value for value in op.results if is_mutable_type(value.type)]
        if self.immutable_only and (operands or results):
            return "has values of mutable types"
        if not (all(map(self._is_known, operands)) and all(map(self._is_unwritten, results))):
            return "has values that may be written"
        if op in self.aliases.order.first:
            effects = self.aliases.effects(op)
            if effects.writes or effects.reads & self.aliases.memory.world:
                return "writes, draws random numbers, or depends on external state"
        if _widens_bytes(op):
            return "would take more memory than the bytes that it converts"
        if compares_identity(op) and len(operands) + len(results) > 1:
            return "compares identities"
        if isinstance(op, UninitializedOp) or op.name.split(".")[1] in _INDETERMINATE:
            return "has arbitrary results"
        return None

    def _is_frozen(self, value: SSAValue) -> bool:
        """Return whether a value of a mutable type is the same object with the same elements
        throughout all executions."""
        if value in self.frozen:
            return True
        return self._is_unwritten(value) and not self.aliases.escapes(value)

    def _is_known(self, value: SSAValue) -> bool:
        """Return whether a value of a mutable type is the constant that it equals wherever it is
        used."""
        return value in self.computed or self._is_frozen(value)

    def _is_unwritten(self, value: SSAValue) -> bool:
        """Return whether the function never writes a value of a mutable type."""
        return value.owner in self.aliases.order.first and not self.aliases.has_writers(value)

    # Branches and loops

    def _merge_results(self, op: IfOp) -> None:
        """Replace the results of `op` that do not depend on which branch runs."""
        same: dict[int, SSAValue] = {}
        pairs = zip(op.then_yield.operands, op.else_yield.operands, strict=True)
        for index, (then, otherwise) in enumerate(pairs):
            if then is otherwise or (_is_arbitrary(otherwise) and _is_before(then, op)):
                same[index] = then
            elif _is_arbitrary(then) and _is_before(otherwise, op):
                same[index] = otherwise
            elif (constant := _constant_op(then)) and self._are_equal(then, otherwise):
                # Nothing writes the constant: a copy of it stands before the operation.
                copy = ConstantOp(constant.value, constant.type)
                copy.result.name_hint = constant.result.name_hint
                self.frozen.add(copy.result)
                Rewriter.insert_op(propagate_location(constant, [copy]), InsertPoint.before(op))
                same[index] = copy.result
        if same:
            without_branch_results(op, same)

    def _loop(self, op: LoopOp) -> None:
        """Replace the values that `op` carries unchanged, before and after folding its body."""
        op = self._without_invariants(op)
        self.block(op.body)
        self._without_invariants(op)

    def _without_invariants(self, op: LoopOp) -> LoopOp:
        values = zip(op.carried, op.carried_args, op.body_condition.carried, strict=True)
        same = [
            index
            for index, (initial, argument, carried) in enumerate(values)
            if _written_list(carried) in (argument, initial) or self._are_equal(initial, carried)
        ]
        if not same:
            return op
        self.reshaped = True
        return without_carried_values(op, {index: op.carried[index] for index in same})

    def _are_equal(self, a: SSAValue, b: SSAValue) -> bool:
        """Return whether the values are equal constants that nothing tells apart."""
        first, second = _constant_op(a), _constant_op(b)
        if first is None or second is None or first.value != second.value:
            return False
        if first.value is None:
            return True
        if first.type != second.type:
            return False
        return not is_mutable_type(first.type) or (self._is_frozen(a) and self._is_frozen(b))


def _written_list(value: SSAValue) -> SSAValue:
    """Return the list that a write to it returns, or any other value itself."""
    owner = owner_of(value)
    return value if owner is None or owner.name not in _RETURN_LIST else owner.operands[0]


def _constant_op(value: SSAValue) -> ConstantOp | None:
    owner = owner_of(value)
    return owner if type(owner) is ConstantOp else None


def _is_none(value: SSAValue) -> bool:
    """Return whether a value is the constant None, of an optional type maybe."""
    constant = _constant_op(value)
    return constant is not None and constant.value is None


def _is_arbitrary(value: SSAValue) -> bool:
    """Return whether any value will do: a branch that raises, or whose result nobody uses, yields
    it."""
    return isinstance(value.owner, UninitializedOp)


def _is_before(value: SSAValue, op: IfOp) -> bool:
    """Return whether a value that a branch yields is computed outside of it."""
    return not op.is_ancestor(value.owner)


def _widens_bytes(op: Operation) -> bool:
    """Return whether an operation converts a constant tensor of bytes to wider integers."""
    literal = literal_type(op.operands[0]) if op.name == "aten.to.dtype" else None
    if element_of(literal) not in (i8, UINT8):
        return False
    result = op.results[0].type
    return isinstance(result, TensorType) and result.dtype in (i16, i32, i64)


def _number(value: SSAValue) -> int | None:
    """Return a constant int or bool, None for any other value."""
    constant = _constant_op(value)
    literal = None if constant is None else constant.value
    return literal.value.data if literal is not None and is_integer(literal) else None


def _never_runs(op: LoopOp) -> bool:
    trips = _number(op.max_trip_count)
    return (trips is not None and trips <= 0) or _number(op.initial_condition) == 0


@dataclass(frozen=True)
class ConstantPropagationPass(TsPass):
    """Fold operations on constants, and take branches whose condition is constant."""

    name = "constant-propagation"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    immutable_only: bool = field(
        default=False, metadata={"help": "leave tensors and containers as they are"}
    )

    @property
    def evaluator(self) -> ConstantEvaluator:
        """Computes the operations; a runtime has one over its operator library."""
        return evaluate_scalars

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in defined_functions(module):
            while self._walk(function, analyses.get(AliasAnalysis, function)).reshaped:
                analyses.invalidate(function)

    def _walk(self, function: FuncOp, aliases: AliasAnalysis) -> _Propagation:
        walk = _Propagation(aliases, self.evaluator, self.immutable_only)
        for block in function.body.blocks:
            walk.block(block)
        return walk
