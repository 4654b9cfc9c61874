"""The tensors of a file, with their paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.frontend.archive import (
    DictValue,
    ListValue,
    OpaqueValue,
    PickledObject,
    PickledValue,
    TensorRecord,
)
from xdsl_torchscript.frontend.archive.element_types import element_bytes
from xdsl_torchscript.frontend.archive.lenient import SPARSE_TENSOR
from xdsl_torchscript.frontend.archive.model import children


@dataclass(frozen=True)
class TensorReport:
    """A tensor at a path of attributes, indices and keys. `layout` is dense, quantised or sparse.

    `bytes` counts all elements of a dense tensor, but only the stored ones of a sparse tensor.
    """

    path: str
    dtype: str
    shape: tuple[int, ...]
    layout: str
    elements: int
    bytes: int
    requires_grad: bool
    device: str


def tensors_of(root: PickledValue) -> tuple[TensorReport, ...]:
    """Return the tensors in a value in order, each once."""
    return tuple(_tensors(root, "", set()))


def _tensors(value: PickledValue, path: str, seen: set[int]) -> Iterator[TensorReport]:
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, TensorRecord):
        layout = "quantised" if value.dtype.startswith("q") else "dense"
        yield _report(path, value, value.shape, layout)
    elif isinstance(value, OpaqueValue) and value.name == SPARSE_TENSOR:
        yield from _sparse(path, value)
    else:
        for name, part in _named_parts(value):
            yield from _tensors(part, f"{path}.{name}" if path else name, seen)


def byte_count(dtype: str, elements: int) -> int:
    return elements * (element_bytes(BY_TORCH_NAME[dtype]) or 0)


def _report(path: str, of: TensorRecord, shape: tuple[int, ...], layout: str) -> TensorReport:
    size = byte_count(of.dtype, of.elements)
    return TensorReport(
        path, of.dtype, shape, layout, of.elements, size, of.requires_grad, of.device
    )


def _sparse(path: str, value: OpaqueValue) -> Iterator[TensorReport]:
    """Yield the report on a sparse tensor: layout, index tensors, values and sizes, in this order.

    torch.save puts them into a tuple.
    """
    parts: list[PickledValue] = []
    for part in value.parts:
        nested = isinstance(part, tuple) and any(isinstance(p, TensorRecord) for p in part)
        parts.extend(part if isinstance(part, tuple) and nested else (part,))
    tensors = [part for part in parts if isinstance(part, TensorRecord)]
    shapes = (part for part in parts if isinstance(part, tuple))
    if tensors:
        shape = tuple(size for size in next(shapes, ()) if isinstance(size, int))
        yield _report(path, tensors[-1], shape, "sparse")


def _named_parts(value: PickledValue) -> Iterator[tuple[str, PickledValue]]:
    if isinstance(value, PickledObject):
        yield from ([("(state)", value.state)] if value.has_state else value.attributes.items())
    elif isinstance(value, DictValue):
        yield from ((str(key), item) for key, item in value.items if isinstance(key, str | int))
    elif isinstance(value, tuple | ListValue | OpaqueValue):
        yield from ((str(number), part) for number, part in enumerate(children(value)))
