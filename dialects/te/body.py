"""Bodies of tensor expressions: scalar code that runs at each point of a nest of axes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.te.axes import INDEX, AnyTensor, Extent, tensor_type


class NestOp(IRDLOperation, ABC):
    """An operation whose body runs at each point of a nest; its axes are the body's first
    arguments."""

    tensors = var_result_def(AnyAttr())
    body = region_def()

    @property
    def result(self) -> OpResult:
        """The only result. Raises ValueError if there are several."""
        (result,) = self.results
        return result

    @property
    @abstractmethod
    def loop_extents(self) -> tuple[Extent, ...]:
        """The extents of all axes, in the order of the body's arguments."""

    @property
    def loop_axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args[: len(self.loop_extents)])


def _extents_around(op: Operation) -> tuple[Extent, ...]:
    """Return the extents of the axes whose body contains `op`; none of a malformed nest, which is
    verified after its body."""
    nest = op.parent_op()
    if not isinstance(nest, NestOp):
        return ()
    try:
        nest.get_irdl_definition().verify(nest)
        return nest.loop_extents
    except VerifyException:
        return ()


@irdl_op_definition
class LoadOp(IRDLOperation):
    """A tensor's element at the given indices, which must be in bounds."""

    name = "te.load"

    tensor = operand_def(AnyAttr())
    indices = var_operand_def(IndexType)
    result = result_def(AnyAttr())

    traits = traits_def(Pure())

    def __init__(self, tensor: SSAValue | Operation, indices: Sequence[SSAValue]):
        value = SSAValue.get(tensor)
        type = tensor_type(value.type)
        element = value.type if type is None else type.element_type
        super().__init__(operands=[value, indices], result_types=[element])

    def verify_(self) -> None:
        tensor = tensor_type(self.tensor.type)
        if tensor is None:
            raise VerifyException(f"operand must be a tensor, not {self.tensor.type}")
        if len(self.indices) != tensor.get_num_dims():
            raise VerifyException(f"{len(self.indices)} indices into {tensor}")
        if self.result.type != tensor.element_type:
            raise VerifyException(f"result must be {tensor.element_type}, not {self.result.type}")
        if 0 in _extents_around(self):
            return  # the body never runs
        for dim, (index, size) in enumerate(zip(self.indices, tensor.get_shape(), strict=True)):
            owner = index.owner
            if isinstance(owner, arith.ConstantOp):
                reached = owner.value.value.data if isa(owner.value, IntegerAttr) else None
            elif isinstance(index, BlockArgument) and owner is self.parent:
                extent = dict(enumerate(_extents_around(self))).get(index.index)
                reached = extent - 1 if isinstance(extent, int) else None
            else:
                reached = None
            if size != DYNAMIC_INDEX and reached is not None and not 0 <= reached < size:
                raise VerifyException(
                    f"index #{dim} reaches {reached}, outside of dimension {dim} of {tensor}"
                )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tensor)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.tensor.type)

    @classmethod
    def parse(cls, parser: Parser) -> LoadOp:
        tensor = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(tensor, parser.parse_type())
        op = cls(value, [parser.resolve_operand(index, INDEX) for index in indices])
        op.attributes |= attributes
        return op


@irdl_op_definition
class YieldOp(IRDLOperation):
    """End a body with the scalars that it computes, one for each result."""

    name = "te.yield"

    values = var_operand_def(AnyAttr())

    traits = traits_def(IsTerminator())

    assembly_format = "$values attr-dict `:` type($values)"

    def __init__(self, *values: SSAValue | Operation):
        super().__init__(operands=[values])

    def verify_(self) -> None:
        check_is_in_nest(self)


def check_is_in_nest(op: Operation) -> None:
    parent = op.parent_op()
    if parent is not None and not isinstance(parent, NestOp):
        raise VerifyException(f"must end a body of te, but is in '{parent.name}'")


def yielded_value(body: Region) -> SSAValue:
    """Return the only scalar that a body computes. Raises ValueError if there are several."""
    (value,) = _yielded_values(body)
    return value


def _yielded_values(body: Region) -> Sequence[SSAValue]:
    last = body.block.last_op
    if not isinstance(last, YieldOp):
        raise VerifyException("body must end in 'te.yield'")
    return last.values


def check_body(body: Region, arguments: Sequence[Attribute], end: type[Operation]) -> None:
    """Check the body: one block with these arguments, of scalar code, ended by an `end`."""
    if len(body.blocks) != 1:
        raise VerifyException(f"body must have one block, not {len(body.blocks)}")
    block = body.block
    found = [argument.type for argument in block.args]
    if found != list(arguments):
        wanted, got = (", ".join(str(t) for t in types) for types in (arguments, found))
        raise VerifyException(f"body must take ({wanted}), but takes ({got})")
    if not isinstance(block.last_op, end):
        raise VerifyException(f"body must end in '{end.name}'")
    for op in block.ops:
        if not isinstance(op, (LoadOp, end)) and op.dialect_name() not in ("arith", "math"):
            raise VerifyException(
                f"body may contain only arith, math and te.load, but contains '{op.name}'"
            )


def check_yielding_body(
    body: Region, arguments: Sequence[Attribute], elements: Sequence[Attribute]
) -> None:
    """Check a body that yields such elements."""
    check_body(body, arguments, YieldOp)
    found = [value.type for value in _yielded_values(body)]
    if found != list(elements):
        wanted, got = (", ".join(map(str, types)) for types in (elements, found))
        raise VerifyException(f"body must yield {wanted}, but yields {got}")


def print_rest(printer: Printer, op: NestOp) -> None:
    printer.print_string(" : ")
    printer.print_list(op.result_types, printer.print_attribute)
    printer.print_op_attributes(op.attributes, print_keyword=True)
    printer.print_string(" ")
    printer.print_region(op.body, print_entry_block_args=False, print_empty_block=False)


def parse_types_and_attributes(parser: Parser) -> tuple[list[AnyTensor], dict[str, Attribute]]:
    def parse_tensor_type() -> AnyTensor:
        position = parser.pos
        type = tensor_type(parser.parse_type())
        return type or parser.raise_error("expected a tensor type", position)

    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parse_tensor_type)
    attributes = parser.parse_optional_attr_dict_with_keyword()
    return types, {} if attributes is None else dict(attributes.data)
