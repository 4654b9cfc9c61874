"""`QuantizedTensor`: a tensor of integers that stand for reals."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.preconditions import check_broadcast_to
from xdsl_torchscript.runtime.quantizer import Quantizer, quantizer_of
from xdsl_torchscript.runtime.storage import Array, is_same_view, refuse_overlap, refuse_repeated
from xdsl_torchscript.runtime.tensor import Tensor


class QuantizedTensor(Tensor):
    """A view of shared memory whose elements are quantised.

    The array is of an opaque type of numpy, so that functions on numbers reject it. The type
    carries the quantizer, so that views of the array have it.
    """

    __slots__ = ()
    array: Array

    def __init__(self, integers: Array, quantizer: Quantizer, device: str = "cpu") -> None:
        """Wrap integers of the quantizer's type."""
        super().__init__(integers.view(quantizer.element_type), device)

    @property
    def quantizer(self) -> Quantizer:
        found = quantizer_of(self.array.dtype)
        assert found is not None
        return found

    @property
    def integers(self) -> Array:
        """The stored integers, sharing memory."""
        return self.array.view(self.quantizer.integers)

    @property
    def reals(self) -> Array:
        """The numbers that the elements stand for, in new memory."""
        return self.quantizer.dequantize(self.integers)

    def over(self, array: Array | np.generic[Any]) -> Tensor:
        """As for tensors; elements of this type have this tensor's quantizer.

        Raises BadValue for a view of a tensor quantised per channel that may move its channels.
        """
        if array.dtype != self.array.dtype:
            return super().over(array)
        elements = np.asarray(array)
        moved = elements.shape != self.array.shape or elements.strides != self.array.strides
        if moved and self.quantizer.axis is not None:
            raise BadValue("a tensor quantised per channel has no views; dequantize() it first")
        return self.like(elements.view(self.quantizer.integers))

    def like(self, integers: Array) -> QuantizedTensor:
        """Return a tensor of other integers with the same quantizer."""
        return QuantizedTensor(integers, self.quantizer, self.device)

    def copy_(self, source: Tensor | bool | int | float | complex) -> Tensor:
        """Quantise reals into this tensor's memory, or take over the elements and the quantizer of
        a quantised tensor of the same type.

        Raises BadValue if elements of this tensor overlap each other or partly overlap `source`.
        """
        if isinstance(source, QuantizedTensor):
            values = self._elements_of(source)
        else:
            reals = source.array if isinstance(source, Tensor) else np.asarray(source)
            values = self.quantizer.quantize(np.broadcast_to(reals, self.array.shape))
        target = self.integers
        if not is_same_view(target, values):
            refuse_repeated(target)
            refuse_overlap(target, values)
            check_broadcast_to(values.shape, target.shape)
            np.copyto(target, values)
        if isinstance(source, QuantizedTensor):
            self.array = self.array.view(source.array.dtype)
        return self

    def _elements_of(self, source: QuantizedTensor) -> Array:
        if source.dtype != self.dtype:
            raise BadType(f"a {self.dtype.torch_name} tensor takes no {source.dtype.torch_name}")
        return source.integers

    # ---- as a value of Python

    def _item(self) -> Any:
        return Tensor(self.reals)._item()

    def tolist(self) -> Any:
        """Return the reals as Python numbers, in nested lists."""
        return self.reals.tolist()

    def _no_array(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(
            "numpy has no quantised arrays; dequantize() returns the reals, int_repr() the integers"
        )

    numpy = __array__ = __dlpack__ = _no_array

    @property
    def __array_interface__(self) -> NoReturn:
        raise AttributeError("__array_interface__")

    def __repr__(self) -> str:
        text = np.array2string(self.reals, separator=", ", prefix="tensor(")
        return f"tensor({text}, size={self.array.shape}, dtype={self.dtype}, {self._scheme})"

    @property
    def _scheme(self) -> str:
        q = self.quantizer
        if q.axis is None:
            return f"per tensor, scale={q.scale}, zero_point={q.zero_point}"
        return f"per channel, scales={q.scales}, zero_points={q.zero_points}, axis={q.axis}"


def tensor_over(array: Array, device: str = "cpu") -> Tensor:
    """Return a tensor over an array, quantised if its type carries a quantizer."""
    quantizer = quantizer_of(array.dtype)
    return Tensor(array, device) if quantizer is None else QuantizedTensor(array, quantizer, device)


def _pickled(tensor: QuantizedTensor) -> tuple[Callable[..., QuantizedTensor], tuple[Any, ...]]:
    return QuantizedTensor, (tensor.integers, tensor.quantizer, tensor.device)


copyreg.pickle(QuantizedTensor, _pickled)
