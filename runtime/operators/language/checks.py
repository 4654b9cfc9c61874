"""Checks of values in programs: an error, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl_torchscript.runtime.operators.core import Number, Table
from xdsl_torchscript.runtime.operators.layout import PRESERVE, copy_array
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

_ENDLESS = (1 << 63) - 1


def _assert(self: Tensor, message: str = "expected a number other than 0, found 0") -> None:
    """Raise RuntimeError with the message if the one element of a tensor is 0."""
    if not self.item():
        raise RuntimeError(message)


def _assert_number(self: Number, message: str) -> None:
    if not self:
        raise RuntimeError(message)


def _clone(token: Tensor) -> Tensor:
    return token.over(copy_array(token.array, token.array.dtype, PRESERVE))


def _assert_and_pass(self: Tensor, message: str, token: Tensor) -> Tensor:
    _assert(self, message)
    return _clone(token)


def _assert_number_and_pass(self: Number, message: str, token: Tensor) -> Tensor:
    _assert_number(self, message)
    return _clone(token)


def _metadata(
    self: Tensor,
    size: Sequence[int] | None,
    stride: Sequence[int] | None,
    dtype: int | None,
    device: Device | None,
    layout: int | None,
) -> None:
    expected = {"sizes": size, "strides": stride, "element type": dtype, "device": device}
    found = {
        "sizes": list(self.array.shape),
        "strides": list(self.strides),
        "element type": self.dtype.code,
        "device": Device(self.device),
    }
    for name, wanted in expected.items():
        if wanted is not None and wanted != found[name]:
            shown = [dtype_from_code(v) if isinstance(v, int) else v for v in (wanted, found[name])]
            raise RuntimeError(f"{name} of a tensor: expected {shown[0]}, found {shown[1]}")


def _in_range(size: Number, least: int | None, most: int | None) -> None:
    low, high = (-_ENDLESS - 1 if least is None else least), (_ENDLESS if most is None else most)
    if isinstance(size, complex) or not low <= size <= high:
        raise RuntimeError(f"{size} is not within [{low}, {high}]")


def _size_in_range(size: Number, least: int | None, most: int | None) -> None:
    _in_range(size, 0 if least is None else least, most)


def _check_range_and_pass(
    size: Number, least: int | None, most: int | None, token: Tensor
) -> Tensor:
    _in_range(size, least, most)
    return _clone(token)


def _check_size_and_pass(
    size: Number, least: int | None, most: int | None, token: Tensor
) -> Tensor:
    _size_in_range(size, least, most)
    return _clone(token)


CHECKS: Table = {
    "aten._assert_async": _assert,
    "aten._assert_async.msg": _assert,
    "aten._assert_scalar": _assert_number,
    "aten._assert_tensor_metadata": _metadata,
    "aten._functional_assert_async.msg": _assert_and_pass,
    "aten._functional_assert_scalar": _assert_number_and_pass,
    "aten.sym_constrain_range": _in_range,
    "aten.sym_constrain_range_for_size": _size_in_range,
    "aten._functional_sym_constrain_range": _check_range_and_pass,
    "aten._functional_sym_constrain_range_for_size": _check_size_and_pass,
}
