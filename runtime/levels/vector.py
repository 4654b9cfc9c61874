"""The operations of vector: a vector is a numpy array of its lanes.

Accesses are checked lane by lane: a masked access may reach outside with the lanes that are off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import numpy as np
from xdsl.dialects import vector
from xdsl.interpreter import InterpreterFunctions, PythonValues
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_torchscript.dialects.simd import SIMD
from xdsl_torchscript.runtime.levels.elements import dtype_of, shape_of
from xdsl_torchscript.runtime.levels.memref import check_indices, mixed
from xdsl_torchscript.runtime.levels.numbers import (
    FLOAT_BINARY,
    INTEGER_BINARY,
    NumberFunction,
    fma,
)
from xdsl_torchscript.runtime.levels.table import LevelRule, elementwise, table_functions
from xdsl_torchscript.runtime.tensor import Array


def _region(array: Array, indices: Sequence[Any], shape: Sequence[int]) -> Array:
    """Return the part of a memref that a vector covers: its last dimensions, from `indices` on.

    Raises IndexError if it reaches outside.
    """
    outer = len(indices) - len(shape)
    check_indices(array, indices)
    lasts = [index + size - 1 for index, size in zip(indices[outer:], shape, strict=True)]
    check_indices(array, [*indices[:outer], *lasts])
    inner = zip(indices[outer:], shape, strict=True)
    return array[(*indices[:outer], *(slice(index, index + size) for index, size in inner))]


def _load(op: vector.LoadOp, values: PythonValues) -> PythonValues:
    array, *indices = values
    return (_region(array, indices, shape_of(op.result.type)).copy(),)


def _store(op: vector.StoreOp, values: PythonValues) -> PythonValues:
    lanes, array, *indices = values
    _region(array, indices, lanes.shape)[...] = lanes
    return ()


def _active(mask: Array, indices: Sequence[Any]) -> list[tuple[int, list[Any]]]:
    """Return the lanes that a mask leaves on, with the indices of their elements."""
    *outer, last = indices
    return [(int(lane), [*outer, last + lane]) for lane in np.flatnonzero(mask)]


def _load_lanes(array: Array, indices: Sequence[Any], mask: Array, others: Array) -> Array:
    lanes = others.copy()
    for lane, position in _active(mask, indices):
        check_indices(array, position)
        lanes[lane] = array[tuple(position)]
    return lanes


def _store_lanes(array: Array, indices: Sequence[Any], mask: Array, lanes: Array) -> None:
    for lane, position in _active(mask, indices):
        check_indices(array, position)
        array[tuple(position)] = lanes[lane]


def _masked_load(op: vector.MaskedLoadOp, values: PythonValues) -> PythonValues:
    array, *indices, mask, others = values
    return (_load_lanes(array, indices, mask, others),)


def _masked_store(op: vector.MaskedStoreOp, values: PythonValues) -> PythonValues:
    array, *indices, mask, lanes = values
    _store_lanes(array, indices, mask, lanes)
    return ()


def _transfer_mask(
    op: vector.TransferReadOp | vector.TransferWriteOp,
    array: Array,
    indices: Sequence[Any],
    count: int,
    mask: Sequence[Array],
) -> Array:
    """Return the lanes that a transfer accesses: those in bounds, or all with `in_bounds`."""
    last = AffineMap(array.ndim, 0, (AffineDimExpr(array.ndim - 1),))
    if op.permutation_map.data != last:
        raise NotImplementedError("only transfers of one dimension, in order, are interpreted")
    active = mask[0] if mask else np.ones(count, np.bool_)
    if op.in_bounds.data[0].value.data:
        return active
    return active & (np.arange(count) + indices[-1] < array.shape[-1])


def _transfer_read(op: vector.TransferReadOp, values: PythonValues) -> PythonValues:
    array, rest = values[0], values[1:]
    rank, (count,) = array.ndim, shape_of(op.result.type)
    indices, padding, mask = rest[:rank], rest[rank], rest[rank + 1 :]
    active = _transfer_mask(op, array, indices, count, mask)
    return (_load_lanes(array, indices, active, np.full(count, padding, array.dtype)),)


def _transfer_write(op: vector.TransferWriteOp, values: PythonValues) -> PythonValues:
    lanes, array, rest = values[0], values[1], values[2:]
    indices, mask = rest[: array.ndim], rest[array.ndim :]
    active = _transfer_mask(op, array, indices, len(lanes), mask)
    _store_lanes(array, indices, active, lanes)
    return ()


def _broadcast(op: vector.BroadcastOp, values: PythonValues) -> PythonValues:
    return (np.broadcast_to(values[0], shape_of(op.vector.type)).copy(),)


def _extract(op: vector.ExtractOp, values: PythonValues) -> PythonValues:
    lanes, *dynamic = values
    position = mixed(op.static_position.get_values(), dynamic)
    check_indices(lanes[(..., *[0] * (lanes.ndim - len(position)))], position)
    return (lanes[tuple(position)],)


def _insert(op: vector.InsertOp, values: PythonValues) -> PythonValues:
    value, target, *dynamic = values
    position = mixed(op.static_position.get_values(), dynamic)
    check_indices(target[(..., *[0] * (target.ndim - len(position)))], position)
    lanes = target.copy()
    lanes[tuple(position)] = value
    return (lanes,)


def _shuffle(op: vector.ShuffleOp, values: PythonValues) -> PythonValues:
    return (np.concatenate(values)[list(op.mask.iter_values())],)


def _bitcast(op: vector.BitcastOp, values: PythonValues) -> PythonValues:
    return (values[0].view(dtype_of(op.result.type)),)


def _create_mask(op: vector.CreateMaskOp, values: PythonValues) -> PythonValues:
    """Return the mask of lanes whose position is below the operands."""
    mask = np.zeros(shape_of(op.mask_vector.type), np.bool_)
    mask[tuple(slice(0, max(0, int(size))) for size in values)] = True
    return (mask,)


_REDUCTIONS: dict[str, NumberFunction] = {
    "and": INTEGER_BINARY["and"],
    "or": INTEGER_BINARY["or"],
    "xor": INTEGER_BINARY["xor"],
    "minsi": INTEGER_BINARY["mins"],
    "maxsi": INTEGER_BINARY["maxs"],
    "minui": INTEGER_BINARY["minu"],
    "maxui": INTEGER_BINARY["maxu"],
    "minimumf": FLOAT_BINARY["minimum"],
    "maximumf": FLOAT_BINARY["maximum"],
    "minnumf": FLOAT_BINARY["minnum"],
    "maxnumf": FLOAT_BINARY["maxnum"],
}


def in_order(function: NumberFunction, lanes: Iterable[Any], start: Sequence[Any] = ()) -> Any:
    """Combine the lanes from the first to the last, after `start`."""
    return reduce(function, [*start, *lanes])


def _reduce(op: vector.ReductionOp, values: PythonValues) -> PythonValues:
    """Reduce in the order of the lanes, which flags may leave open."""
    lanes, *accumulator = values
    kind = op.kind.data.value
    arithmetic = INTEGER_BINARY if lanes.dtype.kind in "ib" else FLOAT_BINARY
    function = _REDUCTIONS.get(kind) or arithmetic[kind]
    if kind in ("add", "mul"):
        return (in_order(function, lanes, accumulator),)
    return (in_order(function, [in_order(function, lanes)], accumulator),)


def dot_bytes(unsigned: Array, signed: Array, accumulator: Array) -> Array:
    """Add the dot products of groups of bytes to the lanes of an accumulator."""
    products = unsigned.view(np.uint8).astype(np.int32) * signed.astype(np.int32)
    return accumulator + products.reshape(len(accumulator), -1).sum(1, dtype=np.int32)


RULES: dict[str, LevelRule] = {
    "vector.load": _load,
    "vector.store": _store,
    "vector.maskedload": _masked_load,
    "vector.maskedstore": _masked_store,
    "vector.transfer_read": _transfer_read,
    "vector.transfer_write": _transfer_write,
    "vector.broadcast": _broadcast,
    "vector.extract": _extract,
    "vector.insert": _insert,
    "vector.shuffle": _shuffle,
    "vector.bitcast": _bitcast,
    "vector.create_mask": _create_mask,
    "vector.fma": elementwise(fma),
    "vector.reduction": _reduce,
    "simd.usdot": elementwise(dot_bytes),
}


def vector_functions() -> InterpreterFunctions:
    return table_functions(RULES, vector.Vector, SIMD)
