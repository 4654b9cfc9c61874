"""Conversion of the operations of one level to the next, after MLIR's dialect conversion.

    RULES = ConversionRules[LlvmConversion]("a conversion to llvm")

    @RULES.rule(arith.NegfOp)
    def _(to: LlvmConversion, op: arith.NegfOp) -> SSAValue:
        return to(llvm.FNegOp(to.value(op.operand)))

    LlvmConversion(RULES).run(module)

One walk over blocks and regions applies the rules. The value that a rule returns replaces its
operation's results. Operations without a rule remain. Old operations are erased at the end, and all
failures of rules are reported then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from xdsl_torchscript.lowering.core.walk import operations_in

MappedT = TypeVar("MappedT")
"""The replacement of an old value: a value, or a record."""

ConversionT = TypeVar("ConversionT")
OperationT = TypeVar("OperationT", bound=Operation)


def _always(op: Operation) -> None:
    """Accept the operation."""


@dataclass(frozen=True)
class ConversionRule(Generic[ConversionT]):
    """The conversion of operations of one name.

    `convert` emits the new operations and returns the result's replacement, or a list of
    replacements. `check` raises an error with the reason if an operation cannot be converted. What
    `convert` would raise after that, `trial` raises without a conversion of the program.
    """

    convert: Callable[[ConversionT, Any], Any]
    check: Callable[[Any], None] = _always
    trial: Callable[[Any], None] = _always


class ConversionRules(RuleTable[ConversionRule[ConversionT]]):
    """A conversion's rules by op name."""

    def rule(
        self, *classes: type[OperationT]
    ) -> Callable[[Callable[[ConversionT, OperationT], Any]], None]:
        """Register the decorated function for operations of these classes."""

        def register(function: Callable[[ConversionT, OperationT], Any]) -> None:
            for op_class in classes:
                self.register(op_class.name, ConversionRule(function))

        return register


class Conversion(Generic[MappedT]):
    """A conversion at its current operation.

    For the rule it is the builder (`to(op)`, `to.emit`), the operand adaptor (`to.value(operand)`)
    and the type converter (`to.type(type)`).
    """

    op: Operation
    emit: Emitter

    def __init__(self, rules: RuleTable[ConversionRule[Any]]) -> None:
        self.values: dict[SSAValue, MappedT] = {}
        """The replacements of the old values converted so far."""
        self.findings: list[Finding] = []
        self._rules = rules
        self._casts: dict[SSAValue, SSAValue] = {}
        self._old: list[Operation] = []
        self._old_arguments: list[BlockArgument] = []
        self.failed: set[SSAValue] = set()
        """Results of operations whose rules failed."""

    # Interface of rules.

    def __call__(self, op: Operation) -> SSAValue:
        """Emit an operation and return its first result."""
        return self.emit(op).results[0]

    def type(self, type: Attribute) -> Attribute:
        """Return the new type of values of an old type."""
        return type

    def value(self, old: SSAValue) -> SSAValue:
        """Return the replacement of `old`, cast to its new type if it is not converted."""
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
        """Return the replacements of `olds`."""
        return [self.value(old) for old in olds]

    def bind(self, old: SSAValue, new: MappedT) -> None:
        """Replace `old` by `new` from now on, under the same name."""
        self.values[old] = new
        if isinstance(new, SSAValue) and new.name_hint is None:
            new.name_hint = old.name_hint

    def at(self, op: Operation, point: InsertPoint) -> Self:
        """Return the conversion with `op` as its operation, emitting at `point`."""
        here = object.__new__(type(self))  # copy.copy takes longer than most rules
        vars(here).update(vars(self), op=op, emit=Emitter(point, nearest_location(op)))
        return here

    def replace_argument(self, old: BlockArgument, new: MappedT) -> None:
        """Replace a block argument, which is erased at the end."""
        self.bind(old, new)
        self._old_arguments.append(old)

    # The walk.

    def run(self, root: Operation) -> None:
        """Convert the contents of `root` in place. Raises FindingsError with all failures."""
        self.keep(root)
        self.finish()

    def keep(self, op: Operation) -> None:
        """Keep an operation without a rule, and convert its regions."""
        for region in op.regions:
            for block in list(region.blocks):  # a rule may split them
                self.convert_block(block)

    def convert_block(self, block: Block, into: Block | None = None) -> None:
        """Convert the operations of a block in place, or to the end of another block."""
        for op in operations_in(block):
            self.convert(op, into)

    def convert(self, op: Operation, into: Block | None = None) -> None:
        """Apply an operation's rule, unless the conversion of an operand has failed."""
        rule = self._rules.lookup(op.name)
        if self.failed and not self.failed.isdisjoint(op.operands):
            self.failed.update(op.results)
        elif rule is None:
            self.attempt(self.keep, op)
        else:
            self.attempt(self._replace, op, rule, into)

    def attempt(self, step: Callable[..., None], op: Operation, *arguments: Any) -> None:
        """Call `step` for `op`. Note its failure, unless it follows from one inside `op`."""
        known = len(self.findings)
        try:
            step(op, *arguments)
        except FindingsError as error:
            self.failed.update(op.results)
            if known == len(self.findings):
                self.findings += error.findings

    def _replace(self, op: Operation, rule: ConversionRule[Any], into: Block | None) -> None:
        point = InsertPoint.before(op) if into is None else InsertPoint.at_end(into)
        new = rule.convert(self.at(op, point), op)
        news = cast(list[Any], new) if isinstance(new, list) else [new][: len(op.results)]
        for result, value in zip(op.results, news, strict=True):
            self.bind(result, value)
        if into is None:
            self._old.append(op)

    def finish(self) -> None:
        """Erase converted operations; cast operands of the remaining ones where the type differs.

        Raises FindingsError with all failures.
        """
        raise_findings(self.findings)
        for op in self._old:
            op.operands = ()
        for op in self._old:
            for result in op.results:
                if result.first_use is not None:
                    self._release(result, InsertPoint.before(op))
            Rewriter.erase_op(op)
        for argument in self._old_arguments:
            if argument.first_use is not None:
                self._release(argument, InsertPoint.at_start(argument.block))
            argument.block.erase_arg(argument)

    def _release(self, old: SSAValue, at: InsertPoint) -> None:
        """Replace the uses of an old value, under its type."""
        new = _value_or_none(self.values[old])
        assert new is not None  # only the rules of a conversion use its records
        old.replace_all_uses_with(new if new.type == old.type else _cast(new, old.type, at))


def _value_or_none(new: object) -> SSAValue | None:
    return cast(SSAValue, new) if isinstance(new, SSAValue) else None


def _cast(value: SSAValue, type: Attribute, at: InsertPoint) -> SSAValue:
    """Materialise `value` under another type, for uses on the other side of the conversion."""
    operation = UnrealizedConversionCastOp.create(operands=[value], result_types=[type])
    operation.results[0].name_hint = value.name_hint
    assert isinstance(value, OpResult | BlockArgument)
    operation.location = value.op.location if isinstance(value, OpResult) else value.location
    Rewriter.insert_op(operation, at)
    return operation.results[0]
