"""A reader of the pickles that TorchScript writes.

A pickle is a program for a machine with a stack and a memory. This machine executes a table of
those instructions of protocol 2 that TorchScript's writer uses. It only builds values, and counts
its steps. Instructions after Python's `pickletools`; their meaning in TorchScript after its
`pickler.h`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from xdsl_torchscript.frontend.archive.errors import ArchiveError, Place, short_repr
from xdsl_torchscript.frontend.archive.globals import (
    ClassName,
    Global,
    Instance,
    PickleCall,
    PickleItem,
    QuantizationScheme,
    RawStorage,
    Refused,
    StorageClass,
    device_name,
    find_global,
    make_enum,
)
from xdsl_torchscript.frontend.archive.model import (
    DictValue,
    ListValue,
    PickledObject,
    PickledValue,
    StorageRecord,
)
from xdsl_torchscript.frontend.archive.tensor_table import TensorTable
from xdsl_torchscript.frontend.archive.walk import check_value

_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")
_F64 = struct.Struct(">d")
_PROTOCOL = 2
_NAME_BYTES = 1024


class Unpickler:
    """A reader of one pickle, from byte `start` of the data.

    `prefix` is the folder of its storages, with a slash at the end. PyTorch 1.2 and older wrote
    signed integers of one byte, unlike the pickle protocol.
    """

    long_bytes = 8
    """The maximal size of an integer."""

    def __init__(
        self,
        data: bytes,
        place: Place,
        tensors: TensorTable,
        prefix: str,
        signed: bool = False,
        start: int = 0,
    ) -> None:
        self._signed = signed
        self._data = data
        self._place = place
        self._tensors = tensors
        self._prefix = prefix
        self._limits = tensors.limits
        self._start = self._position = self._opcode_at = start
        self._steps = 0
        self._stack: list[PickleItem] = []
        self._marks: list[int] = []
        self._memo: dict[int, PickleItem] = {}
        self._globals: dict[str, PickleItem] = {}
        self._used: dict[int, DictValue] = {}

    def load(self) -> PickledValue:
        """Return the pickle's value. Raises ArchiveError if malformed, too large, or followed by
        bytes."""
        value, end = self.load_first()
        if end != len(self._data):
            raise self._error(f"{len(self._data) - end} bytes after it", "the end of the pickle")
        return value

    def load_first(self) -> tuple[PickledValue, int]:
        """Return the pickle's value, and its end; other pickles may follow."""
        first = self._data[self._start : self._start + 1]
        if first != _PROTO:
            raise self._error(short_repr(first), "a pickle of protocol 2")
        while True:
            self._opcode_at = self._position
            code = self._take(1)[0]
            if code == _STOP:
                return self._result(), self._position
            run = self._instruction(code)
            if run is None:
                raise self._error(
                    f"the instruction {code:#04x}", "an opcode of TorchScript's pickles"
                )
            self._spend(1)
            run(self)
            if len(self._stack) > self._limits.stack:
                raise self._error("a full stack", f"at most {self._limits.stack} values")

    def _instruction(self, code: int) -> Callable[[Any], None] | None:
        return _INSTRUCTIONS.get(code)

    def _find(self, name: str) -> PickleItem | None:
        return find_global(name)

    def _result(self) -> PickledValue:
        if self._marks or len(self._stack) != 1:
            raise self._error(f"{len(self._stack)} values on the stack", "one")
        return check_value(self._stack[0], self._limits, self._error)

    # Primitives of the instructions.

    def _error(self, found: str, expected: str) -> ArchiveError:
        return self._place.error(found, expected, self._opcode_at)

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > self._limits.steps:
            raise self._error(
                "a pickle with more instructions", f"at most {self._limits.steps} steps"
            )

    def _take(self, count: int) -> bytes:
        end = self._position + count
        if end > len(self._data):
            raise self._error("the end of the pickle", f"{short_repr(count)} bytes more")
        taken = self._data[self._position : end]
        self._position = end
        return taken

    def _pop(self) -> PickleItem:
        if len(self._stack) <= (self._marks[-1] if self._marks else 0):
            raise self._error("nothing on the stack", "a value")
        return self._stack.pop()

    def _top(self) -> PickleItem:
        item = self._pop()
        self._stack.append(item)
        return item

    def _pop_to_mark(self) -> list[PickleItem]:
        if not self._marks:
            raise self._error("no mark on the stack", "a mark")
        mark = self._marks.pop()
        items = self._stack[mark:]
        del self._stack[mark:]
        return items

    def _values(self, items: list[PickleItem]) -> list[PickledValue]:
        """Check that items are values, as elements of containers must be, not names or storages."""
        odd = next((item for item in items if isinstance(item, NOT_VALUES)), None)
        if odd is not None:
            raise self._error(f"{short_repr(odd)} inside of a value", "a value")
        return items  # pyright: ignore[reportReturnType]

    def _line(self) -> str:
        end = self._data.find(b"\n", self._position, self._position + _NAME_BYTES)
        if end < 0:
            raise self._error("a name without an end", f"at most {_NAME_BYTES} bytes and a newline")
        line = self._data[self._position : end]
        self._position = end + 1
        return self._decode(line)

    def _decode(self, data: bytes) -> str:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise self._error(f"the text {short_repr(data)}", "UTF-8") from None

    def _call(self, function: Global, arguments: tuple[PickleItem, ...]) -> PickledValue:
        def error(found: str, expected: str) -> ArchiveError:
            return self._error(f"{function.name} with {found}", expected)

        return function.run(PickleCall(arguments, self._tensors, error, self._spend))

    def _remember(self, index: int) -> None:
        self._memo[index] = self._top()
        if len(self._memo) > self._limits.memo:
            raise self._error("a full memory", f"at most {self._limits.memo} values")

    def _recall(self, index: int) -> None:
        if index not in self._memo:
            raise self._error(f"value {index} of the memory", "a stored value")
        self._stack.append(self._memo[index])

    # Instructions.

    def op_proto(self) -> None:
        (version,) = self._take(1)
        if self._opcode_at != self._start or version != _PROTOCOL:
            raise self._error(f"protocol {version}", "protocol 2, at the beginning")

    def op_mark(self) -> None:
        self._marks.append(len(self._stack))
        if len(self._marks) > self._limits.marks:
            raise self._error("too many marks", f"at most {self._limits.marks}")

    def op_none(self) -> None:
        self._stack.append(None)

    def op_true(self) -> None:
        self._stack.append(True)

    def op_false(self) -> None:
        self._stack.append(False)

    def op_byte(self) -> None:
        self._stack.append(int.from_bytes(self._take(1), signed=self._signed))

    def op_short(self) -> None:
        self._stack.append(_U16.unpack(self._take(2))[0])

    def op_int(self) -> None:
        self._stack.append(_I32.unpack(self._take(4))[0])

    def op_long(self) -> None:
        (count,) = self._take(1)
        if count > self.long_bytes:
            raise self._error(f"an integer of {count} bytes", f"at most {self.long_bytes}")
        self._stack.append(int.from_bytes(self._take(count), "little", signed=True))

    def op_float(self) -> None:
        self._stack.append(_F64.unpack(self._take(8))[0])

    def op_text(self) -> None:
        (size,) = _U32.unpack(self._take(4))
        if size > self._limits.string_bytes:
            raise self._error(
                f"a string of {size} bytes", f"at most {self._limits.string_bytes} bytes"
            )
        self._stack.append(self._decode(self._take(size)))

    def op_empty_tuple(self) -> None:
        self._stack.append(())

    def op_tuple(self) -> None:
        self._stack.append(tuple(self._pop_to_mark()))  # pyright: ignore[reportArgumentType]

    def op_tuple_1(self) -> None:
        self._tuple_of(1)

    def op_tuple_2(self) -> None:
        self._tuple_of(2)

    def op_tuple_3(self) -> None:
        self._tuple_of(3)

    def _tuple_of(self, count: int) -> None:
        items = [self._pop() for _ in range(count)]
        self._stack.append(tuple(reversed(items)))  # pyright: ignore[reportArgumentType]

    def op_empty_list(self) -> None:
        self._stack.append(ListValue(None, []))

    def op_append(self) -> None:
        self._extend_list([self._pop()])

    def op_appends(self) -> None:
        self._extend_list(self._pop_to_mark())

    def _extend_list(self, items: list[PickleItem]) -> None:
        target = self._top()
        if not isinstance(target, ListValue) or not isinstance(target.items, list):
            raise self._error(short_repr(target), "a list")
        target.items.extend(self._values(items))

    def op_empty_dict(self) -> None:
        self._stack.append(DictValue(None, []))

    def op_setitem(self) -> None:
        value = self._pop()
        self._extend_dict([self._pop(), value])

    def op_setitems(self) -> None:
        self._extend_dict(self._pop_to_mark())

    def _extend_dict(self, items: list[PickleItem]) -> None:
        target = self._top()
        if not isinstance(target, DictValue) or not isinstance(target.items, list):
            raise self._error(short_repr(target), "a dictionary")
        if len(items) % 2:
            raise self._error("a key without a value", "pairs")
        values = self._values(items)
        target.items.extend(zip(values[::2], values[1::2], strict=True))

    def op_put_short(self) -> None:
        self._remember(self._take(1)[0])

    def op_put(self) -> None:
        self._remember(_U32.unpack(self._take(4))[0])

    def op_get_short(self) -> None:
        self._recall(self._take(1)[0])

    def op_get(self) -> None:
        self._recall(_U32.unpack(self._take(4))[0])

    def op_name(self) -> None:
        name = f"{self._line()}.{self._line()}"
        known = self._globals.get(name)
        if known is None:
            known = self._find(name)
        if known is None:
            raise self._error(f"the name {short_repr(name)}", "a name that TorchScript writes")
        self._globals[name] = known
        self._stack.append(known)

    def op_storage(self) -> None:
        """Push the storage described by ("storage", element type, key, device, count).

        PyTorch before 1.6 wrote a sixth part, None.
        """
        entry = self._pop()
        if not isinstance(entry, tuple) or len(entry) not in (5, 6) or entry[0] != "storage":
            raise self._error(short_repr(entry), "the description of a storage")
        parts: list[PickleItem] = list(entry)
        _, kind, key, device, count, *view = parts
        if view not in ([], [None]):
            raise self._error(f"{short_repr(view[0])} as a view of a storage", "None")
        if isinstance(kind, Refused):
            raise self._refusal(kind)
        if not isinstance(key, str):
            raise self._error(
                f"{short_repr(kind)} and {short_repr(key)}", "a storage type and a key"
            )
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise self._error(short_repr(count), "a count of elements")
        device = device_name(device, self._error)
        self._stack.append(self._storage(kind, self._prefix + key, count, device))

    def _storage(self, kind: PickleItem, key: str, count: int, device: str) -> PickleItem:
        if not isinstance(kind, StorageClass):
            raise self._error(
                f"{short_repr(kind)} and {short_repr(key)}", "a storage type and a key"
            )
        return self._tensors.declare(key, kind.dtype, count, device, self._error)

    def op_reduce(self) -> None:
        arguments = self._pop()
        function = self._pop()
        if isinstance(function, Refused):
            raise self._refusal(function)
        if isinstance(function, ClassName):
            (value,) = self._values([arguments])
            self._stack.append(make_enum(function, value))
            return
        if isinstance(function, Global) and isinstance(arguments, tuple):
            if function.is_class:
                raise self._error(f"the class {function.name} called", "a function")
            self._stack.append(self._call(function, arguments))
            return
        raise self._error(
            f"{short_repr(function)} called with {short_repr(arguments)}", "a function and a tuple"
        )

    def _refusal(self, name: Refused) -> ArchiveError:
        return self._error(name.what, "a dense tensor, number, text, container or object")

    def op_new_object(self) -> None:
        arguments = self._pop()
        named = self._pop()
        if isinstance(named, Global) and named.is_class and arguments == ():
            self._stack.append(named)
            return
        if not isinstance(named, ClassName) or arguments != ():
            raise self._error(
                f"{short_repr(named)} made from {short_repr(arguments)}",
                "a class of the archive and ()",
            )
        self._stack.append(Instance(named.name))

    def op_build(self) -> None:
        (state,) = self._values([self._pop()])
        made = self._pop()
        if isinstance(made, Global) and made.is_class:
            self._stack.append(self._call(made, (state,)))
            return
        if not isinstance(made, Instance):
            raise self._error(short_repr(made), "an object without attributes")
        self._stack.append(self._object(made.class_name, state))

    def _object(self, class_name: str, state: PickledValue) -> PickledValue:
        """Build an object: attributes are an untagged dictionary, a dictionary as state has a type
        tag."""
        if not isinstance(state, DictValue) or state.type is not None:
            return PickledObject(class_name, {}, has_state=True, state=state)
        if not isinstance(state.items, list) or id(state) in self._used:
            raise self._error("attributes of two objects", "each object's own")
        attributes: dict[str, PickledValue] = {}
        for name, value in state.items:
            if not isinstance(name, str) or name in attributes:
                raise self._error(f"the attribute {short_repr(name)}", "names, each once")
            attributes[name] = value
        # A short pickle could copy a long dictionary many times; the dictionary has no other user.
        state.items.clear()
        self._used[id(state)] = state
        return PickledObject(class_name, attributes)


NOT_VALUES = (
    ClassName,
    StorageClass,
    QuantizationScheme,
    StorageRecord,
    RawStorage,
    Instance,
    Global,
    Refused,
)
_PROTO = b"\x80"
_STOP = ord(".")

_INSTRUCTIONS: dict[int, Callable[[Unpickler], None]] = {
    0x80: Unpickler.op_proto,
    ord("("): Unpickler.op_mark,
    ord("N"): Unpickler.op_none,
    0x88: Unpickler.op_true,
    0x89: Unpickler.op_false,
    ord("K"): Unpickler.op_byte,
    ord("M"): Unpickler.op_short,
    ord("J"): Unpickler.op_int,
    0x8A: Unpickler.op_long,
    ord("G"): Unpickler.op_float,
    ord("X"): Unpickler.op_text,
    ord(")"): Unpickler.op_empty_tuple,
    ord("t"): Unpickler.op_tuple,
    0x85: Unpickler.op_tuple_1,
    0x86: Unpickler.op_tuple_2,
    0x87: Unpickler.op_tuple_3,
    ord("]"): Unpickler.op_empty_list,
    ord("a"): Unpickler.op_append,
    ord("e"): Unpickler.op_appends,
    ord("}"): Unpickler.op_empty_dict,
    ord("s"): Unpickler.op_setitem,
    ord("u"): Unpickler.op_setitems,
    ord("q"): Unpickler.op_put_short,
    ord("r"): Unpickler.op_put,
    ord("h"): Unpickler.op_get_short,
    ord("j"): Unpickler.op_get,
    ord("c"): Unpickler.op_name,
    ord("Q"): Unpickler.op_storage,
    ord("R"): Unpickler.op_reduce,
    0x81: Unpickler.op_new_object,
    ord("b"): Unpickler.op_build,
}
