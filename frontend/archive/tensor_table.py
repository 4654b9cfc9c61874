"""The tensors and storages that an archive declares, checked against the available bytes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.frontend.archive.element_types import element_bytes
from xdsl_torchscript.frontend.archive.errors import ArchiveError, short_repr
from xdsl_torchscript.frontend.archive.limits import Limits
from xdsl_torchscript.frontend.archive.model import StorageRecord, TensorRecord

Fault = Callable[[str, str], ArchiveError]


class Records(Protocol):
    """The bytes of storages: the records of a zip file, or pieces of a file."""

    @property
    def limits(self) -> Limits: ...

    def __contains__(self, name: str) -> bool: ...

    def size(self, name: str) -> int: ...


@dataclass
class TensorTable:
    """The storages declared so far, and the numbered tensors of a model.json.

    A `lenient` reader adds unknown names to `unknown`. `surplus` has the bytes that records contain
    beyond their storages.
    """

    container: Records
    lenient: bool = False
    unknown: dict[str, None] = field(default_factory=dict[str, None])
    surplus: dict[str, int] = field(default_factory=dict[str, int])
    storages: dict[str, StorageRecord] = field(default_factory=dict[str, StorageRecord])
    _numbered: list[TensorRecord] = field(default_factory=list[TensorRecord])

    @property
    def limits(self) -> Limits:
        return self.container.limits

    @property
    def numbered(self) -> int:
        return len(self._numbered)

    def number(self, tensors: Iterable[TensorRecord]) -> None:
        self._numbered.extend(tensors)

    def by_number(self, number: int) -> TensorRecord | None:
        return self._numbered[number] if 0 <= number < len(self._numbered) else None

    def declare(
        self, key: str, dtype: Dtype, elements: int, device: str, error: Fault
    ) -> StorageRecord:
        """Declare the storage in record `key`, and return it.

        Raises `error` if the record is missing, too short, or declared differently before.
        """
        if key not in self.container:
            raise error(f"the storage {short_repr(key)}", "a record of that name")
        width = element_bytes(dtype)
        if width is None:
            raise error(f"a storage of {dtype.torch_name}", "a dtype that numpy can hold")
        size = self.container.size(key)
        if elements * width > size:
            found = f"storage '{key}' of {short_repr(elements)} {dtype.torch_name}"
            raise error(found, f"at most the {size} bytes of its record")
        if elements * width < size:
            self.surplus[key] = size - elements * width
        record = StorageRecord(key, dtype.torch_name, elements, device)
        known = self.storages.setdefault(key, record)
        if known != record:
            raise error(
                f"storage '{key}' as {elements} {record.dtype} on {device}",
                f"{known.elements} {known.dtype} on {known.device}, as before",
            )
        return known

    def view(
        self,
        storage: StorageRecord,
        *,
        offset: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        requires_grad: bool,
        error: Fault,
        conj: bool = False,
        neg: bool = False,
    ) -> TensorRecord:
        """Return a tensor over a storage. Raises `error` if it reaches outside the storage.

        Sizes, strides and offset are not negative.
        """
        if len(shape) != len(strides):
            raise error(f"{len(strides)} strides", f"one for each of {len(shape)} dimensions")
        if len(shape) > self.limits.dimensions:
            raise error(f"{len(shape)} dimensions", f"at most {self.limits.dimensions}")
        elements = math.prod(shape)
        pairs = zip(shape, strides, strict=True)
        last = offset + sum((size - 1) * stride for size, stride in pairs) if elements else offset
        if last >= storage.elements + (not elements):
            found = (
                f"a tensor that reaches to element {short_repr(last)} of storage '{storage.key}'"
            )
            raise error(found, f"at most {storage.elements} elements")
        if elements > max(storage.elements, self.limits.expanded_elements):
            found = f"a tensor of {short_repr(elements)} elements over {storage.elements}"
            raise error(found, f"at most {self.limits.expanded_elements}")
        if max((*shape, *strides), default=0) >= 1 << 62:
            raise error("a size or stride beyond 62 bits", "a smaller one")
        return TensorRecord(
            dtype=storage.dtype,
            shape=shape,
            strides=strides,
            offset=offset,
            storage=storage.key,
            requires_grad=requires_grad,
            device=storage.device,
            conj=conj,
            neg=neg,
        )
