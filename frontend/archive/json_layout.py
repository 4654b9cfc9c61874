"""The layout of PyTorch 1.0 to 1.2: model.json, attributes.pkl and tensors/.

model.json is the JSON form of the messages of PyTorch's `torch.proto`. Names are in camel case
(older writers keep underscores), 64-bit numbers are text, and default values are omitted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.container import Container
from xdsl_torchscript.frontend.archive.element_types import element_bytes
from xdsl_torchscript.frontend.archive.errors import ArchiveError, Place, short_repr
from xdsl_torchscript.frontend.archive.globals import device_name, is_integer
from xdsl_torchscript.frontend.archive.model import (
    DictValue,
    ListValue,
    PickledObject,
    PickledValue,
    TensorRecord,
)
from xdsl_torchscript.frontend.archive.pickled_layout import (
    assemble,
    read_sources,
    read_version,
    unpickle,
)
from xdsl_torchscript.frontend.archive.tensor_table import TensorTable
from xdsl_torchscript.frontend.archive.walk import check_value

_RECORD = "model.json"
_ATTRIBUTES = "attributes.pkl"
_FOLDERS = ("code/", "libs/")
"""The folders of code: modules in the first, classes and their dependencies in the second."""
_DIGITS = 20

_DATA_TYPES = {
    "FLOAT": "float32",
    "INT32": "int32",
    "BYTE": "uint8",
    "BOOL": "bool",
    "UINT8": "uint8",
    "INT8": "int8",
    "INT16": "int16",
    "INT64": "int64",
    "FLOAT16": "float16",
    "DOUBLE": "float64",
}


@dataclass(frozen=True)
class _JsonObject:
    """A JSON object of model.json, and its path for messages: `mainModule.submodules[2]`."""

    fields: Mapping[str, Any]
    path: str
    place: Place

    def error(self, found: str, expected: str) -> ArchiveError:
        return self.place.error(f"{self.path}: {found}" if self.path else found, expected)

    def get(self, name: str) -> Any:
        """Return a field by its camel-case or underscored name, None if omitted."""
        other = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
        return self.fields.get(name, self.fields.get(other))

    def text(self, name: str, default: str = "") -> str:
        value = self.get(name)
        if value is not None and not isinstance(value, str):
            raise self.error(f"{name} is {_kind(value)}", "a text")
        return default if value is None else value

    def flag(self, name: str) -> bool:
        value = self.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.error(f"{name} is {_kind(value)}", "true or false")
        return bool(value)

    def integer(self, name: str) -> int:
        return self._integer(self.get(name), name)

    def integers(self, name: str) -> tuple[int, ...]:
        return tuple(self._integer(item, name) for item in self._list(name))

    def node(self, name: str) -> _JsonObject:
        return self._node(self.get(name) or {}, name)

    def nodes(self, name: str) -> list[_JsonObject]:
        return [self._node(item, f"{name}[{i}]") for i, item in enumerate(self._list(name))]

    def _list(self, name: str) -> list[Any]:
        value = self.get(name)
        if value is not None and not isinstance(value, list):
            raise self.error(f"{name} is {_kind(value)}", "a list")
        return cast("list[Any]", value or [])

    def _node(self, value: Any, name: str) -> _JsonObject:
        path = f"{self.path}.{name}" if self.path else name
        if not isinstance(value, dict):
            raise self.error(f"{name} is {_kind(value)}", "an object")
        return _JsonObject(cast("dict[str, Any]", value), path, self.place)

    def _integer(self, value: Any, name: str) -> int:
        text = "0" if value is None else str(value) if is_integer(value) else value
        digits = isinstance(text, str) and len(text) <= _DIGITS and text.isascii()
        if not digits or not text.isdigit():
            raise self.error(f"{name} is {_kind(value)}", "a number that is not negative")
        return int(text)


def _kind(value: object) -> str:
    return short_repr(value) if not isinstance(value, dict | list) else f"a {type(value).__name__}"  # pyright: ignore[reportUnknownArgumentType]


def read_json_layout(container: Container, lenient: bool = False) -> Archive:
    """Read an archive with a model.json. Raises ArchiveError if it is damaged."""
    version = read_version(container)
    place = container.at(_RECORD)
    text = container.text(_RECORD, container.limits.source_bytes)
    try:
        parsed: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        offset = error.pos if isinstance(error, json.JSONDecodeError) else None
        raise place.error("damaged JSON, or nested too deep", "JSON", offset) from None
    if not isinstance(parsed, dict):
        raise place.error(_kind(parsed), "an object")
    model = _JsonObject(cast("dict[str, Any]", parsed), "", place)
    tensors = TensorTable(container, lenient)
    tensors.number([_tensor(node, tensors) for node in model.nodes("tensors")])
    attributes = _attributes(container, tensors)
    sources = read_sources(container, _FOLDERS)
    reader = _ModuleReader(container, tensors, attributes, sources)
    root = reader.module(model.node("mainModule"), 0)
    check_value(root, container.limits, container.at(_RECORD).error)
    found = (tensors.by_number(number) for number in range(tensors.numbered))
    constants = tuple(tensor for tensor in found if tensor is not None)
    debug = _debug_records(model.node("mainModule"), container)
    return assemble(container, version, "little", sources, debug, root, constants, tensors)


def _debug_records(main: _JsonObject, container: Container) -> dict[str, str]:
    """Return the records of source ranges (PyTorch 1.2) by their code."""
    found: dict[str, str] = {}
    pending = [main]
    while pending:
        node = pending.pop()
        pending.extend(node.nodes("submodules"))
        code = node.node("torchscriptArena").text("key")
        ranges = node.node("torchscriptDebugArena").text("key")
        if code and ranges in container:
            found[code] = ranges
    return found


def _tensor(node: _JsonObject, tensors: TensorTable) -> TensorRecord:
    """Read a tensor; its storage has all whole elements of the record, as the file omits their
    count."""
    if node.flag("isQuantized"):
        raise node.error("a quantised tensor", "a dense one")
    kind = node.text("dataType")
    if kind not in _DATA_TYPES:
        raise node.error(f"dataType is {short_repr(kind)}", f"one of {', '.join(_DATA_TYPES)}")
    dtype = BY_TORCH_NAME[_DATA_TYPES[kind]]
    key = node.node("data").text("key")
    size = tensors.container.size(key) if key in tensors.container else 0
    elements = size // (element_bytes(dtype) or 1)
    device = device_name(node.text("device", "cpu"), node.error)
    return tensors.view(
        tensors.declare(key, dtype, elements, device, node.error),
        offset=node.integer("offset"),
        shape=node.integers("dims"),
        strides=node.integers("strides"),
        requires_grad=node.flag("requiresGrad"),
        error=node.error,
    )


def _attributes(container: Container, tensors: TensorTable) -> Sequence[PickledValue]:
    """Return the values that modules reference by number."""
    if _ATTRIBUTES not in container:
        return ()
    values = unpickle(container, _ATTRIBUTES, tensors, "tensors/", signed=True)
    if isinstance(values, ListValue):
        return values.items
    if not isinstance(values, tuple):
        raise container.at(_ATTRIBUTES).error(short_repr(values), "a tuple or a list")
    return values


@dataclass(frozen=True)
class _ModuleReader:
    container: Container
    tensors: TensorTable
    attributes: Sequence[PickledValue]
    sources: Mapping[str, str]

    def module(self, node: _JsonObject, depth: int) -> PickledObject:
        """Read a module and its submodules."""
        if depth > self.container.limits.depth:
            raise node.error("a module too deep", f"at most {self.container.limits.depth} levels")
        parameters = node.nodes("parameters")
        members = [(p, self._parameter(p)) for p in parameters]
        members += [(a, self._attribute(a)) for a in node.nodes("attributes")]
        members += [(m, self.module(m, depth + 1)) for m in node.nodes("submodules")]
        attributes: dict[str, PickledValue] = {}
        for member, value in members:
            name = member.text("name")
            if name in attributes:
                raise member.error(f"a second attribute {short_repr(name)}", "different names")
            attributes[name] = value
        key = node.node("torchscriptArena").text("key")
        if key and key not in self.sources:
            raise node.error(f"the code {short_repr(key)}", "a record of that name")
        return PickledObject(
            node.text("name"),
            attributes,
            source=key or None,
            parameters=tuple(p.text("name") for p in parameters if not p.flag("isBuffer")),
        )

    def _parameter(self, node: _JsonObject) -> PickledValue:
        found = self.tensors.by_number(node.integer("tensorId"))
        if found is None:
            raise node.error(
                f"tensor {node.integer('tensorId')}", f"one of {self.tensors.numbered} tensors"
            )
        return found

    def _attribute(self, node: _JsonObject) -> PickledValue:
        number = node.integer("id")
        if number >= len(self.attributes):
            raise node.error(f"attribute {number}", f"one of {len(self.attributes)} attributes")
        value = self.attributes[number]
        if isinstance(value, ListValue | DictValue) and value.type is None:
            return replace(value, type=node.text("type") or None)
        return value
