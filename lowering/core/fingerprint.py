"""Fingerprints of operations: equal while nothing inside an operation has changed.

    before = fingerprint(function)
    ...
    fingerprint(function) == before

Operations, values and blocks are compared by identity. A fingerprint holds them, so that no new one
takes their place in memory. A value of another type is another value. Names and locations do not
count.
"""

from __future__ import annotations

from typing import TypeAlias

from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.walk import nested_operations

Fingerprint: TypeAlias = list[tuple[object, ...]]
"""The parts of an operation and of its nested operations, in textual order."""


def fingerprint(root: Operation) -> Fingerprint:
    """Return the fingerprint of an operation as it is now."""
    return [_parts_of(op) for op in (root, *nested_operations(root))]


def _parts_of(op: Operation) -> tuple[object, ...]:
    """Return all that an operation consists of, without its nested operations.

    Its tuples are replaced when they change. Reading them through views would take twice as long.
    """
    blocks = [(b, b.args) for region in op.regions for b in region.blocks] if op.regions else ()
    return (
        op,
        op.parent,
        op._operands,  # pyright: ignore[reportPrivateUsage]
        op.results,
        op.properties.copy(),
        op.attributes.copy(),
        op._successors,  # pyright: ignore[reportPrivateUsage]
        blocks,
    )
