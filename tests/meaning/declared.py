"""The static types of a call's arguments and results, and of their contents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DictType,
    ListType,
    OptionalType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.runtime.modules.definitions import ProgramDefinitions

UNKNOWN = AnyType()


@dataclass(frozen=True)
class Declared:
    """The types of the arguments and results of a function, and the classes of its program."""

    places: Mapping[str, Attribute]
    """The types by `input 0`, `result 0` and so on."""
    definitions: ProgramDefinitions

    @staticmethod
    def of(function: FuncOp, definitions: ProgramDefinitions) -> Declared:
        type = function.function_type
        places = {f"input {i}": t for i, t in enumerate(type.inputs.data)}
        places |= {f"result {i}": t for i, t in enumerate(type.outputs.data)}
        return Declared(places, definitions)

    def element(self, type: Attribute, key: object) -> Attribute:
        """Return the type of the element of a value under an index, a key or a name."""
        match type:
            case OptionalType():
                return self.element(type.element, key)
            case ListType():
                return type.element
            case DictType():
                return type.value
            case TupleType() if isinstance(key, int):
                return type.elements.data[key]
            case ClassType() if isinstance(key, str):
                return self.definitions.class_op(type.symbol.data).slots[key].type
            case _:
                return UNKNOWN


def is_open(type: Attribute) -> bool:
    """Return whether a program may query the type of a value of this type."""
    if isinstance(type, OptionalType):
        return is_open(type.element)
    return isinstance(type, AnyType | UnionType)
