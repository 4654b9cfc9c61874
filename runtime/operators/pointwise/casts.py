"""Conversions between element types and between tensors and numbers, and queries of tensors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_CODE, BY_TORCH_NAME, BY_TYPE
from xdsl_torchscript.lowering.analysis.promotion import promote_types
from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    FLOAT64,
    INT64,
    Implementation,
    Number,
    Operand,
    Table,
)
from xdsl_torchscript.runtime.operators.layout import PRESERVE, copy_array, suggest_format
from xdsl_torchscript.runtime.operators.preconditions import (
    check_implicit_number,
    check_integers,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype, holds
from xdsl_torchscript.runtime.operators.specialiser import (
    Specialiser,
    are_known,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor, dtype_of, numpy_dtype
from xdsl_torchscript.runtime.values import Device

_LEAST_INT, _GREATEST_INT = -(2**63), 2**63 - 1

_NUMBER_DTYPES: dict[type, NumpyDtype] = {
    bool: np.dtype(np.bool_),
    int: INT64,
    float: FLOAT64,
    complex: np.dtype(np.complex128),
}


def dtype_from_code(code: int) -> NumpyDtype:
    """Return the numpy type of a ScalarType, which programs represent as an int."""
    if code not in BY_CODE:
        raise BadValue(f"{code} is not an element type")
    return numpy_dtype(BY_CODE[code])


def dtype_or(code: int | None, default: NumpyDtype) -> NumpyDtype:
    """Return the numpy type of a ScalarType, or the default without one."""
    return default if code is None else dtype_from_code(code)


def cast_tensor(
    self: Tensor, dtype: NumpyDtype, copy: bool = False, memory_format: int | None = None
) -> Tensor:
    """Convert; return the tensor itself if it has type and format and no copy is requested."""
    array = self.array
    if memory_format in (None, PRESERVE):
        if array.dtype == dtype and not copy:
            return self
        if array.flags.c_contiguous:
            return Tensor(convert(array, dtype, copy=True), self.device)
    elif array.dtype == dtype and not copy and suggest_format(array) == memory_format:
        return self
    return Tensor(copy_array(array, dtype, memory_format), self.device)


def element(value: Operand, dtype: NumpyDtype) -> Array:
    """Return a number, or a tensor of one, as an element of the type. Raises BadValue if it does
    not fit, as 300 in uint8 or NaN in integers."""
    if isinstance(value, Tensor) and value.array.dtype == dtype:
        return value.array
    number: Number = value.item() if isinstance(value, Tensor) else value
    if not holds(dtype, number):
        raise BadValue(f"{number} is out of the range of {dtype.name}")
    return convert(np.asarray(number if dtype.kind in "cb" else number.real), dtype)


def _check_device(device: Device | None) -> None:
    if device is not None and device.name != "cpu":
        raise BadValue(f"no device '{device}' here; tensors live on 'cpu'")


def _to(
    self: Tensor, dtype: int | None = None, copy: bool = False, memory_format: int | None = None
) -> Tensor:
    target = self.array.dtype if dtype is None else dtype_from_code(dtype)
    return cast_tensor(self, target, copy, memory_format)


def _to_device(
    self: Tensor,
    device: Device,
    dtype: int,
    non_blocking: bool,
    copy: bool,
    memory_format: int | None,
) -> Tensor:
    _check_device(device)
    return _to(self, dtype, copy, memory_format)


def _to_other(
    self: Tensor, other: Tensor, non_blocking: bool, copy: bool, memory_format: int | None
) -> Tensor:
    return cast_tensor(self, other.array.dtype, copy, memory_format)


def _to_layout(
    self: Tensor, dtype: int | None, layout: Any, device: Device | None, pinned: Any,
    non_blocking: bool, copy: bool, memory_format: int | None,
) -> Tensor:  # fmt: skip
    _check_device(device)
    return _to(self, dtype, copy, memory_format)


def _to_prim_device(
    self: Tensor, device: Device | None, dtype: int | None, non_blocking: bool, copy: bool
) -> Tensor:
    _check_device(device)
    return _to(self, dtype, copy)


def _to_copy(
    self: Tensor, dtype: int | None, layout: Any, device: Device | None, pinned: Any,
    non_blocking: bool, memory_format: int | None,
) -> Tensor:  # fmt: skip
    _check_device(device)
    return _to(self, dtype, True, memory_format)


def _cast_to(name: str) -> Any:
    dtype = numpy_dtype(BY_TORCH_NAME[name])

    def run(self: Tensor, non_blocking: bool) -> Tensor:
        return cast_tensor(self, dtype)

    return run


def _item(self: Tensor) -> Number:
    return self.item()


def _to_int(self: Tensor) -> int:
    """Return the integral part of the number. Raises BadValue beyond 64 bits."""
    number = self.item()
    if not _LEAST_INT <= number <= _GREATEST_INT:
        raise BadValue(f"{number} does not fit into an int of 64 bits")
    return int(number)


def _to_float(self: Tensor) -> float:
    return float(self.item())


def _to_bool(self: Tensor) -> bool:
    return bool(self.item())


def implicit_number(self: Tensor) -> Number:
    """Convert a tensor argument to a number. Raises BadValue if that is not permitted."""
    check_implicit_number(self.array, self.requires_grad)
    return self.item()


def _implicit_int(self: Tensor) -> int:
    check_implicit_number(self.array, self.requires_grad)
    check_integers("an int", self.array)
    return _to_int(self)


def _implicit_float(self: Tensor) -> float:
    check_implicit_number(self.array, self.requires_grad)
    return _to_float(self)


def _cpu(self: Tensor) -> Tensor:
    _check_device(Device(self.device))
    return self


def _number_to_tensor(value: Number) -> Tensor:
    return Tensor(np.array(value, dtype=_NUMBER_DTYPES[type(value)]))


def _dtype_code(self: Tensor) -> int:
    return self.dtype.code


def _device(self: Tensor) -> Device:
    return Device(self.device)


_KINDS_ELSEWHERE = (
    "cuda", "ipu", "maia", "meta", "mkldnn", "mps", "mtia", "sparse", "sparse_csr", "vulkan",
    "xla", "xpu",
)  # fmt: skip
"""Devices and layouts that our tensors never have."""


def _is_cpu(self: Tensor) -> bool:
    return self.device == "cpu"


def _never(self: Tensor) -> bool:
    return False


def _requires_grad(self: Tensor) -> bool:
    return self.requires_grad


def _data(self: Tensor) -> Tensor:
    return Tensor(self.array, self.device)


def _no_gradient(self: Tensor) -> None:
    return None


def _is_leaf(self: Tensor) -> bool:
    return True


_DEVICES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia",
    "xla", "lazy", "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)  # fmt: skip
_DEVICE = re.compile("([a-z]+)(:(0|[1-9][0-9]*))?")


def _device_of_text(kind: str, index: int | None = None) -> Device:
    """Return a text's device. Raises BadValue for an invalid one."""
    name = kind if index is None else f"{kind}:{index}"
    found = _DEVICE.fullmatch(name)
    if found is None or found[1] not in _DEVICES:
        raise BadValue(f"'{name}' is not a device; devices are {', '.join(_DEVICES)}, or cuda:0")
    return Device(name)


def _device_type(self: Device) -> str:
    return self.type


def _device_index(self: Device) -> int | None:
    return self.index


def _item_size(self: Tensor) -> int:
    return self.array.itemsize


def _layout(self: Tensor) -> int:
    """Return 0, the number of the strided layout."""
    return 0


def _is_floating_point(self: Tensor) -> bool:
    return dtype_of(self.array).torch_name.startswith(("float", "bfloat"))


def _is_complex(self: Tensor) -> bool:
    return self.array.dtype.kind == "c"


def _is_signed(self: Tensor) -> bool:
    return self.array.dtype.kind not in "bu"


def _result_type(self: Operand, other: Operand) -> int:
    return dtype_of(np.empty(0, common_dtype(self, other))).code


def _promote_types(first: int, second: int) -> int:
    return BY_TYPE[promote_types(BY_CODE[first].type, BY_CODE[second].type)].code


_CATEGORIES = "buifc"


def can_cast(source: NumpyDtype, target: NumpyDtype) -> bool:
    """Return whether a conversion keeps or raises the category: bool, integers, floats, complex
    numbers. It may narrow a type."""
    kinds = (d.kind.replace("V", "f").replace("u", "i") for d in (source, target))
    before, after = map(_CATEGORIES.index, kinds)
    return before <= after


def _can_cast(source: int, target: int) -> bool:
    return can_cast(dtype_from_code(source), dtype_from_code(target))


CASTS: Table = {
    **by_name(_to, "aten.to.dtype", "aten.to.prim_dtype", "aten.to.prim_other"),
    "aten.to.device": _to_device,
    "aten.to.other": _to_other,
    "aten.to.dtype_layout": _to_layout,
    "aten.to.prim_Device": _to_prim_device,
    "aten.cpu": _cpu,
    "aten._to_copy": _to_copy,
    "aten._cast_Byte": _cast_to("uint8"),
    "aten._cast_Char": _cast_to("int8"),
    "aten._cast_Short": _cast_to("int16"),
    "aten._cast_Int": _cast_to("int32"),
    "aten._cast_Long": _cast_to("int64"),
    "aten._cast_Half": _cast_to("float16"),
    "aten._cast_Float": _cast_to("float32"),
    "aten._cast_Double": _cast_to("float64"),
    "aten.item": _item,
    "aten.Int.Tensor": _to_int,
    "aten.Float.Tensor": _to_float,
    "aten.Bool.Tensor": _to_bool,
    "aten.IntImplicit": _implicit_int,
    "aten.FloatImplicit": _implicit_float,
    "aten.ScalarImplicit": implicit_number,
    "prim.NumToTensor.Scalar": _number_to_tensor,
    "prim.NumToTensor.bool": _number_to_tensor,
    "prim.dtype": _dtype_code,
    "prim.device": _device,
    "prim.is_cpu": _is_cpu,
    **{f"prim.is_{kind}": _never for kind in _KINDS_ELSEWHERE},
    "prim.requires_grad": _requires_grad,
    "prim.grad": _no_gradient,
    "aten.is_leaf": _is_leaf,
    "aten.device": _device_of_text,
    "aten.device.with_index": _device_of_text,
    "prim.type": _device_type,
    "prim.index": _device_index,
    "prim.data": _data,
    "prim.itemsize": _item_size,
    "aten.element_size": _item_size,
    "prim.layout": _layout,
    "aten.is_floating_point": _is_floating_point,
    "aten.is_complex": _is_complex,
    "aten.is_signed": _is_signed,
    "aten.result_type.Tensor": _result_type,
    "aten.result_type.Scalar": _result_type,
    "aten.result_type.Scalar_Tensor": _result_type,
    "aten.result_type.Scalar_Scalar": _result_type,
    "aten.promote_types": _promote_types,
    "aten.can_cast": _can_cast,
}


# ---- with arguments that a program fixes


def _specialise_type(
    _: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise a conversion to a known dtype."""
    if not are_known(arguments):
        return None
    _, code, _, copy, memory_format = arguments
    if copy is not False or memory_format is not None:
        return None
    try:
        dtype = dtype_from_code(code)
    except (TypeError, ValueError):
        return None

    def run(self: Tensor) -> Tensor:
        return cast_tensor(self, dtype)

    return run


SPECIALISED_CASTS: dict[str, Specialiser] = {"aten.to.dtype": _specialise_type}
