"""Converting the operations of one level into those of the next, as MLIR's dialect conversion does.

    RULES = ConversionRules[LlvmConversion]("a conversion to llvm")

    @RULES.rule(arith.NegfOp)
    def _(to: LlvmConversion, op: arith.NegfOp) -> SSAValue:
        return to(llvm.FNegOp(to.value(op.operand)))

    LlvmConversion(RULES).run(module)

One walk over blocks and regions applies the rules. What a rule returns stands for the results of
its operation from then on. Operations without a rule stay. Old operations are erased at the end,
and every rule that failed is reported then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar, cast

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.core.diagnostics import (
    Finding,
    FindingsError,
    nearest_location,
    raise_findings,
)
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.rule_table import RuleTable

MappedT = TypeVar("MappedT")
"""What stands for an old value: a value, or a record of what it became."""

ConversionT = TypeVar("ConversionT")
OperationT = TypeVar("OperationT", bound=Operation)


def _always(op: Operation) -> None:
    """Accept the operation."""


@dataclass(frozen=True)
class ConversionRule(Generic[ConversionT]):
    """How operations of one name are converted.

    `convert` emits the new operations and returns what stands for the result, or a list of what
    stands for each. `check` raises an error that says why an operation cannot be converted.
    """

    convert: Callable[[ConversionT, Any], Any]
    check: Callable[[Any], None] = _always


class ConversionRules(RuleTable[ConversionRule[ConversionT]]):
    """The rules of a conversion by op name."""

    def rule(
        self, *classes: type[OperationT]
    ) -> Callable[[Callable[[ConversionT, OperationT], Any]], None]:
        """Register the decorated function for operations of these classes."""

        def register(function: Callable[[ConversionT, OperationT], Any]) -> None:
            for op_class in classes:
                self.register(op_class.name, ConversionRule(function))

        return register


class Conversion(Generic[MappedT]):
    """One conversion, standing at one operation.

    To the rule of that operation it is the builder (`to(op)`, `to.emit`), the adaptor of its
    operands (`to.value(operand)`) and the type converter (`to.type(type)`).
    """

    op: Operation
    emit: Emitter

    def __init__(self, rules: RuleTable[ConversionRule[Any]]) -> None:
        self.values: dict[SSAValue, MappedT] = {}
        """What stands for the old values converted so far."""
        self.findings: list[Finding] = []
        self._rules = rules
        self._casts: dict[SSAValue, SSAValue] = {}
        self._old: list[Operation | BlockArgument] = []
        self.failed: set[SSAValue] = set()
        """Results of operations whose rules failed."""

    # For rules

    def __call__(self, op: Operation) -> SSAValue:
        """Emit an operation and return its first result."""
        return self.emit(op).results[0]

    def type(self, type: Attribute) -> Attribute:
        """The new type of values of an old type."""
        return type

    def value(self, old: SSAValue) -> SSAValue:
        """The value that stands for `old`; one that is not converted is cast to its new type."""
        new = _value_or_none(self.values.get(old))
        if new is not None:
            return new
        wanted = self.type(old.type)
        if wanted == old.type:
            return old
        owner = old.owner
        if isinstance(owner, UnrealizedConversionCastOp) and owner.inputs[0].type == wanted:
            return owner.inputs[0]
        if old not in self._casts:
            is_argument = isinstance(owner, Block)
            at = InsertPoint.at_start(owner) if is_argument else InsertPoint.after(owner)
            self._casts[old] = _cast(old, wanted, at)
        return self._casts[old]

    def operands(self, olds: Sequence[SSAValue]) -> list[SSAValue]:
        """The values that stand for `olds`."""
        return [self.value(old) for old in olds]

    def bind(self, old: SSAValue, new: MappedT) -> None:
        """Let `new` stand for `old` from now on, under the same name."""
        self.values[old] = new
        if isinstance(new, SSAValue) and new.name_hint is None:
            new.name_hint = old.name_hint

    def at(self, op: Operation, point: InsertPoint) -> Self:
        """The same conversion, emitting at `point` on behalf of `op`."""
        here = copy(self)
        here.op, here.emit = op, Emitter(point, nearest_location(op))
        return here

    def replace_argument(self, old: BlockArgument, new: MappedT) -> None:
        """Let `new` stand for a block argument, which is erased at the end."""
        self.bind(old, new)
        self._old.append(old)

    # The walk

    def run(self, root: Operation) -> None:
        """Convert what is inside of `root`, in place. Raises FindingsError with all that fails."""
        self.keep(root)
        self.finish()

    def keep(self, op: Operation) -> None:
        """Leave an operation that has no rule; what is inside of it is converted."""
        for region in op.regions:
            for block in list(region.blocks):  # a rule may split them
                self.convert_block(block)

    def convert_block(self, block: Block, into: Block | None = None) -> None:
        """Convert the operations of a block where they stand, or to the end of another block."""
        for op in list(block.ops):
            self.convert(op, into)

    def convert(self, op: Operation, into: Block | None = None) -> None:
        """Apply the rule of an operation, unless it uses what failed to be converted."""
        succeeds = False
        if not self.failed or self.failed.isdisjoint(op.operands):
            with self.collecting():
                rule = self._rules.lookup(op.name)
                self.keep(op) if rule is None else self._replace(op, rule, into)
                succeeds = True
        if not succeeds:
            self.failed.update(op.results)

    def _replace(self, op: Operation, rule: ConversionRule[Any], into: Block | None) -> None:
        point = InsertPoint.before(op) if into is None else InsertPoint.at_end(into)
        new = rule.convert(self.at(op, point), op)
        news: list[Any] = new if isinstance(new, list) else [new][: len(op.results)]
        for result, value in zip(op.results, news, strict=True):
            self.bind(result, value)
        if into is None:
            self._old.append(op)

    @contextmanager
    def collecting(self) -> Generator[None]:
        """Note a failure, unless it follows from one inside."""
        known = len(self.findings)
        try:
            yield
        except FindingsError as error:
            if known == len(self.findings):
                self.findings += error.findings

    def finish(self) -> None:
        """Erase what was converted. Operations that stay use the new values, cast where the type
        differs. Raises FindingsError with everything that failed."""
        raise_findings(self.findings)
        for old in self._old:
            if isinstance(old, Operation):
                old.operands = ()
        for old in self._old:
            if isinstance(old, BlockArgument):
                self._release(old, InsertPoint.at_start(old.block))
                old.block.erase_arg(old)
                continue
            for result in old.results:
                self._release(result, InsertPoint.before(old))
            Rewriter.erase_op(old)

    def _release(self, old: SSAValue, at: InsertPoint) -> None:
        if old.first_use is None:
            return
        new = _value_or_none(self.values[old])
        assert new is not None  # only the rules of a conversion use its records
        old.replace_all_uses_with(new if new.type == old.type else _cast(new, old.type, at))


def _value_or_none(new: object) -> SSAValue | None:
    return cast(SSAValue, new) if isinstance(new, SSAValue) else None


def _cast(value: SSAValue, type: Attribute, at: InsertPoint) -> SSAValue:
    """Materialise `value` under another type, for what is on the other side of the conversion."""
    operation, result = UnrealizedConversionCastOp.cast_one(value, type)
    assert isinstance(value, OpResult | BlockArgument)
    operation.location = value.op.location if isinstance(value, OpResult) else value.location
    Rewriter.insert_op(operation, at)
    return result
