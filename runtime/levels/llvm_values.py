"""The operations of the llvm dialect on values: arithmetic, casts, lanes, structs, intrinsics.

Flags that promise a property (`nsw`, `inbounds`, fast-math) are ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects import llvm
from xdsl.interpreter import InterpreterFunctions, PythonValues

from xdsl_torchscript.dialects.extended import llvm as ext
from xdsl_torchscript.dialects.simd import VNNI_DOT
from xdsl_torchscript.runtime.levels.elements import GARBAGE, constant, fill_bytes
from xdsl_torchscript.runtime.levels.math import (
    FLOAT,
    count_ones,
    leading_zeros,
    power,
    trailing_zeros,
)
from xdsl_torchscript.runtime.levels.memref import check_indices
from xdsl_torchscript.runtime.levels.numbers import (
    FLOAT_BINARY,
    FLOAT_PREDICATES,
    INTEGER_BINARY,
    INTEGER_PREDICATES,
    NumberFunction,
    cast_rule,
    select,
)
from xdsl_torchscript.runtime.levels.table import LevelRule, elementwise, table_functions
from xdsl_torchscript.runtime.levels.vector import dot_bytes, in_order

_INTEGERS = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "shl": "shl",
    "ashr": "shrs",
    "lshr": "shru",
    "sdiv": "divs",
    "udiv": "divu",
    "srem": "rems",
    "urem": "remu",
    "intr.smin": "mins",
    "intr.smax": "maxs",
    "intr.umin": "minu",
    "intr.umax": "maxu",
}

_FLOATS = {
    "fadd": "add",
    "fsub": "sub",
    "fmul": "mul",
    "fdiv": "div",
    "frem": "rem",
    "intr.maximum": "maximum",
    "intr.minimum": "minimum",
    "intr.maxnum": "maxnum",
    "intr.minnum": "minnum",
}

_CASTS = {
    "sext": "exts",
    "zext": "extu",
    "trunc": "trunc",
    "fpext": "float",
    "fptrunc": "float",
    "sitofp": "sitofp",
    "uitofp": "uitofp",
    "fptosi": "fptosi",
    "fptoui": "fptoui",
    "bitcast": "bitcast",
    "ptrtoint": "trunc",
    "inttoptr": "extu",
    "addrspacecast": "extu",
}

_RENAMED = {
    "fabs": "absf",
    "fmuladd": "fma",
    "nearbyint": "roundeven",
    "pow": "powf",
    "rint": "roundeven",
}
_INTRINSICS: dict[str, NumberFunction] = {
    "powi": power,
    "abs": np.abs,
    "ctlz": leading_zeros,
    "cttz": trailing_zeros,
    "ctpop": count_ones,
    **{name: FLOAT[name] for name in FLOAT},
    **{name: FLOAT[other] for name, other in _RENAMED.items()},
}

_LANES: dict[str, NumberFunction] = {
    "add": INTEGER_BINARY["add"],
    "mul": INTEGER_BINARY["mul"],
    "and": INTEGER_BINARY["and"],
    "or": INTEGER_BINARY["or"],
    "xor": INTEGER_BINARY["xor"],
    "smin": INTEGER_BINARY["mins"],
    "smax": INTEGER_BINARY["maxs"],
    "umin": INTEGER_BINARY["minu"],
    "umax": INTEGER_BINARY["maxu"],
    "fmin": FLOAT_BINARY["minnum"],
    "fmax": FLOAT_BINARY["maxnum"],
    "fminimum": FLOAT_BINARY["minimum"],
    "fmaximum": FLOAT_BINARY["maximum"],
}


def _constant(op: llvm.ConstantOp, values: PythonValues) -> PythonValues:
    return (constant(op.value, op.result.type),)


def _bytes(byte: int) -> LevelRule:
    return lambda op, values: (fill_bytes(op.results[0].type, byte),)


def _compare_integers(op: ext.ICmpOp, values: PythonValues) -> PythonValues:
    return (INTEGER_PREDICATES[op.PREDICATES.index(op.predicate_name)](*values),)


def _compare_floats(op: ext.FCmpOp, values: PythonValues) -> PythonValues:
    return (FLOAT_PREDICATES[op.PREDICATES.index(op.predicate_name)](*values),)


def _extract_element(op: ext.ExtractElementOp, values: PythonValues) -> PythonValues:
    lanes, position = values
    check_indices(lanes, [position])
    return (lanes[position],)


def _insert_element(op: llvm.InsertElementOp, values: PythonValues) -> PythonValues:
    lanes, value, position = values
    check_indices(lanes, [position])
    lanes = lanes.copy()
    lanes[position] = value
    return (lanes,)


def _shuffle(op: llvm.ShuffleVectorOp, values: PythonValues) -> PythonValues:
    """Lanes of -1 are undefined."""
    lanes = fill_bytes(op.res.type, GARBAGE)
    sources = np.concatenate(values)
    for lane, source in enumerate(op.mask.iter_values()):
        if source >= 0:
            lanes[lane] = sources[source]
    return (lanes,)


def _extract_value(op: llvm.ExtractValueOp, values: PythonValues) -> PythonValues:
    (part,) = values
    for index in op.position.iter_values():
        part = part[index]
    return (part,)


def _insert_value(op: llvm.InsertValueOp, values: PythonValues) -> PythonValues:
    def replaced(container: tuple[Any, ...], position: list[int]) -> tuple[Any, ...]:
        first, *rest = position
        part = replaced(container[first], rest) if rest else values[1]
        return (*container[:first], part, *container[first + 1 :])

    return (replaced(values[0], list(op.position.iter_values())),)


def _order(function: Callable[..., Any]) -> LevelRule:
    """Return the rule for a reduction from a start, in the order of the lanes."""
    return lambda op, values: (in_order(function, values[1], values[:1]),)


def _reduction(function: NumberFunction) -> LevelRule:
    return lambda op, values: (in_order(function, values[0]),)


def _call_intrinsic(op: llvm.CallIntrinsicOp, values: PythonValues) -> PythonValues:
    if not op.intrin.data.startswith(VNNI_DOT):
        raise NotImplementedError(f"the intrinsic {op.intrin.data} is not interpreted")
    accumulator, unsigned, signed = values
    return (dot_bytes(unsigned, signed, accumulator),)


RULES: dict[str, LevelRule] = {
    **{f"llvm.{name}": elementwise(INTEGER_BINARY[kind]) for name, kind in _INTEGERS.items()},
    **{f"llvm.{name}": elementwise(FLOAT_BINARY[kind]) for name, kind in _FLOATS.items()},
    **{f"llvm.{name}": cast_rule(kind) for name, kind in _CASTS.items()},
    **{f"llvm.intr.{name}": elementwise(function) for name, function in _INTRINSICS.items()},
    **{f"llvm.intr.vector.reduce.{name}": _reduction(f) for name, f in _LANES.items()},
    "llvm.intr.vector.reduce.fadd": _order(np.add),
    "llvm.intr.vector.reduce.fmul": _order(np.multiply),
    "llvm.fneg": elementwise(np.negative),
    "llvm.mlir.constant": _constant,
    "llvm.mlir.undef": _bytes(GARBAGE),
    "llvm.mlir.poison": _bytes(GARBAGE),
    "llvm.mlir.zero": _bytes(0),
    "llvm.freeze": lambda op, values: values,
    "llvm.intr.prefetch": lambda op, values: (),
    "llvm.icmp": _compare_integers,
    "llvm.fcmp": _compare_floats,
    "llvm.select": elementwise(select),
    "llvm.extractelement": _extract_element,
    "llvm.insertelement": _insert_element,
    "llvm.shufflevector": _shuffle,
    "llvm.extractvalue": _extract_value,
    "llvm.insertvalue": _insert_value,
    "llvm.call_intrinsic": _call_intrinsic,
}


def llvm_value_functions() -> InterpreterFunctions:
    return table_functions(RULES, llvm.LLVM, ext.extended_llvm())
