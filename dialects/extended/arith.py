"""The `arith` dialect with MLIR's comparisons, selects and casts of vectors.

xDSL restricts `arith.cmpi`, `arith.cmpf`, `arith.select` and the integer casts to scalars, lacks
`arith.remf`, and prints floats in `arith.constant` that it misreads (`dialects/number_text.py`).
The classes here are subclasses under the same names, so `isinstance(op, arith.CmpiOp)` holds for
scalars and vectors alike:

    %m = arith.cmpf olt, %a, %b : vector<8xf32>
    %r = arith.select %m, %a, %b : vector<8xi1>, vector<8xf32>
    %n = arith.fptosi %r : vector<8xf32> to vector<8xi32>
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import cast

from xdsl.dialect_interfaces import DialectInterface
from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    RankedStructure,
    TensorType,
    VectorType,
    container_of,
    i1,
)
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    AttrConstraint,
    IRDLOperation,
    OpDef,
    OperandDef,
    ResultDef,
    irdl_op_definition,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.rewriter import Rewriter
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.number_text import print_number

_BOOLS = container_of(IntegerType(1))
_INTEGERS = container_of(IntegerType)
_INDICES = container_of(IntegerType | IndexType)
_FLOATS = container_of(AnyFloat)


def _constrain(base: type[IRDLOperation], **constraints: AttrConstraint) -> OpDef:
    """Return the definition of `base` with new constraints on the named operands and results."""
    definition = base.get_irdl_definition()
    return replace(
        definition,
        operands=[
            (name, OperandDef(constraints[name]) if name in constraints else old)
            for name, old in definition.operands
        ],
        results=[
            (name, ResultDef(constraints[name]) if name in constraints else old)
            for name, old in definition.results
        ],
    )


def lanes_of(type: Attribute) -> tuple[int, ...] | None:
    """Return the shape of a vector type, None for a scalar."""
    return cast(VectorType[Attribute], type).get_shape() if isinstance(type, VectorType) else None


def element_of(type: Attribute) -> Attribute:
    """Return the element type of a vector type, a scalar type unchanged."""
    return cast(VectorType[Attribute], type).element_type if isinstance(type, VectorType) else type


@lru_cache(maxsize=64)
def vector_type(element: Attribute, lanes: tuple[int, ...]) -> VectorType[Attribute]:
    """Return the vector type of this shape. Few types serve most operations of a kernel, and xDSL
    takes longer to build and verify one than an operation."""
    return VectorType(element, lanes)


def with_lanes_of(element: Attribute, like: Attribute) -> Attribute:
    """Return `element` as a scalar or a vector type, as `like` is."""
    lanes = lanes_of(like)
    return element if lanes is None else vector_type(element, lanes)


def splat(
    number: IntegerAttr | FloatAttr, type: VectorType[Attribute] | TensorType[Attribute]
) -> DenseIntOrFPElementsAttr:
    """Return the dense constant with `number` in every element."""
    if isinstance(number, IntegerAttr):
        integers = cast("RankedStructure[IntegerType]", type)
        return DenseIntOrFPElementsAttr.from_list(integers, [number.value.data])
    floats = cast("RankedStructure[AnyFloat]", type)
    return DenseIntOrFPElementsAttr.from_list(floats, [number.value.data])


def _check_same_lanes(op: Operation) -> None:
    shapes = {lanes_of(value.type) for value in (*op.operands, *op.results)}
    if len(shapes) > 1:
        raise VerifyException(f"'{op.name}' op mixes scalars or vectors of different shapes")


def _check_width(op: Operation, *, narrower: bool) -> None:
    _check_same_lanes(op)
    elements = [element_of(value.type) for value in (*op.operands, *op.results)]
    source, target = (e.bitwidth if isinstance(e, FixedBitwidthType) else 0 for e in elements)
    if not (target < source if narrower else target > source):
        size = "smaller" if narrower else "larger"
        raise VerifyException(f"'{op.name}' op result must have a {size} bit width than its input")


class ConstantOp(arith.ConstantOp):
    """`arith.constant`, printed bit by bit."""

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        print_number(printer, self.value)


class CmpiOp(arith.CmpiOp):
    """`arith.cmpi` of scalars or vectors."""

    def __init__(
        self, operand1: Operation | SSAValue, operand2: Operation | SSAValue, arg: int | str
    ):
        super().__init__(operand1, operand2, arg)
        Rewriter.replace_value_with_new_type(self.result, with_lanes_of(i1, self.lhs.type))

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _CMPI

    def verify_(self) -> None:
        _check_same_lanes(self)


class CmpfOp(arith.CmpfOp):
    """`arith.cmpf` of scalars or vectors."""

    def __init__(
        self,
        operand1: SSAValue | Operation,
        operand2: SSAValue | Operation,
        arg: int | str,
        fastmath: arith.FastMathFlagsAttr | None = None,
    ):
        super().__init__(operand1, operand2, arg, fastmath or arith.FastMathFlagsAttr("none"))
        Rewriter.replace_value_with_new_type(self.result, with_lanes_of(i1, self.lhs.type))

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _CMPF

    def verify_(self) -> None:
        _check_same_lanes(self)


class SelectOp(arith.SelectOp):
    """`arith.select` by one bool, or by a vector with a bool per lane."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _SELECT

    def verify_(self) -> None:
        if lanes_of(self.cond.type) is not None:
            _check_same_lanes(self)

    @classmethod
    def parse(cls, parser: Parser) -> SelectOp:
        names = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            names.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        first = parser.parse_type()
        second = parser.parse_type() if parser.parse_optional_punctuation(",") else None
        condition, value = (i1, first) if second is None else (first, second)
        types = (condition, value, value)
        op = cls(*parser.resolve_operands(names, types, parser.pos))
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        types = [self.result.type] if self.cond.type == i1 else [self.cond.type, self.result.type]
        printer.print_list(types, printer.print_attribute)


class IndexCastOp(arith.IndexCastOp):
    """`arith.index_cast` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _INDEX_CAST

    def verify_(self) -> None:
        _check_same_lanes(self)
        kinds = [isinstance(element_of(v.type), IndexType) for v in (self.input, self.result)]
        if kinds[0] == kinds[1]:
            raise VerifyException(
                f"'arith.index_cast' op casts between index and integers, not "
                f"{self.input.type} to {self.result.type}"
            )


class FPToSIOp(arith.FPToSIOp):
    """`arith.fptosi` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _FPTOSI

    def verify_(self) -> None:
        _check_same_lanes(self)


class FPToUIOp(arith.FPToUIOp):
    """`arith.fptoui` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _FPTOUI

    def verify_(self) -> None:
        _check_same_lanes(self)


class SIToFPOp(arith.SIToFPOp):
    """`arith.sitofp` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _SITOFP

    def verify_(self) -> None:
        _check_same_lanes(self)


class UIToFPOp(arith.UIToFPOp):
    """`arith.uitofp` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _UITOFP

    def verify_(self) -> None:
        _check_same_lanes(self)


class TruncIOp(arith.TruncIOp):
    """`arith.trunci` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _TRUNCI

    def verify_(self) -> None:
        _check_width(self, narrower=True)


class ExtSIOp(arith.ExtSIOp):
    """`arith.extsi` of scalars or vectors; pure, as in MLIR (xDSL's has no effects declared)."""

    traits = traits_def(Pure())

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _EXTSI

    def verify_(self) -> None:
        _check_width(self, narrower=False)


class ExtUIOp(arith.ExtUIOp):
    """`arith.extui` of scalars or vectors."""

    @classmethod
    def get_irdl_definition(cls) -> OpDef:
        return _EXTUI

    def verify_(self) -> None:
        _check_width(self, narrower=False)


@irdl_op_definition
class RemFOp(arith.FloatingPointLikeBinaryOperation):
    """The remainder of a division whose quotient is rounded toward zero; it has the sign of
    `lhs`."""

    name = "arith.remf"

    traits = traits_def(Pure())


_CMPI = _constrain(arith.CmpiOp, result=_BOOLS)
_CMPF = _constrain(arith.CmpfOp, result=_BOOLS)
_SELECT = _constrain(arith.SelectOp, cond=_BOOLS)
_INDEX_CAST = _constrain(arith.IndexCastOp, input=_INDICES, result=_INDICES)
_FPTOSI = _constrain(arith.FPToSIOp, input=_FLOATS, result=_INTEGERS)
_FPTOUI = _constrain(arith.FPToUIOp, input=_FLOATS, result=_INTEGERS)
_SITOFP = _constrain(arith.SIToFPOp, input=_INTEGERS, result=_FLOATS)
_UITOFP = _constrain(arith.UIToFPOp, input=_INTEGERS, result=_FLOATS)
_TRUNCI = _constrain(arith.TruncIOp, input=_INTEGERS, result=_INTEGERS)
_EXTSI = _constrain(arith.ExtSIOp, input=_INTEGERS, result=_INTEGERS)
_EXTUI = _constrain(arith.ExtUIOp, input=_INTEGERS, result=_INTEGERS)

_OURS: tuple[type[Operation], ...] = (
    ConstantOp,
    CmpiOp,
    CmpfOp,
    SelectOp,
    IndexCastOp,
    FPToSIOp,
    FPToUIOp,
    SIToFPOp,
    UIToFPOp,
    TruncIOp,
    ExtSIOp,
    ExtUIOp,
    RemFOp,
)


def extended_arith() -> Dialect:
    """Return the dialect `arith`: xDSL's, with the classes of this file replacing its own."""
    ours = {op.name: op for op in _OURS}
    names = {op.name for op in arith.Arith.operations}
    operations = [ours.get(op.name, op) for op in arith.Arith.operations]
    operations += [op for name, op in ours.items() if name not in names]
    constants = arith.Arith.get_interface(ConstantMaterializationInterface)
    interfaces: list[DialectInterface] = [] if constants is None else [constants]
    return Dialect("arith", operations, list(arith.Arith.attributes), interfaces)
