"""The `te` dialect: tensor expressions, each a scalar program run for every index of its result.

    %0 = te.compute (%i = %s0, %j = 128) : tensor<?x128xf32> {
      %1 = te.load %t[%i, %j] : tensor<?x128xf32>
      %2 = arith.mulf %1, %1 : f32
      te.yield %2 : f32
    }
    %3 = te.reduce (%i = %s0) over (%k = 128) init (%acc = %zero : f32) : tensor<?xf32> {
      %4 = te.load %0[%i, %k] : tensor<?x128xf32>
      %5 = arith.addf %acc, %4 : f32
      te.yield %5 : f32
    }

Tensors are values: nothing here reads or writes memory. The extent of an axis is a number or an
`index` value. A body contains `arith`, `math` and `te.load`, and may use scalars and tensors from
outside. `te.reduce` visits the reduced axes in order, the last one fastest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    I64,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, BlockArgument, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsTerminator, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

Extent: TypeAlias = int | SSAValue
"""The extent of an axis: a number, or an `index` value."""

AnyTensor: TypeAlias = TensorType[Attribute]

SIZES = "te.sizes"
"""Attribute of a tensor argument: for each `?` in its type, the position of the `index` argument
with that size."""

_INDEX = IndexType()
_BODY_DIALECTS = frozenset({"arith", "math"})


def tensor_type(type: Attribute) -> AnyTensor | None:
    """Return `type` if it is a ranked tensor, otherwise None."""
    return cast(AnyTensor, type) if isinstance(type, TensorType) else None


def _split(extents: Sequence[Extent]) -> tuple[DenseArrayBase[I64], list[SSAValue]]:
    """Split `extents` into static numbers, with a marker for each dynamic one, and dynamic
    values."""
    static = [e if isinstance(e, int) else DYNAMIC_INDEX for e in extents]
    return DenseArrayBase.from_list(i64, static), [e for e in extents if not isinstance(e, int)]


def _join(static: DenseArrayBase[I64], dynamic: Sequence[SSAValue]) -> tuple[Extent, ...]:
    values = iter(dynamic)
    numbers = static.get_values()
    return tuple(next(values) if n == DYNAMIC_INDEX else n for n in numbers)


def _parse_axes(parser: Parser) -> tuple[list[Parser.Argument], list[Extent]]:
    def axis() -> tuple[Parser.UnresolvedArgument, int | UnresolvedOperand]:
        argument = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        extent = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
        return argument, parser.parse_unresolved_operand() if extent is None else extent

    axes = parser.parse_comma_separated_list(parser.Delimiter.PAREN, axis)
    extents: list[Extent] = [
        e if isinstance(e, int) else parser.resolve_operand(e, _INDEX) for _, e in axes
    ]
    return [argument.resolve(_INDEX) for argument, _ in axes], extents


def _print_axes(printer: Printer, axes: Sequence[SSAValue], extents: Sequence[Extent]) -> None:
    def one(pair: tuple[SSAValue, Extent]) -> None:
        axis, extent = pair
        printer.print_ssa_value(axis)
        printer.print_string(" = ")
        if isinstance(extent, int):
            printer.print_int(extent)
        else:
            printer.print_ssa_value(extent)

    with printer.in_parens():
        printer.print_list(list(zip(axes, extents, strict=True)), one)


def _print_rest(printer: Printer, op: ComputeOp | ReduceOp) -> None:
    printer.print_string(" : ")
    printer.print_attribute(op.result.type)
    printer.print_op_attributes(op.attributes, print_keyword=True)
    printer.print_string(" ")
    printer.print_region(op.body, print_entry_block_args=False, print_empty_block=False)


def _check_counts(name: str, static: DenseArrayBase[I64], dynamic: Sequence[SSAValue]) -> None:
    numbers = static.get_values()
    marks = sum(n == DYNAMIC_INDEX for n in numbers)
    if marks != len(dynamic):
        raise VerifyException(f"{len(dynamic)} values for {marks} dynamic {name}")
    if any(n < 0 for n in numbers if n != DYNAMIC_INDEX):
        raise VerifyException(f"a number among the {name} is negative")


def _check_result(result: Attribute, extents: Sequence[Extent]) -> AnyTensor:
    tensor = tensor_type(result)
    if tensor is None:
        raise VerifyException(f"result must be a tensor, not {result}")
    expected = tuple(e if isinstance(e, int) else DYNAMIC_INDEX for e in extents)
    if tensor.get_shape() != expected:
        sizes = "x".join("?" if e == DYNAMIC_INDEX else str(e) for e in expected) or "no sizes"
        raise VerifyException(f"result must have one size per axis ({sizes}), but is {result}")
    return tensor


def _check_body(body: Region, arguments: Sequence[Attribute], element: Attribute) -> None:
    """Check the body: one block with these arguments, only scalar code, and a yield of
    `element`."""
    if len(body.blocks) != 1:
        raise VerifyException(f"body must have one block, not {len(body.blocks)}")
    block = body.block
    found = [argument.type for argument in block.args]
    if found != list(arguments):
        wanted, got = (", ".join(str(t) for t in types) for types in (arguments, found))
        raise VerifyException(f"body must take ({wanted}), but takes ({got})")
    last = block.last_op
    if not isinstance(last, YieldOp):
        raise VerifyException("body must end in 'te.yield'")
    if last.value.type != element:
        raise VerifyException(f"body must yield {element}, but yields {last.value.type}")
    for op in block.ops:
        if not isinstance(op, (LoadOp, YieldOp)) and op.dialect_name() not in _BODY_DIALECTS:
            raise VerifyException(
                f"body must hold arith, math and te.load alone, but holds '{op.name}'"
            )


@irdl_op_definition
class ComputeOp(IRDLOperation):
    """A tensor whose element at (axes) is the value yielded by the body; one block argument per
    axis."""

    name = "te.compute"

    dynamic_extents = var_operand_def(IndexType)
    static_extents: DenseArrayBase[I64] = prop_def(DenseArrayBase.constr(i64))
    result = result_def(AnyAttr())
    body = region_def()

    traits = traits_def(Pure())

    def __init__(self, extents: Sequence[Extent], result_type: AnyTensor, body: Region):
        static, dynamic = _split(extents)
        super().__init__(
            operands=[dynamic],
            properties={"static_extents": static},
            result_types=[result_type],
            regions=[body],
        )

    @property
    def extents(self) -> tuple[Extent, ...]:
        return _join(self.static_extents, self.dynamic_extents)

    @property
    def axes(self) -> tuple[BlockArgument, ...]:
        return tuple(self.body.block.args)

    @property
    def yielded(self) -> SSAValue:
        """The scalar that the body computes."""
        return _yielded(self.body)

    def verify_(self) -> None:
        _check_counts("extents", self.static_extents, self.dynamic_extents)
        result = _check_result(self.result.type, self.extents)
        _check_body(self.body, [_INDEX] * len(self.extents), result.element_type)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_axes(printer, self.axes, self.extents)
        _print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ComputeOp:
        axes, extents = _parse_axes(parser)
        result_type, attributes = _parse_type_and_attributes(parser)
        op = cls(extents, result_type, parser.parse_region(axes))
        op.attributes |= attributes
        return op


@irdl_op_definition
class ReduceOp(IRDLOperation):
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
    result = result_def(AnyAttr())
    body = region_def()

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
        static, dynamic = _split(extents)
        static_reduced, dynamic_reduced = _split(reduced)
        super().__init__(
            operands=[dynamic, dynamic_reduced, init],
            properties={"static_extents": static, "static_reduced": static_reduced},
            result_types=[result_type],
            regions=[body],
        )

    @property
    def extents(self) -> tuple[Extent, ...]:
        return _join(self.static_extents, self.dynamic_extents)

    @property
    def reduced_extents(self) -> tuple[Extent, ...]:
        return _join(self.static_reduced, self.dynamic_reduced)

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
        return _yielded(self.body)

    def verify_(self) -> None:
        _check_counts("extents", self.static_extents, self.dynamic_extents)
        _check_counts("reduced extents", self.static_reduced, self.dynamic_reduced)
        result = _check_result(self.result.type, self.extents)
        element = result.element_type
        if self.init.type != element:
            raise VerifyException(f"init must be {element}, but is {self.init.type}")
        indices = [_INDEX] * (len(self.extents) + len(self.reduced_extents))
        _check_body(self.body, [*indices, element], element)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_axes(printer, self.axes, self.extents)
        printer.print_string(" over ")
        _print_axes(printer, self.reduced_axes, self.reduced_extents)
        printer.print_string(" init ")
        with printer.in_parens():
            printer.print_ssa_value(self.accumulator)
            printer.print_string(" = ")
            printer.print_ssa_value(self.init)
            printer.print_string(" : ")
            printer.print_attribute(self.init.type)
        _print_rest(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> ReduceOp:
        axes, extents = _parse_axes(parser)
        parser.parse_keyword("over")
        reduced_axes, reduced = _parse_axes(parser)
        parser.parse_keyword("init")
        with parser.in_parens():
            name = parser.parse_argument(expect_type=False)
            parser.parse_punctuation("=")
            init = parser.parse_unresolved_operand()
            parser.parse_punctuation(":")
            init_type = parser.parse_type()
        result_type, attributes = _parse_type_and_attributes(parser)
        arguments = [*axes, *reduced_axes, name.resolve(init_type)]
        value = parser.resolve_operand(init, init_type)
        op = cls(extents, reduced, value, result_type, parser.parse_region(arguments))
        op.attributes |= attributes
        return op


def _extents_around(op: Operation) -> tuple[Extent, ...]:
    """Return the extents of the axes whose body contains `op`."""
    axes = op.parent_op()
    if isinstance(axes, ReduceOp):
        return (*axes.extents, *axes.reduced_extents)
    return axes.extents if isinstance(axes, ComputeOp) else ()


def _last_index(index: SSAValue, op: Operation) -> int | None:
    """Return the largest value of an index that is a constant or an axis of known extent."""
    owner = index.owner
    if isinstance(owner, arith.ConstantOp):
        return owner.value.value.data if isa(owner.value, IntegerAttr) else None
    if not isinstance(index, BlockArgument) or owner is not op.parent:
        return None
    extent = dict(enumerate(_extents_around(op))).get(index.index)
    return extent - 1 if isinstance(extent, int) else None


@irdl_op_definition
class LoadOp(IRDLOperation):
    """The element of a tensor at the given indices, which must lie inside of it."""

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
            reached = _last_index(index, self)
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
        op = cls(value, [parser.resolve_operand(index, _INDEX) for index in indices])
        op.attributes |= attributes
        return op


@irdl_op_definition
class YieldOp(IRDLOperation):
    """End a body with the scalar that it computes."""

    name = "te.yield"

    value = operand_def(AnyAttr())

    traits = traits_def(IsTerminator(), HasParent(ComputeOp, ReduceOp))

    assembly_format = "$value attr-dict `:` type($value)"

    def __init__(self, value: SSAValue | Operation):
        super().__init__(operands=[value])


def _yielded(body: Region) -> SSAValue:
    last = body.block.last_op
    if not isinstance(last, YieldOp):
        raise VerifyException("body must end in 'te.yield'")
    return last.value


def sizes_of_argument(function: func.FuncOp, position: int) -> tuple[int, ...] | None:
    """Return the positions of the arguments that are the symbolic sizes of a tensor argument.

    Return None if the function has no `te.sizes` for it. Raises VerifyException for an invalid one.
    """
    types = function.function_type.inputs.data
    attributes = function.arg_attrs
    sizes = None if attributes is None else attributes.data[position].data.get(SIZES)
    if sizes is None:
        return None
    numbers = sizes.get_values() if isa(sizes, DenseArrayBase[I64]) else ()
    tensor = tensor_type(types[position])
    dynamic = 0 if tensor is None else tensor.get_shape().count(DYNAMIC_INDEX)
    if len(numbers) != dynamic or not numbers:
        raise VerifyException(
            f"argument {position} of type {types[position]} has {SIZES} of {len(numbers)} numbers, "
            f"but {dynamic} dynamic sizes"
        )
    if not all(0 <= n < len(types) and types[n] == _INDEX for n in numbers):
        raise VerifyException(f"argument {position} has {SIZES} that are not of type index")
    return numbers


def _parse_type_and_attributes(parser: Parser) -> tuple[AnyTensor, dict[str, Attribute]]:
    parser.parse_punctuation(":")
    position = parser.pos
    result_type = tensor_type(parser.parse_type())
    if result_type is None:
        parser.raise_error("expected a tensor type", position)
    attributes = parser.parse_optional_attr_dict_with_keyword()
    return result_type, {} if attributes is None else dict(attributes.data)


TE = Dialect("te", [ComputeOp, ReduceOp, LoadOp, YieldOp], [])
