"""`prim.Constant`: every literal of a TorchScript program.

    %0 = prim.Constant 1 : i64
    %1 = prim.Constant true
    %2 = prim.Constant "cuda:0" : !ts.device
    %3 = prim.Constant : !ts.none
    %4 = prim.Constant [1 : i64, 2 : i64] : !ts.list<i64>
    %5 = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor

A complex number is an array of two floats, a dict is an array of pairs. `None` in a container is
`unit`. Functions and enum members are symbols. `#ts.opaque<"...">` replaces a value that the
program text omits, such as the weights behind `<Tensor>`.

As in PyTorch, each `prim.Constant` creates its list, dict, tensor or object once, and all
executions share it. An element appended in one call is present in the next. Two equal constants are
two objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f64,
    i1,
    i64,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, Operation, SSAValue, TypedAttribute
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, HasFolder

from xdsl_torchscript.dialects.call_syntax import TsOp
from xdsl_torchscript.dialects.number_text import (
    parse_dense,
    parse_optional_number,
    print_number,
)
from xdsl_torchscript.dialects.prim.effects import LiteralEffects
from xdsl_torchscript.dialects.schema.model import Constant
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.tensor_type import is_array, is_float, is_integer
from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DeviceType,
    DictType,
    EnumType,
    FunctionType,
    InterfaceType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OpaqueAttr,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
    UnionType,
)

_COMPLEX = ComplexType(f64)


def _is_string(value: Attribute) -> bool:
    return isinstance(value, StringAttr)


def _is_symbol(value: Attribute) -> bool:
    return isinstance(value, SymbolRefAttr)


def _is_integer(value: Attribute) -> bool:
    return is_integer(value) and value.type == i64


def _is_float(value: Attribute) -> bool:
    return is_float(value) and value.type == f64


def complex_literal(value: complex) -> Attribute:
    """Return the literal of a complex number, an array of its two parts."""
    return ArrayAttr([FloatAttr(value.real, f64), FloatAttr(value.imag, f64)])


def _is_complex(value: Attribute) -> bool:
    return is_array(value) and len(value) == 2 and all(map(_is_float, value))


def _is_number(value: Attribute) -> bool:
    return _is_integer(value) or _is_float(value) or _is_complex(value)


def _is_tensor(value: Attribute) -> bool:
    return isinstance(value, DenseIntOrFPElementsAttr | DenseResourceAttr)


_CHECKS: Mapping[type[Attribute], Callable[[Attribute], bool]] = {
    StrType: _is_string,
    DeviceType: _is_string,
    NumberType: _is_number,
    NoneType: lambda value: isinstance(value, UnitAttr),
    TensorType: _is_tensor,
    EnumType: _is_symbol,
    FunctionType: _is_symbol,
    ClassType: _is_symbol,
    InterfaceType: _is_symbol,
    AnyType: lambda value: True,
}


def is_literal_of(value: Attribute, type: Attribute) -> bool:
    """Return whether `value` is a valid literal of this type."""
    scalar = _SCALARS.get(type)
    if isinstance(value, OpaqueAttr) or (scalar is not None and scalar(value)):
        return True
    match type:
        case OptionalType():
            return isinstance(value, UnitAttr) or is_literal_of(value, type.element)
        case UnionType():
            return any(is_literal_of(value, choice) for choice in type.elements)
        case ListType():
            return is_array(value) and all(is_literal_of(v, type.element) for v in value.data)
        case DictType():
            pair = TupleType.get([type.key, type.value])
            return is_array(value) and all(is_literal_of(v, pair) for v in value.data)
        case TupleType() | NamedTupleType():
            if not is_array(value) or len(value.data) != len(type.elements):
                return False
            return all(map(is_literal_of, value.data, type.elements))
        case _:
            check = _CHECKS.get(type.__class__)
            return check is not None and check(value)


_SCALARS: Mapping[Attribute, Callable[[Attribute], bool]] = {
    i64: _is_integer,
    f64: _is_float,
    i1: lambda value: is_integer(value) and value.type == i1,
    _COMPLEX: _is_complex,
}


def omits_value(value: Attribute | None) -> bool:
    """Return whether the text of a literal omits its value or a part of it."""
    if isinstance(value, ArrayAttr):
        return any(map(omits_value, cast("ArrayAttr[Attribute]", value).data))
    return isinstance(value, OpaqueAttr)


def is_constant_of(value: Attribute | None, type: Attribute) -> bool:
    """Return whether `prim.Constant value : type` is valid; an absent value means None."""
    if value is None:
        return isinstance(type, NoneType | OptionalType | AnyType)
    return not isinstance(type, NoneType) and is_literal_of(value, type)


def parse_optional_literal(parser: Parser) -> Attribute | None:
    """Parse a literal if there is one. An int is signed: TorchScript has none of 2**63."""
    items = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parse_literal(parser)
    )
    if items is not None:
        return ArrayAttr(items)
    if parser.parse_optional_keyword("dense"):
        return parse_dense(parser)
    number = parse_optional_number(parser, wraps=False)
    return parser.parse_optional_attribute() if number is None else number


def parse_literal(parser: Parser) -> Attribute:
    """Parse a literal; see `parse_optional_literal`."""
    return parser.expect(lambda: parse_optional_literal(parser), "expected a literal")


def print_type_of_literal(
    printer: Printer, op: Operation, value: Attribute | None, type: Attribute
) -> None:
    """Print the attributes after a literal, and its type unless the literal implies it."""
    printer.print_op_attributes(op.attributes, print_keyword=True)
    if not (isinstance(value, TypedAttribute) and value.get_type() == type):
        printer.print_string(" : ")
        printer.print_attribute(type)


def parse_type_of_literal(
    parser: Parser, value: Attribute | None, what: str
) -> tuple[Mapping[str, Attribute], Attribute]:
    """Parse the syntax of `print_type_of_literal` into attributes and a type."""
    attributes = parser.parse_optional_attr_dict_with_keyword()
    if parser.parse_optional_punctuation(":"):
        type = parser.parse_type()
    elif isinstance(value, TypedAttribute):
        type = value.get_type()
    else:
        parser.raise_error(f"expected ':' and the type of the {what}")
    return attributes.data if attributes else {}, type


class _ConstantFold(HasFolder):
    @classmethod
    def fold(cls, op: Operation) -> Sequence[Attribute] | None:
        value = op.properties.get("value")
        return None if value is None else (value,)


@irdl_op_definition
class ConstantOp(TsOp):
    """A literal. The value is absent for None."""

    name = "prim.Constant"

    value = opt_prop_def(Attribute)
    result = result_def()

    traits = traits_def(LiteralEffects(), ConstantLike(), _ConstantFold())

    def __init__(self, value: Attribute | None, type: Attribute) -> None:
        # A third of the time of IRDL's constructor, which converts its arguments first.
        properties = {} if value is None else {"value": value}
        Operation.__init__(self, properties=properties, result_types=[type])

    @property
    def type(self) -> Attribute:
        return self.results[0].type

    @classmethod
    def of(cls, value: Constant) -> Self:
        """Create the constant for a Python value. A tuple becomes a list; an empty one, a list of
        integers."""
        match value:
            case None:
                return cls.none()
            case bool():
                return cls.from_bool(value)
            case int():
                return cls.from_int(value)
            case float():
                return cls.from_float(value)
            case complex():
                return cls.from_complex(value)
            case str():
                return cls.from_str(value)
            case _:
                items = [cls.of(item) for item in value]
                elements = ArrayAttr([item.value for item in items if item.value is not None])
                return cls(elements, ListType(items[0].type if items else i64))

    @classmethod
    def refined(cls, value: Attribute | None, type: Attribute) -> Self:
        """Create the constant for a literal of this type, of a subtype if it is a tensor."""
        literal = value.get_type() if isinstance(value, TypedAttribute) else None
        if isinstance(literal, BuiltinTensorType):
            literal = cast("BuiltinTensorType[Attribute]", literal)
            sizes, dtype = literal.get_shape(), literal.element_type
            refined = TensorType.get(sizes, dtype, device="cpu", requires_grad=False)
            type = refined if is_subtype_of(refined, type) else type
        return cls(value, type)

    @classmethod
    def from_int(cls, value: int) -> Self:
        return cls(IntegerAttr(value, i64), i64)

    @classmethod
    def from_float(cls, value: float) -> Self:
        return cls(FloatAttr(value, f64), f64)

    @classmethod
    def from_bool(cls, value: bool) -> Self:
        return cls(BoolAttr.from_bool(value), i1)

    @classmethod
    def from_complex(cls, value: complex) -> Self:
        return cls(complex_literal(value), _COMPLEX)

    @classmethod
    def from_str(cls, value: str) -> Self:
        return cls(StringAttr(value), StrType())

    @classmethod
    def none(cls) -> Self:
        return cls(None, NoneType())

    @classmethod
    def from_int_list(cls, values: Sequence[int]) -> Self:
        return cls(ArrayAttr([IntegerAttr(value, i64) for value in values]), ListType(i64))

    def verify_(self) -> None:
        if not is_constant_of(self.value, self.type):
            self.fail(f"has the value {self.value or 'none'}, expected a literal of {self.type}")
        match self.value, self.type:
            case SymbolRefAttr() as named, FunctionType() as type:
                if named != SymbolRefAttr(type.symbol):
                    self.fail(f"names the function {named}, but is of type {type}")
            case _:
                pass

    def print(self, printer: Printer) -> None:
        value = self.value
        if value is not None:
            printer.print_string(" ")
            print_number(printer, value)
        print_type_of_literal(printer, self, value, self.type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parse_optional_literal(parser)
        attributes, type = parse_type_of_literal(parser, value, "constant")
        op = cls(value, type)
        op.attributes |= attributes
        return op


def constant_value(value: SSAValue) -> Attribute | None:
    """Return the literal of a constant (`unit` for None), or None for other values."""
    owner = value.owner
    if not isinstance(owner, ConstantOp):
        return None
    return UnitAttr() if owner.value is None else owner.value
