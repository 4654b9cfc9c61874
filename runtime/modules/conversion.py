"""The targets of `to`: element type and device."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.runtime.element_conversion import convert as convert_elements
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor, numpy_dtype
from xdsl_torchscript.runtime.values import Device


class Destination(NamedTuple):
    """The changes by `to`; None leaves a property unchanged."""

    dtype: NumpyDtype | None = None
    device: str | None = None


def target_of(*places: Any) -> Destination:
    """Return the target of `to(float16)`, `to("cpu")` or `to(tensor)`; None changes nothing.

    Raises:
        TypeError: for an element type that is neither real nor complex, and for other objects.
        ValueError: for an unavailable device.
    """
    target = Destination()
    for place in places:
        if isinstance(place, Tensor):
            target = Destination(place.array.dtype, place.device)
        elif isinstance(place, str | Device):
            name = str(place)
            if name != "cpu":
                raise ValueError(f"no device '{name}' here; tensors live on 'cpu'")
            target = target._replace(device=name)
        elif place is not None:
            found = numpy_dtype(place) if isinstance(place, Dtype) else np.dtype(place)
            if not is_floating(found):
                message = f"a module cannot be of '{found}': its parameters are"
                raise TypeError(f"{message} floating-point or complex numbers")
            target = target._replace(dtype=found)
    return target


def is_floating(dtype: NumpyDtype) -> bool:
    """Return whether it is a real or complex type; types of ml_dtypes have the kind "V"."""
    return dtype.kind in "fcV" and dtype.names is None


def convert(tensor: Tensor, target: Destination) -> None:
    """Convert a tensor in place to the target; integers and bools keep their type."""
    if target.dtype is not None and is_floating(tensor.array.dtype):
        tensor.array = convert_elements(tensor.array, target.dtype)
    tensor.device = sys.intern(target.device or tensor.device)
