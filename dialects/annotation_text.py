"""Types as annotations in Python spell them: `List[int]`, `Optional[Tensor]`, `__torch__.Color`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.type_names import ANONYMOUS, SPELLINGS, TypeTextError
from xdsl_torchscript.dialects.types import (
    AwaitType,
    DictType,
    FunctionType,
    FutureType,
    ListType,
    NamedTupleType,
    NumberType,
    OptionalType,
    RRefType,
    SizeType,
    SymbolType,
    TensorType,
    TupleType,
    UnionType,
)

_GENERIC: Mapping[type[Attribute], str] = {
    ListType: "List", OptionalType: "Optional", FutureType: "Future", AwaitType: "Await",
    RRefType: "RRef", DictType: "Dict", TupleType: "Tuple", UnionType: "Union",
}  # fmt: skip


def is_anonymous(type: NamedTupleType) -> bool:
    """Return whether the tuple has no definition, as those made by operators and graph text."""
    return type.symbol.data in ("", ANONYMOUS)


@cache
def annotation_text(attr: Attribute) -> str:
    """Return the annotation of a type, as serialized code spells it.

    Facts of tensors and sizes are dropped, and an anonymous named tuple becomes a plain one.

    Raises:
        TypeTextError: if the attribute has no annotation in TorchScript.
    """
    match attr:
        case TensorType():
            return "Tensor"
        case NumberType():
            return "number"
        case SizeType():
            return "int"
        case ListType() | OptionalType() | FutureType() | AwaitType() | RRefType():
            return f"{_GENERIC[attr.__class__]}[{annotation_text(attr.element)}]"
        case DictType():
            return f"Dict[{annotation_text(attr.key)}, {annotation_text(attr.value)}]"
        case TupleType() | UnionType():
            parts = ", ".join(map(annotation_text, attr.elements))
            return f"{_GENERIC[attr.__class__]}[{parts or '()'}]"
        case NamedTupleType():
            if is_anonymous(attr):
                return annotation_text(TupleType.get(attr.elements.data))
            return attr.symbol.data
        case FunctionType():
            raise TypeTextError("the type of a function has no name in a program", 0)
        case SymbolType():
            return attr.symbol.data
        case _ if attr in SPELLINGS:
            return SPELLINGS[attr]
        case _:
            raise TypeTextError(f"{attr} has no spelling in TorchScript", 0)
