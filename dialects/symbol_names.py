"""The symbols that operations refer to, in attributes and types."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.annotation_text import is_anonymous
from xdsl_torchscript.dialects.types import NamedTupleType, SymbolType


class SymbolNames:
    """Collects the symbols that ops refer to."""

    def __init__(self) -> None:
        self._known: dict[Attribute, tuple[str, ...]] = {}

    def collect(self, op: Operation) -> dict[str, None]:
        """Return the names in the order of occurrence."""
        found: dict[str, None] = {}
        for inner in op.walk():
            for attribute in _attributes(inner):
                found.update(dict.fromkeys(self.inside(attribute)))
        return found

    def inside(self, attribute: Attribute) -> tuple[str, ...]:
        known = self._known.get(attribute)
        if known is None:
            if isa(attribute, ArrayAttr[Attribute]):
                parts = attribute.data
            elif isinstance(attribute, DictionaryAttr):
                parts = tuple(attribute.data.values())
            else:
                parts = attribute.parameters if isinstance(attribute, ParametrizedAttribute) else ()
            inner = (name for part in parts for name in self.inside(part))
            if isinstance(attribute, SymbolRefAttr):
                own = (attribute.root_reference.data,)
            elif isinstance(attribute, NamedTupleType) and is_anonymous(attribute):
                own = ()
            else:
                own = (
                    (attribute.symbol.data,)
                    if isinstance(attribute, SymbolType | NamedTupleType)
                    else ()
                )
            known = self._known[attribute] = (*own, *inner)
        return known


def _attributes(op: Operation) -> Iterator[Attribute]:
    yield from op.properties.values()
    yield from op.attributes.values()
    yield from op.result_types
    for region in op.regions:
        for block in region.blocks:
            yield from block.arg_types
