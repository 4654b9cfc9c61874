"""Types in TorchScript's own spelling: `int[]`, `Dict(str, Tensor)`, `Float(2, 3, device=cpu)`.

`parse_type` reads PyTorch's spelling in graphs, schemas and Python annotations. `print_type` writes
the spelling in graphs. It adds facts that PyTorch drops: symbolic sizes, and tensor sizes inside a
`Dict`. Types round-trip, except for the names of named tuples and functions, which this text omits.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeAlias, TypeVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.dtypes import BY_SCALAR_NAME
from xdsl_torchscript.dialects.size_expression import (
    SizeExpressionError,
    end_of_expression,
    is_compound,
    parse,
)
from xdsl_torchscript.dialects.type_names import ANONYMOUS, NAMES
from xdsl_torchscript.dialects.type_names import TypeTextError as TypeTextError
from xdsl_torchscript.dialects.type_printer import print_type as print_type
from xdsl_torchscript.dialects.types import (
    AwaitType,
    ClassType,
    DictType,
    Dim,
    EnumType,
    FutureType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    RRefType,
    SizeType,
    TensorType,
    TupleType,
    UnionType,
    VarType,
)

# The number of arguments of each constructor (None: any number), and its result.
_CONSTRUCTORS: Mapping[str, tuple[int | None, Callable[[Sequence[Attribute]], Attribute]]] = {
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
_KEY = re.compile(r"(strides|requires_grad|device|undefined)(?=\s*=)")
_FLAG = re.compile(r"[01]\b")
_DEFAULT_TOKEN = re.compile(r'"(\\.|[^"\\])*"|[][(){},]|[^][(){},"]+')
_SOLID = frozenset(string.ascii_letters + string.digits + "_%()[],:=")
"""Frequent characters that no space contains: most tokens follow without any."""
_MAX_NESTING = 100

_T = TypeVar("_T")
_Fact: TypeAlias = bool | str | list[Dim]


class TypeParser:
    """A parser of types: reads from `text` at offset `pos`, and advances `pos`.

    A parser of a language with types lends it its text and continues from `pos`.
    """

    SPACE: ClassVar[re.Pattern[str]] = re.compile(r"\s*")
    """The text allowed between two tokens."""

    def __init__(self, text: str, pos: int = 0) -> None:
        self.text = text
        self.pos = pos
        self._depth = 0  # of the current position
        self._height = 0  # of the tallest type inside the current one

    # ---- characters

    def error(self, message: str, position: int | None = None) -> TypeTextError:
        return TypeTextError(message, self.pos if position is None else position)

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Skip space, then consume and return a match of `pattern`, or return None."""
        self._skip_space()
        found = pattern.match(self.text, self.pos)
        if found is None:
            return None
        self.pos = found.end()
        return found.group()

    def accept(self, punctuation: str) -> bool:
        """Skip space, then consume `punctuation` and return whether it comes next."""
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
        if self.text[self.pos : self.pos + 1] in _SOLID:
            return
        found = self.SPACE.match(self.text, self.pos)
        self.pos = found.end() if found else self.pos

    # ---- types

    def parse_type(self) -> Attribute:
        """Parse one type with its suffixes.

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
        self.match(_INTEGER)  # `int[2]` of a schema: a list, whatever its usual length
        self.expect("]")
        return ListType(of)

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
            self.expect("<")
            symbol = self.expect_match(_QUALIFIED, "a qualified name")
            self.expect(">")
            return (EnumType if name == "Enum" else InterfaceType).get(symbol)
        if name == "NamedTuple":
            return self._named_tuple()
        if name == "Tensor":
            return self._tensor(None, ranked=False)
        if name in BY_SCALAR_NAME:
            return self._tensor(BY_SCALAR_NAME[name].type, ranked=True)
        if name.removesuffix("Tensor") in BY_SCALAR_NAME:
            return self._tensor(BY_SCALAR_NAME[name.removesuffix("Tensor")].type, ranked=False)
        if name == "Size":
            return self._size()
        if name in NAMES:
            return NAMES[name]
        if "." in name:
            return ClassType.get(name)
        if name[0].islower():
            return VarType(StringAttr(name))
        raise self.error(f"unknown type '{name}'", start)

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
        """Parse the text of a default value, up to the comma or bracket that ends it."""
        start = self._start()
        depth = 0
        while (token := self.match(_DEFAULT_TOKEN)) is not None:
            if depth == 0 and token in ",)":
                self.pos -= 1
                return self.text[start : self.pos].rstrip()
            depth += (token in "([{") - (token in ")]}")
        raise self.error("unterminated default value")

    # ---- tensors

    def _tensor(self, dtype: Attribute | None, *, ranked: bool) -> Attribute:
        """Parse the sizes and facts in parentheses after the name of a tensor type.

        `Float()` has rank 0; `FloatTensor(device=cpu)` and `Tensor(device=cpu)` have no rank.
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
                raise self.error("sizes must precede named facts")
            else:
                shape.append(self._dim())

        self._list_until(")", entry)
        ranked = ranked or bool(shape) or "strides" in facts or not (shape or facts)
        try:
            return _tensor_type(tuple(shape) if ranked else None, dtype, facts)
        except VerifyException as error:
            raise self.error(str(error), start) from error

    def _size(self) -> Attribute:
        """Parse the size in parentheses after `Size`."""
        start = self._start()
        self.expect("(")
        size = self._dim()
        self.expect(")")
        if size is None or is_compound(size):
            raise self.error("expected a number or a symbol", start)
        return SizeType.get(size)

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
        if size is not None:
            return int(size)
        start = self.pos
        try:
            self.pos = end_of_expression(self.text, start)
            return parse(self.text[start : self.pos])
        except SizeExpressionError as error:
            raise self.error("expected a size") from error


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
    """Parse the type that `text` spells.

    Raises:
        TypeTextError: with the position of the first wrong character.
    """
    parser = TypeParser(text)
    found = parser.parse_type()
    if not parser.at_end():
        raise parser.error("unexpected text after the type")
    return found
