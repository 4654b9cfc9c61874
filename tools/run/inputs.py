"""Values of `--input 'NAME=VALUE'`, in the quotes that keep the shell from expanding it:

3   2.5   true   none   -inf   "text"       numbers and strings
[1, 2]   (1, 2.5)   {"a": file.npy}         lists, tuples and dicts; a list may be a tensor
file.npy                                    a tensor from a file
f32[2,2]{1.0, 2.0, 3.0, 4.0}                a tensor, elements in row-major order
random:f32[2,3]   arange:i64[6]             seeded random elements; 0, 1, 2, ...
full:f32[2,3]:1.5                           a constant tensor
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.types import (
    DeviceType,
    DictType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.modules.arguments import Arguments, Unfit
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor, dtype_of, numpy_dtype
from xdsl_torchscript.runtime.values import Value, is_a, type_of

SHORT_NAMES: dict[str, str] = {
    "f32": "float32",
    "f64": "float64",
    "f16": "float16",
    "bf16": "bfloat16",
    "i64": "int64",
    "i32": "int32",
    "i16": "int16",
    "i8": "int8",
    "u8": "uint8",
    "bool": "bool",
    "c64": "complex64",
    "c128": "complex128",
}
_WORDS: dict[str, Value] = {
    "true": True, "false": False, "none": None, "nan": math.nan, "inf": math.inf,
}  # fmt: skip
_MADE = re.compile(r"(?P<kind>random|arange|full):(?P<type>\w+\[[^\]]*\])(?::(?P<value>.+))?")
_INLINE = re.compile(r"(?P<type>\w+\[[^\]]*\])\{(?P<elements>.*)\}")
_TYPE = re.compile(r"(?P<dtype>\w+)\[(?P<sizes>(?: *\d+ *,)*(?: *\d+ *)?)\]")
_LITERALS = (int, float, complex, str, list, tuple, dict, type(None))
_SHOWN = 60
_HELP = "give a number, FILE.npy, random:f32[2,3], arange:i64[6], full:f32[2]:1.5 or 'f32[2]{1,2}'"
_QUOTED = "'\"text\"'"


class InputValueError(ValueError):
    """A malformed or missing value of the command line."""


def short_name(dtype: NumpyDtype) -> str:
    """Return the short name of a dtype: `f32` of float32."""
    torch_name = dtype_of(np.empty(0, dtype)).torch_name
    return next((short for short, name in SHORT_NAMES.items() if name == torch_name), torch_name)


def _type(text: str) -> tuple[NumpyDtype, tuple[int, ...]]:
    found = _TYPE.fullmatch(text)
    if found is None or found["dtype"] not in SHORT_NAMES:
        raise InputValueError(f"'{text}' is not a tensor type; write one as f32[2,3]")
    sizes = tuple(int(size) for size in found["sizes"].split(",") if size.strip())
    return numpy_dtype(BY_TORCH_NAME[SHORT_NAMES[found["dtype"]]]), sizes


def random_array(dtype: NumpyDtype, shape: tuple[int, ...], seed: tuple[int, ...]) -> Array:
    """Return random elements, equal for equal seeds.

    Floats and both parts of complex numbers are standard normal, integers uniform in [-9, 9], bools
    fair.
    """
    generator = np.random.default_rng(seed)
    if dtype.kind in "iu":
        low = 0 if dtype.kind == "u" else -9
        return generator.integers(low, 10, shape).astype(dtype)
    if dtype.kind == "b":
        return generator.integers(0, 2, shape).astype(dtype)
    if dtype.kind == "c":
        real, imaginary = generator.standard_normal((2, *shape))
        return np.asarray(real + 1j * imaginary).astype(dtype)
    return np.asarray(generator.standard_normal(shape)).astype(dtype)


def _random(dtype: NumpyDtype, shape: tuple[int, ...], value: str | None, seed: Any) -> Array:
    return random_array(dtype, shape, seed)


def _arange(dtype: NumpyDtype, shape: tuple[int, ...], value: str | None, seed: Any) -> Array:
    return np.arange(math.prod(shape)).astype(dtype).reshape(shape)


def _full(dtype: NumpyDtype, shape: tuple[int, ...], value: str | None, seed: Any) -> Array:
    if value is None:
        raise InputValueError("full needs a value: full:f32[2,3]:1.5")
    return np.full(shape, _elements([_number(value)], dtype)[0], dtype)


_MAKERS: dict[str, Callable[[NumpyDtype, tuple[int, ...], str | None, Any], Array]] = {
    "random": _random,
    "arange": _arange,
    "full": _full,
}


def _number(text: str) -> bool | complex:
    word = text.strip()
    if word in ("true", "false"):
        return word == "true"
    for kind in (int, float, complex):
        with suppress(ValueError):
            return kind(word)
    raise InputValueError(f"'{word}' is not a number")


def _inline(type: str, elements: str) -> Array:
    dtype, shape = _type(type)
    values = [_number(e) for e in elements.split(",") if e.strip()]
    if len(values) != math.prod(shape):
        raise InputValueError(f"{len(values)} elements for {type}, which has {math.prod(shape)}")
    return _elements(values, dtype).reshape(shape)


def _elements(values: Sequence[complex], dtype: NumpyDtype) -> Array:
    """Convert numbers to elements. Raises InputValueError if one does not fit into the type."""
    wrong = [value for value in values if not _fits(value, dtype)]
    if wrong:
        raise InputValueError(f"{wrong[0]} does not fit into {short_name(dtype)}")
    with np.errstate(over="ignore"):  # as infinity
        return np.array(values, object).astype(dtype)


def _fits(value: complex, dtype: NumpyDtype) -> bool:
    if isinstance(value, complex):
        return dtype.kind == "c"
    if dtype.kind not in "iu":
        return True
    limits = np.iinfo(dtype)
    return limits.min <= value <= limits.max and value % 1 == 0


def _file(path: Path) -> Array:
    try:
        array: Any = np.load(path, allow_pickle=False)
    except (EOFError, MemoryError, OSError, ValueError) as error:
        raise InputValueError(f"'{path}' cannot be read as a .npy file: {error}") from error
    if not isinstance(array, np.ndarray):
        raise InputValueError(f"'{path}' is not a .npy file but an archive of several")
    found = cast("Array", array)
    native = found.astype(found.dtype.newbyteorder("="), copy=False)
    try:
        dtype_of(native)
    except TypeError as error:
        raise InputValueError(f"'{path}': {error}") from error
    return native


def parse_value(text: str, seed: tuple[int, ...]) -> Value:
    """Parse a value of the command line. Raises InputValueError."""
    try:
        if text in _WORDS:
            return _WORDS[text]
        if text.endswith(".npy"):
            return Tensor(_file(Path(text)))
        made = _MADE.fullmatch(text)
        if made is not None:
            dtype, shape = _type(made["type"])
            return Tensor(_MAKERS[made["kind"]](dtype, shape, made["value"], seed))
        inline = _INLINE.fullmatch(text)
        if inline is not None:
            return Tensor(_inline(inline["type"], inline["elements"]))
        return _literal(text, seed)
    except InputValueError:
        raise
    except (MemoryError, OverflowError, ValueError) as error:
        raise InputValueError(f"'{_short(text)}' cannot be made: {error}") from error


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


_PARTS = re.compile(
    r"""("(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
    | (?P<tensor> (?:random|arange|full):\w+\[[^\]]*\](?::[^\s,)\]}]+)?
                | \w+\[[\d, ]*\]\{[^}]*\}
                | [^\s,:()\[\]{}"']+\.npy)""",
    re.VERBOSE,
)
"""The strings and the tensors in a list, tuple or dict."""


class _Named(ast.NodeTransformer):
    """Replaces names by their values."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self._values[node.id]) if node.id in self._values else node


def _literal(text: str, seed: tuple[int, ...]) -> Value:
    """Parse a number, string, list, tuple or dict, written as in Python, with tensors in it."""
    values = dict(_WORDS)

    def name(found: re.Match[str]) -> str:
        if found["tensor"] is None:
            return found[0]
        key = f"_{len(values)}"
        values[key] = parse_value(found[0], (*seed, len(values)))
        return key

    named = _PARTS.sub(name, text)
    try:
        value = ast.literal_eval(_Named(values).visit(ast.parse(named, mode="eval")))
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        word = f"; a string has quotes: '\"{text}\"'" if text.isidentifier() else ""
        raise InputValueError(f"'{_short(text)}' is not a value; {_HELP}{word}") from error
    except TypeError as error:
        fault = "a list or dict cannot be the key of a dict"
        raise InputValueError(f"'{_short(text)}' is not a value: {fault}") from error
    wide = isinstance(value, int) and not -(2**63) <= value < 2**63
    if wide or not isinstance(value, _LITERALS):
        raise InputValueError(f"'{_short(text)}' is not a value; {_HELP}")
    return value  # pyright: ignore[reportUnknownVariableType]


def input_texts(names: Sequence[str], items: Sequence[str]) -> dict[int, str]:
    """Return the text of each `NAME=VALUE`, by the number of the input.

    A name is one of `names`, or a number. Raises InputValueError, also for an input given twice.
    """
    texts: dict[int, str] = {}
    for item in items:
        name, equals, text = item.partition("=")
        wanted = name.removeprefix("%")
        index = names.index(wanted) if wanted in names else -1
        if index < 0 and wanted.isdecimal() and int(wanted) < len(names):
            index = int(wanted)
        if index < 0 or not equals:
            known = ", ".join(names)
            raise InputValueError(f"--input {item}: write NAME=VALUE with one of {known}")
        if index in texts:
            raise InputValueError(f"--input {item}: input '{names[index]}' is given twice")
        texts[index] = text
    return texts


def as_declared(name: str, value: Value, type: Attribute, arguments: Arguments) -> Value:
    """Convert a value to an argument's type as a call from Python does, and lists to tensors.

    Raises InputValueError for a value that does not fit.
    """
    present = type.element if isinstance(type, OptionalType) else type
    if isinstance(present, TensorType) and isinstance(value, list):
        value = _as_tensor(name, value, present)
    try:
        converted = arguments.value(value, type)
    except Unfit as error:
        wanted = f"{error}; write {name}={example_input(type)}"
        message = f"input '{name}' of type {annotation_text(type)} takes {wanted}"
        raise InputValueError(message) from error
    if isinstance(converted, Tensor) and not is_a(converted, type):
        found, declared = map(spell, (type_of(converted), type))
        raise InputValueError(f"input '{name}' is {found}, the program declares {declared}")
    return converted


_FORMS: Mapping[type[Attribute], str] = {
    TensorType: "'f32[2]{1,2}', FILE.npy, random:f32[2,3], arange:i64[6] or full:f32[2]:1.5",
    NoneType: "none",
    NumberType: "2.5",
    StrType: _QUOTED,
    DeviceType: "'\"cpu\"'",
}
_NUMBERS: Mapping[Attribute, str] = {
    i64: "3", f64: "2.5", i1: "true or false", ComplexType(f64): "1+2j",
}  # fmt: skip


def example_input(type: Attribute) -> str:
    """Return an example of an input of this type, as it is written on the command line."""
    match type:
        case OptionalType():
            return f"{example_input(type.element)}, or none"
        case ListType():
            return f"'[{_inside(type.element)}]'"
        case TupleType() | NamedTupleType():
            return f"'({', '.join(map(_inside, type.elements))})'"
        case DictType():
            return f"'{{{_inside(type.key)}: {_inside(type.value)}}}'"
        case _:
            return _NUMBERS.get(type) or _FORMS.get(type.__class__, "VALUE")


def _inside(type: Attribute) -> str:
    """Return the example inside a literal, without the quotes of the shell."""
    return "True" if type == i1 else example_input(type).replace("'", "")


def _as_tensor(name: str, rows: Value, type: TensorType) -> Tensor:
    try:
        made = Tensor.of(rows)
    except (TypeError, ValueError) as error:
        raise InputValueError(f"input '{name}': the lists do not form a tensor: {error}") from error
    return made if type.dtype is None else Tensor(made.array.astype(numpy_dtype(type.dtype)))


def default_value(name: str, type: Attribute, seed: tuple[int, ...]) -> Value:
    """Return random elements for a tensor type. Raises InputValueError for other types."""
    if not isinstance(type, TensorType):
        raise InputValueError(f"input '{name}' is missing: --input {name}=VALUE")
    sizes = [s for s in type.shape or () if isinstance(s, int)]
    if type.dtype is None or type.shape is None or len(sizes) != len(type.shape):
        raise InputValueError(
            f"input '{name}' is missing, and its type has no sizes: --input {name}=random:f32[2,3]"
        )
    return Tensor(random_array(numpy_dtype(type.dtype), tuple(sizes), seed))
