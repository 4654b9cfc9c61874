"""A writer of the pickles that TorchScript reads.

The inverse of `unpickler.py`, after TorchScript's `pickler.h`: protocol 2 and the same names, so
that equal values give equal instructions. Texts, names and tensors are memoised at their first use,
containers only if used again.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.frontend.archive.errors import ArchiveError, Place, encode_utf8, short_repr
from xdsl_torchscript.frontend.archive.globals import ELEMENTS, is_class_name
from xdsl_torchscript.frontend.archive.model import (
    DeviceValue,
    DictValue,
    ListValue,
    PickledEnum,
    PickledObject,
    PickledValue,
    QuantizerRecord,
    StorageRecord,
    TensorRecord,
    children,
)

_BEGIN, _END = b"\x80\x02", b"."
_MARK, _TUPLE = b"(", b"t"
_SHORT_TUPLES = {0: b")", 1: b"\x85", 2: b"\x86", 3: b"\x87"}
_CALL, _NEW, _BUILD = b"R", b"\x81", b"b"
_STORAGE = b"Q"
_I64 = range(-(1 << 63), 1 << 63)
_I32 = range(-(1 << 31), 1 << 31)
_PICKLE = "torch.jit._pickle"
_BUILDERS = {f"List[{element}]": (name, fits) for name, (element, fits) in ELEMENTS.items()}

_Parts: TypeAlias = Generator["PickledValue", None, None]
"""A writer of a container, which yields each inner value where it must be written."""


class Pickler:
    """A writer of pickles whose storages share one folder of the archive.

    `numbers` maps the keys of used storages to record numbers, in order of first use.
    """

    def __init__(self, storages: Mapping[str, StorageRecord], place: Place) -> None:
        self.numbers: dict[str, int] = {}
        self._storages = storages
        self._place = place
        self._out = bytearray()
        self._memo: dict[tuple[str, int | str], int] = {}
        self._uses: Counter[int] = Counter()
        self._open: set[int] = set()

    def dump(self, value: PickledValue) -> bytes:
        """Return the pickle of a value. Raises ArchiveError for values that a pickle cannot
        represent."""
        self._uses = _uses(value)
        self._out += _BEGIN
        pending: list[Iterator[PickledValue]] = [iter((value,))]
        while pending:
            for part in pending[-1]:
                pending.append(self._write(part))
                break
            else:
                pending.pop()
        self._out += _END
        return bytes(self._out)

    def _write(self, value: PickledValue) -> Iterator[PickledValue]:
        """Write a leaf or a reference to a memoised value; return a container's pending writer."""
        if self._recall(("value", id(value))):
            return iter(())
        leaf = _LEAVES.get(type(value))
        if leaf is None:
            return self._container(value)
        leaf(self, value)
        return iter(())

    def _container(self, value: PickledValue) -> _Parts:
        parts = _CONTAINERS.get(type(value))
        if parts is None:
            raise self._error(short_repr(value), "a value that archives have")
        if id(value) in self._open:
            raise self._error(f"{short_repr(value)} that contains itself", "an acyclic value")
        self._open.add(id(value))
        yield from parts(self, value)
        self._open.discard(id(value))
        if self._uses[id(value)] > 1:
            self._remember(("value", id(value)))

    # Primitives of all values.

    def _error(self, found: str, expected: str) -> ArchiveError:
        return self._place.error(found, expected)

    def _remember(self, key: tuple[str, int | str]) -> None:
        number = self._memo[key] = len(self._memo)
        self._write_number(number, b"q", b"r")

    def _recall(self, key: tuple[str, int | str]) -> bool:
        if key not in self._memo:
            return False
        self._write_number(self._memo[key], b"h", b"j")
        return True

    def _write_number(self, number: int, short: bytes, long: bytes) -> None:
        narrow = number < 1 << 8
        self._out += short + bytes([number]) if narrow else long + struct.pack("<I", number)

    def _name(self, module: str, name: str) -> None:
        key = ("name", f"{module}.{name}")
        if self._recall(key):
            return
        self._out += f"c{module}\n{name}\n".encode()
        self._remember(key)

    def _integers(self, values: Sequence[int]) -> None:
        """Write a tuple of integers, in the form without a count."""
        self._out += _MARK
        for value in values:
            self.put_int(value)
        self._out += _TUPLE

    # Leaves.

    def put_none(self, value: None) -> None:
        self._out += b"N"

    def put_bool(self, value: bool) -> None:
        self._out += b"\x88" if value else b"\x89"

    def put_int(self, value: int) -> None:
        if value not in _I64:
            raise self._error(short_repr(value), "an integer of 64 bits")
        if 0 <= value < 1 << 8:
            self._out += b"K" + bytes([value])
        elif 0 <= value < 1 << 16:
            self._out += b"M" + struct.pack("<H", value)
        elif value in _I32:
            self._out += b"J" + struct.pack("<i", value)
        else:
            self._out += b"\x8a\x08" + struct.pack("<q", value)

    def put_float(self, value: float) -> None:
        self._out += b"G" + struct.pack(">d", value)

    def put_complex(self, value: complex) -> None:
        self._name("builtins", "complex")
        self.put_float(value.real)
        self.put_float(value.imag)
        self._out += _SHORT_TUPLES[2] + _CALL

    def put_text(self, value: str) -> None:
        if self._recall(("text", value)):
            return
        data = encode_utf8(value, self._place)
        self._out += b"X" + struct.pack("<I", len(data)) + data
        self._remember(("text", value))

    def put_device(self, value: DeviceValue) -> None:
        if self._recall(("device", value.name)):
            return
        self._name("torch", "device")
        self.put_text(value.name)
        self._out += _SHORT_TUPLES[1] + _CALL
        self._remember(("device", value.name))

    def put_tensor(self, value: TensorRecord) -> None:
        quantizer = value.quantizer
        self._name("torch._utils", "_rebuild_qtensor" if quantizer else "_rebuild_tensor_v2")
        self._out += _MARK
        self._storage(self._storages[value.storage])
        self.put_int(value.offset)
        self._integers(value.shape)
        self._integers(value.strides)
        if quantizer is not None:
            self._quantizer(quantizer)
        self.put_bool(value.requires_grad)
        self._name("collections", "OrderedDict")
        self._out += _SHORT_TUPLES[0] + _CALL
        flags = [name for name in ("conj", "neg") if getattr(value, name)]
        if flags:
            self._name(_PICKLE, "restore_type_tag")
            self._out += b"}" + _MARK
            for name in flags:
                self.put_text(name)
                self.put_bool(True)
            self._out += b"u"
            self._tag("Dict[str, bool]")
        self._out += _TUPLE + _CALL
        self._remember(("value", id(value)))

    def _quantizer(self, quantizer: QuantizerRecord) -> None:
        self._out += _MARK
        self._name("torch", quantizer.scheme)
        for number in (quantizer.scales, quantizer.zero_points):
            self._write(number)
        if quantizer.axis is not None:
            self.put_int(quantizer.axis)
        self._out += _TUPLE

    def _storage(self, record: StorageRecord) -> None:
        if self._recall(("storage", record.key)):
            return
        number = self.numbers.setdefault(record.key, len(self.numbers))
        self._out += _MARK
        self.put_text("storage")
        self._name("torch", f"{BY_TORCH_NAME[record.dtype].scalar_name}Storage")
        self.put_text(str(number))
        self.put_text(record.device)
        self.put_int(record.elements)
        self._out += _TUPLE + _STORAGE
        self._remember(("storage", record.key))

    # Containers.

    def put_tuple(self, value: tuple[PickledValue, ...]) -> _Parts:
        short = _SHORT_TUPLES.get(len(value))
        self._out += b"" if short else _MARK
        yield from value
        self._out += short or _TUPLE

    def put_list(self, value: ListValue) -> _Parts:
        builder = _BUILDERS.get(value.type or "")
        if builder:
            # A list of this type is built by a separate function.
            name, fits = builder
            odd = next((item for item in value.items if not fits(item)), value)
            if odd is not value:
                raise self._error(f"{short_repr(odd)} in a {value.type}", "elements of that type")
            self._name(_PICKLE, name)
            self._out += _MARK
            yield from self._items(value.items)
            self._out += _TUPLE + _CALL
            return
        if value.type is not None:
            self._name(_PICKLE, "restore_type_tag")
        yield from self._items(value.items)
        self._tag(value.type)

    def _items(self, items: Sequence[PickledValue]) -> _Parts:
        self._out += b"]" + _MARK
        yield from items
        self._out += b"e"

    def put_dict(self, value: DictValue) -> _Parts:
        if value.type is not None:
            self._name(_PICKLE, "restore_type_tag")
        yield from self._pairs(value.items)
        self._tag(value.type)

    def _pairs(self, items: Sequence[tuple[PickledValue, PickledValue]]) -> _Parts:
        self._out += b"}" + _MARK
        for pair in items:
            yield from pair
        self._out += b"u"

    def _tag(self, type_text: str | None) -> None:
        if type_text is not None:
            self.put_text(type_text)
            self._out += _SHORT_TUPLES[2] + _CALL

    def put_enum(self, value: PickledEnum) -> _Parts:
        self._class(value.class_name)
        yield value.value
        self._out += _CALL

    def put_object(self, value: PickledObject) -> _Parts:
        if value.source is not None or value.parameters is not None:
            raise self._error("an object of an archive with a model.json", "one of a newer archive")
        self._class(value.class_name)
        self._out += _SHORT_TUPLES[0] + _NEW
        if not value.has_state:
            yield from self._pairs(tuple(value.attributes.items()))
        elif isinstance(value.state, DictValue) and value.state.type is None:
            raise self._error("a state that is a dictionary without its type", "one with its type")
        else:
            yield value.state
        self._out += _BUILD

    def _class(self, name: str) -> None:
        if not is_class_name(name):
            raise self._error(
                f"the class {short_repr(name)}", "a qualified name that begins __torch__"
            )
        self._name(*name.rsplit(".", 1))


_LEAVES: dict[type, Callable[[Pickler, Any], None]] = {
    type(None): Pickler.put_none,
    bool: Pickler.put_bool,
    int: Pickler.put_int,
    float: Pickler.put_float,
    complex: Pickler.put_complex,
    str: Pickler.put_text,
    DeviceValue: Pickler.put_device,
    TensorRecord: Pickler.put_tensor,
}
_CONTAINERS: dict[type, Callable[[Pickler, Any], _Parts]] = {
    tuple: Pickler.put_tuple,
    ListValue: Pickler.put_list,
    DictValue: Pickler.put_dict,
    PickledEnum: Pickler.put_enum,
    PickledObject: Pickler.put_object,
}


def _uses(root: PickledValue) -> Counter[int]:
    """Count the occurrences of each container, by its id."""
    uses: Counter[int] = Counter()
    pending: list[PickledValue] = [root]
    while pending:
        value = pending.pop()
        if type(value) in _LEAVES:
            continue
        uses[id(value)] += 1
        if uses[id(value)] == 1:
            pending.extend(children(value))
    return uses
