"""Kernels on disk by the program before its passes, so that a hit runs none of them.

    key = program_key(text, types)
    found = stored_kernel(key)              # a KernelRecord, and the object file that it names
    store_kernel(key, record)

An entry is `<key>.json`, one line of JSON that describes the kernel; it names the object file,
which is an entry of its own. Kernels whose results are inputs, or views, are not stored: the code
that assembles them is IR. A damaged entry, one of another key, and one whose object file is gone
are made again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.type_text import TypeTextError, parse_type, print_type
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout
from xdsl_torchscript.runtime.native.disk_cache import opened, sealed, shared_cache
from xdsl_torchscript.runtime.native.engine import ObjectFile
from xdsl_torchscript.runtime.native.object_cache import stored_object
from xdsl_torchscript.runtime.native.results import Result
from xdsl_torchscript.runtime.native.returned_views import Order


@dataclass(frozen=True)
class KernelRecord:
    """A kernel whose results, or their parts, are new tensors and numbers for row-major inputs."""

    name: str
    inputs: tuple[Attribute, ...]
    results: tuple[Result, ...]
    orders: tuple[Order | None, ...]
    """The dimensions of each new tensor in memory, None if it is row-major."""
    work: int
    packed: tuple[tuple[int, WeightLayout], ...]
    """The numbers of the inputs that it takes in panels, each with its layout."""
    any_layout: tuple[int, ...]
    """The numbers of the inputs whose layout results do not depend on."""
    is_by_place: bool
    """Whether each element is computed from those in the same place of the inputs."""
    written: tuple[int, ...]
    """The numbers of the inputs that it writes."""
    object: str
    """The key of its object file."""

    def description(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "name": self.name,
            "inputs": list(map(print_type, self.inputs)),
            "results": [result.text for result in self.results],
            "orders": self.orders,
            "work": self.work,
            "packed": self.packed,
            "any_layout": self.any_layout,
            "is_by_place": self.is_by_place,
            "written": self.written,
            "object": self.object,
        }


StoredKernel = tuple[KernelRecord, ObjectFile]


def described(description: Any) -> StoredKernel | None:
    """Return a kernel by its description, None if that is damaged or the object file is gone."""
    try:
        record = KernelRecord(
            str(description["name"]),
            tuple(map(parse_type, description["inputs"])),
            tuple(map(Result.from_text, description["results"])),
            tuple(None if o is None else tuple(map(int, o)) for o in description["orders"]),
            int(description["work"]),
            tuple(
                (int(number), WeightLayout(int(axis), bool(is_transformed)))
                for number, (axis, is_transformed) in description["packed"]
            ),
            tuple(map(int, description["any_layout"])),
            bool(description["is_by_place"]),
            tuple(map(int, description["written"])),
            str(description["object"]),
        )
    except (KeyError, TypeError, ValueError, TypeTextError):
        return None
    object = stored_object(record.object)
    return None if object is None else (record, object)


def read_description(key: str | None) -> Any:
    """Return what `write_description` wrote for a key, None if there is nothing or it is
    damaged."""
    cache = shared_cache()
    if key is None or cache is None:
        return None
    data = cache.read(f"{key}.json")
    found = None if data is None else opened(key, data)
    return None if found is None else found[0]


def write_description(key: str, description: dict[str, Any]) -> None:
    """Keep a description for a key."""
    cache = shared_cache()
    if cache is not None:
        cache.write(f"{key}.json", sealed(key, description))


def stored_kernel(key: str | None) -> StoredKernel | None:
    """Return the kernel of a key, None if there is none or it is damaged."""
    description = read_description(key)
    return None if description is None else described(description)


def store_kernel(key: str | None, record: KernelRecord | None) -> None:
    """Keep a kernel for a key."""
    if key is not None and record is not None:
        write_description(key, record.description())
