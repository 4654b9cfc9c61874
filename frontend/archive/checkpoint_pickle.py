"""A reader of the pickles that torch.save writes.

Supported names are the names of plain data that PyTorch's `weights_only` reader allows. Any other
name becomes an `OpaqueValue`; the reader neither looks it up nor calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from xdsl_torchscript.dialects.dtypes import BY_SCALAR_NAME, BY_TORCH_NAME
from xdsl_torchscript.frontend.archive.element_types import element_bytes
from xdsl_torchscript.frontend.archive.errors import short_repr
from xdsl_torchscript.frontend.archive.globals import (
    FUNCTIONS,
    SCHEMES,
    Global,
    PickleCall,
    PickleItem,
    QuantizationScheme,
    RawStorage,
    Refused,
    StorageClass,
    build_complex,
    build_device,
    find_global,
    rebuild_parameter,
    rebuild_quantized,
    rebuild_tensor,
    sizes_of,
    view_storage,
)
from xdsl_torchscript.frontend.archive.lenient import LenientUnpickler
from xdsl_torchscript.frontend.archive.model import (
    DictValue,
    DtypeValue,
    PickledValue,
    StorageRecord,
)


def _ordered_dict(call: PickleCall) -> PickledValue:
    call.arity(0, 0)
    return DictValue(None, [])


def _counter(call: PickleCall) -> PickledValue:
    counts = call.arity(0, 1)
    if not counts:
        return DictValue(None, [])
    if not isinstance(counts[0], DictValue):
        raise call.error(short_repr(counts[0]), "a dictionary")
    return counts[0]


def _size(call: PickleCall) -> PickledValue:
    (sizes,) = call.arity(1, 1)
    return sizes_of(call, sizes)


def _bytes(call: PickleCall) -> PickledValue:
    """Build bytes, which protocol 2 writes as a text of characters 0 to 255."""
    text, encoding = call.arity(2, 2)
    if not isinstance(text, str) or encoding != "latin1":
        raise call.error(f"{short_repr(text)} and {short_repr(encoding)}", "a text and 'latin1'")
    call.spend(len(text))
    try:
        return text.encode("latin1")
    except UnicodeEncodeError:
        raise call.error(short_repr(text), "a text of bytes") from None


def _rebuild_tensor_v1(call: PickleCall) -> PickledValue:
    """Build a tensor of PyTorch 0.1, without gradient and hooks."""
    storage, *view = call.arity(4, 4)
    return view_storage(call, storage, view, (False, DictValue(None, [])))


def _rebuild_tensor_v3(call: PickleCall) -> PickledValue:
    """Build a tensor over an untyped storage, for dtypes without a storage class."""
    storage, offset, shape, strides, requires_grad, hooks, dtype, *metadata = call.arity(7, 8)
    if not isinstance(storage, RawStorage) or not isinstance(dtype, DtypeValue):
        raise call.error(
            f"{short_repr(storage)} and {short_repr(dtype)}", "an untyped storage and a dtype"
        )
    element = BY_TORCH_NAME[dtype.name]
    count = storage.bytes // (element_bytes(element) or 1)
    typed = call.tensors.declare(storage.key, element, count, storage.device, call.error)
    return view_storage(call, typed, (offset, shape, strides), (requires_grad, hooks, *metadata))


_FUNCTIONS: Mapping[str, Callable[[PickleCall], PickledValue]] = {
    "__builtin__.complex": build_complex,
    "_codecs.encode": _bytes,
    "builtins.complex": build_complex,
    "collections.Counter": _counter,
    "collections.OrderedDict": _ordered_dict,
    "torch.Size": _size,
    "torch._utils._rebuild_parameter": rebuild_parameter,
    "torch._utils._rebuild_qtensor": rebuild_quantized,
    "torch._utils._rebuild_tensor": _rebuild_tensor_v1,
    "torch._utils._rebuild_tensor_v2": rebuild_tensor,
    "torch._utils._rebuild_tensor_v3": _rebuild_tensor_v3,
    "torch.device": build_device,
    # A program's own torch.save writes the types of containers.
    **{name: run for name, run in FUNCTIONS.items() if name.startswith("torch.jit._pickle.")},
}
_UNTYPED = StorageClass(BY_TORCH_NAME["uint8"])
"""The class of untyped storages, distinguished by identity from ByteStorage."""
_NAMES: Mapping[str, PickleItem] = {
    **{name: Global(name, run) for name, run in _FUNCTIONS.items()},
    **{f"torch.{name}": DtypeValue(name) for name in BY_TORCH_NAME},
    **{f"torch.{name}": QuantizationScheme(name) for name in SCHEMES},
    **{
        f"torch.{name}Storage": StorageClass(dtype)
        for name, dtype in BY_SCALAR_NAME.items()
        if element_bytes(dtype) is not None
    },
    "torch.serialization._get_layout": Refused("a layout"),
    "torch.storage.UntypedStorage": _UNTYPED,
}


class CheckpointUnpickler(LenientUnpickler):
    """A reader of one pickle of torch.save. A storage used as a value becomes the tensor of all its
    elements.
    """

    long_bytes = 255

    def _lookup(self, name: str) -> PickleItem | None:
        found = _NAMES.get(name) or find_global(name)
        return found if name in _NAMES or isinstance(found, Refused) else None

    def _instruction(self, code: int) -> Callable[[Any], None] | None:
        return _INSTRUCTIONS.get(code) or super()._instruction(code)

    def _storage(self, kind: PickleItem, key: str, count: int, device: str) -> PickleItem:
        if kind is _UNTYPED:
            return RawStorage(key, count, device)
        return super()._storage(kind, key, count, device)

    def _value(self, item: PickleItem) -> PickledValue:
        if isinstance(item, RawStorage):
            byte = BY_TORCH_NAME["uint8"]
            item = self._tensors.declare(item.key, byte, item.bytes, item.device, self._error)
        if not isinstance(item, StorageRecord):
            return super()._value(item)
        return self._tensors.view(
            item,
            offset=0,
            shape=(item.elements,),
            strides=(1,),
            requires_grad=False,
            error=self._error,
        )

    def op_storage(self) -> None:
        """Push a storage, or a class of modules with its source: ("module", class, file,
        source)."""
        entry = self._top()
        if isinstance(entry, tuple) and len(entry) == 4 and entry[0] == "module":
            self._pop()
            self._stack.append(self._value(entry[1]))
            return
        super().op_storage()

    def op_build(self) -> None:
        """Ignore the state of a dictionary, such as the versions of a state_dict."""
        (state,) = self._values([self._pop()])
        if not isinstance(self._top(), DictValue):
            self._stack.append(state)
            super().op_build()

    def op_pop(self) -> None:
        self._pop()

    def op_short_bytes(self) -> None:
        """Push a string of Python 2."""
        self._stack.append(self._decode(self._take(self._take(1)[0])))


_INSTRUCTIONS: Mapping[int, Callable[[CheckpointUnpickler], None]] = {
    ord("0"): CheckpointUnpickler.op_pop,
    ord("Q"): CheckpointUnpickler.op_storage,
    ord("U"): CheckpointUnpickler.op_short_bytes,
    ord("b"): CheckpointUnpickler.op_build,
}
