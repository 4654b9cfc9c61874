"""Tensors with some elements replaced at computed indices: `te.scatter`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, DenseArrayBase, IndexType, StringAttr, i64
from xdsl.ir import BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.te.axes import (
    INDEX,
    Extent,
    check_counts,
    join,
    parse_axes,
    print_axes,
    split,
    tensor_type,
)
from xdsl_torchscript.dialects.te.body import (
    NestOp,
    check_body,
    check_is_in_nest,
    parse_types_and_attributes,
    print_rest,
)

COMBINATIONS = ("set", "add", "mul", "max", "min")
"""The combinations of an element and the value of `te.put`: the value, the sum, ..."""


@irdl_op_definition
class PutOp(IRDLOperation):
    """End a scatter's body: combine a value with the element at the indices, which must be in
    bounds."""

    name = "te.put"

    value = operand_def(AnyAttr())
    indices = var_operand_def(IndexType)
    combination: StringAttr = prop_def(StringAttr)

    traits = traits_def(IsTerminator())

    def __init__(self, value: SSAValue, indices: Sequence[SSAValue], combination: str):
        super().__init__(
            operands=[value, indices], properties={"combination": StringAttr(combination)}
        )

    def verify_(self) -> None:
        check_is_in_nest(self)
        if self.combination.data not in COMBINATIONS:
            known = ", ".join(COMBINATIONS)
            raise VerifyException(f"combines by '{self.combination.data}', expected one of {known}")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" at ")
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_string(f" {self.combination.data}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)

    @classmethod
    def parse(cls, parser: Parser) -> PutOp:
        value = parser.parse_unresolved_operand()
        parser.parse_keyword("at")
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        combination = parser.parse_identifier()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        places = [parser.resolve_operand(index, INDEX) for index in indices]
        op = cls(parser.resolve_operand(value, type), places, combination)
        op.attributes |= attributes
        return op


@irdl_op_definition
class ScatterOp(NestOp):
    """The tensor `init` with elements combined by the body's `te.put`, at each point of the axes.

    Points are visited in order, the last axis fastest, so with `set` the last value written to an
    element stays. There is one block argument per axis.
    """

    name = "te.scatter"

    dynamic_extents = var_operand_def(IndexType)
    init = operand_def(AnyAttr())
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))

    traits = traits_def(Pure())

    def __init__(self, extents: Sequence[Extent], init: SSAValue | Operation, body: Region):
        static, dynamic = split(extents)
        tensor = SSAValue.get(init)
        super().__init__(
            operands=[dynamic, tensor],
            properties={"static_extents": static},
            result_types=[[tensor.type]],
            regions=[body],
        )

    @property
    def loop_extents(self) -> tuple[Extent, ...]:
        return join(self.static_extents, self.dynamic_extents)

    @property
    def axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args)

    @property
    def put(self) -> PutOp:
        end = self.body.block.last_op
        if not isinstance(end, PutOp):
            raise VerifyException("body must end in 'te.put'")
        return end

    def verify_(self) -> None:
        check_counts("extents", self.static_extents, self.dynamic_extents)
        tensor = tensor_type(self.init.type)
        if tensor is None or self.result_types != (tensor,):
            raise VerifyException(f"result must be a tensor like init, {self.init.type}")
        check_body(self.body, [INDEX] * len(self.loop_extents), PutOp)
        if self.put.value.type != tensor.element_type:
            raise VerifyException(f"body must put {tensor.element_type}, not {self.put.value.type}")
        if len(self.put.indices) != tensor.get_num_dims():
            raise VerifyException(f"body puts at {len(self.put.indices)} indices into {tensor}")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_axes(printer, self.axes, self.loop_extents)
        printer.print_string(" into ")
        printer.print_ssa_value(self.init)
        print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ScatterOp:
        axes, extents = parse_axes(parser)
        parser.parse_keyword("into")
        init = parser.parse_unresolved_operand()
        position = parser.pos
        types, attributes = parse_types_and_attributes(parser)
        if len(types) > 1:
            parser.raise_error("expected one tensor type", position)
        value = parser.resolve_operand(init, types[0])
        op = cls(extents, value, parser.parse_region(axes))
        op.attributes |= attributes
        return op
