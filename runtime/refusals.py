"""What is said when an operator refuses its operands.

An implementation raises an `OperandError`. Where numpy or Python finds the fault, Python callers
get one in our words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from numpy.exceptions import AxisError

from xdsl_torchscript.runtime.operand_errors import (
    BadIndex,
    BadType,
    BadValue,
    DivisionByZero,
)

_SIZES = re.compile(r"\(([\d,\s]*)\)")


def _sizes(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, re.findall(r"\d+", found))) for found in _SIZES.findall(text)]


def _and(parts: Sequence[object]) -> str:
    return " and ".join(map(str, parts))


def clash(shapes: Sequence[tuple[int, ...]]) -> str:
    """Which dimension keeps sizes from being broadcast, counted in the result."""
    rank = max(map(len, shapes), default=0)
    for dim in range(rank):
        own = {s[dim - rank] for s in shapes if rank - dim <= len(s)} - {1}
        if len(own) > 1:
            return f"sizes {_and(shapes)} do not broadcast at dimension {dim}"
    return f"sizes {_and(shapes)} do not broadcast"


def _clash(match: re.Match[str], what: str = "") -> str:
    return what + clash(_sizes(match[0]))


def _into(match: re.Match[str]) -> str:
    given, wanted = _sizes(match[0])
    return f"sizes {given} do not broadcast to {wanted}"


_WORDS: Sequence[tuple[str, str | Callable[[re.Match[str]], str]]] = (
    (r"shape mismatch: indexing arrays could not be broadcast.*",
     partial(_clash, what="indices: ")),
    (r"operands could not be broadcast together with shapes.*", _clash),
    (r"shape mismatch: objects cannot be broadcast.*", _clash),
    (r"could not broadcast input array from shape.*", _into),
    (r"shape mismatch: value array of shape.*", _clash),
    (r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)",
     r"index \1 is out of dimension \2 of size \3"),
    (r"boolean index did not match indexed array along axis (\d+); size of axis is (\d+) but size "
     r"of corresponding boolean axis is (\d+)",
     r"a mask of size \3 along dimension \1, which has size \2"),
    (r"too many indices for array: array is (\d+)-dimensional, but (\d+) were indexed",
     r"\2 indices into a tensor of \1 dimensions"),
    (r"zero-size array to reduction operation (\w+) which has no identity",
     r"no elements, so that there is no \1"),
    (r"attempt to get (\w+) of an empty sequence", r"no elements, so that there is no \1"),
    (r"ufunc '(\w+)' not supported for the input types.*",
     r"'\1' is not defined on tensors of these types"),
    (r"ufunc '(\w+)' did not contain a loop with signature matching types.*",
     r"'\1' is not defined on tensors of these types"),
    (r"cannot reshape array of size (\d+) into shape (\(.*\))",
     r"\1 elements do not fit into sizes \2"),
    (r"Cannot cast array data from dtype\('(\w+)'\) to dtype\('(\w+)'\).*",
     r"\1 elements where \2 is needed"),
    (r"Cannot cast ufunc '?(\w+)'? \w+put[^']*from dtype\('(\w+)'\) to dtype\('(\w+)'\).*",
     r"'\1' of \2 elements where \3 is needed"),
    (r"array is not broadcastable to correct shape", "sizes that do not broadcast to one another"),
    (r"diag requires an array of at least two dimensions", "a matrix needs two dimensions"),
    (r"array split does not result in an equal division",
     "the dimension has no parts of equal size"),
    (r"all the input arrays? dimensions except for the concatenation axis must match exactly.*",
     "the tensors differ in more than the dimension along which they are joined"),
    (r"matmul: Input operand 1 has a mismatch in its core dimension 0.*size (\d+) is different from"
     r" (\d+)\)", r"a product over dimensions of sizes \2 and \1"),
    (r"repeated axis", "a dimension appears twice"),
    (r"axes don't match array", "not as many dimensions as the tensor has"),
    (r"negative dimensions are not allowed", "sizes are not negative"),
    (r"all elements of broadcast shape must be non-negative", "sizes are not negative"),
    (r"(assignment|output) (destination|array) is read-only|source array is read-only",
     "cannot write into a tensor over memory that is read only; clone() it first"),
    (r"array is too big; `arr.size.*|Maximum allowed (size|dimension) exceeded",
     "more elements than memory can hold"),
    (r"Unable to allocate ([\d.]+ \w+) for an array with shape \((.*?),?\) and data type (\w+)",
     r"a tensor of sizes [\2] and type \3 takes \1, more than there is"),
    (r"maximum supported dimension for an ndarray is (?:currently )?(\d+), found (\d+)",
     r"\2 dimensions, of which there are at most \1"),
    (r"tuple index out of range", "a tensor of more dimensions is needed"),
    (r"arrays used as indices must be of integer \(or boolean\) type",
     "indices are integers or a mask of bools"),
    (r"zip\(\) argument \d+ is (?:shorter|longer) than arguments? [\d-]+",
     "lists or sizes of different lengths"),
    (r"(?:not enough|too many) values to unpack \(expected (?:at least )?(\d+)(?:, got (\d+))?\)",
     r"a list or the sizes of a tensor of \1 dimensions are needed"),
    (r"(?:float|int)\(\) argument must be a string.* not 'complex'|"
     r"must be real number, not complex",
     "a complex number where a real one is needed"),
    (r"cannot convert float (NaN|infinity) to integer", r"\1 is no int"),
    (r"math domain error", "the number is outside of what the function is defined on"),
    (r"math range error", "the result is beyond the range of floats"),
    (r"object too deep for desired array", "a tensor of one dimension is needed"),
    (r"matmul: Input operand \d does not have enough dimensions.*",
     "a product takes tensors of one dimension or more, not a number"),
    (r"only (?:length-1|0-dimensional|size-1) arrays can be converted to Python scalars",
     "one number is needed, not a tensor of several"),
    (r"input operand has more dimensions than allowed by the axis remapping|"
     r"cannot broadcast a non-scalar to a scalar array",
     "sizes do not broadcast to those of the result"),
    (r"operands could not be broadcast together with remapped shapes.*",
     "sizes that do not fit one another"),
    (r"all the input arrays must have same number of dimensions, but the array at index 0 has "
     r"(\d+) dimension\(s\) and the array at index (\d+) has (\d+) dimension\(s\)",
     r"tensors of one rank are needed, not of \1 and \3 dimensions"),
    (r"zero-dimensional arrays cannot be concatenated",
     "a tensor without dimensions cannot be joined to others"),
    (r"duplicate value in 'axis'", "a dimension appears twice"),
    (r"setting an array element with a sequence.*", "lists of different lengths make no tensor"),
    (r"Python int(?:eger)? (-?\d+) (?:is )?out of bounds for (\w+)", r"\1 is no \2"),
    (r"(?:Python int too large to convert to C|cannot fit 'int' into an index-sized|int too big to "
     r"convert|signed integer is (?:greater|less) than|integer won't fit into a C|int too large to "
     r"convert to float).*", "a number too large for what it is used as"),
    (r"'[<>]=?' not supported between instances of '(\w+)' and '(\w+)'",
     r"\1 and \2 values have no order"),
    (r"unsupported operand type\(s\) for \S+ '(\w+)' and '(\w+)'",
     r"not defined on \1 and \2 values"),
    (r"The numpy boolean (\w+), the `.` operator, is not supported.*",
     r"'\1' is not defined on bool tensors"),
    (r"range\(\) arg 3 must not be zero|slice step cannot be zero",
     "a step other than 0 is needed"),
    (r"(?:max|min)\(\) (?:arg|iterable argument) is an? empty(?: sequence)?",
     "an empty list has no greatest or least element"),
    (r"invalid literal for int\(\) with base (\d+): (.*)", r"\2 is no int to the base \1"),
    (r"could not convert string to float: (.*)", r"\1 is no float"),
    (r"The fill character must be exactly one character long",
     "a string is filled up with one character"),
    (r"All dimensions of input must be of equal length", "dimensions of one size are needed"),
    (r"'NoneType' object .*", "a value is None that is needed here"),
)  # fmt: skip
_PATTERNS = [(re.compile(pattern, re.DOTALL), words) for pattern, words in _WORDS]


def told(error: Exception) -> str:
    """The message of an exception, in our words where it is numpy's."""
    if isinstance(error, AxisError) and error.ndim is not None:
        bound = max(error.ndim, 1)
        return f"dimension {error.axis} is not within [{-bound}, {bound - 1}]"
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if not text and isinstance(error, MemoryError):
        return "not enough memory"
    for pattern, words in _PATTERNS:
        match = pattern.search(text)
        if match is not None:
            put = match.expand(words) if isinstance(words, str) else words(match)
            return (text[: match.start()] + put + text[match.end() :]).strip()
    return text


_KINDS: Sequence[tuple[type[Exception], Callable[[str], Exception]]] = (
    (IndexError, BadIndex),
    (ZeroDivisionError, DivisionByZero),
    (TypeError, BadType),
    (ValueError, BadValue),
)
REFUSED: tuple[type[Exception], ...] = tuple(kind for kind, _ in _KINDS)


def refusal(error: Exception) -> Exception:
    """What Python callers get for an exception of an implementation: of the same class, and also a
    RuntimeError unless it is an IndexError."""
    if type(error) not in (*REFUSED, AxisError) and not type(error).__module__.startswith("numpy"):
        return error
    make = next(make for kind, make in _KINDS if isinstance(error, kind))
    return make(told(error))
