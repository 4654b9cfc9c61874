"""Every name that a pickle may mention, and the meaning of calling it.

A pickle names functions and classes, and calls them. No name of a file is looked up in Python. A
name is a key of `FUNCTIONS`, an element type of storages, or a class of the archive's code. Any
other name is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from xdsl_torchscript.dialects.dtypes import BY_SCALAR_NAME, Dtype
from xdsl_torchscript.frontend.archive.errors import ArchiveError, short_repr
from xdsl_torchscript.frontend.archive.model import (
    DeviceValue,
    DictValue,
    ListValue,
    PickledEnum,
    PickledValue,
    QuantizerRecord,
    StorageRecord,
    TensorRecord,
)
from xdsl_torchscript.frontend.archive.tensor_table import TensorTable


@dataclass(frozen=True)
class ClassName:
    """A class of the archive's code."""

    noun: ClassVar[str] = "a class"

    name: str


@dataclass(frozen=True)
class StorageClass:
    """An element type, as the name of a storage class."""

    noun: ClassVar[str] = "a storage type"

    dtype: Dtype


@dataclass(frozen=True)
class QuantizationScheme:
    """A scheme of quantisation, by PyTorch's name."""

    noun: ClassVar[str] = "a quantisation scheme"

    name: str


@dataclass(frozen=True)
class RawStorage:
    """A storage whose element type is given by the tensor over it."""

    noun: ClassVar[str] = "an untyped storage"

    key: str
    bytes: int
    device: str


@dataclass(frozen=True)
class Instance:
    """An object without attributes yet."""

    noun: ClassVar[str] = "an object without its attributes"

    class_name: str


@dataclass(frozen=True)
class Refused:
    """A name that TorchScript writes, for a feature that this reader does not support."""

    noun: ClassVar[str] = "a name"

    what: str


@dataclass(frozen=True)
class PickleCall:
    """The arguments of a call in a pickle, with the means to report errors and count work."""

    arguments: tuple[PickleItem, ...]
    tensors: TensorTable
    error: Callable[[str, str], ArchiveError]
    spend: Callable[[int], None]

    def arity(self, least: int, most: int) -> tuple[PickleItem, ...]:
        if not least <= len(self.arguments) <= most:
            counts = str(least) if least == most else f"{least} to {most}"
            raise self.error(f"{len(self.arguments)} arguments", counts)
        return self.arguments


@dataclass(frozen=True)
class Global:
    """A function of `FUNCTIONS`, or a class of `OLD_CLASSES` with the same meaning."""

    noun: ClassVar[str] = "a function"

    name: str
    run: Callable[[PickleCall], PickledValue]
    is_class: bool = False


_Unfinished: TypeAlias = (
    "ClassName | StorageClass | QuantizationScheme | RawStorage | Instance | Global | Refused"
)
PickleItem: TypeAlias = "PickledValue | StorageRecord | _Unfinished"
"""An entry of the stack of a pickle; a finished pickle leaves only values."""


def is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


ELEMENTS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "build_intlist": ("int", is_integer),
    "build_doublelist": ("float", lambda value: isinstance(value, float)),
    "build_boollist": ("bool", lambda value: isinstance(value, bool)),
    "build_tensorlist": ("Tensor", lambda value: isinstance(value, TensorRecord)),
}


def _build_list(name: str) -> Callable[[PickleCall], PickledValue]:
    element, belongs = ELEMENTS[name]

    def build(call: PickleCall) -> PickledValue:
        (items,) = call.arity(1, 1)
        if not isinstance(items, ListValue):
            raise call.error(short_repr(items), "a list")
        call.spend(len(items.items))
        odd = next((item for item in items.items if not belongs(item)), _NONE_ODD)
        if odd is not _NONE_ODD:
            raise call.error(
                f"{short_repr(odd)} in a List[{element}]", f"elements of type {element}"
            )
        return ListValue(f"List[{element}]", items.items)

    return build


_NONE_ODD = object()


def _restore_type_tag(call: PickleCall) -> PickledValue:
    container, type_text = call.arity(2, 2)
    if not isinstance(type_text, str):
        raise call.error(short_repr(type_text), "the text of a type")
    if isinstance(container, ListValue):
        return ListValue(type_text, container.items)
    if isinstance(container, DictValue):
        return DictValue(type_text, container.items)
    raise call.error(short_repr(container), "a list or a dictionary")


def _build_tensor_from_id(call: PickleCall) -> PickledValue:
    (number,) = call.arity(1, 1)
    if not isinstance(number, int) or isinstance(number, bool):
        raise call.error(short_repr(number), "the number of a tensor")
    found = call.tensors.by_number(number)
    if found is None:
        raise call.error(f"tensor {number}", f"one of {call.tensors.numbered} tensors")
    return found


def _ordered_dict(call: PickleCall) -> PickledValue:
    call.arity(0, 0)
    return DictValue(None, ())


_DEVICE = re.compile(r"[a-z]{1,20}(:[0-9]{1,4})?")


def device_name(value: object, error: Callable[[str, str], ArchiveError]) -> str:
    if not isinstance(value, str) or not _DEVICE.fullmatch(value):
        raise error(f"the device {short_repr(value)}", 'a device such as "cpu" or "cuda:0"')
    return value


def build_device(call: PickleCall) -> PickledValue:
    name, *index = call.arity(1, 2)
    text = f"{name}:{index[0]}" if index and is_integer(index[0]) else name
    return DeviceValue(device_name(text, call.error))


def build_complex(call: PickleCall) -> PickledValue:
    real, imaginary = call.arity(2, 2)
    if not isinstance(real, float) or not isinstance(imaginary, float):
        raise call.error(f"{short_repr(real)} and {short_repr(imaginary)}", "two floats")
    return complex(real, imaginary)


def rebuild_tensor(call: PickleCall) -> PickledValue:
    storage, offset, shape, strides, *flags = call.arity(6, 7)
    if isinstance(storage, StorageRecord) and storage.dtype.startswith("q"):
        raise call.error(f"a tensor of {storage.dtype} without scales", "a quantised tensor")
    return view_storage(call, storage, (offset, shape, strides), flags)


def rebuild_quantized(call: PickleCall) -> PickledValue:
    storage, offset, shape, strides, quantizer, *state = call.arity(7, 7)
    made = view_storage(call, storage, (offset, shape, strides), state)
    if not made.dtype.startswith("q"):
        raise call.error(f"a quantised tensor of {made.dtype}", "a quantised dtype")
    return replace(made, quantizer=_quantizer(call, quantizer, made.shape))


def _quantizer(call: PickleCall, given: PickleItem, shape: tuple[int, ...]) -> QuantizerRecord:
    """Return the quantizer of `(scheme, scale, zero_point)` or `(scheme, scales, zero_points,
    axis)`."""
    parts: tuple[PickleItem, ...] = given if isinstance(given, tuple) else ()
    scheme, *numbers = parts or (given,)
    if not isinstance(scheme, QuantizationScheme):
        raise call.error(f"{short_repr(given)} as quantizer", "a scheme with its numbers")
    whole = scheme.name == _PER_TENSOR
    match numbers:
        case [float(scale), int(zero)] if whole and is_integer(zero):
            return QuantizerRecord(scheme.name, scale, zero)
        case [TensorRecord() as scales, TensorRecord() as zeros, int(axis)] if (
            not whole and axis in range(len(shape)) and _are_channels(scales, zeros, shape[axis])
        ):
            return QuantizerRecord(scheme.name, scales, zeros, axis)
        case _:
            pass
    raise call.error(
        f"{short_repr(given)} for a tensor of sizes {list(shape)}",
        "a scale and a zero point, or tensors of them and their dimension",
    )


def _are_channels(scales: TensorRecord, zeros: TensorRecord, count: int) -> bool:
    """Return whether both tensors have real numbers for that many channels, each its own."""
    dtypes = scales.dtype.startswith("float"), zeros.dtype.startswith(("float", "int"))
    stored = all(tensor.strides != (0,) or count < 2 for tensor in (scales, zeros))
    return all(dtypes) and stored and scales.shape == zeros.shape == (count,)


def view_storage(
    call: PickleCall, storage: PickleItem, view: Sequence[PickleItem], state: Sequence[PickleItem]
) -> TensorRecord:
    """Return the tensor with offset, sizes and strides `view` over a storage.

    `state` is whether it requires a gradient, the hooks, and metadata if any.
    """
    offset, shape, strides = view
    requires_grad, hooks, *metadata = state
    if not isinstance(storage, StorageRecord):
        raise call.error(short_repr(storage), "a storage")
    if not isinstance(hooks, DictValue) or hooks.items:
        raise call.error(f"{short_repr(hooks)} as hooks", "no hooks")
    if not isinstance(requires_grad, bool):
        raise call.error(f"{short_repr(requires_grad)} as requires_grad", "a bool")
    flags = _metadata(call, metadata, storage)
    return call.tensors.view(
        storage,
        offset=_size(call, offset),
        shape=sizes_of(call, shape),
        strides=sizes_of(call, strides),
        requires_grad=requires_grad,
        conj="conj" in flags,
        neg="neg" in flags,
        error=call.error,
    )


def rebuild_parameter(call: PickleCall) -> PickledValue:
    """Build a parameter of torch.save: the tensor, and whether it requires a gradient."""
    tensor, requires_grad, hooks = call.arity(3, 3)
    if not isinstance(tensor, TensorRecord):
        raise call.error(short_repr(tensor), "a tensor")
    if not isinstance(hooks, DictValue) or hooks.items:
        raise call.error(f"{short_repr(hooks)} as hooks", "no hooks")
    if not isinstance(requires_grad, bool):
        raise call.error(f"{short_repr(requires_grad)} as requires_grad", "a bool")
    return replace(tensor, requires_grad=requires_grad)


_NEGATABLE = ("float", "bfloat16", "complex")


def _metadata(call: PickleCall, metadata: Sequence[PickleItem], storage: StorageRecord) -> set[str]:
    """Return the flags of a tensor; "conj" must be on complex numbers, "neg" on signed ones."""
    if not metadata:
        return set()
    (given,) = metadata
    if not isinstance(given, DictValue):
        raise call.error(f"{short_repr(given)} as metadata", "a dictionary")
    call.spend(len(given.items))
    odd = next((k for k, v in given.items if k not in ("conj", "neg") or v is not True), None)
    if odd is not None:
        raise call.error(f"the metadata {short_repr(odd)}", '"conj" or "neg", true')
    flags = {str(key) for key, _ in given.items}
    if "conj" in flags and not storage.dtype.startswith("complex"):
        raise call.error(f"a conjugate of {storage.dtype}", "complex numbers")
    if "neg" in flags and not storage.dtype.startswith(_NEGATABLE):
        raise call.error(f"negated {storage.dtype}", "numbers with a sign")
    return flags


def _size(call: PickleCall, value: PickleItem) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise call.error(short_repr(value), "a size, stride or offset")
    return value


def sizes_of(call: PickleCall, value: PickleItem) -> tuple[int, ...]:
    if not isinstance(value, tuple):
        raise call.error(short_repr(value), "a tuple of sizes")
    if len(value) > call.tensors.limits.dimensions:
        raise call.error(f"{len(value)} dimensions", f"at most {call.tensors.limits.dimensions}")
    call.spend(len(value))
    return tuple(_size(call, item) for item in value)


def make_enum(class_name: ClassName, value: PickledValue) -> PickledValue:
    return PickledEnum(class_name.name, value)


FUNCTIONS: dict[str, Callable[[PickleCall], PickledValue]] = {
    "builtins.complex": build_complex,
    "collections.OrderedDict": _ordered_dict,
    "torch._utils._rebuild_parameter": rebuild_parameter,
    "torch._utils._rebuild_qtensor": rebuild_quantized,
    "torch._utils._rebuild_tensor_v2": rebuild_tensor,
    "torch.device": build_device,
    "torch.jit._pickle.build_tensor_from_id": _build_tensor_from_id,
    "torch.jit._pickle.restore_type_tag": _restore_type_tag,
    **{f"torch.jit._pickle.{name}": _build_list(name) for name in ELEMENTS},
}

REFUSED: dict[str, str] = {
    "torch._utils._rebuild_sparse_tensor": "a sparse tensor",
    "torch.distributed.rpc.rref": "a remote reference",
}
OLD_CLASSES: dict[str, Callable[[PickleCall], PickledValue]] = {
    "__main__.IntList": _build_list("build_intlist"),
    "__main__.TensorID": _build_tensor_from_id,
}
"""Both as written by PyTorch 1.0 and 1.1: objects of a class, built by the function here."""
_PER_TENSOR = "per_tensor_affine"
SCHEMES = (_PER_TENSOR, "per_channel_affine", "per_channel_affine_float_qparams")
"""The schemes of quantisation in files."""
_CLASS = re.compile(r"__torch__(\.\w+)+")


def is_class_name(name: str) -> bool:
    """Return whether this is the qualified name of a class of the archive's code."""
    return _CLASS.fullmatch(name) is not None


def find_global(name: str) -> PickleItem | None:
    """Return the meaning of a name of a pickle, None if unknown."""
    if name in FUNCTIONS:
        return Global(name, FUNCTIONS[name])
    if name in OLD_CLASSES:
        return Global(name, OLD_CLASSES[name], is_class=True)
    if name in REFUSED:
        return Refused(REFUSED[name])
    if name.removeprefix("torch.") in SCHEMES:
        return QuantizationScheme(name.removeprefix("torch."))
    if is_class_name(name):
        return ClassName(name)
    storage = name.removeprefix("torch.").removesuffix("Storage")
    dtype = BY_SCALAR_NAME.get(storage) if name == f"torch.{storage}Storage" else None
    return None if dtype is None else StorageClass(dtype)
