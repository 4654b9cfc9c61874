"""A lenient reader of pickles for inspection: unknown names become opaque values, not errors.

Like the strict reader, it never calls an unknown function or class: their arguments become the
parts of an `OpaqueValue`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from xdsl_torchscript.frontend.archive.errors import short_repr
from xdsl_torchscript.frontend.archive.globals import PickleItem, Refused
from xdsl_torchscript.frontend.archive.model import OpaqueValue, PickledValue
from xdsl_torchscript.frontend.archive.unpickler import NOT_VALUES, Unpickler

SPARSE_TENSOR = "torch._utils._rebuild_sparse_tensor"


class LenientUnpickler(Unpickler):
    """A reader that records unknown names in the tensor table's `unknown`."""

    def _instruction(self, code: int) -> Callable[[Any], None] | None:
        return _INSTRUCTIONS.get(code) or super()._instruction(code)

    def _find(self, name: str) -> PickleItem | None:
        known = self._lookup(name)
        if known is None:
            self._tensors.unknown[name] = None
        return OpaqueValue(name, []) if known is None or isinstance(known, Refused) else known

    def _lookup(self, name: str) -> PickleItem | None:
        return super()._find(name)

    def _values(self, items: list[PickleItem]) -> list[PickledValue]:
        return [self._value(item) for item in items]

    def _value(self, item: PickleItem) -> PickledValue:
        """Return an item as a value; items that are not values become opaque."""
        return OpaqueValue(short_repr(item), []) if isinstance(item, NOT_VALUES) else item

    def _result(self) -> PickledValue:
        self._stack = [*self._values(self._stack)]
        return super()._result()

    def _storage(self, kind: PickleItem, key: str, count: int, device: str) -> PickleItem:
        if isinstance(kind, OpaqueValue):
            return kind
        return super()._storage(kind, key, count, device)

    def _extend_list(self, items: list[PickleItem]) -> None:
        if not self._extend_opaque(items):
            super()._extend_list(items)

    def _extend_dict(self, items: list[PickleItem]) -> None:
        if not self._extend_opaque(items):
            super()._extend_dict(items)

    def _extend_opaque(self, items: list[PickleItem]) -> bool:
        target = self._top()
        if not isinstance(target, OpaqueValue):
            return False
        target.parts.extend(self._values(items))
        return True

    def op_reduce(self) -> None:
        if not self._call_opaque():
            super().op_reduce()

    def op_new_object(self) -> None:
        if not self._call_opaque():
            super().op_new_object()

    def _call_opaque(self) -> bool:
        """Call an unknown function or class below its arguments; return False if it is known."""
        arguments = self._pop()
        made = self._pop()
        if not isinstance(made, OpaqueValue):
            self._stack.extend((made, arguments))
            return False
        given = (
            cast("tuple[PickleItem, ...]", arguments)
            if isinstance(arguments, tuple)
            else (arguments,)
        )
        self._spend(len(given))
        self._stack.append(OpaqueValue(made.name, [*made.parts[:1], *self._values([*given])]))
        return True

    def op_build(self) -> None:
        state = self._pop()
        if not self._extend_opaque([state]):
            self._stack.append(state)
            super().op_build()


_INSTRUCTIONS: Mapping[int, Callable[[LenientUnpickler], None]] = {
    ord("R"): LenientUnpickler.op_reduce,
    0x81: LenientUnpickler.op_new_object,
    ord("b"): LenientUnpickler.op_build,
}
