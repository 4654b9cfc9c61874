"""The operations of arith on scalars and vectors.

xDSL has implementations for Python's numbers, which do not round to f32 and know no vectors; these
replace them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects import arith
from xdsl.interpreter import InterpreterFunctions, PythonValues

from xdsl_torchscript.dialects.extended.arith import extended_arith
from xdsl_torchscript.runtime.levels.elements import constant, dtype_of
from xdsl_torchscript.runtime.levels.numbers import (
    FLOAT_BINARY,
    FLOAT_PREDICATES,
    INTEGER_BINARY,
    INTEGER_PREDICATES,
    as_signed,
    as_unsigned,
    cast_rule,
    narrow,
    select,
)
from xdsl_torchscript.runtime.levels.table import LevelRule, elementwise, table_functions

_INTEGERS = {
    "addi": "add",
    "subi": "sub",
    "muli": "mul",
    "andi": "and",
    "ori": "or",
    "xori": "xor",
    "shli": "shl",
    "shrsi": "shrs",
    "shrui": "shru",
    "divsi": "divs",
    "divui": "divu",
    "remsi": "rems",
    "remui": "remu",
    "floordivsi": "floordivs",
    "ceildivsi": "ceildivs",
    "ceildivui": "ceildivu",
    "minsi": "mins",
    "maxsi": "maxs",
    "minui": "minu",
    "maxui": "maxu",
}

_FLOATS = {
    "addf": "add",
    "subf": "sub",
    "mulf": "mul",
    "divf": "div",
    "remf": "rem",
    "maximumf": "maximum",
    "minimumf": "minimum",
    "maxnumf": "maxnum",
    "minnumf": "minnum",
}

_CASTS = {
    "extsi": "exts",
    "extui": "extu",
    "trunci": "trunc",
    "extf": "float",
    "truncf": "float",
    "sitofp": "sitofp",
    "uitofp": "uitofp",
    "fptosi": "fptosi",
    "fptoui": "fptoui",
    "bitcast": "bitcast",
}


def _index_cast(op: arith.IndexCastOp, values: PythonValues) -> PythonValues:
    return (narrow(as_signed(values[0]), dtype_of(op.result.type)),)


def _constant(op: arith.ConstantOp, values: PythonValues) -> PythonValues:
    return (constant(op.value, op.result.type),)


def _compare_integers(op: arith.CmpiOp, values: PythonValues) -> PythonValues:
    return (INTEGER_PREDICATES[op.predicate.value.data](*values),)


def _compare_floats(op: arith.CmpfOp, values: PythonValues) -> PythonValues:
    return (FLOAT_PREDICATES[op.predicate.value.data](*values),)


def _add_extended(op: arith.AddUIExtendedOp, values: PythonValues) -> PythonValues:
    total = INTEGER_BINARY["add"](*values)
    return total, as_unsigned(total) < as_unsigned(values[0])


def _multiply_extended(view: Callable[[Any], Any]) -> LevelRule:
    """Return the rule for both halves of a product, computed in Python's integers."""

    def run(op: arith.MulExtendedBase, values: PythonValues) -> PythonValues:
        a, b = (np.asarray(view(value)).astype(object) for value in values)
        dtype, bits = dtype_of(op.low.type), 8 * dtype_of(op.low.type).itemsize
        halves = (a * b % 2**bits, (a * b >> bits) % 2**bits)
        low, high = (np.asarray(half).astype(f"u{dtype.itemsize}")[()] for half in halves)
        return low.view(dtype), high.view(dtype)

    return run


RULES: dict[str, LevelRule] = {
    **{f"arith.{name}": elementwise(INTEGER_BINARY[kind]) for name, kind in _INTEGERS.items()},
    **{f"arith.{name}": elementwise(FLOAT_BINARY[kind]) for name, kind in _FLOATS.items()},
    **{f"arith.{name}": cast_rule(kind) for name, kind in _CASTS.items()},
    "arith.negf": elementwise(np.negative),
    "arith.constant": _constant,
    "arith.cmpi": _compare_integers,
    "arith.cmpf": _compare_floats,
    "arith.select": elementwise(select),
    "arith.index_cast": _index_cast,
    "arith.addui_extended": _add_extended,
    "arith.mulsi_extended": _multiply_extended(as_signed),
    "arith.mului_extended": _multiply_extended(as_unsigned),
}


def arith_functions() -> InterpreterFunctions:
    return table_functions(RULES, arith.Arith, extended_arith())
