"""Types in TorchScript's own spelling: `int[]`, `Dict(str, Tensor)`, `Float(2, 3, device=cpu)`.

`parse_type` reads what PyTorch prints in graphs, in schemas and in Python annotations;
`print_type` writes what PyTorch prints in graphs, and where PyTorch drops a fact (a symbolic size,
the sizes of a tensor inside a `Dict`) it writes the fact. Reading gives back the type that was
written, but for the name of a named tuple or a function, which this text does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import ComplexType, StringAttr, f64, i1, i64
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.dtypes import BY_SCALAR_NAME, BY_TYPE
from xdsl_torchscript.dialects.types import (
    AnyClassType,
    AnyEnumType,
    AnyListType,
    AnyTupleType,
    AnyType,
    AwaitType,
    CapsuleType,
    ClassType,
    DeviceType,
    DictType,
    Dim,
    EnumType,
    FunctionType,
    FutureType,
    GeneratorType,
    InterfaceType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    PyObjectType,
    QSchemeType,
    RRefType,
    StorageType,
    StreamType,
    StrType,
    TensorType,
    TupleType,
    UnionType,
    VarType,
)

ANONYMOUS = "NamedTuple"
"""The symbol of a named tuple whose class the text does not tell."""


class TypeTextError(ValueError):
    """A text that is no type; `position` is the offset of the first bad character."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


_SPELLINGS: Mapping[Attribute, str] = {
    i64: "int",
    f64: "float",
    i1: "bool",
    ComplexType(f64): "complex",
    NumberType(): "Scalar",
    StrType(): "str",
    NoneType(): "NoneType",
    DeviceType(): "Device",
    GeneratorType(): "Generator",
    StreamType(): "Stream",
    StorageType(): "Storage",
    QSchemeType(): "QScheme",
    AnyType(): "Any",
    AnyListType(): "list",
    AnyTupleType(): "tuple",
    AnyClassType(): "AnyClassType",
    AnyEnumType(): "AnyEnumType",
    CapsuleType(): "Capsule",
    PyObjectType(): "PyObject",
}

_NAMES: Mapping[str, Attribute] = {spelling: t for t, spelling in _SPELLINGS.items()} | {
    "number": NumberType(),
    "None": NoneType(),
    "Tensor": TensorType.get(),
    "Dynamic": TensorType.get(),
    "Function": FunctionType.get(""),
    # PyTorch stores these as plain numbers; only schemas tell them apart.
    "SymInt": i64,
    "SymBool": i1,
    "ScalarType": i64,
    "Layout": i64,
    "MemoryFormat": i64,
}

_Make = Callable[[Sequence[Attribute]], Attribute]

# How many arguments a constructor takes (None: any number), and what it makes of them.
_CONSTRUCTORS: Mapping[str, tuple[int | None, _Make]] = {
    "List": (1, lambda args: ListType(args[0])),
    "Optional": (1, lambda args: OptionalType(args[0])),
    "Future": (1, lambda args: FutureType(args[0])),
    "Await": (1, lambda args: AwaitType(args[0])),
    "RRef": (1, lambda args: RRefType(args[0])),
    "Dict": (2, lambda args: DictType(*args)),
    "Tuple": (None, TupleType.get),
    "Union": (None, UnionType.get),
}

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
_WORD = re.compile(r"[A-Za-z_]\w*")
_INTEGER = re.compile(r"-?\d{1,19}(?!\d)")
_DEVICE = re.compile(r"[a-z_]\w*(:\d+)?")
_QUALIFIED = re.compile(r"[^\s<>]+")
_SYMBOL = re.compile(r"SS(\d+)")
_KEY = re.compile(r"(strides|requires_grad|device|undefined)(?=\s*=)")
_FLAG = re.compile(r"[01]\b")
_DEFAULT_TOKEN = re.compile(r'"(\\.|[^"\\])*"|[][(){},]|[^][(){},"]+')
_SPACE = re.compile(r"\s*")
_MAX_NESTING = 100

_T = TypeVar("_T")
_Fact: TypeAlias = bool | str | list[Dim]


class TypeParser:
    """Reads types from `text`, starting at offset `pos`, and leaves `pos` behind what it read.

    A parser of a language that holds types lends it its text and goes on from `pos`.
    """

    def __init__(self, text: str, pos: int = 0) -> None:
        self.text = text
        self.pos = pos
        self._depth = 0  # of the place we are at
        self._height = 0  # of the tallest type read inside the current one

    # ---- characters

    def error(self, message: str, position: int | None = None) -> TypeTextError:
        return TypeTextError(message, self.pos if position is None else position)

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Skips space, then consumes and returns what `pattern` matches here."""
        self._skip_space()
        found = pattern.match(self.text, self.pos)
        if found is None:
            return None
        self.pos = found.end()
        return found.group()

    def accept(self, punctuation: str) -> bool:
        """Skips space, then consumes `punctuation` if it comes next."""
        self._skip_space()
        if not self.text.startswith(punctuation, self.pos):
            return False
        self.pos += len(punctuation)
        return True

    def expect(self, punctuation: str) -> None:
        if not self.accept(punctuation):
            raise self.error(f"expected '{punctuation}'")

    def expect_match(self, pattern: re.Pattern[str], what: str) -> str:
        found = self.match(pattern)
        if found is None:
            raise self.error(f"expected {what}")
        return found

    def at_end(self) -> bool:
        self._skip_space()
        return self.pos == len(self.text)

    def _skip_space(self) -> None:
        found = _SPACE.match(self.text, self.pos)
        self.pos = found.end() if found else self.pos

    # ---- types

    def parse_type(self) -> Attribute:
        """One type with its suffixes.

        Raises:
            TypeTextError: at the first character that cannot belong to a type.
        """
        self._check_nesting(self._depth)
        self._depth += 1
        tallest_before, self._height = self._height, 0
        found = self._base_type()
        while (suffixed := self._suffix(found)) is not None:
            found = suffixed
            self._height += 1
            self._check_nesting(self._height)
        self._height = max(tallest_before, self._height + 1)
        self._depth -= 1
        return found

    def _check_nesting(self, levels: int) -> None:
        if levels >= _MAX_NESTING:
            raise self.error(f"a type is nested more than {_MAX_NESTING} deep")

    def _suffix(self, of: Attribute) -> Attribute | None:
        if self.accept("?"):
            return of if isinstance(of, OptionalType) else OptionalType(of)
        if not self.accept("["):
            return None
        if self.accept("Undefined]"):
            return self._undefined(of)
        self.match(_INTEGER)  # `int[2]` of a schema: a list, whatever its usual length
        self.expect("]")
        return ListType(of)

    def _undefined(self, of: Attribute) -> Attribute:
        if not isinstance(of, TensorType):
            raise self.error("only a tensor can be undefined")
        return TensorType.get(
            of.shape,
            of.dtype,
            strides=of.strides,
            device=of.device,
            requires_grad=of.requires_grad,
            undefined=True,
        )

    def _base_type(self) -> Attribute:
        start = self._start()
        if self.accept("("):
            return TupleType.get(self._list_until(")", self.parse_type))
        name = self.match(_IDENTIFIER)
        if name is None:
            raise self.error("expected a type")
        return self._named(name, start)

    def _start(self) -> int:
        self._skip_space()
        return self.pos

    def _named(self, name: str, start: int) -> Attribute:
        if name in _CONSTRUCTORS:
            return self._constructed(name, start)
        if name in ("Enum", "InterfaceType"):
            return self._in_angle_brackets(EnumType if name == "Enum" else InterfaceType)
        if name == "NamedTuple":
            return self._named_tuple()
        if name == "Tensor":
            return self._tensor(None, ranked=False)
        if name in BY_SCALAR_NAME:
            return self._tensor(BY_SCALAR_NAME[name].type, ranked=True)
        if name.removesuffix("Tensor") in BY_SCALAR_NAME:
            return self._tensor(BY_SCALAR_NAME[name.removesuffix("Tensor")].type, ranked=False)
        if name in _NAMES:
            return _NAMES[name]
        if "." in name:
            return ClassType.get(name)
        if name[0].islower():
            return VarType(StringAttr(name))
        raise self.error(f"unknown type '{name}'", start)

    def _in_angle_brackets(self, kind: type[EnumType] | type[InterfaceType]) -> Attribute:
        self.expect("<")
        symbol = self.expect_match(_QUALIFIED, "a qualified name")
        self.expect(">")
        return kind.get(symbol)

    def _constructed(self, name: str, start: int) -> Attribute:
        arity, make = _CONSTRUCTORS[name]
        close = ")" if self.accept("(") else "]"
        if close == "]":
            self.expect("[")
        args = self._list_until(close, self.parse_type)
        if name == "Tuple" and args == [TupleType.get([])]:
            return args[0]
        if arity is not None and len(args) != arity:
            raise self.error(f"'{name}' takes {arity} types, not {len(args)}", start)
        return make(args)

    def _list_until(self, close: str, element: Callable[[], _T]) -> list[_T]:
        found: list[_T] = []
        if self.accept(close):
            return found
        found.append(element())
        while self.accept(","):
            found.append(element())
        self.expect(close)
        return found

    def _named_tuple(self) -> Attribute:
        fields: list[tuple[str, Attribute]] = []
        defaults: list[str] = []

        def field() -> None:
            name = self.expect_match(_WORD, "the name of a field")
            self.expect(":")
            fields.append((name, self.parse_type()))
            if self.accept("="):
                defaults.append(self._default())
            elif defaults:
                raise self.error(f"field '{name}' has no default but one before it has")

        self.expect("(")
        self._list_until(")", field)
        return NamedTupleType.get(ANONYMOUS, fields, defaults)

    def _default(self) -> str:
        """The text of a default value, up to the comma or bracket that ends it."""
        start = self._start()
        depth = 0
        while (token := self.match(_DEFAULT_TOKEN)) is not None:
            if depth == 0 and token in ",)":
                self.pos -= 1
                return self.text[start : self.pos].rstrip()
            depth += (token in "([{") - (token in ")]}")
        raise self.error("a default value does not end")

    # ---- tensors

    def _tensor(self, dtype: Attribute | None, *, ranked: bool) -> Attribute:
        """What follows the name of a tensor type: sizes, then facts, in parentheses.

        `Float()` has rank 0; `FloatTensor(device=cpu)` and `Tensor(device=cpu)` have none.
        """
        start = self._start()
        if not self.accept("("):
            return TensorType.get(dtype=dtype)
        shape: list[Dim] = []
        facts: dict[str, _Fact] = {}

        def entry() -> None:
            key = self.match(_KEY)
            if key is not None:
                facts[key] = self._fact(key)
            elif facts:
                raise self.error("sizes come before the facts with names")
            else:
                shape.append(self._dim())

        self._list_until(")", entry)
        ranked = ranked or bool(shape) or "strides" in facts or not (shape or facts)
        try:
            return _tensor_type(tuple(shape) if ranked else None, dtype, facts)
        except VerifyException as error:
            raise self.error(str(error), start) from error

    def _fact(self, key: str) -> _Fact:
        self.expect("=")
        if key == "strides":
            self.expect("[")
            return self._list_until("]", self._dim)
        if key == "device":
            return self.expect_match(_DEVICE, "a device")
        return self.expect_match(_FLAG, "0 or 1") == "1"

    def _dim(self) -> Dim:
        if self.accept("*") or self.accept("?"):
            return None
        if self.accept("SS("):
            symbol = self.expect_match(_INTEGER, "the number of a symbol")
            self.expect(")")
            return f"SS{symbol.removeprefix('-')}"
        size = self.match(_INTEGER)
        return self.expect_match(_WORD, "a size") if size is None else int(size)


def _tensor_type(
    shape: Sequence[Dim] | None, dtype: Attribute | None, facts: Mapping[str, _Fact]
) -> TensorType:
    strides, device = facts.get("strides"), facts.get("device")
    requires_grad, undefined = facts.get("requires_grad"), facts.get("undefined")
    return TensorType.get(
        shape,
        dtype,
        strides=strides if isinstance(strides, list) else None,
        device=device if isinstance(device, str) else None,
        requires_grad=requires_grad if isinstance(requires_grad, bool) else None,
        undefined=undefined if isinstance(undefined, bool) else None,
    )


def parse_type(text: str) -> Attribute:
    """The type that `text` spells.

    Raises:
        TypeTextError: with the position of the first character that is wrong.
    """
    parser = TypeParser(text)
    found = parser.parse_type()
    if not parser.at_end():
        raise parser.error("unexpected text after the type")
    return found


def print_type(attr: Attribute) -> str:
    """TorchScript's spelling of a type, as it stands in a printed graph.

    Raises:
        TypeTextError: if `attr` is no type of TorchScript.
    """
    return _print(attr, "[]")


def _print(attr: Attribute, brackets: str) -> str:
    """`brackets` is how a future is written here: PyTorch uses others inside a `Dict`."""
    opening, closing = brackets
    match attr:
        case TensorType():
            return _print_tensor(attr)
        case ListType():
            return f"{_print(attr.element, brackets)}[]"
        case OptionalType():
            return f"{_print(attr.element, brackets)}?"
        case FutureType():
            return f"Future{opening}{_print(attr.element, brackets)}{closing}"
        case RRefType():
            return f"RRef{opening}{_print(attr.element, brackets)}{closing}"
        case AwaitType():
            return f"Await({_print(attr.element, '()')})"
        case DictType():
            return f"Dict({_print(attr.key, '()')}, {_print(attr.value, '()')})"
        case UnionType():
            return f"Union({_print_all(attr.elements, '()')})"
        case TupleType():
            return f"({_print_all(attr.elements, brackets)})"
        case NamedTupleType():
            return _print_named_tuple(attr, brackets)
        case EnumType():
            return f"Enum<{attr.symbol.data}>"
        case InterfaceType():
            return f"InterfaceType<{attr.symbol.data}>"
        case ClassType():
            return attr.symbol.data
        case FunctionType():
            return "Function"
        case VarType():
            return attr.variable.data
        case _ if attr in _SPELLINGS:
            return _SPELLINGS[attr]
        case _:
            raise TypeTextError(f"{attr} has no spelling in TorchScript", 0)


def _print_all(attrs: Iterable[Attribute], brackets: str) -> str:
    return ", ".join(_print(attr, brackets) for attr in attrs)


def _print_named_tuple(attr: NamedTupleType, brackets: str) -> str:
    fields = (
        f"{name} : {_print(element, brackets)}" + ("" if default is None else f" = {default}")
        for name, element, default in attr.rows
    )
    return f"NamedTuple({', '.join(fields)})"


def _print_dim(dim: Dim) -> str:
    if dim is None:
        return "*"
    numbered = _SYMBOL.fullmatch(str(dim))
    return f"SS(-{numbered.group(1)})" if numbered else str(dim)


def _print_dims(dims: Iterable[Dim]) -> str:
    return ", ".join(map(_print_dim, dims))


def _print_tensor(attr: TensorType) -> str:
    if attr.dtype is not None and attr.dtype not in BY_TYPE:
        raise TypeTextError(f"{attr.dtype} is no element type of TorchScript", 0)
    name = "Tensor" if attr.dtype is None else BY_TYPE[attr.dtype].scalar_name
    facts = list(_tensor_facts(attr))
    suffix = "[Undefined]" if attr.undefined else ""
    if attr.shape is None:
        name += "" if attr.dtype is None else "Tensor"
        return name + (f"({', '.join(facts)})" if facts else "") + suffix
    if attr.dtype is None and not attr.shape and facts:
        facts.insert(0, "strides=[]")  # else it would read as a tensor of unknown rank
    return f"{name}({', '.join([*map(_print_dim, attr.shape), *facts])}){suffix}"


def _tensor_facts(attr: TensorType) -> Iterator[str]:
    if attr.strides is not None:
        yield f"strides=[{_print_dims(attr.strides)}]"
    if attr.requires_grad is not None:
        yield f"requires_grad={attr.requires_grad:d}"
    if attr.device is not None:
        yield f"device={attr.device}"
    if attr.undefined is False:
        yield "undefined=0"
