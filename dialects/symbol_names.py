"""The symbols that operations refer to, in attributes and types."""

from __future__ import annotations

from xdsl.dialects.builtin import DictionaryAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute

from xdsl_torchscript.dialects.annotation_text import is_anonymous
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.dialects.types import NamedTupleType, SymbolType


class SymbolNames:
    """Collects the symbols that ops refer to."""

    def __init__(self) -> None:
        self._known: dict[Attribute, tuple[str, ...]] = {}

    def collect(self, op: Operation) -> dict[str, None]:
        """Return the names in the order of occurrence."""
        found: dict[str, None] = {}
        for inner in op.walk():
            blocks = [block for region in inner.regions for block in region.blocks]
            arguments = [type for block in blocks for type in block.arg_types]
            own = (*inner.properties.values(), *inner.attributes.values(), *inner.result_types)
            for attribute in (*own, *arguments):
                found.update(dict.fromkeys(self.inside(attribute)))
        return found

    def inside(self, attribute: Attribute) -> tuple[str, ...]:
        known = self._known.get(attribute)
        if known is None:
            if is_array(attribute):
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
