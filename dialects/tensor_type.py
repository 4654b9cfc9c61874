"""The type of tensors: the facts known before the program runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeGuard

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.size_expression import (
    Size,
    SizeExpressionError,
    is_compound,
    parse,
)

Dim: TypeAlias = Size
"""A size of a tensor: a number, an expression of symbols (`size_expression.py`), or unknown. Equal
symbols are equal sizes, at least 2; an expression such as `s0-1` may be 0 or 1."""


_NONE = NoneAttr()
"""The one attribute of unknown facts: the same parameters are compared at no cost."""


def _dim_attr(dim: Dim) -> Attribute:
    if dim is None:
        return _NONE
    return StringAttr(dim) if isinstance(dim, str) else IntegerAttr(dim, 64)


def _dim(attr: Attribute) -> Dim:
    if isinstance(attr, IntegerAttr):
        return attr.value.data
    return attr.data if isinstance(attr, StringAttr) else None


def _dims_attr(dims: Sequence[Dim] | None) -> Attribute:
    return _NONE if dims is None else ArrayAttr([_dim_attr(d) for d in dims])


def is_array(attr: Attribute) -> TypeGuard[ArrayAttr[Attribute]]:
    """Return whether it is an array of anything; xDSL's `isa` would check every element."""
    return isinstance(attr, ArrayAttr)


def is_integer(attr: Attribute) -> TypeGuard[IntegerAttr[IntegerType]]:
    """Return whether it is an integer; xDSL's `isa` would parse the annotation on each call."""
    return isinstance(attr, IntegerAttr)


def is_float(attr: Attribute) -> TypeGuard[FloatAttr[AnyFloat]]:
    """Return whether it is a floating-point number; see `is_integer`."""
    return isinstance(attr, FloatAttr)


# Attributes are asked for their exact class: `isinstance` takes long to deny that of an ABC.


def _dims(attr: Attribute) -> tuple[Dim, ...] | None:
    if type(attr) is NoneAttr:
        return None
    return tuple(map(_dim, attr.data)) if is_array(attr) else None


def _flag_attr(flag: bool | None) -> Attribute:
    return _NONE if flag is None else IntegerAttr(int(flag), 1)


def _flag(attr: Attribute) -> bool | None:
    return bool(attr.value.data) if type(attr) is IntegerAttr else None


def _parse_dims(parser: AttrParser) -> list[Dim]:
    return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse_dim(parser))


def _parse_dim(parser: AttrParser) -> Dim:
    if parser.parse_optional_punctuation("?"):
        return None
    start, tokens = parser.pos, list(iter(lambda: _size_token(parser), None))
    try:
        return parse("".join(tokens))
    except SizeExpressionError as error:
        parser.raise_error(str(error), start, parser.pos)


def _size_token(parser: AttrParser) -> str | None:
    """Return the next token of an expression of sizes, None at its end."""
    for mark in ("+", "-", "*", "(", ")"):
        if parser.parse_optional_punctuation(mark):
            return mark
    number = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
    word = parser.parse_optional_identifier() if number is None else str(number)
    return None if word is None else f" {word} "


def _print_dims(printer: Printer, dims: Sequence[Dim]) -> None:
    printer.print_string("[" + ",".join("?" if d is None else str(d) for d in dims) + "]")


@lru_cache(maxsize=1 << 14)
def _intern(
    shape: tuple[Dim, ...] | None,
    strides: tuple[Dim, ...] | None,
    dtype: Attribute | None,
    device: str | None,
    requires_grad: bool | None,
    undefined: bool | None,
) -> TensorType:
    """Return the interned type with these facts: xDSL's checks of new attributes are slow."""
    return TensorType.new(
        [
            _dims_attr(shape),
            _NONE if dtype is None else dtype,
            _dims_attr(strides),
            _NONE if device is None else StringAttr(device),
            _flag_attr(requires_grad),
            _flag_attr(undefined),
        ]
    )


@irdl_attr_definition
class TensorType(ParametrizedAttribute, TypeAttribute):
    """`!ts.tensor<[2,?,s0],f32, strides=[3,1,1], device="cpu", requires_grad=false>`.

    `*` in place of the sizes means an unknown rank, `?` in place of the dtype an unknown dtype.
    `!ts.tensor` has no facts.
    """

    name = "ts.tensor"

    shape_attr: ArrayAttr | NoneAttr = param_def()
    dtype_attr: Attribute = param_def()
    strides_attr: ArrayAttr | NoneAttr = param_def()
    device_attr: StringAttr | NoneAttr = param_def()
    requires_grad_attr: IntegerAttr | NoneAttr = param_def()
    undefined_attr: IntegerAttr | NoneAttr = param_def()

    @classmethod
    def get(
        cls,
        shape: Sequence[Dim] | None = None,
        dtype: Attribute | None = None,
        *,
        strides: Sequence[Dim] | None = None,
        device: str | None = None,
        requires_grad: bool | None = None,
        undefined: bool | None = None,
    ) -> TensorType:
        """Return the tensor type with these facts; None is an unknown fact.

        Strides without any number, such as the strides of a tensor of rank 0, are dropped.
        """
        if strides is not None and all(stride is None for stride in strides):
            strides = None
        return _intern(
            None if shape is None else tuple(shape),
            None if strides is None else tuple(strides),
            dtype,
            device,
            requires_grad,
            undefined,
        )

    def __post_init__(self) -> None:
        # Types are read and looked up far more often than made. xDSL allows no cached properties.
        known = [type(attribute) is not NoneAttr for attribute in self.parameters]
        vars(self).update(
            _hash=hash(self.parameters),
            _shape=_dims(self.shape_attr),
            _states_more=known[0] or any(known[4:]),
            _states_properties=any(known[2:]),
        )
        super().__post_init__()

    def __hash__(self) -> int:
        return self.__dict__["_hash"]

    def __reduce__(self) -> tuple[Callable[..., TensorType], tuple[Sequence[Attribute]]]:
        # A hash holds in one process only.
        return TensorType.new, (self.parameters,)

    @property
    def shape(self) -> tuple[Dim, ...] | None:
        return self.__dict__["_shape"]

    @property
    def dtype(self) -> Attribute | None:
        return None if type(self.dtype_attr) is NoneAttr else self.dtype_attr

    @property
    def strides(self) -> tuple[Dim, ...] | None:
        return _dims(self.strides_attr)

    @property
    def device(self) -> str | None:
        return self.device_attr.data if type(self.device_attr) is StringAttr else None

    @property
    def requires_grad(self) -> bool | None:
        return _flag(self.requires_grad_attr)

    @property
    def undefined(self) -> bool | None:
        return _flag(self.undefined_attr)

    @property
    def states_more(self) -> bool:
        """Return whether the type has facts besides an element type and a device."""
        return self.__dict__["_states_more"]

    @property
    def states_properties(self) -> bool:
        """Return whether the type has facts besides sizes and an element type."""
        return self.__dict__["_states_properties"]

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)

    @property
    def is_typed(self) -> bool:
        """Return whether the element type and all sizes are known, as numbers or symbols."""
        return self.dtype is not None and self.shape is not None and None not in self.shape

    def verify(self) -> None:
        shape, strides = self.shape, self.strides
        if strides is not None and (shape is None or len(shape) != len(strides)):
            sizes = "unknown" if shape is None else len(shape)
            raise VerifyException(f"{len(strides)} strides for {sizes} sizes")
        if any(isinstance(d, int) and d < 0 for d in shape or ()):
            raise VerifyException(f"a size is negative in {list(shape or ())}")

    def print_parameters(self, printer: Printer) -> None:
        if self == NOTHING_KNOWN:
            return
        with printer.in_angle_brackets():
            if self.shape is None:
                printer.print_string("*")
            else:
                _print_dims(printer, self.shape)
            printer.print_string(",")
            if self.dtype is None:
                printer.print_string("?")
            else:
                printer.print_attribute(self.dtype)
            if self.strides is not None:
                printer.print_string(", strides=")
                _print_dims(printer, self.strides)
            if self.device is not None:
                printer.print_string(", device=")
                printer.print_string_literal(self.device)
            for key, flag in (
                ("requires_grad", self.requires_grad),
                ("undefined", self.undefined),
            ):
                if flag is not None:
                    printer.print_string(f", {key}={str(flag).lower()}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        if parser.parse_optional_punctuation("<") is None:
            return NOTHING_KNOWN.parameters
        shape = None if parser.parse_optional_punctuation("*") else _parse_dims(parser)
        parser.parse_punctuation(",")
        dtype = None if parser.parse_optional_punctuation("?") else parser.parse_type()
        strides, device = None, None
        flags: dict[str, bool] = {}
        while parser.parse_optional_punctuation(","):
            key = parser.parse_keyword_in(("strides", "device", "requires_grad", "undefined"))
            parser.parse_punctuation("=")
            if key == "strides":
                strides = _parse_dims(parser)
            elif key == "device":
                device = parser.parse_str_literal()
            else:
                flags[key] = parser.parse_boolean()
        parser.parse_punctuation(">")
        return TensorType.get(shape, dtype, strides=strides, device=device, **flags).parameters


NOTHING_KNOWN = TensorType.get()
"""`!ts.tensor`, the type of most tensors of a program."""

GREATEST_INT = 2**20
"""The greatest int that is checked to be a size: kernels compute numbers of bytes in 64 bits, which
three such sizes do not exceed, and a greater one rather stands for the end of a slice."""


@irdl_attr_definition
class SizeType(ParametrizedAttribute, TypeAttribute):
    """`!ts.size<s0>`: an int that is the size of this symbol, or this number, as a check says."""

    name = "ts.size"

    dim_attr: Attribute = param_def()

    @classmethod
    def get(cls, dim: int | str) -> SizeType:
        return cls(_dim_attr(dim))

    @property
    def dim(self) -> int | str:
        known = _dim(self.dim_attr)
        assert known is not None
        return known

    def verify(self) -> None:
        dim = _dim(self.dim_attr)
        if dim is None or (isinstance(dim, int) and dim < 0) or is_compound(dim):
            raise VerifyException(f"expected a symbol or a number that is not negative, got {dim}")

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{self.dim}>")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return [_dim_attr(_parse_dim(parser))]


def symbols_of(types: Sequence[object]) -> list[str]:
    """Return the symbolic sizes in types of tensors and sizes, in the order of their first
    appearance."""
    shapes = map(_sizes_in, types)
    return list(dict.fromkeys(size for shape in shapes for size in shape if isinstance(size, str)))


def _sizes_in(type: object) -> Sequence[Dim]:
    if isinstance(type, SizeType):
        return (type.dim,)
    return type.shape or () if isinstance(type, TensorType) else ()
