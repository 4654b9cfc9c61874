"""Tensors that are computed element by element: `te.compute`, `te.reduce`, `te.scan`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, DenseArrayBase, IndexType, IntegerAttr, i64
from xdsl.ir import Attribute, BlockArgument, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    irdl_op_definition,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.te.axes import (
    INDEX,
    AnyTensor,
    Extent,
    check_counts,
    check_results,
    join,
    parse_axes,
    print_axes,
    split,
)
from xdsl_torchscript.dialects.te.body import (
    NestOp,
    check_yielding_body,
    parse_types_and_attributes,
    print_rest,
    yielded_value,
)

STORED = "te.stored"
"""Attribute of a `te.compute` that must not be computed where it is read."""
BLOCKS = "te.blocks"
"""Attribute of one that asks for blocks in memory: an axis, and the elements of a block along
it."""


def _check_blocks(given: Attribute, rank: int) -> None:
    values = given.get_values() if isa(given, DenseArrayBase[I64]) else ()
    if len(values) != 2 or not 0 <= values[0] < rank or values[1] < 1:
        raise VerifyException(
            f"has {given} as '{BLOCKS}', expected array<i64: axis, width> with an axis below {rank}"
        )


@irdl_op_definition
class ComputeOp(NestOp):
    """Tensors whose elements at (axes) are the values yielded by the body; one block argument per
    axis."""

    name = "te.compute"

    dynamic_extents = var_operand_def(IndexType)
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))

    traits = traits_def(Pure())

    def __init__(self, extents: Sequence[Extent], types: Sequence[AnyTensor], body: Region):
        static, dynamic = split(extents)
        super().__init__(
            operands=[dynamic],
            properties={"static_extents": static},
            result_types=[types],
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
        """The only scalar that the body computes."""
        return yielded_value(self.body)

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        elements = check_results(self.result_types, self.extents)
        check_yielding_body(self.body, [INDEX] * len(self.extents), elements)
        if BLOCKS in self.attributes:
            _check_blocks(self.attributes[BLOCKS], len(self.extents))

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.extents)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ComputeOp:
        axes, extents = parse_axes(parser)
        types, attributes = parse_types_and_attributes(parser)
        op = cls(extents, types, parser.parse_region(axes))
        op.attributes |= attributes
        return op


@irdl_op_definition
class ReduceOp(NestOp):
    """Tensors whose elements at (axes) are the last values yielded by the body.

    The body runs once per index of the reduced axes. Its block arguments are the axes, the reduced
    axes and the accumulators: `inits` at first, then the values yielded last.
    """

    name = "te.reduce"

    dynamic_extents = var_operand_def(IndexType)
    dynamic_reduced = var_operand_def(IndexType)
    inits = var_operand_def(AnyAttr())
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))
    static_reduced: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    def __init__(
        self,
        extents: Sequence[Extent],
        reduced: Sequence[Extent],
        inits: Sequence[SSAValue],
        types: Sequence[AnyTensor],
        body: Region,
    ):
        static, dynamic = split(extents)
        static_reduced, dynamic_reduced = split(reduced)
        super().__init__(
            operands=[dynamic, dynamic_reduced, inits],
            properties={"static_extents": static, "static_reduced": static_reduced},
            result_types=[types],
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
        return tuple(self.body.block.args[len(self.static_extents) : -len(self.inits)])

    @property
    def accumulators(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args[-len(self.inits) :])

    @property
    def yielded(self) -> SSAValue:
        return yielded_value(self.body)

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        check_counts("reduced extents", self.static_reduced, self.dynamic_reduced)
        elements = check_results(self.result_types, self.extents)
        _check_inits(self.inits, elements)
        indices = [INDEX] * (len(self.extents) + len(self.reduced_extents))
        check_yielding_body(self.body, [*indices, *elements], elements)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.extents)
        printer.print_string(" over ")
        print_axes(printer, self.reduced_axes, self.reduced_extents)
        _print_inits(printer, self)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ReduceOp:
        axes, extents = parse_axes(parser)
        parser.parse_keyword("over")
        reduced_axes, reduced = parse_axes(parser)
        accumulators, inits = _parse_inits(parser)
        types, attributes = parse_types_and_attributes(parser)
        arguments = [*axes, *reduced_axes, *accumulators]
        op = cls(extents, reduced, inits, types, parser.parse_region(arguments))
        op.attributes |= attributes
        return op


@irdl_op_definition
class ScanOp(NestOp):
    """Tensors whose elements at (axes) are the values yielded there, after all earlier points.

    The axis `dim` is visited in order. The body's arguments are the axes and the accumulators. They
    are `inits` at the first index of that axis, later the previous yielded values.
    """

    name = "te.scan"

    dynamic_extents = var_operand_def(IndexType)
    inits = var_operand_def(AnyAttr())
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))
    dim = prop_def(IntegerAttr.constr(i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    def __init__(
        self,
        extents: Sequence[Extent],
        dim: int,
        inits: Sequence[SSAValue],
        types: Sequence[AnyTensor],
        body: Region,
    ):
        static, dynamic = split(extents)
        super().__init__(
            operands=[dynamic, inits],
            properties={"static_extents": static, "dim": IntegerAttr(dim, i64)},
            result_types=[types],
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
        return tuple(self.body.block.args[: len(self.static_extents)])

    @property
    def accumulators(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args[len(self.static_extents) :])

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        elements, rank = check_results(self.result_types, self.extents), len(self.extents)
        if not 0 <= self.dim.value.data < rank:
            raise VerifyException(f"has {rank} axes, but runs along {self.dim.value.data}")
        _check_inits(self.inits, elements)
        check_yielding_body(self.body, [*[INDEX] * rank, *elements], elements)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.extents)
        printer.print_string(f" along {self.dim.value.data}")
        _print_inits(printer, self)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ScanOp:
        axes, extents = parse_axes(parser)
        parser.parse_keyword("along")
        dim = parser.parse_integer(allow_boolean=False, allow_negative=False)
        accumulators, inits = _parse_inits(parser)
        types, attributes = parse_types_and_attributes(parser)
        op = cls(extents, dim, inits, types, parser.parse_region([*axes, *accumulators]))
        op.attributes |= attributes
        return op


def _check_inits(inits: Sequence[SSAValue], elements: Sequence[Attribute]) -> None:
    found = [init.type for init in inits]
    if found != list(elements):
        wanted, got = (", ".join(map(str, types)) for types in (elements, found))
        raise VerifyException(f"init must be {wanted}, but is {got}")


def _print_inits(printer: Printer, op: ReduceOp | ScanOp) -> None:
    def one(pair: tuple[BlockArgument, SSAValue]) -> None:
        accumulator, init = pair
        printer.print_ssa_value(accumulator)
        printer.print_string(" = ")
        printer.print_ssa_value(init)
        printer.print_string(" : ")
        printer.print_attribute(init.type)

    printer.print_string(" init ")
    with printer.in_parens():
        printer.print_list(list(zip(op.accumulators, op.inits, strict=True)), one)


def _parse_inits(parser: Parser) -> tuple[list[Parser.Argument], list[SSAValue]]:
    """Return the accumulators and their first values."""

    def one() -> tuple[Parser.Argument, SSAValue]:
        name = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        init = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return name.resolve(type), parser.resolve_operand(init, type)

    parser.parse_keyword("init")
    pairs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, one)
    return [accumulator for accumulator, _ in pairs], [init for _, init in pairs]
