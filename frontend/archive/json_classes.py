"""Classes of archives with a model.json, which describe objects alone.

Newer archives write a class for each kind of module. Here each module is an object with attributes
and a file of methods. So each gets a separate class, named by its path.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.type_text import TypeTextError, parse_type
from xdsl_torchscript.dialects.types import ClassType, NoneType, TupleType
from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.constants import TENSOR, constant_type
from xdsl_torchscript.frontend.archive.errors import Place, short_repr
from xdsl_torchscript.frontend.archive.model import (
    DictValue,
    ListValue,
    PickledObject,
    PickledValue,
    TensorRecord,
)
from xdsl_torchscript.frontend.script.definitions import (
    AttributeDefinition,
    ClassDefinition,
    FunctionDefinition,
)
from xdsl_torchscript.frontend.script.serialized.files import SerializedFile
from xdsl_torchscript.frontend.script.syntax import FIRST, Script

_RECORD = "model.json"


def modules_by_class(archive: Archive) -> dict[str, PickledObject]:
    """Return the modules of a model.json by their synthesised class names.

    Empty for archives that write classes. Nesting is limited to `limits.depth` levels.
    """
    return dict(_modules(f"__torch__.{archive.root.class_name or 'Module'}", archive.root))


def _modules(name: str, module: PickledObject) -> Iterator[tuple[str, PickledObject]]:
    if module.parameters is None:
        return
    yield name, module
    for attribute, value in module.attributes.items():
        if isinstance(value, PickledObject):
            yield from _modules(f"{name}.{attribute}", value)


def class_of(
    archive: Archive, name: str, module: PickledObject, file: SerializedFile | None
) -> ClassDefinition:
    """Build the class of one module from its attributes and the functions of its file."""
    own = ClassType.get(name)
    methods: dict[str, FunctionDefinition] = {}
    for method, node in file.nodes.items() if file is not None else ():
        definition = file and file.define(method)
        if isinstance(definition, FunctionDefinition):
            definition.name, definition.self_type = node.name, own
            methods[method] = definition
    return ClassDefinition(
        name,
        Script("", f"{archive.file}:{_RECORD}"),
        FIRST,
        partial(_attributes, archive, name, module),
        methods,
        is_module=True,
    )


def _attributes(
    archive: Archive, name: str, module: PickledObject
) -> dict[str, AttributeDefinition]:
    found: dict[str, AttributeDefinition] = {}
    for attribute, value in module.attributes.items():
        type = _type_of(archive, value, f"{name}.{attribute}")
        is_parameter = attribute in (module.parameters or ())
        plain = "buffer" if isinstance(value, TensorRecord) else None
        found[attribute] = AttributeDefinition(type, "parameter" if is_parameter else plain)
    return found


def _type_of(archive: Archive, value: PickledValue, path: str) -> Attribute:
    """Return the type of an undeclared value."""
    match value:
        case PickledObject():
            return ClassType.get(path if value.parameters is not None else value.class_name)
        case ListValue(type=str(text)) | DictValue(type=str(text)):
            try:
                return parse_type(text)
            except TypeTextError:
                place = Place(archive.file, _RECORD)
                raise place.error(f"the type {short_repr(text)} of {path}", "a type") from None
        case tuple():
            return TupleType.get([_type_of(archive, part, path) for part in value])
        case TensorRecord():
            return TENSOR
        case _:
            return constant_type(value) or NoneType()
