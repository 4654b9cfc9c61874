"""Values of a file as values of the runtime, without types declared by classes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.frontend.archive import (
    Archive,
    Checkpoint,
    DeviceValue,
    DictValue,
    DtypeValue,
    ListValue,
    OpaqueValue,
    QuantizerRecord,
    TensorRecord,
)
from xdsl_torchscript.frontend.archive import PickledValue as Stored
from xdsl_torchscript.frontend.archive.errors import ArchiveError, Place, short_repr
from xdsl_torchscript.frontend.archive.lenient import SPARSE_TENSOR
from xdsl_torchscript.frontend.archive.program import MapLocation, device_map
from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import Quantizer, integer_dtype
from xdsl_torchscript.runtime.values import Device, Value

_NAMED = 5
_PLAIN = (
    "tensors, numbers, texts, and dicts, lists and tuples of them; in PyTorch, save "
    "model.state_dict(), or the program of the model by torch.jit.save"
)


class StoredLeaves:
    """Converts tensors, devices and dtypes of a file; `warnings` lists the mapped devices.

    A shared value is converted once.
    """

    def __init__(self, file: Archive | Checkpoint, map_location: MapLocation) -> None:
        self.file = file
        self.warnings: list[str] = []
        self._device_of = device_map(map_location)
        self._made: dict[int, Value] = {}

    def leaf(self, stored: Stored) -> Value:
        """Convert a tensor, a device or a dtype; return other leaves unchanged."""
        match stored:
            case TensorRecord():
                return self.tensor(stored)
            case DeviceValue():
                return self.device(stored)
            case DtypeValue():
                return BY_TORCH_NAME[stored.name]
            case _:
                return stored

    def device(self, stored: DeviceValue) -> Device:
        name = self._device_of(stored.name) if stored.name != "cpu" else stored.name
        if name != stored.name:
            self.warnings.append(f"the device '{stored.name}' of an attribute is '{name}'")
        return Device(name)

    def tensor(self, stored: TensorRecord) -> Tensor:
        made = self._made.get(id(stored))
        if isinstance(made, Tensor):
            return made
        device = stored.device if stored.device == "cpu" else self._device_of(stored.device)
        if device != stored.device:
            self.warnings.append(f"a tensor of '{stored.device}' is on '{device}'")
        array = self.file.array(stored)
        if stored.quantizer is not None:
            made = QuantizedTensor(array, self._quantizer(stored, stored.quantizer), device)
            self._made[id(stored)] = made
            return made
        if stored.dtype == "complex32":
            self.warnings.append("a tensor of complex32, which numpy lacks, is of complex64")
        tensor = self._made[id(stored)] = Tensor(array, device, stored.requires_grad)
        return tensor

    def dictionary(self, items: Sequence[tuple[Value, Value]]) -> dict[Value, Value]:
        """Return a dictionary. Raises ArchiveError for a key that has no hash."""
        try:
            return dict(items)
        except TypeError:
            found = "a list or dictionary as a key"
            raise self.error_in_data(found, "a key that has a hash") from None

    def error_in_data(self, found: str, expected: str) -> ArchiveError:
        """Return an error at the record of values."""
        record = self.file.record if isinstance(self.file, Checkpoint) else "data.pkl"
        return Place(self.file.file, record).error(found, expected)

    def _quantizer(self, stored: TensorRecord, record: QuantizerRecord) -> Quantizer:
        """Return the quantizer of a tensor. Raises ArchiveError for one that has no integers as
        zero points, and for a zero point out of range."""
        dtype = BY_TORCH_NAME[stored.dtype]
        scales, zeros = (
            self.tensor(number).array if isinstance(number, TensorRecord) else np.array(number)
            for number in (record.scales, record.zero_points)
        )
        limits = np.iinfo(integer_dtype(dtype))
        inside = zeros.dtype.kind == "i" and ((limits.min <= zeros) & (zeros <= limits.max)).all()
        if not inside:
            found = f"a tensor of {stored.dtype} with other zero points"
            raise Place(self.file.file).error(found, "zero points of its dtype")
        return Quantizer(dtype, scales.astype("f8"), zeros.astype("i8"), record.axis)


def checkpoint_value(checkpoint: Checkpoint, map_location: MapLocation) -> Value:
    """Return a checkpoint's value. Raises ArchiveError if it contains more than plain data."""
    if checkpoint.unknown:
        names = ", ".join(map(short_repr, checkpoint.unknown[:_NAMED]))
        more = len(checkpoint.unknown) - _NAMED
        others = f" and {more} more" if more > 0 else ""
        found = f"classes or functions of Python: {names}{others}"
        raise Place(checkpoint.file, checkpoint.record).error(found, _PLAIN)
    return _PlainValues(checkpoint, map_location).value(checkpoint.value)


class _PlainValues(StoredLeaves):
    def value(self, stored: Stored) -> Value:
        """Convert a value. Raises ArchiveError for a sparse tensor, or an unhashable key."""
        match stored:
            case OpaqueValue():
                raise self.error_in_data(_OPAQUE.get(stored.name, stored.noun), "a dense tensor")
            case tuple():
                return tuple(self.value(part) for part in stored)
            case ListValue() | DictValue():
                if id(stored) not in self._made:
                    self._made[id(stored)] = self._container(stored)
                return self._made[id(stored)]
            case _:
                return self.leaf(stored)

    def _container(self, stored: ListValue | DictValue) -> Value:
        if isinstance(stored, ListValue):
            return [self.value(item) for item in stored.items]
        return self.dictionary([(self.value(key), self.value(item)) for key, item in stored.items])


_OPAQUE = {SPARSE_TENSOR: "a sparse tensor"}
