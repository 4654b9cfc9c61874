"""The function of a C interface in LLVM IR. It checks sizes, fills the table of a kernel, and calls
the kernel.

@.weight.0 = internal constant [2048 x i8] c"...", align 64
define ptr @mlp(ptr %x, ptr %out0) {
  %table = alloca [3 x i64], align 8
  %slot0 = getelementptr i64, ptr %table, i64 0
  store ptr %x, ptr %slot0
  ...
  %message = call ptr @ts.kernel_packed(ptr %table)
  ret ptr %message
}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from xdsl_torchscript.runtime.aot.interface import CParameter, Interface
from xdsl_torchscript.runtime.tensor import Array

_TYPES = {"int64_t": "i64", "double": "double", "bool": "i1"}
_ALIGNMENT = 64

LEAST_SIZE = 2
"""The least size that a call may pass: a kernel for symbolic sizes assumes that no size broadcasts.
"""

Slot: TypeAlias = CParameter | Array
"""The source of a kernel's argument: a parameter, or the elements of a weight."""


def entry_text(interface: Interface, kernel: str, slots: Sequence[Slot]) -> str:
    """Return the function and the weights; `slots` are the arguments of `kernel` in order."""
    weights = {id(slot): slot for slot in slots if isinstance(slot, np.ndarray)}
    named = {key: f"@.weight.{number}" for number, key in enumerate(weights)}
    lines = [
        f"{named[key]} = internal constant {_bytes(weight)}, align {_ALIGNMENT}"
        for key, weight in weights.items()
    ]
    messages = [f"{size} is less than {LEAST_SIZE}\0".encode() for size in interface.sizes]
    lines += [
        f"@.message.{number} = internal constant {_bytes(np.frombuffer(text, np.uint8))}"
        for number, text in enumerate(messages)
    ]
    parameters = ", ".join(map(_declaration, interface.parameters))
    lines.append(f"define ptr @{interface.name}({parameters}) {{")
    for number, size in enumerate(interface.sizes):
        lines += _check(number, size)
    lines.append(f"  %slots = alloca [{len(slots)} x i64], align 8")
    for number, slot in enumerate(slots):
        lines += _store(number, slot, named)
    lines += [f"  %message = call ptr @{kernel}(ptr %slots)", "  ret ptr %message", "}"]
    return "\n".join([*lines, ""])


def _check(number: int, size: str) -> Iterator[str]:
    yield f"  %small.{number} = icmp slt i64 %in.{size}, {LEAST_SIZE}"
    yield f"  br i1 %small.{number}, label %refuse.{number}, label %accept.{number}"
    yield f"refuse.{number}:"
    yield f"  ret ptr @.message.{number}"
    yield f"accept.{number}:"


def _store(number: int, slot: Slot, named: dict[int, str]) -> Iterator[str]:
    address = f"%slot.{number}"
    yield f"  {address} = getelementptr i64, ptr %slots, i64 {number}"
    if isinstance(slot, np.ndarray):
        yield f"  store ptr {named[id(slot)]}, ptr {address}"
    elif _type(slot) == "i1":
        yield f"  %wide.{number} = zext i1 {_value(slot)} to i64"
        yield f"  store i64 %wide.{number}, ptr {address}"
    else:
        yield f"  store {_type(slot)} {_value(slot)}, ptr {address}"


def _declaration(parameter: CParameter) -> str:
    extended = " zeroext" if _type(parameter) == "i1" else ""  # as C passes a bool
    return f"{_type(parameter)}{extended} {_value(parameter)}"


def _type(parameter: CParameter) -> str:
    return "ptr" if parameter.is_pointer else _TYPES[parameter.element]


def _value(parameter: CParameter) -> str:
    return f"%in.{parameter.name}"


def _bytes(array: Array) -> str:
    """Return the elements as a constant of LLVM, whose strings write bytes in hexadecimal."""
    digits = np.frombuffer(array.tobytes().hex().encode(), np.uint8).reshape(-1, 2)
    escaped = np.empty((len(digits), 3), np.uint8)
    escaped[:, 0], escaped[:, 1:] = ord("\\"), digits
    return f'[{len(digits)} x i8] c"{escaped.tobytes().decode()}"'
