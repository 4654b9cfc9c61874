"""What the `convert-...-to-llvm` passes share: one walk that replaces operations by rules.

A rule builds the llvm operations for one operation, at its place and with its location, and
returns the values that stand for its results. Rules see their operands under their llvm types.
Where one pass has converted a value and another has not yet, a `builtin.unrealized_conversion_cast`
stands between, as in MLIR; casts that nobody uses go away at the end of the pass.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    UnrealizedConversionCastOp,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.loops_to_llvm.types import llvm_type

Lowered: TypeAlias = SSAValue | Sequence[SSAValue] | None
"""What a rule returns: the value of the only result, the values of all results, or nothing."""

OperationT = TypeVar("OperationT", bound=Operation)


@dataclass
class Casts:
    """The casts of one run of a pass, at most one per value."""

    made: list[UnrealizedConversionCastOp] = field(default_factory=list[UnrealizedConversionCastOp])
    _known: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    def to_llvm(self, value: SSAValue, wanted: Attribute) -> SSAValue:
        """`value` under its llvm type."""
        if value.type == wanted:
            return value
        owner = value.owner
        if isinstance(owner, UnrealizedConversionCastOp) and owner.inputs[0].type == wanted:
            return owner.inputs[0]
        if value not in self._known:
            self._known[value] = self._after_definition(value, wanted)
        return self._known[value]

    def between(self, value: SSAValue, wanted: Attribute, at: InsertPoint) -> SSAValue:
        """`value` cast to `wanted` at a place, for users that are not converted yet."""
        cast_op, result = UnrealizedConversionCastOp.cast_one(value, wanted)
        owner = value.owner
        if isinstance(owner, Operation):
            cast_op.location = owner.location
        elif isinstance(value, BlockArgument):
            cast_op.location = value.location
        Rewriter.insert_op(cast_op, at)
        self.made.append(cast_op)
        return result

    def drop_unused(self) -> None:
        for cast_op in reversed(self.made):
            if cast_op.parent is not None and not cast_op.results[0].uses:
                cast_op.detach()
                cast_op.erase()

    def _after_definition(self, value: SSAValue, wanted: Attribute) -> SSAValue:
        owner = value.owner
        at = InsertPoint.at_start(owner) if isinstance(owner, Block) else InsertPoint.after(owner)
        return self.between(value, wanted, at)


class Lowering:
    """One operation on its way to llvm: what a rule may ask and do."""

    def __init__(self, op: Operation, casts: Casts, emit: Emitter | None = None):
        self.op = op
        self.casts = casts
        self.emit = emit or Emitter.before(op)

    def value(self, value: SSAValue) -> SSAValue:
        """An operand under its llvm type."""
        return self.casts.to_llvm(value, llvm_type(value.type, self.op))

    def values(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        return [self.value(value) for value in values]

    def type(self, given: Attribute) -> Attribute:
        return llvm_type(given, self.op)

    def __call__(self, op: Operation) -> SSAValue:
        """Inserts an operation and gives its first result."""
        return self.emit(op).results[0]

    def integer(self, value: int, like: Attribute = i64) -> SSAValue:
        """An integer constant; for a vector type the same in every lane."""
        return self(llvm.ConstantOp(splat(value, like), like))

    def float(self, value: float, like: Attribute) -> SSAValue:
        """A float constant; for a vector type the same in every lane."""
        return self(llvm.ConstantOp(splat(value, like), like))


Rule: TypeAlias = Callable[[Lowering, Any], Lowered]


@dataclass
class RuleTable:
    """Rules by the name of their operation: a widened class of ours and xDSL's share a name."""

    rules: dict[str, Rule] = field(default_factory=dict[str, Rule])

    def rule(
        self, *classes: type[OperationT]
    ) -> Callable[[Callable[[Lowering, OperationT], Lowered]], None]:
        """Registers the decorated function for operations of these classes."""

        def register(function: Callable[[Lowering, OperationT], Lowered]) -> None:
            for op_class in classes:
                self.rules[op_class.name] = cast(Rule, function)

        return register

    def convert(self, module: ModuleOp) -> None:
        """Replaces every operation of the module that has a rule."""
        casts = Casts()
        for op in list(module.walk()):
            rule = self.rules.get(op.name)
            if rule is not None:
                _replace(op, rule(Lowering(op, casts), op), casts)
        casts.drop_unused()


def convert_arguments(blocks: Sequence[Block], op: Operation, casts: Casts) -> None:
    """Gives the arguments of blocks that belong to `op`, or that it may enter, llvm types."""
    for block in blocks:
        for argument in tuple(block.args):
            _convert_argument(block, argument, op, casts)


def _convert_argument(block: Block, old: BlockArgument, op: Operation, casts: Casts) -> None:
    wanted = llvm_type(old.type, op)
    if old.type == wanted:
        return
    new = block.insert_arg(wanted, old.index, old.location)
    new.name_hint = old.name_hint
    if old.uses:
        old.replace_all_uses_with(casts.between(new, old.type, InsertPoint.at_start(block)))
    block.erase_arg(old)


def splat(value: float, like: Attribute) -> Attribute:
    """The constant attribute of a scalar type, or of every lane of a vector type."""
    if isa(like, VectorType):
        return DenseIntOrFPElementsAttr.from_list(like, [value])  # pyright: ignore[reportArgumentType, reportCallIssue, reportUnknownVariableType]
    if isa(like, IntegerType):
        return IntegerAttr(int(value), like)
    return FloatAttr(value, cast(Any, like))


def _replace(op: Operation, lowered: Lowered, casts: Casts) -> None:
    values = [lowered] if isinstance(lowered, SSAValue) else lowered or ()
    for result, value in zip(op.results, values, strict=True):
        if value.name_hint is None:
            value.name_hint = result.name_hint
        if value.type != result.type and result.uses:
            value = casts.between(value, result.type, InsertPoint.before(op))
        result.replace_all_uses_with(value)
    op.detach()
    op.erase()
