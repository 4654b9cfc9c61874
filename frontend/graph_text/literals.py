"""Values of attributes as TorchScript prints them, read into and written from plain Python.

Numbers, strings, `None`, `True`, lists, tuples and dictionaries are Python values. A type is an
xDSL attribute; other literals have classes here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.type_text import TypeParser, print_type
from xdsl_torchscript.frontend.graph_text.tensor_text import MAX_SHOWN, read_values, write_tensor


@dataclass(frozen=True)
class TensorLiteral:
    """A tensor with its elements in row-major order.

    `dims` and `scalar_name` are None in the form `{1}`; the type of the value implies them.
    """

    values: tuple[complex, ...]
    dims: tuple[int, ...] | None = None
    scalar_name: str | None = None


@dataclass(frozen=True)
class Hidden:
    """A value that the text omits: `<Tensor>`, `<Graph>`."""

    text: str


@dataclass(frozen=True)
class DeviceLiteral:
    """`torch.device("cpu")`."""

    name: str


@dataclass(frozen=True)
class Annotated:
    """`annotate(List[int], [])`: a value whose type is not implied."""

    spelling: str
    value: GraphLiteral


PlainLiteral: TypeAlias = int | float | complex | bool | str | None
SpecialLiteral: TypeAlias = Attribute | TensorLiteral | Hidden | DeviceLiteral | Annotated
ListLiteral: TypeAlias = "list[GraphLiteral] | tuple[GraphLiteral, ...]"
GraphLiteral: TypeAlias = (
    "PlainLiteral | SpecialLiteral | ListLiteral | dict[PlainLiteral, GraphLiteral]"
)

_REAL = r"(?:inf|nan|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)"
_NUMBER = re.compile(rf"-?{_REAL}(?!\w)")
_COMPLEX = re.compile(
    rf"(?P<real>-?{_REAL})(?P<imag>[-+]{_REAL})j(?!\w)|(?P<only>-?{_REAL})j(?!\w)"
)
_PAIR = re.compile(rf"\(\s*(-?{_REAL})\s*,\s*(-?{_REAL})\s*\)")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_OPEN_STRING = re.compile(r'"[^\n]*')
_ESCAPE = re.compile(r"\\(?:([\\'\"abfnrtv])|([+-7][)-7][)-7])|(.))")
_HIDDEN = re.compile(r"<[^<>\n]*>|object\(\w*\)")
_WORD = re.compile(r"(?:None|True|False)(?!\w)")
_DEVICE = re.compile(r"torch\.device\(\s*\"([\w:]*)\"\s*\)")
_ANNOTATE = re.compile(r"annotate\(")
_TENSOR = re.compile(
    r"(?P<body>(?:\s*(?:\((?:\d{1,9},)+\.,\.\) =|Columns \d{1,9} to \d{1,9}|[-+.\de]+ \*"
    r"|[-+]?(?:nan|inf|[\d.]+(?:e[-+]?\d+)?))(?=[\s\[]))*)"
    r"\s*\[ CPU(?P<scalar>\w+)Type\{(?P<dims>(?:\d{1,18}(?:,\d{1,18})*)?)\} \]"
)
_MAX_DEPTH = 50
_MAX_DIGITS = 400
_WORDS: dict[str, bool | None] = {"None": None, "True": True, "False": False}
_SIMPLE_ESCAPES = dict(zip("\\'\"abfnrtv", "\\'\"\a\b\f\n\r\t\v", strict=True))


class LiteralReader(TypeParser):
    """A reader of literals, and of types as literals; whitespace may contain `#` comments.

    Raises TypeTextError with the offset of malformed text.
    """

    SPACE = re.compile(r"(?:\s|#[^\n]*)*")

    def __init__(self, text: str, pos: int = 0) -> None:
        super().__init__(text, pos)
        self._literal_depth = 0
        self._readers: tuple[
            tuple[re.Pattern[str], Callable[[re.Match[str]], GraphLiteral]], ...
        ] = (
            (_STRING, lambda found: self._unescape(found)),
            (_TENSOR, lambda found: self._tensor_literal(found)),
            (_COMPLEX, _complex),
            (_NUMBER, lambda found: self._number(found)),
            (_HIDDEN, lambda found: Hidden(found[0])),
            (_WORD, lambda found: _WORDS[found[0]]),
            (_DEVICE, lambda found: DeviceLiteral(found[1])),
            (_ANNOTATE, lambda _: self._annotated()),
            (re.compile(r"\["), lambda _: self._list_until("]", self.literal)),
            (re.compile(r"\("), lambda _: self._tuple_literal()),
            (re.compile(r"\{"), lambda _: self._braces()),
        )

    def peek(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match `pattern` after space, without consuming it."""
        self._skip_space()
        return pattern.match(self.text, self.pos)

    def literal(self) -> GraphLiteral:
        """Parse one literal."""
        if self._literal_depth == _MAX_DEPTH:
            raise self.error(f"a value is nested more than {_MAX_DEPTH} deep")
        self._literal_depth += 1
        found = self._literal()
        self._literal_depth -= 1
        return found

    def _literal(self) -> GraphLiteral:
        self._skip_space()
        for pattern, read in self._readers:
            found = pattern.match(self.text, self.pos)
            if found is not None:
                self.pos = found.end()
                return read(found)
        if self.peek(_OPEN_STRING):
            raise self.error("unterminated string")
        return self.parse_type()

    def _unescape(self, found: re.Match[str]) -> str:
        start = found.start() + 1
        try:
            return unescape(found[0][1:-1])
        except BadEscapeError as error:
            raise self.error(str(error), start + error.position) from error
        except UnicodeError as error:
            raise self.error("the string is not UTF-8", start) from error

    def _number(self, found: re.Match[str]) -> int | float:
        text = found[0]
        if not text.lstrip("-").isdigit():
            return float(text)
        if len(text) > _MAX_DIGITS:
            raise self.error(f"a number of {len(text)} digits", found.start())
        return int(text)

    def _tensor_literal(self, found: re.Match[str]) -> TensorLiteral:
        dims = tuple(int(d) for d in found["dims"].split(",") if d)
        try:
            values = read_values(found["body"], dims)
        except ValueError as error:
            raise self.error(str(error), found.start()) from error
        return TensorLiteral(tuple(values), dims, found["scalar"])

    def _annotated(self) -> Annotated:
        self._skip_space()
        start = self.pos
        self.parse_type()
        spelling = self.text[start : self.pos].rstrip()
        self.expect(",")
        value = self.literal()
        self.expect(")")
        return Annotated(spelling, value)

    def _tuple_literal(self) -> tuple[GraphLiteral, ...]:
        found: list[GraphLiteral] = []
        while not self.accept(")"):
            found.append(self.literal())
            if not self.accept(","):
                self.expect(")")
                break
        return tuple(found)

    def _braces(self) -> TensorLiteral | dict[PlainLiteral, GraphLiteral]:
        """Parse braces: `{2.5}` is a tensor of one element, `{"a": 1}` a dictionary."""
        pair = self.peek(_PAIR)
        if pair is not None:
            self.pos = pair.end()
            self.expect("}")
            return TensorLiteral((complex(float(pair[1]), float(pair[2])),))
        start = self.pos
        if self.accept("}"):
            return {}
        first = self.literal()
        if not self.accept(":"):
            self.expect("}")
            if not isinstance(first, int | float):
                raise self.error("expected a number in a tensor of one element", start)
            return TensorLiteral((first,))
        return self._dict(first)

    def _dict(self, key: GraphLiteral) -> dict[PlainLiteral, GraphLiteral]:
        found: dict[PlainLiteral, GraphLiteral] = {}
        while True:
            start = self.pos
            if not isinstance(key, int | float | complex | str):
                raise self.error("expected a number or a string as a key", start)
            found[key] = self.literal()
            if not self.accept(","):
                break
            key = self.literal()
            self.expect(":")
        self.expect("}")
        return found


def _complex(found: re.Match[str]) -> complex:
    if found["only"]:
        return complex(0.0, float(found["only"]))
    return complex(float(found["real"]), float(found["imag"]))


class BadEscapeError(ValueError):
    """A backslash with an invalid character after it."""

    def __init__(self, position: int) -> None:
        super().__init__("bad escape in a string")
        self.position = position


def unescape(text: str) -> str:
    """Return the contents of a quoted string.

    TorchScript writes a byte outside printable ASCII as three characters, each `0` plus an octal
    digit. Bytes above 127 are negative there, and so are their digits (`\\/.)`).

    Raises:
        BadEscapeError: for any other escape.
        UnicodeError: if the bytes are not UTF-8.
    """
    out = bytearray()
    end = 0
    for found in _ESCAPE.finditer(text):
        out += text[end : found.start()].encode("utf-8")
        end = found.end()
        if found[1]:
            out += _SIMPLE_ESCAPES[found[1]].encode()
        elif found[2]:
            high, middle, low = (ord(char) - ord("0") for char in found[2])
            out.append((64 * high + 8 * middle + low) % 256)
        else:
            raise BadEscapeError(found.start())
    out += text[end:].encode("utf-8")
    return out.decode("utf-8")


_NAMED_ESCAPES = {ord(char): f"\\{letter}" for letter, char in _SIMPLE_ESCAPES.items()}


def _escape_byte(byte: int) -> str:
    if byte in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[byte]
    if 32 <= byte < 127:
        return chr(byte)
    signed = byte - 256 if byte > 127 else byte
    rest = int(math.fmod(signed, 64))
    digits = int(signed / 64), int(rest / 8), int(math.fmod(rest, 8))
    return "\\" + "".join(chr(ord("0") + digit) for digit in digits)


def write_string(text: str) -> str:
    """Quote and escape a string as TorchScript writes it."""
    return '"' + "".join(map(_escape_byte, text.encode("utf-8"))) + '"'


def write_float(value: float) -> str:
    """Write `1.` for an integral value below 1e10, else 17 digits."""
    if math.isfinite(value) and abs(value) < 1e10 and value == int(value):
        return f"{'-' if math.copysign(1, value) < 0 else ''}{abs(int(value))}."
    return f"{value:.17g}"


def write_complex(value: complex) -> str:
    sign = "+" if value.imag >= 0 else "-"
    return f"{write_float(value.real)}{sign}{write_float(abs(value.imag))}j"


def _write_tensor(tensor: TensorLiteral) -> str:
    if len(tensor.values) > MAX_SHOWN:
        return "<Tensor>"
    if len(tensor.values) != 1:
        real = [complex(v).real if isinstance(v, complex) else v for v in tensor.values]
        return write_tensor(real, tensor.dims or (), tensor.scalar_name or "Float")
    value = tensor.values[0]
    if isinstance(value, complex):
        return f"{{({value.real:g},{value.imag:g})}}"
    return f"{{{value}}}" if isinstance(value, int) else f"{{{value:g}}}"


def _write_items(items: Sequence[GraphLiteral]) -> str:
    return ", ".join(map(write_literal, items))


def _write_annotated(annotated: Annotated) -> str:
    separator = "," if isinstance(annotated.value, dict) else ", "
    return f"annotate({annotated.spelling}{separator}{write_literal(annotated.value)})"


def write_literal(value: GraphLiteral) -> str:
    """Write a literal as TorchScript does inside another value."""
    match value:
        case None | bool():
            return str(value)
        case int():
            return str(value)
        case float():
            return write_float(value)
        case complex():
            return write_complex(value)
        case str():
            return write_string(value)
        case list():
            return f"[{_write_items(value)}]"
        case tuple():
            return f"({_write_items(value)}{',' if len(value) == 1 else ''})"
        case dict():
            pairs = (f"{write_literal(k)}: {write_literal(v)}" for k, v in value.items())
            return "{" + ", ".join(pairs) + "}"
        case TensorLiteral():
            return _write_tensor(value)
        case Hidden():
            return value.text
        case DeviceLiteral():
            return f'torch.device("{value.name}")'
        case Annotated():
            return _write_annotated(value)
        case Attribute():
            return print_type(value)
