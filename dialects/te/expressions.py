"""Tensors that are computed element by element: `te.compute`, `te.reduce`, `te.scan`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, DenseArrayBase, IndexType, IntegerAttr, i64
from xdsl.ir import BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.te.axes import (
    INDEX,
    AnyTensor,
    Extent,
    check_counts,
    check_result,
    join,
    parse_axes,
    print_axes,
    split,
)
from xdsl_torchscript.dialects.te.body import (
    NestOp,
    check_yielding_body,
    parse_type_and_attributes,
    print_rest,
    yielded_value,
)

STORED = "te.stored"
"""Attribute of a `te.compute` that must not be computed where it is read."""


@irdl_op_definition
class ComputeOp(NestOp):
    """A tensor whose element at (axes) is the value yielded by the body; one block argument per
    axis."""

    name = "te.compute"

    dynamic_extents = var_operand_def(IndexType)
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))

    traits = traits_def(Pure())

    def __init__(self, extents: Sequence[Extent], result_type: AnyTensor, body: Region):
        static, dynamic = split(extents)
        super().__init__(
            operands=[dynamic],
            properties={"static_extents": static},
            result_types=[result_type],
            regions=[body],
        )

    @property
    def extents(self) -> tuple[Extent, ...]:
        return join(self.static_extents, self.dynamic_extents)

    @property
    def loop_extents(self) -> tuple[Extent, ...]:
        return self.extents

    @property
    def axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args)

    @property
    def yielded(self) -> SSAValue:
        """The scalar that the body computes."""
        return yielded_value(self.body)

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        result = check_result(self.result.type, self.extents)
        check_yielding_body(self.body, [INDEX] * len(self.extents), result.element_type)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.extents)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ComputeOp:
        axes, extents = parse_axes(parser)
        result_type, attributes = parse_type_and_attributes(parser)
        op = cls(extents, result_type, parser.parse_region(axes))
        op.attributes |= attributes
        return op


@irdl_op_definition
class ReduceOp(NestOp):
    """A tensor whose element at (axes) is the last value yielded by the body.

    The body runs once per index of the reduced axes. Its block arguments are the axes, the reduced
    axes and the accumulator: `init` at first, then the value yielded last.
    """

    name = "te.reduce"

    dynamic_extents = var_operand_def(IndexType)
    dynamic_reduced = var_operand_def(IndexType)
    init = operand_def(AnyAttr())
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))
    static_reduced: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    def __init__(
        self,
        extents: Sequence[Extent],
        reduced: Sequence[Extent],
        init: SSAValue | Operation,
        result_type: AnyTensor,
        body: Region,
    ):
        static, dynamic = split(extents)
        static_reduced, dynamic_reduced = split(reduced)
        super().__init__(
            operands=[dynamic, dynamic_reduced, init],
            properties={"static_extents": static, "static_reduced": static_reduced},
            result_types=[result_type],
            regions=[body],
        )

    @property
    def extents(self) -> tuple[Extent, ...]:
        return join(self.static_extents, self.dynamic_extents)

    @property
    def reduced_extents(self) -> tuple[Extent, ...]:
        return join(self.static_reduced, self.dynamic_reduced)

    @property
    def loop_extents(self) -> tuple[Extent, ...]:
        return (*self.extents, *self.reduced_extents)

    @property
    def axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args[: len(self.static_extents)])

    @property
    def reduced_axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args[len(self.static_extents) : -1])

    @property
    def accumulator(self) -> BlockArgument:
        return self.body.block.args[-1]

    @property
    def yielded(self) -> SSAValue:
        return yielded_value(self.body)

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        check_counts("reduced extents", self.static_reduced, self.dynamic_reduced)
        result = check_result(self.result.type, self.extents)
        element = result.element_type
        if self.init.type != element:
            raise VerifyException(f"init must be {element}, but is {self.init.type}")
        indices = [INDEX] * (len(self.extents) + len(self.reduced_extents))
        check_yielding_body(self.body, [*indices, element], element)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.extents)
        printer.print_string(" over ")
        print_axes(printer, self.reduced_axes, self.reduced_extents)
        _print_init(printer, self)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ReduceOp:
        axes, extents = parse_axes(parser)
        parser.parse_keyword("over")
        reduced_axes, reduced = parse_axes(parser)
        accumulator, value = _parse_init(parser)
        result_type, attributes = parse_type_and_attributes(parser)
        arguments = [*axes, *reduced_axes, accumulator]
        op = cls(extents, reduced, value, result_type, parser.parse_region(arguments))
        op.attributes |= attributes
        return op


@irdl_op_definition
class ScanOp(NestOp):
    """A tensor whose element at (axes) is the value yielded there, after all earlier points.

    The axis `dim` is visited in order. The body's arguments are the axes and the accumulator. It is
    `init` at the first index of that axis, later the previous yielded value.
    """

    name = "te.scan"

    dynamic_extents = var_operand_def(IndexType)
    init = operand_def(AnyAttr())
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))
    dim = prop_def(IntegerAttr.constr(i64))

    traits = traits_def(Pure())

    def __init__(
        self,
        extents: Sequence[Extent],
        dim: int,
        init: SSAValue | Operation,
        result_type: AnyTensor,
        body: Region,
    ):
        static, dynamic = split(extents)
        super().__init__(
            operands=[dynamic, init],
            properties={"static_extents": static, "dim": IntegerAttr(dim, i64)},
            result_types=[result_type],
            regions=[body],
        )

    @property
    def extents(self) -> tuple[Extent, ...]:
        return join(self.static_extents, self.dynamic_extents)

    @property
    def loop_extents(self) -> tuple[Extent, ...]:
        return self.extents

    @property
    def axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args[:-1])

    @property
    def accumulator(self) -> BlockArgument:
        return self.body.block.args[-1]

    @property
    def yielded(self) -> SSAValue:
        return yielded_value(self.body)

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        result = check_result(self.result.type, self.extents)
        element, rank = result.element_type, len(self.extents)
        if not 0 <= self.dim.value.data < rank:
            raise VerifyException(f"has {rank} axes, but runs along {self.dim.value.data}")
        if self.init.type != element:
            raise VerifyException(f"init must be {element}, but is {self.init.type}")
        check_yielding_body(self.body, [*[INDEX] * rank, element], element)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.extents)
        printer.print_string(f" along {self.dim.value.data}")
        _print_init(printer, self)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ScanOp:
        axes, extents = parse_axes(parser)
        parser.parse_keyword("along")
        dim = parser.parse_integer(allow_boolean=False, allow_negative=False)
        accumulator, value = _parse_init(parser)
        result_type, attributes = parse_type_and_attributes(parser)
        body = parser.parse_region([*axes, accumulator])
        op = cls(extents, dim, value, result_type, body)
        op.attributes |= attributes
        return op


def _print_init(printer: Printer, op: ReduceOp | ScanOp) -> None:
    printer.print_string(" init ")
    with printer.in_parens():
        printer.print_ssa_value(op.accumulator)
        printer.print_string(" = ")
        printer.print_ssa_value(op.init)
        printer.print_string(" : ")
        printer.print_attribute(op.init.type)


def _parse_init(parser: Parser) -> tuple[Parser.Argument, SSAValue]:
    """Return the accumulator and its first value."""
    parser.parse_keyword("init")
    with parser.in_parens():
        name = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        init = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = parser.parse_type()
    return name.resolve(type), parser.resolve_operand(init, type)
