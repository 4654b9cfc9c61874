"""The symbols that operations refer to, in attributes and types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import (
    DictionaryAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute

from xdsl_torchscript.dialects.annotation_text import is_anonymous
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.dialects.types import NamedTupleType, SymbolType, TensorType

CPP_CLASSES = "__torch__.torch.classes."
"""The namespace of classes that PyTorch defines in C++; archives have no code of them."""


def _attributes_in(root: Operation) -> Iterator[Attribute]:
    """Yield the attributes and types of an operation and its nested operations."""
    for op in root.walk():
        yield from op.properties.values()
        yield from op.attributes.values()
        yield from op.result_types
        for region in op.regions:
            for block in region.blocks:
                yield from block.arg_types


class SymbolNames:
    """Collects the symbols that ops refer to."""

    def __init__(self) -> None:
        self._known: dict[Attribute, tuple[str, ...]] = {}

    def collect(self, op: Operation) -> dict[str, None]:
        """Return the names in the order of occurrence."""
        found: dict[str, None] = {}
        for attribute in _attributes_in(op):
            if names := self.inside(attribute):
                found.update(dict.fromkeys(names))
        return found

    def inside(self, attribute: Attribute) -> tuple[str, ...]:
        if type(attribute) in _WITHOUT_NAMES:
            return ()
        known = self._known.get(attribute)
        if known is None:
            inner = (name for part in _parts(attribute) for name in self.inside(part))
            known = self._known[attribute] = (*_own_names(attribute), *inner)
        return known


_WITHOUT_NAMES = frozenset({StringAttr, IntegerAttr, IntegerType, TensorType})
"""The most frequent attributes, of which none names a symbol."""


def _parts(attribute: Attribute) -> Sequence[Attribute]:
    if isinstance(attribute, ParametrizedAttribute):
        return attribute.parameters
    if is_array(attribute):
        return attribute.data
    return tuple(attribute.data.values()) if isinstance(attribute, DictionaryAttr) else ()


def _own_names(attribute: Attribute) -> tuple[str, ...]:
    match attribute:
        case SymbolRefAttr():
            return (attribute.root_reference.data,)
        case NamedTupleType() if is_anonymous(attribute):
            return ()
        case SymbolType() | NamedTupleType():
            return (attribute.symbol.data,)
        case _:
            return ()
