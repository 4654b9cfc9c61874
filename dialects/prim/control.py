"""Control flow: `prim.If` and `prim.Loop`, each with its own terminator.

    %r = prim.If %c -> (T) {
      prim.If.yield %x : T
    } else {
      prim.If.yield %y : T
    }

    %r = prim.Loop %n, %c, iter(%init) : (T) -> (T) {
    ^bb0(%i: i64, %x: T):
      prim.Loop.condition %more, iter(%next) : (T)
    }

A loop iterates while its condition holds, at most `max_trip_count` times. Regions may use values
from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import i1, i64
from xdsl.dialects.utils import AbstractYieldOperation
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsTerminator, Pure, ReturnLike

from xdsl_torchscript.dialects.call_syntax import TsOp
from xdsl_torchscript.dialects.prim.effects import RegionEffects


def _print_types(printer: Printer, types: Sequence[Attribute]) -> None:
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)


def _parse_types(parser: Parser) -> list[Attribute]:
    return list[Attribute](
        parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    )


@irdl_op_definition
class IfYieldOp(AbstractYieldOperation[Attribute]):
    """The values of a branch of `prim.If`."""

    name = "prim.If.yield"
    traits = lazy_traits_def(lambda: (IsTerminator(), ReturnLike(), HasParent(IfOp), Pure()))


@irdl_op_definition
class IfOp(TsOp):
    """Run one of two regions; the results are the values that it yields."""

    name = "prim.If"

    condition = operand_def(i1)
    outputs = var_result_def()
    then_region = region_def("single_block")
    else_region = region_def("single_block")

    traits = traits_def(RegionEffects())

    def __init__(
        self,
        condition: SSAValue | Operation,
        result_types: Sequence[Attribute],
        then_region: Region | Sequence[Block],
        else_region: Region | Sequence[Block],
    ) -> None:
        super().__init__(
            operands=[condition],
            result_types=[result_types],
            regions=[then_region, else_region],
        )

    @property
    def then_block(self) -> Block:
        return self.then_region.block

    @property
    def else_block(self) -> Block:
        return self.else_region.block

    @property
    def then_yield(self) -> IfYieldOp:
        return _if_yield(self.then_block)

    @property
    def else_yield(self) -> IfYieldOp:
        return _if_yield(self.else_block)

    def verify_(self) -> None:
        for name, block in (("then", self.then_block), ("else", self.else_block)):
            if block.args:
                self.fail(f"has arguments on its {name} branch")
            last = self.expect_end(f"{name} branch", block, IfYieldOp)
            if last is not None:
                yields = f"yields in its {name} branch"
                self.expect_flow(yields, last.operand_types, self.result_types)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.condition)
        if self.results:
            printer.print_string(" -> ")
            _print_types(printer, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.then_region, print_entry_block_args=False)
        printer.print_string(" else ")
        printer.print_region(self.else_region, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        condition = parser.parse_operand(i1)
        types = _parse_types(parser) if parser.parse_optional_punctuation("->") else []
        then_region = parser.parse_region()
        parser.parse_keyword("else")
        else_region = parser.parse_region()
        op = cls(condition, types, then_region, else_region)
        return op.with_attributes_from(parser)


def _if_yield(block: Block) -> IfYieldOp:
    last = block.last_op
    assert isinstance(last, IfYieldOp)
    return last


@irdl_op_definition
class LoopConditionOp(TsOp):
    """End an iteration of `prim.Loop`: whether to continue, and the carried values."""

    name = "prim.Loop.condition"

    condition = operand_def(i1)
    carried = var_operand_def()

    traits = lazy_traits_def(lambda: (IsTerminator(), HasParent(LoopOp), Pure()))

    def __init__(
        self, condition: SSAValue | Operation, carried: Sequence[SSAValue | Operation] = ()
    ) -> None:
        super().__init__(operands=[condition, carried])

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.condition)
        _print_carried(printer, self.carried)
        if self.carried:
            printer.print_string(" : ")
            _print_types(printer, self.carried.types)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        condition = parser.parse_operand(i1)
        carried = _parse_carried(parser)
        position = parser.pos
        types = _parse_types(parser) if parser.parse_optional_punctuation(":") else []
        op = cls(condition, parser.resolve_operands(carried, types, position))
        return op.with_attributes_from(parser)


def _print_carried(printer: Printer, carried: Sequence[SSAValue]) -> None:
    if carried:
        printer.print_string(", iter")
        printer.print_operands(carried)


def _parse_carried(parser: Parser) -> list[UnresolvedOperand]:
    if not parser.parse_optional_punctuation(","):
        return []
    parser.parse_keyword("iter")
    return parser.parse_op_args_list()


@irdl_op_definition
class LoopOp(TsOp):
    """Run the body repeatedly; the results are the values carried out of the last iteration."""

    name = "prim.Loop"

    max_trip_count = operand_def(i64)
    initial_condition = operand_def(i1)
    carried = var_operand_def()
    outputs = var_result_def()
    body_region = region_def("single_block")

    traits = traits_def(RegionEffects())

    def __init__(
        self,
        max_trip_count: SSAValue | Operation,
        initial_condition: SSAValue | Operation,
        carried: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
        body_region: Region | Sequence[Block],
    ) -> None:
        super().__init__(
            operands=[max_trip_count, initial_condition, carried],
            result_types=[result_types],
            regions=[body_region],
        )

    @property
    def body(self) -> Block:
        return self.body_region.block

    @property
    def trip(self) -> BlockArgument:
        """The number of completed iterations."""
        return self.body.args[0]

    @property
    def carried_args(self) -> Sequence[BlockArgument]:
        """The carried values as the body sees them."""
        return self.body.args[1:]

    @property
    def body_condition(self) -> LoopConditionOp:
        """The body's terminator."""
        last = self.body.last_op
        assert isinstance(last, LoopConditionOp)
        return last

    def verify_(self) -> None:
        if not self.body.args or self.trip.type != i64:
            self.fail("needs the iteration number, an i64, as first argument of its body")
        inner = [arg.type for arg in self.carried_args]
        self.expect_flow("starts with", self.carried.types, inner)
        last = self.expect_end("body", self.body, LoopConditionOp)
        if last is not None:
            self.expect_flow("carries on", last.carried.types, inner)
            self.expect_flow("results in", last.carried.types, self.result_types)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list((self.max_trip_count, self.initial_condition), printer.print_ssa_value)
        _print_carried(printer, self.carried)
        printer.print_string(" : ")
        _print_types(printer, self.carried.types)
        printer.print_string(" -> ")
        _print_types(printer, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.body_region)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        max_trip_count = parser.parse_operand(i64)
        parser.parse_punctuation(",")
        condition = parser.parse_operand(i1)
        carried = _parse_carried(parser)
        parser.parse_punctuation(":")
        position = parser.pos
        operand_types = _parse_types(parser)
        parser.parse_punctuation("->")
        result_types = _parse_types(parser)
        body = parser.parse_region()
        values = parser.resolve_operands(carried, operand_types, position)
        op = cls(max_trip_count, condition, values, result_types, body)
        return op.with_attributes_from(parser)
